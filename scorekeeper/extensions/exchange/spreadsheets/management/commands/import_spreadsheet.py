"""``manage.py import_spreadsheet CLUB FILE``: imports sessions from a spreadsheet of any
length. All or nothing; without ``--write`` it only previews."""

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from sys import maxsize
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.management.groups import group_of
from scorekeeper.clubs.models import Club
from scorekeeper.core.localization.words import in_money, words
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.server.paths import file_to_read
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError, decode
from scorekeeper.extensions.exchange.spreadsheets.models import SpreadsheetImport
from scorekeeper.extensions.exchange.spreadsheets.parsing import Uneven, Unit
from scorekeeper.extensions.exchange.spreadsheets.preview import ImportPreview
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
    preview_import,
)
from scorekeeper.extensions.exchange.spreadsheets.values import DayOrder
from scorekeeper.variants import VARIANTS


class Command(BaseCommand):
    help = "Import sessions from a CSV file: day, player, amount or points."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the group's code, as in its address")
        parser.add_argument("file", type=file_to_read)
        parser.add_argument("--write", action="store_true", help="import; without it, only preview")
        parser.add_argument("--counts", choices=[*Unit], default=Unit.AMOUNT)
        parser.add_argument("--lowest", action="store_true", help="fewest points win")
        parser.add_argument("--order", choices=[*DayOrder], help="of 3/4/2024")
        parser.add_argument("--drop-loose", action="store_true", help="cells under no heading")
        parser.add_argument("--uneven", choices=["out", "book"], help="sessions that do not add up")
        parser.add_argument("--booked-on", default="", help="name for the difference")
        parser.add_argument("--game", choices=[*VARIANTS], default="")

    def handle(self, *args: Any, club: str, file: Path, write: bool, **options: Any) -> None:
        group = group_of(club)
        content = file.read_bytes()
        try:
            text, _encoding = decode(content)
            upload = SpreadsheetUpload(
                text=text,
                called=file.name,
                counts=Unit(options["counts"]),
                order=DayOrder(options["order"]) if options["order"] else None,
                variant=options["game"],
                lowest=options["lowest"],
                drops_loose=options["drop_loose"],
                uneven=Uneven(options["uneven"] or ""),
                booked_on=options["booked_on"],
            )
            self._print_preview(preview_import(group, upload, most=maxsize), group)
            if write:
                undone = SpreadsheetImport.objects.filter(club=group, undone_at__isnull=False)
                token = hashlib.sha256(content + b"\0%d" % undone.count()).hexdigest()
                import_spreadsheet(
                    club=group, upload=upload, preview_key=None, most=maxsize, token=token, by=None
                )
        except UnreadableError as error:
            raise CommandError(words(error.phrase), returncode=1) from None
        except Refusal:
            raise CommandError("Nothing was imported.", returncode=1) from None

    def _print_preview(self, preview: ImportPreview, club: Club) -> None:
        for fault in (*preview.spreadsheet.notes, *preview.faults):
            sentence = in_money(fault.phrase, club.currency)
            self.stdout.write(f"line {fault.line}, column {fault.column}: {sentence}")
        if preview.spreadsheet.is_unclear:
            self.stdout.write("days such as 3/4/2024 are ambiguous: give --order")
        for match in preview.names:
            if match.player is None:
                self.stdout.write(f"new: {match.text}")
            elif match.guessed:
                self.stdout.write(f"{match.text} is read as {match.player}")
        existing = len(preview.sessions) - len(preview.new)
        self.stdout.write(f"{len(preview.new)} new sessions, {existing} more are already here")
