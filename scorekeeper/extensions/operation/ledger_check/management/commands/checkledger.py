"""``manage.py checkledger``: checks that the ledger equals a replay of every hand, and that
payments outside games are explained. Records when the whole ledger was checked."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.operation.ledger_check.services import (
    faults_beside_games,
    note_whole_check,
)
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import differences


class Command(BaseCommand):
    help = "Replay every game and compare it with the stored scores, payments and summaries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "sessions", nargs="*", help="codes of sessions; without them, all sessions"
        )

    def handle(self, *args: Any, sessions: list[str], **options: Any) -> None:
        wrong = self._games(sessions) + self._beside(sessions)
        if not sessions:
            note_whole_check(sessions=Session.objects.count(), wrong=wrong)
        if wrong:
            raise CommandError("The ledger differs from the hands.", returncode=1)

    def _games(self, sessions: list[str]) -> int:
        games = Game.objects.select_related("session").order_by("session_id", "number")
        if sessions:
            games = games.filter(session__code__in=sessions)
        checked = wrong = 0
        for game in games.iterator(chunk_size=100):
            checked += 1
            faults = list(differences(game))
            wrong += bool(faults)
            for fault in faults:
                self.stdout.write(f"session {game.session.code}, game {game.number}: {fault}")
        self.stdout.write(f"{checked} games checked, {wrong} different from their replay")
        return wrong

    def _beside(self, codes: list[str]) -> int:
        """Returns the number of sessions with faulty payments outside games."""
        moved = Payment.objects.filter(game=None).values("session")
        sessions = Session.objects.filter(pk__in=moved).order_by("pk")
        if codes:
            sessions = sessions.filter(code__in=codes)
        wrong = 0
        for session in sessions.iterator(chunk_size=100):
            faults = [*faults_beside_games(session)]
            wrong += bool(faults)
            for fault in faults:
                self.stdout.write(f"session {session.code}: {fault}")
        return wrong
