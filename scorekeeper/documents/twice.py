"""Whether somebody sits twice at one table: under two names that are one person's here. Reads only.

What hosts join is looked at before it is written (``people``); a document brings both at once, or
nights of two people whom this club knows to be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby

from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import by_shown_name
from scorekeeper.ledger.models import BookLine
from scorekeeper.play.models import Seat


@dataclass(frozen=True, slots=True)
class SatTwice:
    night: Session
    one: Player
    other: Player


def twice_there(nights: Iterable[int]) -> SatTwice | None:
    """In these nights (by id): the first that is found."""
    listed = list(nights)
    if not Player.objects.filter(club__sessions__in=listed, person__isnull=False).exists():
        return None
    return next(chain(_at_tables(listed), _in_books(listed)), None)


def _at_tables(nights: list[int]) -> Iterator[SatTwice]:
    stands = Q(game__removed_at=None) | Q(game__session__closed_at=None)  # it may come back
    seats = Seat.objects.filter(stands, game__session__in=nights).order_by("game", "number")
    rows = seats.select_related("player", "game__session")
    for _game, there in groupby(rows, key=lambda seat: seat.game_id):
        sat = list(there)
        yield from _twice(sat[0].game.session, [seat.player for seat in sat])


def _in_books(nights: list[int]) -> Iterator[SatTwice]:
    lines = BookLine.objects.filter(session__in=nights, session__removed_at=None)
    rows = lines.select_related("player", "session").order_by("session", "pk")
    for night, there in groupby(rows, key=lambda line: line.session):
        yield from _twice(night, [line.player for line in there])


def _twice(night: Session, there: list[Player]) -> Iterator[SatTwice]:
    shown = by_shown_name(there)
    for player in there:
        if shown[player.pk] != player:
            yield SatTwice(night, shown[player.pk], player)
