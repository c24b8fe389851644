"""The history of a season's figures: what its table showed after each session, so that each line
ends at the current figure.

A missed session that counts does so here as in the table: like the last place, or like the player's
average over the whole season."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappush, heappushpop
from itertools import accumulate
from typing import TypeAlias

from scorekeeper.seasons.ranking.measures import Measure, Number, hands_of, plain_number
from scorekeeper.seasons.ranking.method import Over
from scorekeeper.seasons.ranking.table import Placing, Ranking

SeasonFigure: TypeAlias = Fraction | None
"""None: no figure yet."""


def figures_over_time(
    ranking: Ranking, indices: Sequence[int], players: Collection[int] | None = None
) -> dict[int, tuple[SeasonFigure, ...]]:
    """Returns by player the figure after each of these sessions, which are indices of
    ``Ranking.sessions``. ``players``: only these."""
    order = {session.key: place for place, session in enumerate(ranking.sessions)}
    rows = (row for row in ranking.rows if players is None or row.player in players)
    return {row.player: _figures_at(indices, ranking, row, order) for row in rows}


def _figures_at(
    indices: Sequence[int], ranking: Ranking, row: Placing, order: Mapping[int, int]
) -> tuple[SeasonFigure, ...]:
    steps = [(order[key], figure) for key, figure in _steps(row, ranking)]
    places = [place for place, _figure in steps]
    figures: list[SeasonFigure] = []
    for place in indices:
        many = bisect_right(places, place)
        now = steps[many - 1][1] if many else None
        figures.append(None if now is None else Fraction(now))
    return tuple(figures)


def _steps(row: Placing, ranking: Ranking) -> Iterator[tuple[int, Number | None]]:
    """Yields the sessions, by key, that changed a player's figure, and the figure after each."""
    method = ranking.method
    if method.measure is Measure.RATING:
        yield from ((rating.session, rating.sure) for rating in row.ratings)
        return
    figures = [plain_number(share.figure) for share in row.shares]
    keys = [share.session for share in row.shares]
    if method.over is Over.HAND:
        hands = {
            session.key: hands_of(method.measure, session, row.player)
            for session in ranking.sessions
        }
        totals = zip(accumulate(figures), accumulate(hands[key] for key in keys), strict=True)
        averages = (Fraction(total) / played if played else None for total, played in totals)
        yield from zip(keys, averages, strict=True)
    else:
        yield from zip(keys, _COMBINERS[method.over](figures, method.many), strict=True)


def _averaged(figures: Iterable[Number], _many: int) -> Iterator[Number]:
    for count, total in enumerate(accumulate(figures), 1):
        yield Fraction(total) / count


def _best(figures: Iterable[Number], many: int) -> Iterator[Number | None]:
    """Yields the sum of the best so far."""
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
    """Yields the sum so far without the worst; a single session is never dropped."""
    worst: list[Number] = []  # negated: the best of them comes out first
    total: Number = 0
    for count, figure in enumerate(figures, 1):
        if len(worst) < many:
            heappush(worst, -figure)
        else:
            total -= heappushpop(worst, -figure)
        yield total if count > many else -worst[0]


_COMBINERS: dict[Over, Callable[[Iterable[Number], int], Iterator[Number | None]]] = {
    Over.SUM: lambda figures, _many: accumulate(figures),
    Over.SESSION: _averaged,
    Over.BEST: _best,
    Over.DROP: _without_worst,
}
