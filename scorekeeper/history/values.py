"""Days and numbers as people write them. Pure: what a cell alone does not say, the whole table
does, and what that does not say is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scorekeeper.wording.currencies import without_slash

MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
NUMBERS: Final = re.compile(r"(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?(?:[T ].*)?")
NAMED: Final = re.compile(
    r"(?:[^\W\d]+,?\s+)?(?:(\d{1,2})\.?[\s-]+([^\W\d]{3,9})\.?|([^\W\d]{3,9})\.?\s+(\d{1,2})),?[\s-]+(\d{2,4})"
)
FIRST_YEAR: Final = 1900


class DayOrder(StrEnum):
    DAY_FIRST = "day"
    MONTH_FIRST = "month"


class UnclearError(Exception):
    """It may be one of two days."""


@lru_cache(maxsize=256)  # all cells of a wide row stand for one day
def day(told: str, order: DayOrder | None) -> date | None:
    """None for what is no day. Raises UnclearError where ``order`` would have to say which."""
    if found := NUMBERS.fullmatch(told):
        first, between, second, third = found.groups()
        return _of_numbers(first, between, int(second), third, order)
    if found := NAMED.fullmatch(told):
        number, name, other_name, other_number, year = found.groups()
        month = MONTHS.get((name or other_name)[:3].casefold())
        return _date(_year(year), month, int(number or other_number)) if month else None
    return None


def _of_numbers(
    first: str, between: str, second: int, third: str, order: DayOrder | None
) -> date | None:
    if len(first) == 4:
        return _date(int(first), second, int(third))
    one, year = int(first), _year(third)
    if len(third) not in (2, 4) or len(first) == 3:
        return None
    if between == "." or one > 12:
        return _date(year, second, one)
    if second > 12:
        return _date(year, one, second)
    if order is None and one != second:
        raise UnclearError
    return _date(year, one, second) if order == DayOrder.MONTH_FIRST else _date(year, second, one)


def _year(told: str) -> int:
    return 2000 + int(told) if len(told) == 2 else int(told)


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number) if year >= FIRST_YEAR else None
    except ValueError:
        return None


def order_of(cells: Iterable[str]) -> DayOrder | None:
    """As the days of the table show that can be only one; None where none does, or they differ."""
    found = set()
    for told in cells:
        if match := NUMBERS.fullmatch(told):
            first, between, second, third = match.groups()
            if len(first) < 3 and between != "." and len(third) in (2, 4):
                found |= {DayOrder.DAY_FIRST} if int(first) > 12 else set()
                found |= {DayOrder.MONTH_FIRST} if int(second) > 12 else set()
    return found.pop() if len(found) == 1 else None


# Numbers -------------------------------------------------------------------------------------

MINUS: Final = "-−–"
CURRENCY: Final = r"(?:[^\W\d_]{2,}\.?|[^\W\d_]\.|[^\w\s.,+()−–-])"
ABOUT: Final = re.compile(rf"^{CURRENCY}\s*|\s*{CURRENCY}$")
"""A currency, before or after."""
SPACES: Final = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?:\D|$))")
"""Between thousands."""
GROUPED: Final = r"\d{1,3}(?:%s\d{2,3})*%s\d{3}"


def decimal_of(cells: Iterable[str]) -> str:
    """What stands before a fraction in this table: a comma, or else a point."""
    found = [_digits(told)[1] for told in cells]
    commas = sum(_ends(told, ",", ".") for told in found)
    points = sum(_ends(told, ".", ",") for told in found)
    return "," if commas > points else "."


def _ends(told: str, mark: str, other: str) -> bool:
    """The last mark is this one, and no group of three follows it."""
    _whole, found, rest = told.rpartition(mark)
    if not found or other in rest or not rest.isdecimal():
        return False
    return len(rest) != 3 or other in _whole


def number(told: str, decimal: str) -> Decimal | None:
    """None for what is no number. ``decimal``: what stands before a fraction."""
    negative, digits = _digits(told)
    group = "." if decimal == "," else ","
    whole, mark, rest = digits.partition(decimal)
    grouped = GROUPED % ((re.escape(group),) * 2)
    if not re.fullmatch(rf"\d+|{grouped}", whole or "0", re.ASCII):
        return None
    if mark and not re.fullmatch(r"\d{1,6}", rest, re.ASCII):
        return None
    if not (whole or rest):
        return None
    value = Decimal(f"{whole.replace(group, '') or '0'}.{rest or '0'}")
    return -value if negative else value


def _digits(told: str) -> tuple[bool, str]:
    """Whether it is below nothing; and what is left without signs, spaces and a currency."""
    told = told.strip()
    owed = told.startswith("(") and told.endswith(")")
    told = ABOUT.sub("", without_slash(told.strip("()")))
    minus = bool(told) and (told[0] in MINUS or told[-1] in MINUS)
    told = ABOUT.sub("", told.strip(MINUS + "+ "))
    return owed or minus, SPACES.sub("", told)


def mark_of(typed: str) -> str:
    """The sign or word of a currency that stands with a number, as it is written; "" for none."""
    mark = re.search(CURRENCY, without_slash(typed.strip(" ()")).strip(" " + MINUS + "+"))
    return mark[0] if mark else ""


def is_formula(told: str) -> bool:
    """A spreadsheet would work it out; here it is text."""
    return re.match(r"[=@]|[+-]\s*[^\W\d]+[\d(!$]", told) is not None
