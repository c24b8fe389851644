"""The clock of a round: it ends at a time, and the hand in progress then is the last one.

The time is stored with each table's game (``Game.until``), by whose own rule the last hand is
decided when it is saved. More time moves it. Pages count down by themselves.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session, author_fields
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.extensions.tournaments.models import MoreTime, Round, TableSession
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.play.locks import hold_games
from scorekeeper.play.models import Game

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
