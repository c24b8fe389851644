"""Who is writing a hand: noted by his phone at the first tap, and told to the others.

It keeps nobody from anything: who reads that somebody else is at it decides for himself. It is kept
in the database, which is what all web processes have in common, here and in production: one row of
each phone, one statement at the first tap and one at most every twenty seconds after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from zlib import crc32

from django.utils import timezone

from scorekeeper.clubs.models import Membership
from scorekeeper.live.models import Writing
from scorekeeper.play.models import Game

SILENT = timedelta(seconds=60)
"""After that whoever wrote is taken to have put the phone down."""
NOBODY = "0"
Sign = tuple[int, int, int]
"""Game, hand and phone, by their ids and number."""


def note_writing(*, game: Game, hand: int, by: Membership, leaves: bool = False) -> None:
    """``leaves``: he has left the page, and writes no more."""
    now = timezone.now()
    row = Writing(game=game, by=by, hand=hand, until=now if leaves else now + SILENT)
    Writing.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["game", "by"],
        update_fields=["hand", "until"],
    )


def writers(game: Game, hand: int, *, apart_from: Membership) -> list[str]:
    """Who is writing this hand at this moment on another phone, as each phone is called."""
    rows = Writing.objects.filter(game=game, hand=hand, until__gt=timezone.now())
    rows = rows.exclude(by=apart_from).filter(by__revoked_at__isnull=True)
    return [str(row.by) for row in rows.select_related("by__player").order_by("pk")]


def mark_of(code: str) -> str:
    """Of the night with this code: changes when somebody begins, goes on with another hand, or
    stops. One query."""
    rows = Writing.objects.filter(game__session__code=code, until__gt=timezone.now())
    return _mark(rows.values_list("game_id", "hand", "by_id"))


def marks(nights: Iterable[int], now: datetime) -> dict[int, str]:
    """The same of several nights, by their ids; none of those where nobody writes."""
    found: dict[int, list[Sign]] = defaultdict(list)
    rows = Writing.objects.filter(game__session__in=nights, until__gt=now)
    for night, *sign in rows.values_list("game__session_id", "game_id", "hand", "by_id"):
        game, hand, by = sign
        found[night].append((game, hand, by))
    return {night: _mark(signs) for night, signs in found.items()}


def _mark(signs: Iterable[Sign]) -> str:
    told = sorted(signs)
    return str(crc32(repr(told).encode())) if told else NOBODY
