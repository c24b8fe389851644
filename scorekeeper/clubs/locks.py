"""Row locks, always taken in this order: session, game, rest. Only this module and, for games,
``play.locks`` take them.

Every write of a session first locks the session, or raises its version (``touch``), which locks
it too; then the game, if any; then the rest: the club, its players, payments. Several sessions
are locked in the order of their ids. So no deadlock can occur. A write reads what it decides on
after locking: these functions return fresh rows.

A lock lasts until the transaction ends. It lets others insert rows that only refer to the session,
the game or the club (``no_key``): requesting a statement does not wait for the save of a hand.

A session that was removed meanwhile is not there for a write: Session.DoesNotExist, which the
guard of every view answers (``clubs.access``).

SQLite has one lock for everything, taken as a transaction begins; there these only read.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import TypeVar

from django.db.models import F, Model, QuerySet

from scorekeeper.clubs.models import Club, Player, Session


def hold_session(pk: int, *, even_removed: bool = False) -> Session:
    """Locks the session and returns it as it is now, with its club. Raises Session.DoesNotExist
    after its removal; ``even_removed``: only repairs write there."""
    sessions = Session.every if even_removed else Session.objects
    query = sessions.select_for_update(no_key=True, of=("self",))
    return query.select_related("club").get(pk=pk)


def touch(session: Session) -> None:
    """Raises the session's version, by which devices notice a change. Raises Session.DoesNotExist
    after its removal."""
    if not Session.objects.filter(pk=session.pk).update(version=F("version") + 1):
        raise Session.DoesNotExist


def touch_aside(session: Session) -> None:
    """Raises the session's version for a change that no statement shows."""
    sessions = Session.objects.filter(pk=session.pk)
    sessions.update(version=F("version") + 1, asides=F("asides") + 1)


def touch_open(session: Session) -> bool:
    """Locks the session and raises its version, in one query; returns False if it has ended
    or was removed."""
    running = Session.objects.filter(pk=session.pk, closed_at=None)
    return bool(running.update(version=F("version") + 1))


def put_closed(session: Session, closed_at: datetime | None) -> None:
    """Ends a locked session, or reopens it with None; raises its version."""
    session.closed_at = closed_at
    Session.objects.filter(pk=session.pk).update(closed_at=closed_at, version=F("version") + 1)


def put_day(session: Session, day: date, number: int) -> None:
    """Moves a locked session to another day, as that day's session of this number; also a removed
    one, which moves with its tournament."""
    session.played_on, session.of_day = day, number
    Session.every.filter(pk=session.pk).update(
        played_on=day, of_day=number, version=F("version") + 1
    )


def put_consent(session: Session, is_on: bool) -> None:
    """Turns approvals of a locked session on or off; raises its version."""
    session.consent = is_on
    Session.objects.filter(pk=session.pk).update(consent=is_on, version=F("version") + 1)


def put_removed(sessions: Iterable[int], removed_at: datetime) -> None:
    """Removes locked sessions; raises their versions."""
    held = Session.every.filter(pk__in=list(sessions))
    held.update(removed_at=removed_at, version=F("version") + 1)


def hold_sessions(sessions: QuerySet[Session]) -> list[int]:
    """Locks these sessions and returns their ids."""
    ordered = sessions.order_by("pk").select_for_update(no_key=True, of=("self",))
    return list(ordered.values_list("pk", flat=True))


def touch_held(sessions: Iterable[int]) -> None:
    """Raises the version of locked sessions."""
    Session.every.filter(pk__in=list(sessions)).update(version=F("version") + 1)


R = TypeVar("R", bound=Model)


def hold_free(rows: QuerySet[R]) -> QuerySet[R]:
    """Locks those of these rows that are not locked yet; only for rows of no session or game."""
    return rows.select_for_update(of=("self",), skip_locked=True)


def hold_in_order(rows: QuerySet[R]) -> list[R]:
    """Locks these rows in the order of their ids and returns them as they are now, without those
    that were deleted meanwhile. Must follow the locks on session and game."""
    return list(rows.order_by("pk").select_for_update(no_key=True, of=("self",)))


def hold_players(club: Club, players: Iterable[int]) -> dict[int, Player]:
    """Locks the club's players with these ids and returns them by id: seating and merging players
    wait for each other. Must follow the locks on session and club."""
    rows = Player.objects.filter(club=club, pk__in=players).order_by("pk")
    return {player.pk: player for player in rows.select_for_update(no_key=True, of=("self",))}


def hold_for_deletion(club: Club) -> Club | None:
    """Locks every session of the club, then the club against new rows that refer to it: nobody
    writes in it meanwhile. None if a session was added before that, or the club is gone."""
    sessions = Session.every.filter(club=club)
    held = hold_sessions(sessions)
    locked = Club.objects.filter(pk=club.pk).select_for_update().first()
    is_whole = held == list(sessions.order_by("pk").values_list("pk", flat=True))
    return locked if is_whole else None


def hold_club(club: Club) -> Club:
    """Locks the club and returns it as it is now; for renaming or adding players."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)
