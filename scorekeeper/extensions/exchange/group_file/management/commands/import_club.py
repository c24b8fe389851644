"""``manage.py import_club FILE``: imports a group or a session from a document.

Prints what it would import, and asks. ``--yes`` does not ask; without a terminal and without
``--yes``, it only prints.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.core.server.paths import file_to_read
from scorekeeper.extensions.exchange.group_file.incoming.existing_group import LeftOut
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    Document,
    NotADocumentError,
    parse,
)
from scorekeeper.extensions.exchange.group_file.services import Preview, import_document, preview

YES: Final = ("y", "yes")


class Command(BaseCommand):
    help = "Import a group or session file. What is already here stays unchanged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=file_to_read)
        parser.add_argument("--yes", action="store_true", help="import without asking")
        parser.add_argument("--look", action="store_true", help="only preview the import")

    def handle(self, *args: Any, file: Path, yes: bool, look: bool, **options: Any) -> None:
        try:
            document = parse(file.read_bytes())
            result = preview(document)
            self._print_preview(result)
            if result.changes and not look and self._is_confirmed(is_asked=not yes):
                self._import(document)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except NotADocumentError as error:
            raise CommandError(f"Nothing was imported. {error}") from error

    def _is_confirmed(self, *, is_asked: bool) -> bool:
        if not is_asked:
            return True
        if not sys.stdin.isatty():
            self.stdout.write("Nothing was imported: this is not a terminal. Use --yes to import.")
            return False
        if input("Import? [y/N] ").strip().lower() in YES:
            return True
        self.stdout.write("Nothing was imported.")
        return False

    def _import(self, document: Document) -> None:
        club, result = import_document(document)
        self.stdout.write(f"Imported: {club}, {len(result.new)} sessions.")
        if not result.is_here:
            self.stdout.write("It has no host here yet. Run manage.py recovery CODE to add one.")

    def _print_preview(self, result: Preview) -> None:
        summary = (
            f"{result.club}: {result.players} players, {result.games} games, {result.hands} hands"
        )
        self.stdout.write(summary)
        for code in result.same:
            self.stdout.write(f"session {code}: already here, the same")
        for code in result.new:
            self.stdout.write(f"session {code}: new")
        for line in _left_out_lines(result.left_out):
            self.stdout.write(f"not imported: {line}")


def _left_out_lines(left_out: LeftOut) -> Iterator[str]:
    if left_out.name:
        yield f"the name {left_out.name}"
    counted = {
        "players who are in no new session": left_out.players,
        "seasons": left_out.seasons,
        "versions of house rules": left_out.presets,
        "links from carried-over balances to their sessions": left_out.carries,
        "scheduled sessions": left_out.planned,
        "merged names": left_out.joined,
        "imports that can be undone as a whole": left_out.imports,
        "tournaments, only sessions of them": left_out.tournaments,
    }
    yield from (f"{number} {label}" for label, number in counted.items() if number)
