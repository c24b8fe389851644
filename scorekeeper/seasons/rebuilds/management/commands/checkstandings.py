"""``manage.py checkstandings [GROUP]``: checks that every figure of every season is what the saved
hands give; ``--rebuild`` first rewrites the results that are not."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.management.groups import add_group, groups
from scorekeeper.clubs.models import Club
from scorekeeper.core.database import one_view
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.results import (
    Difference,
    check_imported_results,
    imported_sessions,
    repair_imported_results,
)
from scorekeeper.play.models import Game
from scorekeeper.play.replays.results import Inspection, UnknownError, check_game, repair_results
from scorekeeper.seasons.audit import figure_differences, rules_to_check
from scorekeeper.seasons.models import Season


class Command(BaseCommand):
    help = "Recalculate the results of each game and all figures of each season from the hands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_group(parser)
        parser.add_argument(
            "--rebuild", action="store_true", help="first rebuild the results of each game"
        )

    def handle(self, *args: Any, club: str | None, rebuild: bool, **options: Any) -> None:
        differences = []
        for group in list(groups(club)):
            if rebuild:
                self._rebuild(group)
            with one_view():
                differences += self._check(group)
        if differences:
            raise CommandError(str(differences[0]), returncode=1)

    def _rebuild(self, club: Club) -> None:
        """One game at a time, under its locks: it may be interrupted and run again."""
        written = 0
        for game in games_of(club):
            with transaction.atomic():
                written += repair_results(game)
        for session in imported_sessions(club):
            with transaction.atomic():
                locked = locks.hold_session(session.pk, even_removed=True)
                written += repair_imported_results(locked)
        self.stdout.write(f"{club.code} {club.name}: results of {written} games rebuilt")

    def _check(self, club: Club) -> list[Difference]:
        """Returns the first wrong result and the first wrong figure."""
        inspection = Inspection()
        for game in games_of(club):
            try:
                check_game(game, inspection)
            except UnknownError as unknown:
                self.stdout.write(f"session {game.session.code}, game {game.number}: {unknown}")
        imported_results, wrong = check_imported_results(club)
        inspection.expected += imported_results
        inspection.wrong += wrong
        figures, table_count = self._figures(club, inspection.expected)
        differences = [*inspection.wrong[:1], *figures]
        for difference in differences:
            self.stdout.write(str(difference))
        self.stdout.write(
            f"{club.code} {club.name}: {inspection.games} games,"
            f" {len(inspection.expected)} results and"
            f" {table_count} standings checked, {len(inspection.wrong)} results wrong"
        )
        return differences

    def _figures(self, club: Club, results: list[GameResult]) -> tuple[list[Difference], int]:
        table_count = 0
        for season in (None, *Season.objects.filter(club=club).order_by("pk")):
            for rules in rules_to_check(season, results):
                table_count += 1
                for difference in figure_differences(club, season, rules, results):
                    return [difference], table_count
        return [], table_count


def games_of(club: Club) -> Iterator[Game]:
    """Yields the group's games in order, removed ones included: the standings must have no row of
    these."""
    games = Game.every.filter(session__club=club).select_related("session__club")
    yield from games.order_by("session_id", "number").iterator(chunk_size=100)
