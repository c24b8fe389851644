"""What a document of a club holds: tables with their columns, each after those it points at.

A row points at another by its place in that one's table, never by a server's key. What is secret
(links, phones, codes) or of this server alone (sheets, limits) is in no document, and a
test holds that every model is one or the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import (
    Club,
    Happening,
    Membership,
    Player,
    SamePerson,
    Session,
    Signature,
)
from scorekeeper.engine.cards import PACK
from scorekeeper.engine.facts import Fact
from scorekeeper.history.models import BookImport, BookNight, BookPlayer
from scorekeeper.ledger.models import BookLine, GameResult, Payment
from scorekeeper.planning.models import PlannedNight, Reply
from scorekeeper.play.models import (
    Draw,
    Game,
    Hand,
    LateCorrection,
    LineWord,
    Seat,
    SeatChange,
    SeatScore,
)
from scorekeeper.presets.models import ClubPreset
from scorekeeper.settling.models import (
    CarriedRow,
    Carry,
    Cost,
    CostShare,
    Handover,
    HandoverStep,
    Terms,
)
from scorekeeper.standings.models import Season

Key = Callable[[int], Any]
"""A player's place in the document for his key here, or the reverse, or his name."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A whole club, or one night of it."""

    club: Club
    night: Session | None = None

    def of_nights(self, path: str) -> Q:
        """Rows whose night is at ``path``."""
        if self.night is not None:
            return Q(**{path: self.night})
        return Q(**{f"{path}__club": self.club})


@dataclass(frozen=True)
class DocTable:
    """``rows``: those of a scope, in the order in which they were written. ``club``: the column
    that names the club, which no row repeats."""

    name: str
    model: type[models.Model]
    rows: Callable[[Extent], Q]
    left_out: frozenset[str] = frozenset()
    """Columns of no document: they get their default."""
    players_in: Mapping[str, Callable[[Any, Key], Any]] = field(default_factory=dict)
    """Columns of JSON in which players stand by their keys."""
    filled: Mapping[str, str] = field(default_factory=dict)
    """Columns that, empty, are told as another one: by name, its attribute."""
    of_club_only: bool = False
    """In no document of a night, and with no night out of one of a club: such as what stands
    between two nights."""
    later: frozenset[str] = frozenset()
    """Columns that documents of before lack: they get their default."""
    since: bool = False
    """Documents of before there was such a table lack it."""

    @cached_property
    def fields(self) -> list[models.Field[Any, Any]]:
        return [
            found
            for found in self.model._meta.concrete_fields
            if not found.primary_key
            and found.name not in self.left_out
            and found.related_model is not Club
        ]

    @cached_property
    def columns(self) -> list[str]:
        return [found.name for found in self.fields]

    @cached_property
    def columns_before(self) -> list[str]:
        """Those of documents written before rows were signed, and seasons had methods."""
        return [
            found.name
            for found in self.fields
            if found.related_model is not Signature and found.name not in self.later
        ]

    def knows(self, columns: Any) -> bool:
        """Of this version, or of one before, in whatever order: only what came later may be
        missing."""
        if type(columns) is not list or not all(isinstance(name, str) for name in columns):
            return False
        told = set(columns)
        return len(told) == len(columns) and {*self.columns_before} <= told <= {*self.columns}

    @cached_property
    def club_column(self) -> str:
        """ "" where a row does not name its club."""
        found = (f.attname for f in self.model._meta.concrete_fields if f.related_model is Club)
        return next(found, "")


def _rows_naming(scope: Extent) -> Iterator[tuple[DocTable, models.QuerySet[Any]]]:
    """All that is in a document of it, but for who is named there."""
    for table in TABLES:
        elsewhere = table.of_club_only and scope.night
        if table.model not in (Player, Membership, Signature) and not elsewhere:
            yield table, table.model._base_manager.filter(table.rows(scope)).order_by()


def _named_in(
    table: DocTable, rows: models.QuerySet[Any], whom: type[models.Model]
) -> Iterator[int | None]:
    for column in table.fields:
        if column.related_model is whom:
            yield from rows.values_list(column.attname, flat=True).distinct()
        elif whom is Player and column.name in table.players_in:
            for value in rows.values_list(column.attname, flat=True):
                yield from players_named(table, column.name, value)


def players_named(table: DocTable, column: str, value: Any) -> set[int]:
    """Those who stand in a value of this column of JSON. Raises ValueError."""
    found: set[int] = set()

    def noted(player: int) -> int:
        found.add(player)
        return player

    table.players_in[column](value, noted)
    return found


def _members(scope: Extent) -> Q:
    """Whoever wrote something down."""
    found = {pk for each in _rows_naming(scope) for pk in _named_in(*each, Membership)}
    return Q(pk__in=found - {None})


def _signatures(scope: Extent) -> Q:
    """Those that stand under what was written down."""
    found = {pk for each in _rows_naming(scope) for pk in _named_in(*each, Signature)}
    return Q(pk__in=found - {None})


def _players(scope: Extent) -> Q:
    """Of a night all whom a row of it names: who has to do with its money need not have sat
    down."""
    if scope.night is None:
        return Q(club=scope.club)
    found = {pk for each in _rows_naming(scope) for pk in _named_in(*each, Player)}
    holders = Membership.objects.filter(_members(scope)).values_list("player", flat=True)
    signed = Signature.objects.filter(_signatures(scope)).values_list("player", flat=True)
    return Q(pk__in=found.union(holders, signed) - {None})


# Columns of JSON that name players -----------------------------------------------------------


def _each(told: Any, *kinds: type) -> list[list[Any]]:
    """Lists of these kinds of values; without kinds, of ids. Raises ValueError: nothing is played
    anew from them, so that a page would be the first to stumble."""
    if type(told) is not list or any(type(row) is not list for row in told):
        raise ValueError("no list of lists")
    for row in told:
        if list(map(type, row)) != list(kinds or [int] * len(row)):
            raise ValueError("a row of another shape")
    return told


def _drawn(rounds: Any, key: Key) -> Any:
    if type(rounds) is not list or not rounds or not all(rounds):
        raise ValueError("nobody drew")
    found = [_each(drawn, int, str) for drawn in rounds]
    if any(card not in PACK for drawn in found for _player, card in drawn):
        raise ValueError("no card of the pack")
    return [[[key(player), card] for player, card in drawn] for drawn in found]


def _purses(purses: Any, key: Key) -> Any:
    found = _each(purses)
    if not all(found):
        raise ValueError("nobody's purse")
    return [[key(player) for player in purse] for purse in found]


def _sums(sums: Any, key: Key) -> Any:
    return [[key(player), *amounts] for player, *amounts in _each(sums, int, int, int)]


def _transfers(transfers: Any, key: Key) -> Any:
    found = _each(transfers, int, int, int, int)
    return [[key(payer), key(payee), *amounts] for payer, payee, *amounts in found]


TABLES: Final = (
    DocTable(
        "players",
        Player,
        _players,
        left_out=frozenset({"keeper", "person"}),
        later=frozenset({"left_at", "face"}),
    ),
    DocTable(
        "members",
        Membership,
        _members,
        left_out=frozenset(
            {
                *("phone", "session", "link", "user", "recovered", "token", "signature"),
                *("last_seen_at", "revoked_at"),
            }
        ),
    ),
    DocTable("signatures", Signature, _signatures, since=True),
    DocTable(
        "same_people",
        SamePerson,
        lambda scope: Q(club=scope.club),
        left_out=frozenset({"phones"}),
        of_club_only=True,
        since=True,
    ),
    DocTable(
        "seasons",
        Season,
        lambda scope: Q(club=scope.club, starts__isnull=False),
        left_out=frozenset({"version"}),
        later=frozenset({"rules"}),
        of_club_only=True,
    ),
    DocTable("presets", ClubPreset, lambda scope: Q(club=scope.club), of_club_only=True),
    DocTable(
        "nights",
        Session,
        lambda scope: Q(pk=scope.night.pk) if scope.night else Q(club=scope.club),
        left_out=frozenset({"asides"}),
        later=frozenset({"of_day", "consent", "from_book", "removed_at"}),
    ),
    DocTable("book_lines", BookLine, lambda scope: scope.of_nights("session"), since=True),
    DocTable(
        "book_imports", BookImport, lambda scope: Q(club=scope.club), of_club_only=True, since=True
    ),
    DocTable(
        "book_nights",
        BookNight,
        lambda scope: scope.of_nights("session"),
        of_club_only=True,
        since=True,
    ),
    DocTable(
        "book_players",
        BookPlayer,
        lambda scope: Q(came_with__club=scope.club),
        of_club_only=True,
        since=True,
    ),
    DocTable("games", Game, lambda scope: scope.of_nights("session")),
    DocTable("seats", Seat, lambda scope: scope.of_nights("game__session")),
    DocTable(
        "draws", Draw, lambda scope: scope.of_nights("session"), players_in={"rounds": _drawn}
    ),
    DocTable("hands", Hand, lambda scope: scope.of_nights("game__session")),
    DocTable(
        "line_words", LineWord, lambda scope: scope.of_nights("hand__game__session"), since=True
    ),
    DocTable(
        "changes",
        SeatChange,
        lambda scope: scope.of_nights("game__session"),
        filled={"sealed_as": "player_id"},
    ),
    DocTable("scores", SeatScore, lambda scope: scope.of_nights("hand__game__session")),
    DocTable("payments", Payment, lambda scope: scope.of_nights("session")),
    DocTable("handovers", Handover, lambda scope: scope.of_nights("session")),
    DocTable("handover_steps", HandoverStep, lambda scope: scope.of_nights("handover__session")),
    DocTable(
        "terms",
        Terms,
        lambda scope: scope.of_nights("session"),
        players_in={"purses": _purses},
    ),
    DocTable("costs", Cost, lambda scope: scope.of_nights("session")),
    DocTable("cost_shares", CostShare, lambda scope: scope.of_nights("cost__session")),
    DocTable("carries", Carry, lambda scope: scope.of_nights("from_session"), of_club_only=True),
    DocTable(
        "carried",
        CarriedRow,
        lambda scope: scope.of_nights("carry__from_session"),
        of_club_only=True,
    ),
    DocTable(
        "late",
        LateCorrection,
        lambda scope: scope.of_nights("session"),
        players_in={"sums": _sums, "transfers": _transfers},
    ),
    DocTable(
        "results",
        GameResult,
        lambda scope: scope.of_nights("session"),
        later=frozenset(
            {
                *("preset", "points", "lowest", "game_points", "took", "feats", "counts"),
                "outcomes",
                *Fact,
            }
        ),
    ),
    DocTable(
        "planned",
        PlannedNight,
        lambda scope: Q(club=scope.club),
        left_out=frozenset({"token", "origin"}),
        of_club_only=True,
        since=True,
    ),
    DocTable(
        "replies",
        Reply,
        lambda scope: Q(planned__club=scope.club),
        left_out=frozenset({"token"}),
        of_club_only=True,
        since=True,
    ),
    DocTable(
        "happenings",
        Happening,
        lambda scope: Q(session=scope.night) if scope.night else Q(club=scope.club),
    ),
)
BY_NAME: Final = {table.name: table for table in TABLES}
BY_MODEL: Final[dict[type[models.Model], DocTable]] = {table.model: table for table in TABLES}


def table_behind(column: models.Field[Any, Any]) -> DocTable | None:
    """The table whose rows this column names."""
    there = column.related_model
    return BY_MODEL.get(there) if isinstance(there, type) else None


OF_CLUB: Final = ("code", "name", "currency", "time_zone", "language", "created_at")
"""What a document says of the club itself."""
