"""How the figures of a season ran: what its table would have shown of somebody after each night, so
that each line ends at the figure that stands there now.

A missed night that counts does so in the line as in the table: as one like the last, or like the
average of all that its player was at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappush, heappushpop
from typing import TypeAlias

from scorekeeper.standings.ranking.measures import Measure, hands_of
from scorekeeper.standings.ranking.method import Over
from scorekeeper.standings.ranking.table import Placing, Standings

Number: TypeAlias = int | Fraction
SeasonFigure: TypeAlias = Fraction | None
"""None: there is nothing to go by yet."""


def running(
    told: Standings, kept: Sequence[int], players: Collection[int] | None = None
) -> dict[int, tuple[SeasonFigure, ...]]:
    """By player, the figure after each of these nights, told by their places in ``told.nights``;
    ``players``: of these alone."""
    order = {night.key: place for place, night in enumerate(told.nights)}
    rows = (row for row in told.rows if players is None or row.player in players)
    return {row.player: _at(kept, told, row, order) for row in rows}


def _at(
    kept: Sequence[int], told: Standings, row: Placing, order: Mapping[int, int]
) -> tuple[SeasonFigure, ...]:
    steps = [(order[key], figure) for key, figure in _steps(row, told)]
    places = [place for place, _figure in steps]
    found: list[SeasonFigure] = []
    for place in kept:
        many = bisect_right(places, place)
        now = steps[many - 1][1] if many else None
        found.append(None if now is None else Fraction(now))
    return tuple(found)


def _steps(row: Placing, told: Standings) -> Iterator[tuple[int, Number | None]]:
    """The nights, by key, that changed somebody's figure, and what it was after each."""
    method = told.method
    if method.measure is Measure.RATING:
        yield from ((rating.night, rating.sure) for rating in row.ratings)
        return
    figures = [_number(share.figure) for share in row.shares]
    keys = [share.night for share in row.shares]
    if method.over is Over.HAND:
        hands = {night.key: hands_of(method.measure, night, row.player) for night in told.nights}
        yield from zip(keys, _by_hand(figures, [hands[key] for key in keys]), strict=True)
    else:
        yield from zip(keys, _PUT_TOGETHER[method.over](figures, method.many), strict=True)


def _number(value: Fraction) -> Number:
    """Whole numbers are added much faster."""
    return value.numerator if value.denominator == 1 else value


def _summed(figures: Iterable[Number], _many: int) -> Iterator[Number]:
    total: Number = 0
    for figure in figures:
        total += figure
        yield total


def _averaged(figures: Iterable[Number], _many: int) -> Iterator[Number]:
    for count, total in enumerate(_summed(figures, 0), 1):
        yield Fraction(total) / count


def _by_hand(figures: Iterable[Number], hands: Iterable[int]) -> Iterator[Number | None]:
    played = 0
    for total, more in zip(_summed(figures, 0), hands, strict=True):
        played += more
        yield Fraction(total) / played if played else None


def _best(figures: Iterable[Number], many: int) -> Iterator[Number | None]:
    """The sum of the best so far."""
    best: list[Number] = []
    total: Number = 0
    for figure in figures:
        total += figure
        if len(best) < many:
            heappush(best, figure)
        else:
            total -= heappushpop(best, figure)
        yield total if many else None


def _without_worst(figures: Iterable[Number], many: int) -> Iterator[Number]:
    """The sum so far without the worst; one night is never dropped, it is all there is."""
    worst: list[Number] = []  # the other way round: the best of them comes out first
    kept: Number = 0
    for count, figure in enumerate(figures, 1):
        if len(worst) < many:
            heappush(worst, -figure)
        else:
            kept -= heappushpop(worst, -figure)
        yield kept if count > many else -worst[0]


_PUT_TOGETHER: dict[Over, Callable[[Iterable[Number], int], Iterator[Number | None]]] = {
    Over.SUM: _summed,
    Over.NIGHT: _averaged,
    Over.BEST: _best,
    Over.DROP: _without_worst,
}
