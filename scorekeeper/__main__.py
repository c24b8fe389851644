"""The program of an installed package: ``scorekeeper`` starts what ``go.py play`` starts, with the
same options; ``scorekeeper manage`` is Django's command line."""

import sys

from django.core.management import execute_from_command_line

from scorekeeper.core.server.start import read_settings


def main() -> None:
    program, *words = sys.argv
    command = words[1:] if words[:1] == ["manage"] else ["play", *words]
    read_settings()
    execute_from_command_line([program, *command])


if __name__ == "__main__":
    main()
