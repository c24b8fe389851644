"""``manage.py import_club FILE``: take in a club, or a night, from a document."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.documents.reading import NotADocument, read
from scorekeeper.documents.services import Preview, preview, take_in


class Command(BaseCommand):
    help = "Take in a document; what is here already stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--look", action="store_true", help="say what it would bring, no more")

    def handle(self, *args: Any, file: Path, look: bool, **options: Any) -> None:
        try:
            told = read(file.read_bytes())
            found = preview(told) if look else take_in(told)[1]
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except NotADocument as error:
            raise CommandError(f"Nothing was taken in. {error}") from error
        self._say(found, look)

    def _say(self, found: Preview, look: bool) -> None:
        said = f"{found.club}: {found.players} players, {found.games} games, {found.hands} hands"
        self.stdout.write(said)
        for code in found.same:
            self.stdout.write(f"night {code}: here already, the same")
        for code in found.new:
            self.stdout.write(f"night {code}: {'would come in' if look else 'taken in'}")
        if found.changes and not look and not found.is_here:
            self.stdout.write("Nobody runs it here yet: manage.py recovery CODE lets a host in.")
