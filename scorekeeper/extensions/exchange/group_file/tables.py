"""The tables of a group's document, as the models declare them (``travel``), each after those it
references.

A row references another by its row number, never by a server's key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import (
    Club,
    Membership,
    Player,
    SamePerson,
    Session,
    Signature,
)
from scorekeeper.core.travel import Travel, declarations, players_in
from scorekeeper.extensions.exchange.spreadsheets.models import ImportedPlayer
from scorekeeper.extensions.exchange.spreadsheets.selectors import gone_players
from scorekeeper.ledger.models import ImportedResult


@dataclass(frozen=True, slots=True)
class Extent:
    """A whole group, or one session of it."""

    club: Club
    session: Session | None = None


@dataclass(frozen=True)
class DocTable:
    model: type[models.Model]
    travel: Travel

    @property
    def name(self) -> str:
        return self.travel.table

    def rows(self, scope: Extent) -> Q:
        """Returns which rows an extent has."""
        if self.travel.named_only or (self.model is Player and scope.session):
            return Q(pk__in=_named(self.model, scope))
        group = "club" if self.club_column else f"{self.travel.of}__club"
        own = {self.travel.of or "pk": scope.session.pk} if scope.session else {group: scope.club}
        return Q(**own) & self.travel.rows & _not_undone(self.model, scope.club)

    @cached_property
    def fields(self) -> "list[models.Field[Any, Any]]":
        lacking = self.travel.left_out.keys() | self.travel.not_in_file.keys()
        return [
            column
            for column in self.model._meta.concrete_fields
            if not column.primary_key
            and column.name not in lacking
            and column.related_model is not Club
        ]

    @cached_property
    def columns(self) -> list[str]:
        return [column.name for column in self.fields]

    @cached_property
    def columns_before(self) -> list[str]:
        """Columns of documents written before rows were signed and seasons had methods."""
        return [
            column.name
            for column in self.fields
            if column.related_model is not Signature
            and column.name not in self.travel.newer_columns
        ]

    def knows(self, columns: Any) -> bool:
        """Tells whether these are the columns of this version or an older one, in any order: only
        newer columns may be missing."""
        if type(columns) is not list or not all(isinstance(name, str) for name in columns):
            return False
        names = set(columns)
        return len(names) == len(columns) and {*self.columns_before} <= names <= {*self.columns}

    @cached_property
    def club_column(self) -> str:
        """The column that names the group, which no row repeats; "" where there is none."""
        columns = (f.attname for f in self.model._meta.concrete_fields if f.related_model is Club)
        return next(columns, "")


CLUB: Final = DocTable(Club, Club.travel)
"""The group itself."""
TABLES: Final = tuple(
    DocTable(model, travel)
    for model, travel in declarations().items()
    if travel.table and model is not Club
)
BY_NAME: Final = {table.name: table for table in TABLES}
BY_MODEL: Final[dict[type[models.Model], DocTable]] = {table.model: table for table in TABLES}


def table_behind(column: "models.Field[Any, Any]") -> DocTable | None:
    """The table whose rows this column names."""
    model = column.related_model
    return BY_MODEL.get(model) if isinstance(model, type) else None


# Rows that others name ------------------------------------------------------------------------


def _named(whom: type[models.Model], scope: Extent) -> set[int]:
    """Returns the players, devices or signatures that rows of the document name: a player with
    money in a session need not have sat down."""
    by_others = (Player, Membership, Signature)
    keys: set[int | None] = set()
    for table in TABLES:
        elsewhere = table.travel.group_only and scope.session
        if table.model not in by_others and not elsewhere:
            rows = table.model._base_manager.filter(table.rows(scope)).order_by()
            keys.update(_named_in(table, rows, whom))
    if whom is Player:
        for holder in (Membership, Signature):
            holders = holder._base_manager.filter(BY_MODEL[holder].rows(scope))
            keys.update(holders.values_list("player", flat=True))
    return {key for key in keys if key is not None}


def _named_in(
    table: DocTable, rows: models.QuerySet[Any], whom: type[models.Model]
) -> Iterator[int | None]:
    for column in table.fields:
        if column.related_model is whom:
            yield from rows.values_list(column.attname, flat=True).distinct()
        elif whom is Player and (shape := table.travel.players_in.get(column.name)):
            for value in rows.values_list(column.attname, flat=True):
                yield from players_in(shape, value)


# Imports that were undone ---------------------------------------------------------------------


def _not_undone(model: type[models.Model], club: Club) -> Q:
    """Excludes what came with an import that was undone, and all names of players who came with it:
    no file has them."""
    if model is ImportedResult:
        return ~Q(session__imported_session__came_with__undone_at__isnull=False)
    if model not in (Player, SamePerson, ImportedPlayer):
        return Q()
    gone = gone_players(club)
    names = Player.objects.filter(Q(pk__in=gone) | Q(person__in=gone))
    keys = set(names.values_list("pk", flat=True))
    if model is SamePerson:
        return ~Q(name__in=keys) & ~Q(person__in=keys)
    return ~Q(pk__in=keys) if model is Player else ~Q(player__in=keys)
