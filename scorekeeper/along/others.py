"""What a snapshot tells of the other nights of a club: long, and changed seldom. It is read and put
into words once in a process for as long as none of those nights changes.

It is kept apart for who may see the whole club, for hosts and for guests. What stands in it is no
phone's own: that is read anew each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from scorekeeper.along.reading import RowTold, place_of, read_light, rows_as_text
from scorekeeper.along.tables import AS_BEFORE, LIGHT, RowModel, columns, naming
from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game, Seat
from scorekeeper.serving.kept import get_or_make

MOST_NIGHTS: Final = 500
MOST_RESULTS: Final = 3000
NEWEST: Final = 50
"""Games among which the newest of each kind is looked for (``play.nights.last_games``)."""
STANDINGS: Final = "standings"
STATE: Final = """
    SELECT COUNT(*), MAX(id), SUM(version), SUM(id * version) FROM clubs_session
    WHERE club_id = %s AND id <> %s
"""
"""What a night shows cannot change without its version (``clubs.locks``)."""


@dataclass(frozen=True, slots=True)
class ForWhom:
    """Of which night, and for whom."""

    club: int
    night: int
    whole: bool
    is_host: bool
    days: tuple[str, str | None] | None
    """First and last day of the seasons that hold the night, ISO; None: of all days."""
    games: tuple[tuple[int, str], ...]
    """Of the night itself, those that a host's next game could take over from."""


@dataclass(frozen=True, slots=True)
class OtherNights:
    """``rows`` of each model as text, without the brackets around them; ``nights`` and ``players``
    that are told of, or named, there."""

    rows: Mapping[RowModel, str]
    nights: frozenset[int]
    players: frozenset[int]
    lacks: frozenset[str]


def other_nights(asked: ForWhom) -> OtherNights:
    """One query where it is kept."""
    with connection.cursor() as cursor:
        cursor.execute(STATE, [asked.club, asked.night])
        state = [int(each or 0) for each in cursor.fetchone()]
    return get_or_make(_Reading(asked).all, "along", asked, state, MOST_NIGHTS, MOST_RESULTS)


def light_nights(where: Q) -> list[RowTold]:
    names = LIGHT[Session]
    return read_light(Session, where, names, "-played_on", "-id", most=MOST_NIGHTS)


@dataclass(slots=True)
class _Reading:
    asked: ForWhom
    rows: dict[RowModel, list[RowTold]] = field(default_factory=dict)
    lacks: set[str] = field(default_factory=set)

    def all(self) -> OtherNights:
        if self.asked.whole:
            self._of_season()
        if self.asked.is_host:
            self._newest_games()
        nights = frozenset(row[0] for row in self.rows.get(Session, ()))
        players = frozenset(self._players())
        return OtherNights(rows_as_text(self.rows), nights, players, frozenset(self.lacks))

    def _add(self, model: RowModel, rows: Iterable[RowTold]) -> None:
        """Those that are not there yet."""
        there = self.rows.setdefault(model, [])
        known = {row[0] for row in there}
        there += [row for row in rows if row[0] not in known]

    def _players(self) -> Iterable[Any]:
        for model, rows in self.rows.items():
            for place in naming(model, Player):
                yield from (row[place] for row in rows)

    def _of_season(self) -> None:
        club, night = self.asked.club, self.asked.night
        nights = light_nights(Q(club=club) & ~Q(pk=night))[:MOST_NIGHTS]
        self._add(Session, nights)
        if not nights:
            return
        known = {row[0] for row in nights}
        games = Q(session__in=known, removed_at__isnull=True)
        self._add(Game, read_light(Game, games, LIGHT[Game], "pk", most=20 * MOST_NIGHTS))
        found = self._results(Q(club=club) & self._days() & ~Q(session=night))
        at = place_of(GameResult, "session_id")
        if len(found) > MOST_RESULTS or any(row[at] not in known for row in found):
            self.lacks.add(STANDINGS)
            return
        self._add(GameResult, found)
        self._one_of_each_game()

    def _days(self) -> Q:
        if self.asked.days is None:
            return Q()
        first, last = self.asked.days
        days = Q(played_on__gte=first)
        return days & Q(played_on__lte=last) if last else days

    @staticmethod
    def _results(where: Q) -> list[RowTold]:
        return read_light(GameResult, where, LIGHT[GameResult], "pk", most=MOST_RESULTS)

    def _one_of_each_game(self) -> None:
        """Which games were ever played the page of a season says as well."""
        kind = place_of(GameResult, "variant")
        told = {row[kind] for row in self.rows[GameResult]}
        played = {row[place_of(Game, "variant")]: row[0] for row in self.rows[Game]}
        lacking = [game for variant, game in played.items() if variant not in told]
        if lacking:
            self._add(GameResult, self._results(Q(game__in=lacking)))

    def _newest_games(self) -> None:
        """The newest of each kind, with who sat there: what a next game takes over."""
        recent = Game.objects.filter(session__club=self.asked.club).order_by("-pk")
        newest: dict[str, tuple[int, int]] = {}
        for variant, game, night in recent.values_list("variant", "pk", "session_id")[:NEWEST]:
            newest.setdefault(variant, (game, night))
        games = {game for game, night in newest.values() if night != self.asked.night}
        if not games:
            return
        nights = {night for _game, night in newest.values()} - {self.asked.night}
        self._add(Session, light_nights(Q(pk__in=nights)))
        self.rows[Game] = [row for row in self.rows.get(Game, ()) if row[0] not in games]
        self._add(Game, read_light(Game, Q(pk__in=games), AS_BEFORE, "pk", most=NEWEST))
        every = [each.attname for each in columns(Seat)]
        self._add(Seat, read_light(Seat, Q(game__in=games), every, "pk", most=100 * NEWEST))
