"""The part of a snapshot about the club's other sessions: large, and seldom changed. It is cached
as text in each process until one of those sessions changes.

Cached separately for members of the whole club, hosts and guests. It contains nothing of a single
device.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.extensions.offline.sync.snapshots.rows import (
    Row,
    RowsByModel,
    add_rows,
    column_index,
    read_rows,
    rows_to_json,
)
from scorekeeper.extensions.offline.sync.snapshots.tables import (
    LIGHT,
    TAKEN_OVER,
    RowModel,
    columns,
    reference_indexes,
)
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game, Seat

MOST_SESSIONS: Final = 500
MOST_RESULTS: Final = 3000
NEWEST: Final = 50
"""Number of games searched for the newest of each variant (``play.sessions.last_games``)."""
STANDINGS: Final = "standings"
STATE: Final = """
    SELECT COUNT(*), MAX(id), SUM(version), SUM(id * version) FROM clubs_session
    WHERE club_id = %s AND id <> %s
"""
"""A session cannot change without its version (``clubs.locks``)."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The session, and what its reader may see."""

    club: int
    session: int
    whole: bool
    is_host: bool
    days: tuple[str, str | None] | None
    """First and last day (ISO) of the seasons that contain the session; None: all days."""
    games: tuple[tuple[int, str], ...]
    """(id, variant) of the session's own games whose settings a next game can take over."""


@dataclass(frozen=True, slots=True)
class OtherSessions:
    """``rows`` of each model as JSON without the outer brackets; ids of the ``sessions`` and
    ``players`` in them."""

    rows: Mapping[RowModel, str]
    sessions: frozenset[int]
    players: frozenset[int]
    lacks: frozenset[str]


def other_sessions(scope: Scope) -> OtherSessions:
    """Returns the rows of other sessions; one query if they are cached."""
    with connection.cursor() as cursor:
        cursor.execute(STATE, [scope.club, scope.session])
        state = [int(value or 0) for value in cursor.fetchone()]
    return get_or_make(_Reading(scope).all, "along", scope, state, MOST_SESSIONS, MOST_RESULTS)


def light_sessions(where: Q) -> list[Row]:
    names = LIGHT[Session]
    return read_rows(Session, where, names, order=("-played_on", "-id"), limit=MOST_SESSIONS)


@dataclass(slots=True)
class _Reading:
    scope: Scope
    rows: RowsByModel = field(default_factory=dict)
    lacks: set[str] = field(default_factory=set)

    def all(self) -> OtherSessions:
        if self.scope.whole:
            self._add_season()
        if self.scope.is_host:
            self._add_newest_games()
        sessions = frozenset(row[0] for row in self.rows.get(Session, ()))
        players = frozenset(self._players())
        return OtherSessions(rows_to_json(self.rows), sessions, players, frozenset(self.lacks))

    def _players(self) -> Iterable[Any]:
        for model, rows in self.rows.items():
            for index in reference_indexes(model, Player):
                yield from (row[index] for row in rows)

    def _add_season(self) -> None:
        club, session = self.scope.club, self.scope.session
        sessions = light_sessions(Q(club=club) & ~Q(pk=session))[:MOST_SESSIONS]
        add_rows(self.rows, Session, sessions)
        if not sessions:
            return
        session_ids = {row[0] for row in sessions}
        games = Q(session__in=session_ids, removed_at__isnull=True)
        add_rows(self.rows, Game, read_rows(Game, games, LIGHT[Game], limit=20 * MOST_SESSIONS))
        results = self._results(Q(club=club) & self._days() & ~Q(session=session))
        session_index = column_index(GameResult, "session_id")
        if len(results) > MOST_RESULTS or any(
            row[session_index] not in session_ids for row in results
        ):
            self.lacks.add(STANDINGS)
            return
        add_rows(self.rows, GameResult, results)
        self._add_played_variants()

    def _days(self) -> Q:
        if self.scope.days is None:
            return Q()
        first, last = self.scope.days
        days = Q(played_on__gte=first)
        return days & Q(played_on__lte=last) if last else days

    @staticmethod
    def _results(where: Q) -> list[Row]:
        return read_rows(GameResult, where, LIGHT[GameResult], limit=MOST_RESULTS)

    def _add_played_variants(self) -> None:
        """Adds a result of each missing variant: a season's page lists all ever played."""
        variant_index = column_index(GameResult, "variant")
        listed = {row[variant_index] for row in self.rows[GameResult]}
        played = {row[column_index(Game, "variant")]: row[0] for row in self.rows[Game]}
        missing = [game for variant, game in played.items() if variant not in listed]
        if missing:
            add_rows(self.rows, GameResult, self._results(Q(game__in=missing)))

    def _add_newest_games(self) -> None:
        """Adds the newest game of each variant with its seats, which a next game takes over."""
        recent = Game.objects.filter(session__club=self.scope.club).order_by("-pk")
        newest: dict[str, tuple[int, int]] = {}
        for variant, game, session in recent.values_list("variant", "pk", "session_id")[:NEWEST]:
            newest.setdefault(variant, (game, session))
        games = {game for game, session in newest.values() if session != self.scope.session}
        if not games:
            return
        sessions = {session for _game, session in newest.values()} - {self.scope.session}
        add_rows(self.rows, Session, light_sessions(Q(pk__in=sessions)))
        self.rows[Game] = [row for row in self.rows.get(Game, ()) if row[0] not in games]
        add_rows(self.rows, Game, read_rows(Game, Q(pk__in=games), TAKEN_OVER, limit=NEWEST))
        names = [column.attname for column in columns(Seat)]
        add_rows(self.rows, Seat, read_rows(Seat, Q(game__in=games), names, limit=100 * NEWEST))
