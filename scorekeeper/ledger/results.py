"""The only writer of results: what each game, or an earlier spreadsheet, brought each player; and
the check of what is stored.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Final

from django.db.models import Q, QuerySet

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.ledger.models import GameResult, ImportedResult

CHANGING: Final = (
    *("net", "hands", "wins", "preset", "points", "lowest", "game_points", "took"),
    *("feats", "counts", "outcomes"),
    *Fact,
)
"""The columns that a hand can change."""


def save_results(rows: Sequence[GameResult]) -> None:
    """Saves the rows, replacing those that exist."""
    GameResult.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["game", "player"], update_fields=CHANGING
    )


def drop_result(*, game: int, player: int) -> None:
    """Removes the result of a player who did not take part in this game after all; both by id."""
    GameResult.objects.filter(game_id=game, player_id=player).delete()


def drop_results(*, games: Sequence[int]) -> None:
    """Removes the results of games (their ids) that no longer count."""
    GameResult.objects.filter(game_id__in=games).delete()


def move_results(*, sessions: Collection[int], played_on: date) -> None:
    """Puts the results of sessions (their ids), which are locked, on another day."""
    GameResult.objects.filter(session__in=sessions).update(played_on=played_on)


# From an imported spreadsheet ------------------------------------------------------------------


def results_of_imports(lines: Iterable[ImportedResult]) -> list[GameResult]:
    """Builds the rows of these lines, whose sessions are loaded, without saving them: no hands, no
    games."""
    return [
        GameResult(
            club_id=line.session.club_id,
            session_id=line.session_id,
            game_id=None,
            player_id=line.player_id,
            variant=line.variant,
            played_on=line.session.played_on,
            net=line.amount or 0,
            points=line.points,
            lowest=line.lowest,
        )
        for line in lines
    ]


def write_imported_results(lines: Sequence[ImportedResult]) -> None:
    """Saves the lines of a spreadsheet and their results; the sessions are ended."""
    ImportedResult.objects.bulk_create(lines)
    GameResult.objects.bulk_create(results_of_imports(lines))


def delete_imported_results(sessions: Collection[int]) -> None:
    """Removes imported results that no longer count, by the sessions' ids; the lines stay."""
    GameResult.objects.filter(session__in=sessions, game=None).delete()


def repair_imported_results(session: Session) -> bool:
    """Rewrites the results of an imported session, which is locked; returns whether they were
    wrong."""
    lines = ImportedResult.objects.filter(session=session, session__removed_at=None)
    expected = results_of_imports(lines.select_related("session").order_by("player"))
    stored = GameResult.objects.filter(session=session, game=None).order_by("player")
    values = attrgetter("player_id", "variant", "played_on", "net", "points", "lowest")
    if [values(row) for row in stored] == [values(row) for row in expected]:
        return False
    stored.delete()
    GameResult.objects.bulk_create(expected)
    locks.touch_held([session.pk])
    return True


# Against what they should be -------------------------------------------------------------------


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
