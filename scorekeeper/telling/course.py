"""How totals ran, hand by hand: what each seat had after a hand, and the lines of a chart.

Read from what the hands brought, in few rows however many hands there were. No rule runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, ExpressionWrapper, F, IntegerField, OuterRef, Q, QuerySet, Sum

from scorekeeper.clubs.models import Session
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.models import SeatScore
from scorekeeper.play.selectors import Table
from scorekeeper.standings.chart import Track
from scorekeeper.telling.hand import Brought
from scorekeeper.telling.short_names import short

MOST = 40
"""Places of a line: more than these cannot be told apart on a phone."""
NARROW = 9
"""Letters of a name beside a line on a phone."""


def _newest(at: Table) -> QuerySet[SeatScore]:
    """The scores that count, of the hands in force."""
    newer = SeatScore.objects.filter(
        hand=OuterRef("hand"), seat=OuterRef("seat"), revision__gt=OuterRef("revision")
    )
    rows = SeatScore.objects.filter(hand__game=at.game, hand__voided_at__isnull=True)
    return rows.exclude(Exists(newer)).order_by()


# After a hand ----------------------------------------------------------------------------------


def sums_after(at: Table, number: int) -> list[float]:
    """The points of each seat up to this hand; one query, or none for the last."""
    sums = list(at.state.sums)
    if number < at.game.last_number:
        rows = _newest(at).filter(hand__number__gt=number).values_list("seat")
        for seat, points in rows.annotate(points=Sum("points")):
            sums[seat] -= points
    return sums


def totals_after(
    at: Table, newest: int, hands: Iterable[tuple[int, Sequence[Brought]]]
) -> dict[int, tuple[float, ...]]:
    """What each seat had after each of these hands, by number. ``hands``: those in force from
    number ``newest`` down, none left out, each with what it brought the seats."""
    sums, found = sums_after(at, newest), {}
    for number, seats in hands:
        found[number] = tuple(total + seat.beside for total, seat in zip(sums, seats, strict=True))
        sums = [total - seat.points for total, seat in zip(sums, seats, strict=True)]
    return found


# The lines of a chart --------------------------------------------------------------------------


def _step(hands: int) -> int:
    """How many hands one place of a line stands for."""
    return max(-(-hands // MOST), 1)


def _place(number: str, step: int) -> ExpressionWrapper[Any]:
    return ExpressionWrapper((F(number) - 1) / step, output_field=IntegerField())


def score_tracks(at: Table, last: int | None = None, room: int = NARROW) -> list[Track]:
    """The totals of this game's seats up to hand ``last``, in the order of seats. ``room``: letters
    of a name. One query."""
    last = at.game.last_number if last is None else last
    step, seats = _step(last), at.state.seats
    places = -(-last // step)
    gained = [[0.0] * places for _seat in range(seats)]
    beside = [[0.0] * places for _seat in range(seats)]
    ends = Q(hand__number=last) | Q(hand__number__in=range(step, last, step))
    found = (
        _newest(at) if last == at.game.last_number else _newest(at).filter(hand__number__lte=last)
    )
    rows = found.annotate(place=_place("hand__number", step)).values_list("seat", "place")
    for seat, place, points, more in rows.annotate(
        brought=Sum("points"), more=Sum("beside", filter=ends)
    ):
        gained[seat][place], beside[seat][place] = points, more or 0
    begun = {more[0] for more in beside if more}
    start = begun.pop() if len(begun) == 1 else 0.0  # what everybody has before the first hand
    return [
        Track(name, _running(gained[seat], beside[seat], start))
        for seat, name in enumerate(short(at.seat_names, room))
    ]


def _running(
    gained: Sequence[float], beside: Sequence[float], start: float = 0
) -> tuple[float, ...]:
    total, found = 0.0, [start]
    for points, more in zip(gained, beside, strict=True):
        total += points
        found.append(total + more)
    return tuple(found)


def money_tracks(session: Session, games: Sequence[Table], room: int = NARROW) -> list[Track]:
    """Won or lost by each player in these games of the night, in minor units, those of
    one game after those of the other. One query."""
    step = _step(sum(at.game.last_number for at in games))
    gained: dict[int, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    counts = Q(hand__isnull=True) | Q(hand__voided_at__isnull=True)
    rows = Payment.objects.filter(counts, session=session, kind=PaymentKind.GAME).order_by()
    rows = rows.filter(game__in=[at.game for at in games])
    told = rows.annotate(place=_place("hand__number", step)).values_list(
        "game__number", "place", "payer", "payee"
    )
    for game, place, payer, payee, amount in told.annotate(total=Sum("amount")):
        outside = -1 if payer is not None else MOST  # into the pot first, out of it last
        where = (game, outside if place is None else place)
        gained[payer][where] -= amount
        gained[payee][where] += amount
    names = {player.pk: player.name for at in games for player in at.players}
    names = dict(zip(names, short(list(names.values()), room), strict=True))
    places = sorted({where for one in gained.values() for where in one})
    nothing = [0.0] * len(places)
    return [
        Track(name, _running([gained[pk][where] for where in places], nothing))
        for pk, name in names.items()
        if pk in gained
    ]
