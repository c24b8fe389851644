"""The tables of a round as a director sees them at a glance, and its clock. Runs no rule.

A round ends at a time, and the hand in progress then is the last one. The time is stored with each
table's game (``Game.until``), by whose own rule the last hand is decided when it is saved. More
time moves it. Pages count down by themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Max, QuerySet, Sum

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session, author_fields
from scorekeeper.core import clock
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.extensions.tournaments.models import (
    Call,
    MoreTime,
    Round,
    TableSession,
    Tournament,
)
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.locks import hold_games
from scorekeeper.play.models import Game, Hand, Seat, SeatScore
from scorekeeper.table.live.models import Behind, Writing

# The clock -------------------------------------------------------------------------------------


MOST_MINUTES = 120


def ends_at(
    turn: Round, minutes: int, more: Iterable[MoreTime], table: int | None = None
) -> datetime | None:
    """Returns when the time of a round is over; ``minutes``: of the plan; ``more``: with tables;
    ``table``: its number, None: of the hall. A table that starts anew because people changed seats
    keeps the minutes it was given. None: the round has no clock, or is a draft."""
    if not minutes or turn.published_at is None:
        return None
    added = sum(extra.minutes for extra in more if _number(extra.table) in (None, table))
    return turn.published_at + timedelta(minutes=minutes + added)


def _number(table: TableSession | None) -> int | None:
    return table.number if table else None


@transaction.atomic
def add_time(
    *, turn: Round, minutes: int, table: TableSession | None, token: str, by: Membership | None
) -> MoreTime:
    """Adds minutes to the clock of a published round, at one table or (None) at all. Games that
    ended by the time meanwhile stay ended. Raises ClosedError; OtherwiseError."""
    day = hold_day(turn.tournament)
    rows = MoreTime.objects.filter(round=turn)
    values = (_number(table), minutes)
    first = first_answer(rows, token, lambda row: (_number(row.table), row.minutes) == values)
    if first is not None:
        return first
    tables = TableSession.objects.filter(round=turn)
    tables = tables.filter(pk=table.pk) if table else tables
    sessions = locks.hold_sessions(Session.objects.filter(tournament_table__in=tables))
    for game in hold_games(sessions):
        if game.until is not None and game.closed_at is None:
            Game.objects.filter(pk=game.pk).update(until=game.until + timedelta(minutes=minutes))
    locks.touch_held([day.pk, *sessions])
    return MoreTime.objects.create(
        round=turn, table=table, minutes=minutes, token=token, **author_fields(by)
    )


# The tables ------------------------------------------------------------------------------------


SILENT_AFTER: Final = timedelta(minutes=10)
"""A table that has saved nothing for so long may need somebody."""
SHOWN_HANDS: Final = 6
"""On the big screen."""


class TableStatus(StrEnum):
    """In the order in which a director looks at them."""

    CALLS = "calls"
    CONTESTED = "contested"
    SILENT = "silent"
    WRITING = "writing"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class TableState:
    table: TableSession
    game: Game | None
    players: tuple[Player, ...]
    """In the order of seats; the first deals first."""
    last: datetime
    """When its last hand was saved, or the round was published."""
    status: TableStatus
    unsynced: int
    """Hands that wait on devices."""
    call: Call | None
    """The referee is called."""
    ends_at: datetime | None

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def hands(self) -> int:
        return self.game.hands_played if self.game else 0

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.closed_at is not None

    @property
    def silent_minutes(self) -> int:
        return int((clock.now() - self.last).total_seconds() // 60)


def table_states(turn: Round) -> list[TableState]:
    """Returns the tables of a published round by number. Nine queries, however many tables."""
    tables = list(turn.table_sessions.filter(play_off=False).select_related("session"))
    sessions = [table.session_id for table in tables]
    games = {game.session_id: game for game in Game.objects.filter(session__in=sessions)}
    players = Player.objects.in_bulk([player for table in turn.tables for player in table])
    more = list(MoreTime.objects.filter(round=turn).select_related("table"))
    now = clock.now()
    saved = Hand.objects.filter(game__in=games.values()).values("game__session")
    last = dict(saved.annotate(last=Max("at")).values_list("game__session", "last"))
    writing = Writing.objects.filter(game__in=games.values(), until__gt=now)
    writers = set(writing.values_list("game__session", flat=True))
    behind = Behind.objects.filter(session__in=sessions).values("session")
    unsynced = dict(behind.annotate(many=Sum("count")).values_list("session", "many"))
    waiting = Call.objects.filter(table__in=tables, ruling__isnull=True)
    calls = {call.table_id: call for call in waiting.select_related("by__player", "signature")}
    states = []
    for table, seated in zip(tables, turn.tables, strict=True):
        session, game = table.session, games.get(table.session_id)
        latest = last.get(session.pk) or turn.published_at or now
        call = calls.get(table.pk)
        status = _status(game, call, latest, now, is_writing=session.pk in writers)
        if session.consent and status is not TableStatus.CALLS and open_contests(session):
            status = TableStatus.CONTESTED
        seats = tuple(players[player] for player in seated)
        ends = ends_at(turn, turn.tournament.plan.minutes, more, table.number)
        many = unsynced.get(session.pk, 0)
        states.append(TableState(table, game, seats, latest, status, many, call, ends))
    return states


def _status(
    game: Game | None, call: Call | None, last: datetime, now: datetime, *, is_writing: bool
) -> TableStatus:
    if call is not None:
        return TableStatus.CALLS
    if game is not None and game.closed_at is not None:
        return TableStatus.DONE
    if is_writing:
        return TableStatus.WRITING
    return TableStatus.SILENT if now - last > SILENT_AFTER else TableStatus.PLAYING


def waiting_calls(tournament: Tournament, turn: Round | None) -> QuerySet[Call]:
    """Returns the calls that nobody has answered, oldest first, but those at the tables of this
    round: of earlier rounds, and of tables that were withdrawn."""
    waiting = Call.objects.filter(table__round__tournament=tournament, ruling__isnull=True)
    return waiting.exclude(table__round=turn).select_related("table__round").order_by("pk")


@dataclass(frozen=True, slots=True)
class LastHand:
    table: int
    number: int
    winners: tuple[str, ...]
    """Empty where nobody won it."""


def last_hands(states: Sequence[TableState]) -> list[LastHand]:
    """Returns the hands of these tables that were saved last, newest first. Three queries."""
    tables = {state.game.pk: state.number for state in states if state.game}
    newest = Hand.objects.filter(game__in=tables, voided_at__isnull=True).order_by("-at", "-pk")
    hands = list(newest[:SHOWN_HANDS])
    seats = Seat.objects.filter(game__in={hand.game_id for hand in hands}).select_related("player")
    names = {(seat.game_id, seat.number): seat.player.name for seat in seats}
    scores = SeatScore.objects.filter(hand__in=hands).order_by("revision")
    in_force = {(score.hand_id, score.seat): score.won for score in scores}
    return [
        LastHand(
            tables[hand.game_id],
            hand.number,
            tuple(
                names[hand.game_id, person]
                for (of_hand, _seat), won in sorted(in_force.items())
                for person in won
                if of_hand == hand.pk
            ),
        )
        for hand in hands
    ]
