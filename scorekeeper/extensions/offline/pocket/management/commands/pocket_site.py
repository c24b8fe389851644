"""``manage.py pocket_site DIR``: the whole app as a folder of static files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.extensions.offline.pocket import runtime, site


class Command(BaseCommand):
    help = "Write the standalone app as a folder that any https host can serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            files = site.write_site(folder)
        except runtime.MissingError as error:
            raise CommandError(f"The site could not be written. {error}") from error
        except OSError as error:
            raise CommandError(f"{folder} was not written: {error.strerror}.") from error
        size = sum(len(content) for content in files.values()) / 1_000_000
        self.stdout.write(f"{len(files)} files, {size:.1f} MB, in {folder}.")
