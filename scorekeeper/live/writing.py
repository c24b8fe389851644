"""Who is writing a hand: noted by his phone at the first tap, and told to the others.

It keeps nobody from anything: who reads that somebody else is at it decides for himself. It is kept
in the database, which is what all web processes have in common, here and in production: one row of
each phone, one statement at the first tap and one at most every twenty seconds after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Writers:
    """Who is writing in a night at this moment, as the page of a hand shows it."""

    others: list[str]
    """On other phones the hand of the page, as each phone is called."""
    mark: str
    """Changes when somebody begins, goes on with another hand, or stops."""


def written(game: Game, *, reader: Membership) -> Writers:
    """What the page of the next hand of this game shows to this phone. One query."""
    rows = Writing.objects.filter(game__session=game.session_id, until__gt=timezone.now())
    found = list(rows.select_related("by__player").order_by("pk"))
    here = (game.pk, game.last_number + 1)
    others = [
        str(row.by)
        for row in found
        if (row.game_id, row.hand) == here and row.by_id != reader.pk and not row.by.revoked_at
    ]
    return Writers(others, _mark((row.game_id, row.hand, row.by_id) for row in found))


def mark_of(code: str) -> str:
    """``Writers.mark`` of the night with this code. One query."""
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
