"""When something that waited on a phone was written there. The phone says how long ago, by its own
clock at both ends, so it does not matter what that clock shows; and it is believed only so far
that no hand comes before the one that it follows, and nothing before the night."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, Min
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
    """``number``: of the game that it is about, if any. Not before the last hand of that, as it was
    first written, nor a change of its seats; and not after now."""
    now = timezone.now()
    if not age:
        return now
    return min(now, max(now - age, _last(session, number)))


def _last(session: Session, number: int | None) -> datetime:
    game = Game.objects.filter(session=session, number=number).first() if number else None
    if game is None:
        return session.created_at
    hand = game.hands.filter(number=game.last_number).aggregate(Min("at"))
    told = [*hand.values(), *game.changes.aggregate(Max("at")).values()]
    written: list[datetime] = [moment for moment in told if moment]
    return max(session.created_at, game.started_at, *written)
