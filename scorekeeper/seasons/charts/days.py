"""The days of a season as squares, week by week: the more hands, the larger and darker. The
template draws them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

CELL = 26
LEFT, TOP = 38, 24
"""Room for weekdays, and for months."""
LARGEST, LEAST = 24, 12
"""Sides of a square; a link is always as large as a finger needs."""
SHADES = 4
WEEK = 7
YEARS = 3
"""How many years are drawn; older ones are only in the list."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session; ``key``: what its link is made of."""

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
    session: PlayedSession


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
    """Days without a session."""
    weeks: int

    @property
    def width(self) -> int:
        return LEFT + CELL * self.weeks

    height = TOP + CELL * WEEK
    cell = CELL


def weekday_at(weekday: int) -> float:
    """Returns the y of a weekday's label."""
    return TOP + CELL * weekday + CELL * 0.7


def years(sessions: Sequence[PlayedSession]) -> list[Year]:
    """Returns the newest years first, each from the month of its first session to that of its
    last."""
    most = max((session.hands for session in sessions), default=0) or 1
    by_year = groupby(
        sorted(sessions, key=lambda session: (session.on, session.key)),
        lambda session: session.on.year,
    )
    drawn = [_drawn(number, list(played), most) for number, played in by_year]
    return drawn[::-1][:YEARS]


def _drawn(number: int, sessions: Sequence[PlayedSession], most: int) -> Year:
    first, last = sessions[0].on.replace(day=1), _month_end(sessions[-1].on)
    start = first - timedelta(days=first.weekday())
    by_day: dict[date, list[PlayedSession]] = defaultdict(list)
    for session in sessions:
        by_day[session.on].append(session)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return Year(
        number,
        tuple(_days(by_day, start, most)),
        tuple(Month(day, _corner(day, start)[0]) for day in days if day.day == 1),
        tuple(_corner(day, start) for day in days if day not in by_day),
        (last - start).days // WEEK + 1,
    )


def _days(
    by_day: Mapping[date, Sequence[PlayedSession]], start: date, most: int
) -> Iterator[DaySquare]:
    """Sessions of one day share its square."""
    for day, sessions in by_day.items():
        left, top = _corner(day, start)
        width = CELL / len(sessions)
        for place, session in enumerate(sessions):
            part = session.hands / most
            side = round(max(1, min(width - 2, LEAST + (LARGEST - LEAST) * part)), 1)
            x, y = left + place * width + (width - side) / 2, top + (CELL - side) / 2
            shade = max(1, -(-session.hands * SHADES // most))
            yield DaySquare(round(x, 1), round(y, 1), side, shade, session)


def _corner(day: date, start: date) -> tuple[float, float]:
    week, weekday = divmod((day - start).days, WEEK)
    return LEFT + CELL * week, TOP + CELL * weekday


def _month_end(day: date) -> date:
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return following - timedelta(days=1)
