#!/usr/bin/env python3
"""Django's command line for this project."""

import sys

from django.core.management import execute_from_command_line

from scorekeeper.core.server.start import read_settings


def main() -> None:
    read_settings()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
