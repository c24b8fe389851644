"""Who is writing a hand: noted by his phone at the first tap, and told to the others.

It keeps nobody from anything: who reads that somebody else is at it decides for himself. It is kept
in the database, which is what all web processes have in common, here and in production: one row of
each phone, one statement at the first tap and one at most every twenty seconds after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs.models import Membership
from scorekeeper.live.models import Writing
from scorekeeper.play.models import Game

SILENT = timedelta(seconds=60)
"""After that whoever wrote is taken to have put the phone down."""
NOBODY = "0"
SIGN: Final = ("game_id", "hand", "by_id", Coalesce("by__phone_id", 0))
"""The columns of ``Sign``."""


@dataclass(frozen=True, slots=True, order=True)
class Sign:
    """That somebody writes: the game's id, the number of the hand, the ids of his place in the club
    and of his phone (0: of before phones were known)."""

    game: int
    hand: int
    by: int
    phone: int

    def is_of(self, reader: Membership) -> bool:
        return self.by == reader.pk or (self.phone != 0 and self.phone == reader.phone_id)


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
    """Who else is writing in a night at this moment, as the page of a hand shows it."""

    others: list[str]
    """The hand of the page, as each phone is called."""
    mark: str
    """Changes when somebody else begins, goes on with another hand, or stops."""


def written(game: Game, *, reader: Membership) -> Writers:
    """What the page of the next hand of this game shows to this phone. One query."""
    rows = Writing.objects.filter(game__session=game.session_id, until__gt=timezone.now())
    signs = [(_sign(row), row.by) for row in rows.select_related("by__player").order_by("pk")]
    found = [(sign, by) for sign, by in signs if not sign.is_of(reader)]
    here = (game.pk, game.last_number + 1)
    others = [str(by) for sign, by in found if (sign.game, sign.hand) == here and not by.revoked_at]
    return Writers(others, mark(sign for sign, _by in found))


def _sign(row: Writing) -> Sign:
    return Sign(row.game_id, row.hand, row.by_id, row.by.phone_id or 0)


def mark_of(code: str, *, without: Collection[str]) -> str:
    """``Writers.mark`` of the night with this code, for the phones of these digests. One query."""
    rows = Writing.objects.filter(game__session__code=code, until__gt=timezone.now())
    rows = rows.exclude(by__phone__digest__in=without)
    return mark(Sign(*told) for told in rows.values_list(*SIGN))


def signs(nights: Collection[int], now: datetime) -> dict[int, list[Sign]]:
    """Who writes in several nights, by their ids. One query."""
    found: dict[int, list[Sign]] = defaultdict(list)
    rows = Writing.objects.filter(game__session__in=nights, until__gt=now)
    for night, *told in rows.values_list("game__session_id", *SIGN):
        found[night].append(Sign(*told))
    return found


def mark(signs: Iterable[Sign]) -> str:
    told = sorted((sign.game, sign.hand, sign.by) for sign in signs)
    return str(crc32(repr(told).encode())) if told else NOBODY
