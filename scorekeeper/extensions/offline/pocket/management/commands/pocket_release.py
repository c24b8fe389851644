"""``manage.py pocket_release``: builds what devices fetch from this server to work offline."""

import os
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.extensions.offline.pocket import runtime, serving, site

QUIETLY = 10
"""Beside a table that plays: it takes half a minute of a processor."""


class Command(BaseCommand):
    help = "Build the offline app for this server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--in-the-background", action="store_true", help="only report what is missing"
        )

    def handle(self, *args: Any, in_the_background: bool, **options: Any) -> None:
        if in_the_background:
            with suppress(OSError):
                os.nice(QUIETLY)
        try:
            files = site.write_offline_files(serving.folder())
        except (runtime.MissingError, OSError) as error:
            if not in_the_background:
                raise CommandError(f"The offline app could not be built. {error}") from error
            self.stderr.write(
                "The offline app is missing; everything else works. "
                f"{error}\nTo try again: python3 go.py manage pocket_release"
            )
        else:
            if not in_the_background:
                size = sum(len(content) for content in files.values()) / 1_000_000
                what = f"{len(files)} files, {size:.1f} MB" if files else "Nothing changed"
                self.stdout.write(f"{what}, in {serving.folder()}.")
