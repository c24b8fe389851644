"""``manage.py checkledger``: prove that the ledger is what a replay of every hand gives."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.play.audit import differences
from scorekeeper.play.models import Game


class Command(BaseCommand):
    help = "Replay every game and compare it with its stored scores, payments and summaries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("nights", nargs="*", help="codes of nights; all when none is given")

    def handle(self, *args: Any, nights: list[str], **options: Any) -> None:
        games = Game.objects.select_related("session").order_by("session_id", "number")
        if nights:
            games = games.filter(session__code__in=nights)
        checked = wrong = 0
        for game in games.iterator(chunk_size=100):
            checked += 1
            found = list(differences(game))
            wrong += bool(found)
            for line in found:
                self.stdout.write(f"night {game.session.code}, game {game.number}: {line}")
        self.stdout.write(f"{checked} games checked, {wrong} different from their replay")
        if wrong:
            raise CommandError("The ledger is not what the hands give.", returncode=1)
