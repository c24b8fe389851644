"""The tables of a group's document with their columns, each after those it references.

A row references another by its row number, never by a server's key. Secrets (links, devices, codes)
and what belongs to this server only (statements, limits) are in no document; a test ensures that
every model is one or the other.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
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
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Reply
from scorekeeper.extensions.exchange.group_file.player_columns import (
    Key,
    drawings,
    purses_of,
    sums_of,
    transfers_of,
)
from scorekeeper.extensions.exchange.group_file.tournament_tables import TOURNAMENT_TABLES
from scorekeeper.extensions.exchange.spreadsheets.models import (
    ImportedPlayer,
    ImportedSession,
    SpreadsheetImport,
)
from scorekeeper.extensions.exchange.spreadsheets.selectors import gone_players
from scorekeeper.extensions.tournaments.extension import TOURNAMENT
from scorekeeper.extensions.tournaments.models import Entrant
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.ledger.models import Deposit, GameResult, ImportedResult, Payment
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
from scorekeeper.seasons.models import Season
from scorekeeper.settlement.models import (
    CarriedRow,
    CarryOver,
    Expense,
    ExpenseShare,
    Handover,
    HandoverStep,
    Terms,
)


@dataclass(frozen=True, slots=True)
class Extent:
    """A whole group, or one session of it."""

    club: Club
    session: Session | None = None

    def of_sessions(self, path: str) -> Q:
        """Rows whose session is at ``path``."""
        if self.session is not None:
            return Q(**{path: self.session})
        return Q(**{f"{path}__club": self.club})


@dataclass(frozen=True)
class DocTable:
    """``club_column``: the column that names the group, which no row repeats."""

    name: str
    model: type[models.Model]
    which: str | Callable[[Extent], Q]
    """Which rows an extent has: those of its sessions, by the path to the session; or others."""
    left_out: Collection[str] = ()
    """Columns in no document; imported rows get their default."""
    players_in: Mapping[str, Callable[[Any, Key], Any]] = field(default_factory=dict)
    """JSON columns that contain player keys."""
    filled_from: Mapping[str, str] = field(default_factory=dict)
    """Columns that take another one's value where they are empty, by name: the other's
    attribute."""
    of_club_only: bool = False
    """Not in a session's document, nor imported with single sessions, such as what links two
    sessions."""
    club_columns: Collection[str] = ()
    """Columns of what is outside of a session's document: they have their default there."""
    club_values: Mapping[str, Collection[Any]] = field(default_factory=dict)
    """By column, the values of it for which the same holds."""
    newer_columns: Collection[str] = ()
    """Columns that older documents lack; they get their default."""
    computed: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)
    """Values of newer columns, derived from the others of the row instead of their default."""
    is_newer: bool = False
    """Whether older documents lack the table."""
    may_refer_on: bool = False
    """Whether a row may refer to a later one of its table, which then comes first."""

    def rows(self, scope: Extent) -> Q:
        return scope.of_sessions(self.which) if isinstance(self.which, str) else self.which(scope)

    @cached_property
    def fields(self) -> "list[models.Field[Any, Any]]":
        return [
            column
            for column in self.model._meta.concrete_fields
            if not column.primary_key
            and column.name not in self.left_out
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
            if column.related_model is not Signature and column.name not in self.newer_columns
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
        """ "" where a row does not name its group."""
        columns = (f.attname for f in self.model._meta.concrete_fields if f.related_model is Club)
        return next(columns, "")


def _rows_naming(scope: Extent) -> Iterator[tuple[DocTable, models.QuerySet[Any]]]:
    """Yields the rows of the document that can name players, devices or signatures."""
    for table in TABLES:
        elsewhere = table.of_club_only and scope.session
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
    """Returns the players in a value of this JSON column. Raises ValueError."""
    players: set[int] = set()

    def noted(player: int) -> int:
        players.add(player)
        return player

    table.players_in[column](value, noted)
    return players


def _members(scope: Extent) -> Q:
    """Members who recorded something."""
    ids = {pk for named in _rows_naming(scope) for pk in _named_in(*named, Membership)}
    return Q(pk__in=ids - {None})


def _signatures(scope: Extent) -> Q:
    """Signatures of what was recorded."""
    ids = {pk for named in _rows_naming(scope) for pk in _named_in(*named, Signature)}
    return Q(pk__in=ids - {None})


def _players(scope: Extent) -> Q:
    """For a session, all whom a row names: a player with money in it need not have sat down."""
    if scope.session is None:
        return Q(club=scope.club) & ~Q(pk__in=_gone(scope))
    ids = {pk for named in _rows_naming(scope) for pk in _named_in(*named, Player)}
    holders = Membership.objects.filter(_members(scope)).values_list("player", flat=True)
    signed = Signature.objects.filter(_signatures(scope)).values_list("player", flat=True)
    return Q(pk__in=ids.union(holders, signed) - {None})


def _gone(scope: Extent) -> set[int]:
    """Returns all names of players who came with an import that was undone: no file has them."""
    gone = gone_players(scope.club)
    return set(
        Player.objects.filter(Q(pk__in=gone) | Q(person__in=gone)).values_list("pk", flat=True)
    )


def _same_people(scope: Extent) -> Q:
    gone = _gone(scope)
    return Q(club=scope.club) & ~Q(name__in=gone) & ~Q(person__in=gone)


def _imported_results(scope: Extent) -> Q:
    """Those that count."""
    undone = Q(session__imported_session__came_with__undone_at__isnull=False)
    return scope.of_sessions("session") & ~undone


def _imported_players(scope: Extent) -> Q:
    return Q(came_with__club=scope.club) & ~Q(player__in=_gone(scope))


FORMER_DEPOSITS: Final = {
    "@advance": Deposit.ADVANCE,
    "@buy_in": Deposit.BUY_IN,
    "@kitty": Deposit.KITTY,
    **{str(kind): kind for kind in Deposit},
}
"""Deposits by the reason by which older documents name them."""


def _deposit(row: Mapping[str, Any]) -> str | None:
    """Returns the kind of deposit of a payment or handover in an older document."""
    reason = row.get("reason") if row.get("kind", "cash") == "cash" else None
    return FORMER_DEPOSITS.get(reason) if isinstance(reason, str) else None


DEPOSITS: Final[dict[str, Any]] = {
    "newer_columns": ("deposit",),
    "computed": {"deposit": _deposit},
}
TABLES: Final = (
    DocTable(
        "players",
        Player,
        _players,
        left_out=("keeper", "person"),
        newer_columns=("left_at", "face"),
    ),
    DocTable(
        "members",
        Membership,
        _members,
        left_out=(
            *("device", "session", "link", "user", "recovered", "token", "signature"),
            *("last_seen_at", "revoked_at"),
        ),
    ),
    DocTable("signatures", Signature, _signatures, is_newer=True),
    DocTable(
        "same_people",
        SamePerson,
        _same_people,
        left_out=("devices",),
        of_club_only=True,
        is_newer=True,
    ),
    DocTable(
        "seasons",
        Season,
        lambda scope: Q(club=scope.club, starts__isnull=False),
        left_out=("version",),
        newer_columns=("rules",),
        of_club_only=True,
    ),
    DocTable("presets", ClubPreset, lambda scope: Q(club=scope.club), of_club_only=True),
    DocTable(
        "sessions",
        Session,
        lambda scope: Q(pk=scope.session.pk) if scope.session else Q(club=scope.club),
        left_out=("asides",),
        newer_columns=(
            *("of_day", "consent", "kind", "removed_at"),
            *("part_of", "in_seasons"),
        ),
        club_columns=("part_of",),
        club_values={"kind": (TOURNAMENT.key,)},
    ),
    DocTable("imported_results", ImportedResult, _imported_results, is_newer=True),
    DocTable(
        "spreadsheet_imports",
        SpreadsheetImport,
        lambda scope: Q(club=scope.club),
        of_club_only=True,
        is_newer=True,
    ),
    DocTable("imported_sessions", ImportedSession, "session", of_club_only=True, is_newer=True),
    DocTable(
        "imported_players",
        ImportedPlayer,
        _imported_players,
        of_club_only=True,
        is_newer=True,
    ),
    DocTable("games", Game, "session"),
    DocTable("seats", Seat, "game__session"),
    DocTable("draws", Draw, "session", players_in={"rounds": drawings}),
    DocTable("hands", Hand, "game__session"),
    DocTable("line_words", LineWord, "hand__game__session", is_newer=True),
    DocTable(
        "changes",
        SeatChange,
        "game__session",
        filled_from={"sealed_as": "player_id"},
        newer_columns=("in_place_of",),
    ),
    DocTable("scores", SeatScore, "hand__game__session"),
    DocTable("payments", Payment, "session", **DEPOSITS),
    DocTable("handovers", Handover, "session", **DEPOSITS),
    DocTable("handover_steps", HandoverStep, "handover__session"),
    DocTable("terms", Terms, "session", players_in={"purses": purses_of}),
    DocTable("costs", Expense, "session"),
    DocTable("cost_shares", ExpenseShare, "cost__session"),
    DocTable("carries", CarryOver, "from_session", of_club_only=True),
    DocTable("carried", CarriedRow, "carry__from_session", of_club_only=True),
    DocTable(
        "late", LateCorrection, "session", players_in={"sums": sums_of, "transfers": transfers_of}
    ),
    DocTable(
        "results",
        GameResult,
        "session",
        newer_columns=(
            *("preset", "points", "lowest", "game_points", "took", "feats", "counts"),
            "outcomes",
            *Fact,
        ),
    ),
    DocTable(
        "planned",
        PlannedSession,
        lambda scope: Q(club=scope.club),
        left_out=("token", "origin"),
        of_club_only=True,
        is_newer=True,
    ),
    DocTable(
        "replies",
        Reply,
        lambda scope: Q(planned__club=scope.club),
        left_out=("token",),
        of_club_only=True,
        is_newer=True,
    ),
    *(
        DocTable(
            name,
            model,
            f"{path}session",
            players_in=players_in,
            of_club_only=True,
            is_newer=True,
            may_refer_on=model is Entrant,
        )
        for name, model, path, players_in in TOURNAMENT_TABLES
    ),
    DocTable(
        "happenings",
        Happening,
        lambda scope: Q(session=scope.session) if scope.session else Q(club=scope.club),
    ),
)
BY_NAME: Final = {table.name: table for table in TABLES}
BY_MODEL: Final[dict[type[models.Model], DocTable]] = {table.model: table for table in TABLES}


def table_behind(column: "models.Field[Any, Any]") -> DocTable | None:
    """The table whose rows this column names."""
    model = column.related_model
    return BY_MODEL.get(model) if isinstance(model, type) else None


CLUB_COLUMNS: Final = ("code", "name", "currency", "time_zone", "language", "created_at")
"""The columns of the group itself."""
