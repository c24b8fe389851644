"""The days of a season as small squares, week by week: the more hands, the larger and darker. The
template draws it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

CELL = 26
LEFT, TOP = 38, 24
"""Room for the days of the week, and for the months."""
LARGEST, LEAST = 24, 12
"""Sides of a square: at least that of what a finger finds, which a link has whatever is drawn."""
SHADES = 4
WEEK = 7
YEARS = 3
"""Older ones are in the list alone."""


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """A night: ``key`` is what its link is made of."""

    on: date
    key: int
    hands: int


@dataclass(frozen=True, slots=True)
class DaySquare:
    x: float
    y: float
    side: float
    shade: int
    """1 to 4, the darkest."""
    night: PlayedNight


@dataclass(frozen=True, slots=True)
class Month:
    first: date
    x: float


@dataclass(frozen=True, slots=True)
class Year:
    number: int
    days: tuple[DaySquare, ...]
    months: tuple[Month, ...]
    empty: tuple[tuple[float, float], ...]
    """Days without a night."""
    weeks: int

    @property
    def width(self) -> int:
        return LEFT + CELL * self.weeks

    height = TOP + CELL * WEEK
    cell = CELL


def weekday_at(weekday: int) -> float:
    """The line on which its name stands."""
    return TOP + CELL * weekday + CELL * 0.7


def years(nights: Sequence[PlayedNight]) -> list[Year]:
    """The newest first. Each from the month of its first night to that of its last."""
    most = max((night.hands for night in nights), default=0) or 1
    by_year = groupby(
        sorted(nights, key=lambda night: (night.on, night.key)), lambda night: night.on.year
    )
    found = [_drawn(number, list(played), most) for number, played in by_year]
    return found[::-1][:YEARS]


def _drawn(number: int, nights: Sequence[PlayedNight], most: int) -> Year:
    first, last = nights[0].on.replace(day=1), _month_end(nights[-1].on)
    start = first - timedelta(days=first.weekday())
    on: dict[date, list[PlayedNight]] = defaultdict(list)
    for night in nights:
        on[night.on].append(night)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return Year(
        number,
        tuple(_days(on, start, most)),
        tuple(Month(day, _corner(day, start)[0]) for day in days if day.day == 1),
        tuple(_corner(day, start) for day in days if day not in on),
        (last - start).days // WEEK + 1,
    )


def _days(on: Mapping[date, Sequence[PlayedNight]], start: date, most: int) -> Iterator[DaySquare]:
    """Nights of one day share its square."""
    for day, nights in on.items():
        left, top = _corner(day, start)
        width = CELL / len(nights)
        for place, night in enumerate(nights):
            part = night.hands / most
            side = round(max(1, min(width - 2, LEAST + (LARGEST - LEAST) * part)), 1)
            x, y = left + place * width + (width - side) / 2, top + (CELL - side) / 2
            shade = max(1, -(-night.hands * SHADES // most))
            yield DaySquare(round(x, 1), round(y, 1), side, shade, night)


def _corner(day: date, start: date) -> tuple[float, float]:
    week, weekday = divmod((day - start).days, WEEK)
    return LEFT + CELL * week, TOP + CELL * weekday


def _month_end(day: date) -> date:
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return following - timedelta(days=1)
