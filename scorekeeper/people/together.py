"""Whether two names can be one person: who sat at one table, or paid one another, are two. Reads
only."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from scorekeeper.clubs.models import Club, Session
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Draw, Seat
from scorekeeper.settling.models import Handover
from scorekeeper.standings.models import BookLine

Ids = Sequence[int]


def night_of_both(club: Club, one: Ids, other: Ids) -> Session | None:
    """The first night that shows them to be two people. Names by their ids."""
    nights = {*_sat(one, other), *_drew(club, one, other), *_paid(one, other), *_told(one, other)}
    return Session.objects.filter(pk__in=nights).order_by("played_on", "pk").first()


def _sat(one: Ids, other: Ids) -> set[int]:
    stands = Q(game__removed_at=None) | Q(game__session__closed_at=None)  # it may come back
    games = Seat.objects.filter(stands, player__in=one).values("game")
    both = Seat.objects.filter(player__in=other, game__in=games)
    return set(both.values_list("game__session_id", flat=True))


def _drew(club: Club, one: Ids, other: Ids) -> set[int]:
    first, second = set(one), set(other)
    return {
        draw.session_id
        for draw in Draw.objects.filter(session__club=club)
        if first & {*draw.drawn_by} and second & {*draw.drawn_by}
    }


def _paid(one: Ids, other: Ids) -> set[int]:
    between = Q(payer__in=one, payee__in=other) | Q(payer__in=other, payee__in=one)
    rows = (Payment.objects.filter(between), Handover.objects.filter(between))
    return {pk for found in rows for pk in found.values_list("session_id", flat=True)}


def _told(one: Ids, other: Ids) -> set[int]:
    """An earlier book has a line for each."""
    nights = BookLine.objects.filter(player__in=one).values("session")
    both = BookLine.objects.filter(player__in=other, session__in=nights)
    return set(both.filter(session__removed_at=None).values_list("session_id", flat=True))
