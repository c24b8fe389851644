"""The one order of locks: night, game, rest. Only here are they taken, and, for games, in
``play.locks``.

Every write of a night first holds the night, or moves it on (``touch``), which holds it as well;
then the game, if it is about one; then whatever else: the club, its players, payments. Who needs
several nights holds them by their ids. So no two writes ever wait for one another in a circle.
What a write decides on it reads after it holds the lock: these functions give the rows anew.

A lock is held until the transaction ends. It lets others insert rows that only name the night,
the game or the club (``no_key``): asking for a sheet does not wait for the save of a hand. SQLite
has one lock for everything, which a transaction takes as it begins; there these only read.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from django.db import connection
from django.db.models import F, Model, QuerySet

from scorekeeper.clubs.models import Club, Player, Session

TOUCH = "UPDATE play_session SET version = version + 1 WHERE id = %s"
"""Part of every save: not worth building a query for."""


def hold_night(pk: int) -> Session:
    """The night as it is now, with its club; nobody else writes to it meanwhile."""
    held = Session.every.select_for_update(no_key=True, of=("self",))
    return held.select_related("club").get(pk=pk)


def touch(session: Session) -> None:
    """Tell the phones that something changed."""
    with connection.cursor() as cursor:
        cursor.execute(TOUCH, [session.pk])


def touch_aside(session: Session) -> None:
    """The same of what no statement shows."""
    nights = Session.objects.filter(pk=session.pk)
    nights.update(version=F("version") + 1, asides=F("asides") + 1)


def touch_open(session: Session) -> bool:
    """Hold the night and tell the phones, in one statement; False, and nothing, if it is closed."""
    with connection.cursor() as cursor:
        cursor.execute(f"{TOUCH} AND closed_at IS NULL", [session.pk])
        return bool(cursor.rowcount)


def put_closed(night: Session, at: datetime | None) -> None:
    """Close a night that is held, or with None open it again; the phones are told."""
    night.closed_at = at
    Session.objects.filter(pk=night.pk).update(closed_at=at, version=F("version") + 1)


def put_consent(night: Session, on: bool) -> None:
    """Whether a night that is held asks everybody for his word; the phones are told."""
    night.consent = on
    Session.objects.filter(pk=night.pk).update(consent=on, version=F("version") + 1)


def hold_nights(sessions: QuerySet[Session]) -> list[int]:
    """Their ids; for what many nights show, such as the name of somebody who played in them."""
    ordered = sessions.order_by("pk").select_for_update(no_key=True, of=("self",))
    return list(ordered.values_list("pk", flat=True))


def touch_held(nights: Iterable[int]) -> None:
    """Tell the phones of nights that are held."""
    Session.every.filter(pk__in=list(nights)).update(version=F("version") + 1)


R = TypeVar("R", bound=Model)


def hold_free(rows: QuerySet[R]) -> QuerySet[R]:
    """Those of these rows, of no night and no game, that nobody holds: who wants them waits."""
    return rows.select_for_update(of=("self",), skip_locked=True)


def hold_players(club: Club, players: Iterable[int]) -> dict[int, Player]:
    """Those of these players (ids) that are of the club, as they are now, by id: who takes a seat
    for one of them, and who says whose name it is, wait for each other. After the night and the
    club, if these are held."""
    held = Player.objects.filter(club=club, pk__in=players).order_by("pk")
    return {player.pk: player for player in held.select_for_update(no_key=True, of=("self",))}


def hold_club(club: Club) -> Club:
    """The club as it is now: one at a time renames its players, or adds some."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)
