"""Days and times as the reader writes them: the one place that says how each kind looks.

It is given local values; the zone is the caller's matter.
"""

from datetime import date, datetime
from typing import Final

from babel.dates import format_date, format_skeleton, format_time

from scorekeeper.core.localization.currencies import locale

FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(2999, 12, 31)
"""The first and last day of play. Some time zone cannot express days outside them. Forms and
imports take no other day."""


def day(value: date) -> str:
    """``20 Nov 2026``."""
    return format_date(value, "medium", locale=locale())


def session_day(on: date, of_day: int, name: str) -> str:
    """The day of a session; of the second and later ones of that day with its number, where no name
    tells them apart."""
    return day(on) if of_day == 1 or name else f"{day(on)} ({of_day})"


def weekday(value: date) -> str:
    """``Friday``."""
    return format_date(value, "EEEE", locale=locale())


def short_weekday(value: date) -> str:
    """``Fri``."""
    return format_date(value, "ccc", locale=locale())


def short_month(value: date) -> str:
    """``Nov``."""
    return format_date(value, "LLL", locale=locale())


def clock(value: datetime) -> str:
    """The time of day: ``7:30 pm``."""
    return format_time(value.replace(tzinfo=None), "short", locale=locale())


def moment(value: datetime) -> str:
    """When something happened: ``20 Nov 2026, 7:30 pm``."""
    return f"{day(value)}, {clock(value)}"


def appointment(value: datetime, *, year: bool = True) -> str:
    """When something will be: ``Fri, 20 Nov 2026, 7:30 pm``."""
    skeleton = "yMMMEd" if year else "MMMEd"
    planned_day = format_skeleton(skeleton, value.replace(tzinfo=None), locale=locale())
    return f"{planned_day}, {clock(value)}"
