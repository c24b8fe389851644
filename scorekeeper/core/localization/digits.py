"""Digits of any script, and decimals as people type them. Pure: the caller knows the reader."""

import re
import unicodedata
from decimal import Decimal
from typing import Final

FOREIGN: Final = re.compile(r"[^\x00-\x7f]")
MARKS: Final = {
    **str.maketrans("．，﹒﹐＋－﹣−–٬’", ".,.,+----''"),
    **dict.fromkeys(map(ord, "\u200e\u200f\u061c")),
}
"""Marks of numbers that another script's keyboard types; marks of direction are left out."""
FIGURES: Final = re.compile(r"([+-]?)\s*(\d[\d., ']*|[.,]\d+)", re.ASCII)
GROUPED: Final = re.compile(
    r"\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*|\d{1,2}(?:([., '])\d{2})(?:\2\d{2})*\2\d{3}"
)
"""Thousands, or the groups of two of South Asia."""


class UnclearNumberError(ValueError):
    """A number that can be meant in two ways: ``readings``, the larger first."""

    def __init__(self, *readings: Decimal) -> None:
        super().__init__(*readings)
        self.readings = readings


def ascii_digits(text: str) -> str:
    """Writes the digits of every script as 0 to 9.

    >>> ascii_digits("१२ गेम, ３٤")
    '12 गेम, 34'
    """
    return FOREIGN.sub(lambda match: str(unicodedata.decimal(match[0], match[0])), text)


def ascii_number(text: str, decimal: str) -> str:
    """Writes a number with the marks of ASCII too, and Arabic's mark of decimals as ``decimal``."""
    return ascii_digits(text).translate(MARKS).replace("٫", decimal)


def read_decimal(text: str, *, decimal: str, group: str, places: int) -> Decimal:
    """Parses a number by what it shows itself: its last mark is the decimal one where it cannot
    be one of thousands. A single mark before three digits is what the reader has it for:
    ``group``, or ``decimal`` where numbers have three ``places``.

    Raises UnclearNumberError where both are possible, ValueError for anything but a number.

    >>> read_decimal("12,50", decimal=".", group=",", places=2)
    Decimal('12.50')
    >>> read_decimal("1 200,50", decimal=".", group=",", places=2)
    Decimal('1200.50')
    """
    match = FIGURES.fullmatch(" ".join(ascii_number(text, decimal).split()))
    if match is None:
        raise ValueError("no number")
    sign, figures = match.groups()
    return Decimal(sign + "1") * _unsigned(figures, decimal, group, places)


def _unsigned(figures: str, decimal: str, group: str, places: int) -> Decimal:
    marks = [figure for figure in figures if not figure.isdecimal()]
    last = marks[-1] if marks else ""
    if last not in (".", ",") or marks.count(last) > 1:
        return _whole(figures)
    whole, _mark, rest = figures.rpartition(last)
    read = Decimal(f"{_whole(whole) if whole else 0}.{rest}")
    if len(marks) > 1 or len(rest) != 3 or whole in ("", "0"):
        if not rest or (len(rest) > 3 and last != decimal):
            raise ValueError("no thousands, and not the mark of decimals")
        return read
    if last == decimal and places == 3:
        return read
    if last == group and places != 3 and GROUPED.fullmatch(figures):
        return _whole(figures)
    raise UnclearNumberError(Decimal(whole + rest), read)


def _whole(figures: str) -> Decimal:
    """Raises ValueError where figures are grouped in an unknown way."""
    if not (figures.isdecimal() or GROUPED.fullmatch(figures)):
        raise ValueError("no thousands")
    return Decimal(re.sub(r"\D", "", figures))
