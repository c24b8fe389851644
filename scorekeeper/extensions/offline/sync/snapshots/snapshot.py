"""The snapshot of a session that a device needs offline: database rows with their keys.

Nothing is computed and no rule runs: rows are read in one transaction, and only those the reader
may see (``tables``). Of the club there are the rows for its page and for the standings of the
session's season, at most ``MOST_SESSIONS`` sessions and ``MOST_RESULTS`` results (``others``).
Standings of a larger season are missing (``lacks``).
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.middleware.csrf import get_token

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.devices.viewer import may_manage_own
from scorekeeper.clubs.models import (
    MEMBERS,
    Club,
    Device,
    Membership,
    Player,
    Role,
    Session,
    Signature,
)
from scorekeeper.core.database import one_view
from scorekeeper.core.travel import players_in
from scorekeeper.extensions.exchange.group_file.tables import BY_MODEL, Extent
from scorekeeper.extensions.offline.sync.snapshots.other_sessions import (
    OtherSessions,
    Scope,
    other_sessions,
)
from scorekeeper.extensions.offline.sync.snapshots.rows import (
    Row,
    RowsByModel,
    add_rows,
    column_index,
    read_rows,
    rows_to_json,
    to_json,
)
from scorekeeper.extensions.offline.sync.snapshots.tables import (
    LIGHT,
    SESSION_MODELS,
    RowModel,
    columns,
    player_columns,
    reference_indexes,
)
from scorekeeper.extensions.offline.sync.writes import kept_tokens
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game
from scorekeeper.seasons.models import Season
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import CarriedRow, CarryOver, Expense, Handover
from scorekeeper.settlement.pay_page import pay_addresses
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.settlement.payments import Reporter


@dataclass(frozen=True, slots=True)
class Snapshot:
    """``head``: ``{"session", "version", "csrf", "keeps", "mine", "lacks"}``, where ``csrf`` is the
    value of the browser's cookie; ``rows`` by model, as JSON without the outer brackets."""

    head: Mapping[str, Any]
    rows: Mapping[RowModel, str]

    def to_json(self, **extra: Any) -> str:
        """Returns the JSON to send: the head, ``extra``, and ``"rows"`` by table, each with its
        ``columns`` (``attname``) and ``rows``. None in a column that cannot be empty: left out.
        Equal rows give equal text."""
        tables = ",".join(
            f'"{model._meta.db_table}":{{"columns":{_columns_json(model)},"rows":[{rows}]}}'
            for model, rows in self.rows.items()
        )
        return f'{to_json({**self.head, **extra})[:-1]},"rows":{{{tables}}}}}'


def _columns_json(model: RowModel) -> str:
    return to_json([column.attname for column in columns(model)])


def snapshot(request: ClubRequest, session: Session) -> Snapshot:
    """Returns the session as the request's device may see it."""
    get_token(request)
    with one_view():
        reader = SnapshotReader(request.membership, session)
        reader.gather()
    return Snapshot(
        {
            "session": session.code,
            "version": reader.session_value("version"),
            "csrf": request.META["CSRF_COOKIE"],
            "keeps": kept_tokens(),
            "mine": {"membership": request.membership.pk, "device": request.membership.device_id},
            "lacks": sorted(reader.others.lacks),
        },
        reader.as_text(),
    )


def etag(text: str) -> str:
    """Returns the ETag of a snapshot's JSON."""
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def session_rows(model: RowModel, session: Session) -> list[Row]:
    """Returns the session's own rows, as in its document."""
    return read_rows(model, BY_MODEL[model].rows(Extent(session.club, session)))


# Gathering -------------------------------------------------------------------------------------


class SnapshotReader:
    """Reads what a device may see of a session: ``rows`` by model, and ``others``."""

    others: OtherSessions

    def __init__(self, mine: Membership, session: Session) -> None:
        self.mine, self.session = mine, session
        self.club: Club = session.club
        self.whole = mine.session_id is None
        self.is_host = mine.role == Role.HOST
        self.rows: RowsByModel = {}

    def gather(self) -> None:
        self._add_session_rows()
        self._add_club_rows()
        self._add_carried()
        self._add_addresses()
        self._add_devices()
        self._add_players()
        self._add_referenced_sessions()

    def as_text(self) -> dict[RowModel, str]:
        """Returns the rows as JSON, the session's first."""
        rows_json = rows_to_json(self.rows)
        for model, others in self.others.rows.items():
            rows_json[model] = f"{rows_json[model]},{others}" if model in rows_json else others
        return rows_json

    def _add(self, model: RowModel, where: Q, names: Collection[str] | None = None) -> list[Row]:
        """Reads rows, adds those that are not present yet, and returns them all."""
        rows = read_rows(model, where, names)
        add_rows(self.rows, model, rows)
        return rows

    def session_value(self, attname: str) -> Any:
        """Returns a value of the session's own row."""
        return self.rows[Session][0][column_index(Session, attname)]

    # The session

    def _add_session_rows(self) -> None:
        for model in SESSION_MODELS:
            if self._can_exist(model):
                add_rows(self.rows, model, session_rows(model, self.session))
        self._add(Session, Q(pk=self.session.pk))

    def _can_exist(self, model: RowModel) -> bool:
        """False if the rows it belongs to are known to be missing."""
        parents = (Game, Handover, Expense)
        for column in columns(model):
            if (
                column.related_model in parents
                and not column.null
                and column.related_model in self.rows
            ):
                return bool(self.rows[column.related_model])
        return True

    def _add_carried(self) -> None:
        """Adds debts carried over from and to other sessions, with payments and sessions."""
        is_ours = Q(from_session=self.session) | Q(to_session=self.session)
        if carries := self._add(CarryOver, is_ours):
            self._add(CarriedRow, Q(carry__in=[row[0] for row in carries]))
            paid = self._referenced(Payment)
            self._add(Payment, Q(pk__in=paid) | Q(reverses__in=paid))

    def _add_referenced_sessions(self) -> None:
        """Adds sessions of carried debts, and the tournament day of a table."""
        if missing := self._referenced(Session) - {self.session.pk} - self.others.sessions:
            self._add(Session, Q(pk__in=missing), LIGHT[Session])

    # The club

    def _add_club_rows(self) -> None:
        for row in self._add(Club, Q(pk=self.club.pk)):
            self._hide_in_club(row)
        self._add_seasons()
        if self.whole or self.is_host:
            self._add(ClubPreset, Q(club=self.club))
        if self.whole:
            for add_rows_of in settings.EXTENSIONS.functions("add to a snapshot"):
                add_rows_of(self.club, self._add)
        self.others = other_sessions(
            Scope(
                club=self.club.pk,
                session=self.session.pk,
                whole=self.whole,
                is_host=self.is_host,
                days=self._days(),
                games=self._own_games() if self.is_host else (),
            )
        )

    def _hide_in_club(self, row: Row) -> None:
        if not self.is_host:
            row[column_index(Club, "recovery_made_at")] = None
        row[column_index(Club, "points_only")] = self.club.hides_money  # also of the site

    def _add_seasons(self) -> None:
        """Adds the seasons; for a guest only those containing the session, without their names."""
        rows = read_rows(Season, Q(club=self.club, starts__isnull=False))
        if not self.whole:
            rows = [row for row in rows if self._contains_session(row)]
            for row in rows:
                row[column_index(Season, "name")] = f"#{row[0]}"
        add_rows(self.rows, Season, rows)

    def _contains_session(self, season: Row) -> bool:
        first, last = season[column_index(Season, "starts")], season[column_index(Season, "ends")]
        day = self.session_value("played_on")
        return first <= day and (last is None or day <= last)

    def _days(self) -> tuple[str, str | None] | None:
        """Returns the first and last day of the session's seasons; None, all days, without any."""
        holding = [row for row in self.rows[Season] if self._contains_session(row)]
        if not holding:
            return None
        last = [row[column_index(Season, "ends")] for row in holding]
        first = min(row[column_index(Season, "starts")] for row in holding)
        return first, None if None in last else max(last)

    def _own_games(self) -> tuple[tuple[int, str], ...]:
        removed, kind = column_index(Game, "removed_at"), column_index(Game, "variant")
        return tuple((row[0], row[kind]) for row in self.rows[Game] if row[removed] is None)

    # People

    def _add_addresses(self) -> None:
        """Adds payment details: the own player's; of players to be paid now those they share with
        the group, and all of them if the own player owes them."""
        if not PayAddress.objects.filter(player__club=self.club).exists():
            return
        reporter, visible = Reporter.from_membership(self.mine), set[int]()
        balances = session_balances(self.session)
        for payee, rows in pay_addresses(balances, self.session).items():
            payers = [t.payer.pk for t in balances.plan.transfers if t.payee.pk == payee]
            is_concerned = any(reporter.is_one_of(payer, payee) for payer in payers)
            visible |= {row.pk for row in rows if row.sent_along or is_concerned}
        mine = Q(player=self.mine.player_id) if may_manage_own(self.mine) else Q()
        self._add(PayAddress, Q(pk__in=visible) | mine)

    def _add_devices(self) -> None:
        """Adds this device's membership, and the authors of rows."""
        self._add(Device, Q(pk=self.mine.device_id or 0))
        self._add(Membership, Q(pk=self.mine.pk))
        authors = self._referenced(Membership) - {self.mine.pk}
        self._add(Membership, Q(pk__in=authors), LIGHT[Membership])
        self._add(Signature, Q(pk__in=self._referenced(Signature)))

    def _add_players(self) -> None:
        """Adds the club's players, or for a guest those referenced, and for a scorer those who may
        take a seat."""
        keeper_index = column_index(Player, "keeper_id")
        players = {row[0]: row for row in self._visible_players()}
        for row in players.values():
            if row[keeper_index] != self.mine.device_id:
                row[keeper_index] = None
        add_rows(self.rows, Player, players.values())

    def _visible_players(self) -> list[Row]:
        if self.whole:
            return read_rows(Player, Q(club=self.club))
        named = self._referenced(Player) | self.others.players
        players = read_rows(Player, Q(pk__in=named) | Q(names__in=named))
        if self.mine.role >= Role.SCORER:
            active = Q(club=self.club) & MEMBERS
            players += read_rows(Player, active)
        return players

    def _referenced(self, target: RowModel) -> set[int]:
        """Returns the keys of a model's rows that the rows read so far refer to."""
        keys: set[int] = set()
        for model, rows in self.rows.items():
            for index in reference_indexes(model, target):
                keys.update(row[index] for row in rows)
            if target is Player and rows:
                keys.update(self._players_in(model, rows))
        return keys - {None}

    @staticmethod
    def _players_in(model: RowModel, rows: list[Row]) -> Iterator[int]:
        for index, shape in player_columns(model):
            for row in rows:
                yield from players_in(shape, row[index])
