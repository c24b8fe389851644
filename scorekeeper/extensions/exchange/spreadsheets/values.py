"""Days and numbers as people write them. Pure: a cell that is ambiguous is decided by the whole
table, or else by the user."""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scorekeeper.core.localization.currencies import without_slash
from scorekeeper.core.localization.dates import FIRST_DAY, LAST_DAY
from scorekeeper.core.localization.digits import ascii_digits, ascii_number

MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
NUMBERS: Final = re.compile(r"(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?(?:[T ].*)?")
NAMED_DAY: Final = re.compile(
    r"(?:[^\W\d]+,?\s+)?(?:(\d{1,2})\.?[\s-]+([^\W\d]{3,9})\.?|([^\W\d]{3,9})\.?\s+(\d{1,2})),?[\s-]+(\d{2,4})"
)


class DayOrder(StrEnum):
    DAY_FIRST = "day"
    MONTH_FIRST = "month"


class UnclearError(Exception):
    """It may be one of two days."""


@lru_cache(maxsize=256)  # all cells of a wide row have the same day
def day(text: str, order: DayOrder | None) -> date | None:
    """Parses a day; None for anything else. Raises UnclearError where ``order`` has to decide."""
    text = ascii_digits(text)
    if match := NUMBERS.fullmatch(text):
        first, separator, second, third = match.groups()
        return _day_of_numbers(first, separator, int(second), third, order)
    if match := NAMED_DAY.fullmatch(text):
        number, name, other_name, other_number, year = match.groups()
        month = MONTHS.get((name or other_name)[:3].casefold())
        return _date(_year(year), month, int(number or other_number)) if month else None
    return None


def _day_of_numbers(
    first: str, separator: str, second: int, third: str, order: DayOrder | None
) -> date | None:
    if len(first) == 4:
        return _date(int(first), second, int(third))
    first_number, year = int(first), _year(third)
    if len(third) not in (2, 4) or len(first) == 3:
        return None
    if separator == "." or first_number > 12:
        return _date(year, second, first_number)
    if second > 12:
        return _date(year, first_number, second)
    if order is None and first_number != second:
        raise UnclearError
    if order == DayOrder.MONTH_FIRST:
        return _date(year, first_number, second)
    return _date(year, second, first_number)


def _year(text: str) -> int:
    return 2000 + int(text) if len(text) == 2 else int(text)


def _date(year: int, month: int, number: int) -> date | None:
    try:
        on = date(year, month, number)
        return on if FIRST_DAY <= on <= LAST_DAY else None
    except ValueError:
        return None


def order_of(cells: Iterable[str]) -> DayOrder | None:
    """Returns the order that unambiguous days show; None where none does, or they differ."""
    orders = set()
    for text in cells:
        if match := NUMBERS.fullmatch(text):
            first, separator, second, third = match.groups()
            if len(first) < 3 and separator != "." and len(third) in (2, 4):
                orders |= {DayOrder.DAY_FIRST} if int(first) > 12 else set()
                orders |= {DayOrder.MONTH_FIRST} if int(second) > 12 else set()
    return orders.pop() if len(orders) == 1 else None


# Numbers -------------------------------------------------------------------------------------

MINUS: Final = "-−–"
CURRENCY: Final = r"(?:[^\W\d_]{2,}\.?|[^\W\d_]\.|[^\w\s.,+()−–-])"
AROUND_CURRENCY: Final = re.compile(rf"^{CURRENCY}\s*|\s*{CURRENCY}$")
"""A currency, before or after a number."""
SPACES: Final = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?:\D|$))")
"""Spaces between thousands."""
GROUPED: Final = r"\d{1,3}(?:%s\d{2,3})*%s\d{3}"


def decimal_of(cells: Iterable[str]) -> str:
    """Returns the decimal separator of this table: a comma, or else a point."""
    numbers = [_digits(text)[1] for text in cells]
    commas = sum(_ends(text, ",", ".") for text in numbers)
    points = sum(_ends(text, ".", ",") for text in numbers)
    return "," if commas > points else "."


def _ends(text: str, mark: str, other: str) -> bool:
    """Whether ``mark`` is the last separator, and not one of thousands."""
    whole, separator, rest = text.rpartition(mark)
    if not separator or other in rest or not rest.isdecimal():
        return False
    return len(rest) != 3 or other in whole


def number(text: str, decimal: str) -> Decimal | None:
    """Parses a number; None for anything else. ``decimal``: the decimal separator."""
    negative, digits = _digits(text)
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


def _digits(text: str) -> tuple[bool, str]:
    """Returns whether it is negative, and the text without signs, spaces and a currency."""
    text = ascii_number(text, ".").strip()
    is_bracketed = text.startswith("(") and text.endswith(")")
    text = AROUND_CURRENCY.sub("", without_slash(text.strip("()")))
    has_minus = bool(text) and (text[0] in MINUS or text[-1] in MINUS)
    text = AROUND_CURRENCY.sub("", text.strip(MINUS + "+ "))
    return is_bracketed or has_minus, SPACES.sub("", text)


def mark_of(text: str) -> str:
    """Returns the currency's sign or word beside a number, as written; "" for none."""
    text = ascii_number(text, ".")
    mark = re.search(CURRENCY, without_slash(text.strip(" ()")).strip(" " + MINUS + "+"))
    return mark[0] if mark else ""


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would evaluate it."""
    return re.match(r"[=@]|[+-]\s*[^\W\d]+[\d(!$]", text) is not None
