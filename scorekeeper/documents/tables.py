"""What a document of a club holds: tables with their columns, each after those it points at.

A row points at another by its place in that one's table, never by a server's key. What is secret
(links, phones, codes) or of this server alone (sheets, limits) is in no document: ``NOT_IN_IT``
names it, and a test holds both lists against the models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Club, Happening, Membership, Player, Session
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Draw, Game, Hand, LateCorrection, Seat, SeatChange, SeatScore
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
from scorekeeper.standings.models import GameResult, Season

Key = Callable[[int], int]
"""A player's place in the document for his key here, or the reverse."""


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
    def club_column(self) -> str:
        """ "" where a row does not name its club."""
        found = (f.attname for f in self.model._meta.concrete_fields if f.related_model is Club)
        return next(found, "")


def _members(scope: Extent) -> Q:
    """Whoever wrote something down."""
    wrote = (
        table.model._base_manager.filter(table.rows(scope)).values_list(found.attname, flat=True)
        for table in TABLES
        if table.model is not Membership and not (table.of_club_only and scope.night)
        for found in table.fields
        if found.related_model is Membership
    )
    return Q(pk__in={member for members in wrote for member in members.distinct() if member})


def _players(scope: Extent) -> Q:
    if scope.night is None:
        return Q(club=scope.club)
    night = scope.night
    seated = Q(seats__game__session=night)
    named = Membership.objects.filter(_members(scope)).values("player")
    ends = Q()
    for rows, columns in _of_money(night):
        for column in columns:
            ends |= Q(pk__in=rows.values(column))
    happened = Happening.objects.filter(session=night).values("player")
    drawn = {pk for draw in night.draws.all() for pk in draw.drawn_by}
    return seated | ends | Q(pk__in=named) | Q(pk__in=happened) | Q(pk__in=drawn)


def _of_money(night: Session) -> Iterator[tuple[models.QuerySet[Any], tuple[str, ...]]]:
    """Rows that name players, and where: who has to do with the money need not have sat down."""
    yield Payment.objects.filter(session=night), ("payer", "payee")
    yield Handover.objects.filter(session=night), ("payer", "payee", "player")
    yield HandoverStep.objects.filter(handover__session=night), ("player",)
    yield Cost.objects.filter(session=night), ("paid_by", "player")
    yield CostShare.objects.filter(cost__session=night), ("player",)


def _drawn(rounds: Any, key: Key) -> Any:
    return [[[key(player), card] for player, card in drawn] for drawn in rounds]


def _purses(purses: Any, key: Key) -> Any:
    return [[key(player) for player in purse] for purse in purses]


def _sums(sums: Any, key: Key) -> Any:
    return [[key(player), *amounts] for player, *amounts in sums]


def _transfers(transfers: Any, key: Key) -> Any:
    return [[key(payer), key(payee), *amounts] for payer, payee, *amounts in transfers]


TABLES: Final = (
    DocTable("players", Player, _players, left_out=frozenset({"keeper"})),
    DocTable(
        "members",
        Membership,
        _members,
        left_out=frozenset(
            {"phone", "session", "link", "user", "recovered", "token", "last_seen_at", "revoked_at"}
        ),
    ),
    DocTable("seasons", Season, lambda scope: Q(club=scope.club), of_club_only=True),
    DocTable("presets", ClubPreset, lambda scope: Q(club=scope.club), of_club_only=True),
    DocTable(
        "nights",
        Session,
        lambda scope: Q(pk=scope.night.pk) if scope.night else Q(club=scope.club),
    ),
    DocTable("games", Game, lambda scope: scope.of_nights("session")),
    DocTable("seats", Seat, lambda scope: scope.of_nights("game__session")),
    DocTable(
        "draws", Draw, lambda scope: scope.of_nights("session"), players_in={"rounds": _drawn}
    ),
    DocTable("hands", Hand, lambda scope: scope.of_nights("game__session")),
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
    DocTable("results", GameResult, lambda scope: scope.of_nights("session")),
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

NOT_IN_IT: Final = {
    "clubs.User": "an account of this server",
    "clubs.ShareLink": "lets people in: secret, and good here only",
    "clubs.ProofLink": "shows a night to strangers: secret, and good here only",
    "clubs.Phone": "lets people in: secret, and good here only",
    "presets.PresetLink": "shows rules to strangers: secret, and good here only",
    "limits.Spent": "how often this server was asked",
    "statements.Statement": "drawn anew from the rest",
    "documents.Incoming": "on its way in",
    "documents.Piece": "on its way in",
    "paying.PayAddress": "theirs alone, not the club's",
    "mailing.MailAddress": "theirs alone, not the club's",
    "mailing.Mail": "went out from this server",
}
"""Models of ours that are in no document, and why."""
