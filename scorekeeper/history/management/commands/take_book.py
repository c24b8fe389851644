"""``manage.py take_book CLUB FILE``: take in nights from an earlier book, of any length. All of
it or nothing; without ``--write`` it only says what it would bring."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from sys import maxsize
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Club
from scorekeeper.history.book import BookCounts
from scorekeeper.history.cells import UnreadableError, decoded
from scorekeeper.history.foreseen import Foreseen
from scorekeeper.history.models import BookImport
from scorekeeper.history.services import BookAsked, NotAsSeenError, look, take_in
from scorekeeper.history.values import DayOrder
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.words import in_money, words


class Command(BaseCommand):
    help = "Take in nights from an earlier book: day, player, amount or points, as CSV."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's code, as in its address")
        parser.add_argument("file", type=Path)
        parser.add_argument("--write", action="store_true", help="take it in; else only look")
        parser.add_argument("--counts", choices=[*BookCounts], default=BookCounts.AMOUNT)
        parser.add_argument("--lowest", action="store_true", help="the lowest points are ahead")
        parser.add_argument("--order", choices=[*DayOrder], help="of 3/4/2024")
        parser.add_argument("--game", choices=[*VARIANTS], default="")

    def handle(self, *args: Any, club: str, file: Path, write: bool, **options: Any) -> None:
        found = Club.objects.filter(code=club).first()
        if found is None:
            raise CommandError(f"There is no club called {club!r}.", returncode=2)
        content = file.read_bytes()
        try:
            text, _encoding = decoded(content)
            asked = BookAsked(
                text=text,
                called=file.name,
                counts=BookCounts(options["counts"]),
                order=DayOrder(options["order"]) if options["order"] else None,
                variant=options["game"],
                lowest=options["lowest"],
            )
            self._tell(look(found, asked, most=maxsize), found)
            if write:
                gone = BookImport.objects.filter(club=found, taken_back_at__isnull=False)
                token = hashlib.sha256(content + b"\0%d" % gone.count()).hexdigest()
                take_in(club=found, asked=asked, seen=None, most=maxsize, token=token, by=None)
        except UnreadableError as error:
            raise CommandError(words(error.phrase), returncode=1) from None
        except NotAsSeenError:
            raise CommandError("Nothing was taken in.", returncode=1) from None

    def _tell(self, found: Foreseen, club: Club) -> None:
        for fault in found.faults:
            said = in_money(fault.phrase, club.currency)
            self.stdout.write(f"line {fault.line}, column {fault.column}: {said}")
        if found.book.unclear:
            self.stdout.write("days such as 3/4/2024 may be one of two: say --order")
        for whose in found.names:
            if whose.player is None:
                self.stdout.write(f"new: {whose.told}")
            elif whose.guessed:
                self.stdout.write(f"{whose.told} is taken for {whose.player}")
        here = len(found.nights) - len(found.new)
        self.stdout.write(f"{len(found.new)} nights, {here} more are here already")
