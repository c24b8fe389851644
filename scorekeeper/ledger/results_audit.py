"""Holds the recorded results against what they should be. Reads only."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.ledger.models import GameResult, ImportedResult
from scorekeeper.ledger.results import CHANGING, results_of_imports

COLUMNS = ("club_id", "session_id", "variant", "played_on", *CHANGING)
"""The compared columns of a result."""


@dataclass(frozen=True, slots=True)
class Difference:
    """``where``: the table or game; ``column``: the column or figure."""

    where: str
    player: str
    column: str
    actual: object
    expected: object

    def __str__(self) -> str:
        figure = f"{self.column} of {self.player}"
        return f"{self.where}: {figure} is {self.actual}, right is {self.expected}"


# Games ---------------------------------------------------------------------------------------


def wrong_rows(
    actual: Iterable[GameResult], expected: Iterable[GameResult], where: str
) -> Iterator[Difference]:
    """Yields each column of one game's results that differs."""
    actual_by_player = {row.player_id: row for row in actual}
    for row in expected:
        stored = actual_by_player.pop(row.player_id, None)
        if stored is None:
            yield Difference(where, _name(row), "the result", "not there", "there")
            continue
        for column in COLUMNS:
            before, after = getattr(stored, column), getattr(row, column)
            if before != after:
                yield Difference(where, _name(row), column, repr(before), repr(after))
    for row in actual_by_player.values():
        yield Difference(where, _name(row), "the result", "there", "not there")


def imported_sessions(club: Club) -> QuerySet[Session]:
    """Returns the sessions with imported results, also removed ones."""
    lines = ImportedResult.objects.filter(session__club=club).values("session")
    results = GameResult.objects.filter(club=club, game=None).values("session")
    return Session.every.filter(Q(pk__in=lines) | Q(pk__in=results)).order_by("pk")


def check_imported_results(club: Club) -> tuple[list[GameResult], list[Difference]]:
    """Returns the results expected from imported spreadsheets, and differences from what is
    stored."""
    lines = ImportedResult.objects.filter(session__club=club, session__removed_at=None)
    expected = results_of_imports(lines.select_related("session").order_by("session", "player"))
    stored = GameResult.objects.filter(club=club, game=None).order_by("session", "player")
    by_session: dict[int, tuple[list[GameResult], list[GameResult]]] = {}
    for rows, side in ((list(stored), 0), (expected, 1)):
        for row in rows:
            by_session.setdefault(row.session_id, ([], []))[side].append(row)
    wrong: list[Difference] = []
    for session, (actual, computed) in sorted(by_session.items()):
        where = f"group {club.code}, imported session {session}"
        wrong += wrong_rows(actual, computed, where)
        if off := sum(row.net for row in computed):
            wrong.append(Difference(where, "everybody", "the sum", off, 0))
    return expected, wrong


def _name(row: GameResult) -> str:
    return Player.objects.get(pk=row.player_id).name
