"""``manage.py backup [FILE]``: copies the site, restores the copy elsewhere, and verifies it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.core.server.paths import file_to_write
from scorekeeper.extensions.operation.backups import services
from scorekeeper.extensions.operation.backups.archive import BackupError


class Command(BaseCommand):
    help = "Back up the whole site while it runs, and test that the file can be restored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        where = "where to write it; without it, into the storage of backups"
        parser.add_argument("file", nargs="?", type=file_to_write, metavar="FILE", help=where)

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            backup = services.back_up(file)
        except BackupError as error:
            raise CommandError(str(error), returncode=1) from error
        self.stdout.write(str(backup))
