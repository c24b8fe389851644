"""When something that waited on a phone was written there. The phone says how long ago, by its own
clock at both ends, so it does not matter what that clock shows; and it is believed only so far
that nothing comes before what the record holds already."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max
from django.utils import timezone

from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Game

LONGEST: Final = timedelta(days=3660)
DIGITS: Final = 15


def age_of(told: str) -> timedelta:
    """``told``: in milliseconds; what makes no sense is no age."""
    if not (told.isdecimal() and len(told) <= DIGITS):
        return timedelta()
    return min(LONGEST, timedelta(milliseconds=int(told)))


def written_at(session: Session, number: int | None, age: timedelta) -> datetime:
    """Not before what was written last in this game, in the night where it is about none; and not
    after now."""
    now = timezone.now()
    if not age:
        return now
    return min(now, max(now - age, _last(session, number)))


def _last(session: Session, number: int | None) -> datetime:
    games = Game.objects.filter(session=session)
    if number is not None:
        games = games.filter(number=number)
    told = games.aggregate(Max("started_at"), Max("hands__at"), Max("changes__at"))
    written: list[datetime] = [moment for moment in told.values() if moment]
    return max(session.created_at, *written)
