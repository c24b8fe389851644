"""``manage.py import_club FILE``: take in a club, or a night, from a document.

It says what would come in, and asks. ``--yes`` does not ask; without a terminal to ask at, and
without ``--yes``, it only looks.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.documents.reading import NotADocumentError, Read, read
from scorekeeper.documents.services import Preview, preview, take_in
from scorekeeper.documents.staying import StaysOut

YES: Final = ("y", "yes")


class Command(BaseCommand):
    help = "Import a group or session file. What is already here stays unchanged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="import without asking")
        parser.add_argument("--look", action="store_true", help="only preview the import")

    def handle(self, *args: Any, file: Path, yes: bool, look: bool, **options: Any) -> None:
        try:
            told = read(file.read_bytes())
            found = preview(told)
            self._say(found)
            if found.changes and not look and self._may(asked=not yes):
                self._take_in(told)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except NotADocumentError as error:
            raise CommandError(f"Nothing was imported. {error}") from error

    def _may(self, *, asked: bool) -> bool:
        if not asked:
            return True
        if not sys.stdin.isatty():
            self.stdout.write("Nothing was imported: this is not a terminal. Use --yes to import.")
            return False
        if input("Import? [y/N] ").strip().lower() in YES:
            return True
        self.stdout.write("Nothing was imported.")
        return False

    def _take_in(self, told: Read) -> None:
        club, found = take_in(told)
        self.stdout.write(f"Imported: {club}, {len(found.new)} sessions.")
        if not found.is_here:
            self.stdout.write("It has no host here yet. Run manage.py recovery CODE to add one.")

    def _say(self, found: Preview) -> None:
        said = f"{found.club}: {found.players} players, {found.games} games, {found.hands} hands"
        self.stdout.write(said)
        for code in found.same:
            self.stdout.write(f"session {code}: already here, the same")
        for code in found.new:
            self.stdout.write(f"session {code}: new")
        for line in _out(found.out):
            self.stdout.write(f"not imported: {line}")


def _out(out: StaysOut) -> Iterator[str]:
    if out.name:
        yield f"the name {out.name}"
    counted = {
        "players who are in no new session": out.players,
        "seasons": out.seasons,
        "versions of house rules": out.presets,
        "links from carried-over balances to their sessions": out.carries,
        "scheduled sessions": out.planned,
        "merged names": out.joined,
        "imports that can be undone as a whole": out.books,
    }
    yield from (f"{number} {what}" for what, number in counted.items() if number)
