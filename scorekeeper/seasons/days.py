"""The days of a season as squares, week by week: the more hands, the larger and darker. The
template draws them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from scorekeeper.clubs.models import Session
from scorekeeper.core.localization import dates
from scorekeeper.seasons.ranking.measures import SessionFacts
from scorekeeper.seasons.selectors import SeasonTable

CELL = 26
LEFT, TOP = 38, 24
"""Room for weekdays, and for months."""
LARGEST, LEAST = 24, 12
"""Sides of a square; a link is always as large as a finger needs."""
SHADES = 4
WEEK = 7
MONDAY = date(2024, 1, 1)
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


# The page --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class YearPage:
    drawn: Year
    days: list[tuple[DaySquare, Session]]
    months: list[tuple[str, float]]

    @classmethod
    def from_year(cls, year: Year, sessions: Mapping[int, Session]) -> "YearPage":
        months = zip(month_names(year), (month.x for month in year.months), strict=True)
        return cls(year, [(day, sessions[day.session.key]) for day in year.days], list(months))


@dataclass(frozen=True, slots=True)
class DaysPage:
    years: list[YearPage]
    weekdays: list[tuple[str, float]]
    """Every other weekday, and the y of its label."""
    sessions: list[tuple[PlayedSession, Session]]
    """Those in the drawing, newest first."""


def days(table: SeasonTable) -> DaysPage | None:
    """Returns the days that were played; None before the first session. One query."""
    played = played_sessions(table)
    if not played:
        return None
    drawn = years(played)
    sessions = Session.objects.in_bulk([session.key for session in played])
    oldest = drawn[-1].number
    return DaysPage(
        [YearPage.from_year(year, sessions) for year in drawn],
        weekdays(),
        [
            (session, sessions[session.key])
            for session in reversed(played)
            if session.on.year >= oldest
        ],
    )


def played_sessions(table: SeasonTable) -> list[PlayedSession]:
    return [
        PlayedSession(session.on, session.key, _hands(session))
        for session in table.ranking.sessions
    ]


def month_names(year: Year) -> list[str]:
    return [dates.short_month(month.first) for month in year.months]


def weekdays() -> list[tuple[str, float]]:
    """Every other weekday, with the y of its label."""
    days = ((number, MONDAY + timedelta(days=number)) for number in range(0, WEEK, 2))
    return [(dates.short_weekday(day), weekday_at(number)) for number, day in days]


def _hands(session: SessionFacts) -> int:
    """Returns the hands of the player with the most, added up over the games."""
    return sum(max(part.hands for part in game) for game in session.games())
