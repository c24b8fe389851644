"""Totals hand by hand: what each seat had after a hand, and the lines of a chart. Read from stored
results in few rows; applies no rules."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, ExpressionWrapper, F, IntegerField, OuterRef, Q, QuerySet, Sum

from scorekeeper.clubs.models import Session
from scorekeeper.core.charts import Track
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.models import SeatScore
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.hand import SeatResult

MAX_PLACES = 40
"""Points of a line; more cannot be told apart on a phone."""


def _scores_in_force(table: Table) -> QuerySet[SeatScore]:
    """Returns the newest scores of the hands in force."""
    newer = SeatScore.objects.filter(
        hand=OuterRef("hand"), seat=OuterRef("seat"), revision__gt=OuterRef("revision")
    )
    rows = SeatScore.objects.filter(hand__game=table.game, hand__voided_at__isnull=True)
    return rows.exclude(Exists(newer)).order_by()


# After a hand ----------------------------------------------------------------------------------


def sums_after(table: Table, number: int) -> list[float]:
    """Returns the points of each seat after this hand; one query, none for the last hand."""
    sums = list(table.state.sums)
    if number < table.game.last_number:
        rows = _scores_in_force(table).filter(hand__number__gt=number).values_list("seat")
        for seat, points in rows.annotate(points=Sum("points")):
            sums[seat] -= points
    return sums


def totals_after(
    table: Table, newest: int, hands: Iterable[tuple[int, Sequence[SeatResult]]]
) -> dict[int, tuple[float, ...]]:
    """Returns each seat's total after each of these hands, by number. ``hands``: those in force
    from ``newest`` down without gaps, each with the results of its seats."""
    sums, totals = sums_after(table, newest), {}
    for number, seats in hands:
        totals[number] = tuple(total + seat.beside for total, seat in zip(sums, seats, strict=True))
        sums = [total - seat.points for total, seat in zip(sums, seats, strict=True)]
    return totals


# The lines of a chart --------------------------------------------------------------------------


def _hands_per_place(hands: int) -> int:
    """Returns how many hands one point of a line stands for."""
    return max(-(-hands // MAX_PLACES), 1)


def _place(number: str, step: int) -> "ExpressionWrapper[Any]":
    return ExpressionWrapper((F(number) - 1) / step, output_field=IntegerField())


def score_tracks(table: Table, last: int | None = None) -> list[Track]:
    """Returns the totals of the game's seats up to hand ``last``, by seat. One query."""
    last = table.game.last_number if last is None else last
    step, seats = _hands_per_place(last), table.state.seats
    places = -(-last // step)
    gained = [[0.0] * places for _seat in range(seats)]
    beside = [[0.0] * places for _seat in range(seats)]
    ends = Q(hand__number=last) | Q(hand__number__in=range(step, last, step))
    scores = (
        _scores_in_force(table)
        if last == table.game.last_number
        else _scores_in_force(table).filter(hand__number__lte=last)
    )
    rows = scores.annotate(place=_place("hand__number", step)).values_list("seat", "place")
    for seat, place, points, offset in rows.annotate(
        gained=Sum("points"), offset=Sum("beside", filter=ends)
    ):
        gained[seat][place], beside[seat][place] = points, offset or 0
    starts = {offset[0] for offset in beside if offset}
    start = starts.pop() if len(starts) == 1 else 0.0  # what everybody has before the first hand
    return [
        Track(name, _running(gained[seat], beside[seat], start))
        for seat, name in enumerate(table.seat_names)
    ]


def _running(
    gained: Sequence[float], beside: Sequence[float], start: float = 0
) -> tuple[float, ...]:
    total, totals = 0.0, [start]
    for points, offset in zip(gained, beside, strict=True):
        total += points
        totals.append(total + offset)
    return tuple(totals)


def money_tracks(session: Session, games: Sequence[Table]) -> list[Track]:
    """Returns what each player won or lost in these games, in minor units, game after game. One
    query."""
    step = _hands_per_place(sum(table.game.last_number for table in games))
    gained: dict[int, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    counts = Q(hand__isnull=True) | Q(hand__voided_at__isnull=True)
    rows = Payment.objects.filter(counts, session=session, kind=PaymentKind.GAME).order_by()
    rows = rows.filter(game__in=[table.game for table in games])
    grouped = rows.annotate(place=_place("hand__number", step)).values_list(
        "game__number", "place", "payer", "payee"
    )
    for game, place, payer, payee, amount in grouped.annotate(total=Sum("amount")):
        outside = -1 if payer is not None else MAX_PLACES  # into the pot first, out of it last
        position = (game, outside if place is None else place)
        gained[payer][position] -= amount
        gained[payee][position] += amount
    names = {player.pk: player.name for table in games for player in table.players}
    places = sorted({position for sums in gained.values() for position in sums})
    zeros = [0.0] * len(places)
    return [
        Track(name, _running([gained[pk][position] for position in places], zeros))
        for pk, name in names.items()
        if pk in gained
    ]
