"""What a table of old nights says: by day, who won or lost what, and what is wrong with which cell.
Pure: no database, and nothing of the club but how many digits its money has.

A table is long (a row for each player of a night: day, player, amount, points) or wide (a row for
each night, a column for each player; or the other way round).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scorekeeper.engine.words import Phrase, _
from scorekeeper.history.cells import BookCell, BookSheet
from scorekeeper.history.values import (
    DayOrder,
    UnclearError,
    day,
    decimal_of,
    is_formula,
    mark_of,
    number,
    order_of,
)


class BookCounts(StrEnum):
    """What the numbers of a table are, where no heading says it."""

    AMOUNT = "amount"
    POINTS = "points"


HEADINGS: Final[Mapping[str, frozenset[str]]] = {
    "day": frozenset(["date", "day", "night", "on", "datum", "तारीख", "दिन", "तिथि", "தேதி"]),
    "player": frozenset(["player", "name", "who", "spieler", "खिलाड़ी", "नाम", "பெயர்"]),
    "amount": frozenset(
        ["amount", "net", "money", "won", "result", "sum", "betrag", "राशि", "रकम", "पैसे", "தொகை"]
    ),
    "points": frozenset(["points", "score", "punkte", "अंक", "புள்ளிகள்"]),
}
LARGEST: Final = 10**13
"""Minor units: more is a slip of the pen."""
MOST_POINTS: Final = 10**7
FIRST_PARTS: Final = 4
"""Points are kept in quarters at the finest, which are exact."""


@dataclass(frozen=True, slots=True)
class BookFault:
    """``line`` and ``column`` as a spreadsheet counts them; 0: of no cell alone."""

    line: int
    column: int
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class BookSaid:
    """What the table says of one player in one night. ``amount``: minor units."""

    name: BookCell
    at: BookCell
    """Where a fault of it is shown."""
    amount: int | None
    points: float | None


@dataclass(frozen=True, slots=True)
class BookDay:
    on: date
    line: int
    """The first of it."""
    lines: tuple[BookSaid, ...]

    @property
    def off(self) -> int:
        """What its amounts come to: nothing, unless something is wrong."""
        return sum(line.amount or 0 for line in self.lines)


@dataclass
class Book:
    """``unclear``: some days may be one of two, and nobody has said which."""

    days: list[BookDay] = field(default_factory=list)
    faults: list[BookFault] = field(default_factory=list)
    delimiter: str = ""
    decimal: str = "."
    order: DayOrder | None = None
    unclear: bool = False
    wide: bool = False
    undated: set[tuple[int, int]] = field(default_factory=set)
    """Lines and columns of days that are none: each is a fault once."""

    @property
    def names(self) -> list[str]:
        """As they stand there, each once."""
        found = dict.fromkeys(line.name.text for day in self.days for line in day.lines)
        return list(found)


@dataclass(frozen=True, slots=True)
class _Entry:
    on: BookCell
    name: BookCell
    values: Mapping[str, BookCell]


def read_book(
    sheet: BookSheet,
    *,
    digits: int,
    marks: Collection[str],
    counts: BookCounts,
    order: DayOrder | None,
) -> Book:
    """``digits``: of the money; ``marks``: its code and signs, in small letters;
    ``order``: as somebody said, None where the table has to show it.
    Never raises: what is wrong stands in ``faults``."""
    book = Book(delimiter=sheet.delimiter)
    for cell in sheet.rows[0]:
        signs = [letter for letter in cell.text if unicodedata.category(letter) == "Sc"]
        if wrong := next((w for w in (_of_another_currency(s, marks) for s in signs) if w), None):
            book.faults.append(_fault(cell, wrong))
    entries = list(_entries(sheet, counts, book))
    days = [entry.on.text for entry in entries]
    book.order = order_of(days) or order
    book.decimal = decimal_of(c.text for entry in entries for c in entry.values.values())
    by_day: dict[date, list[BookSaid]] = defaultdict(list)
    for entry in entries:
        on = _day(entry.on, book)
        said = _said(entry, book, digits, marks)
        if on is not None and said is not None:
            by_day[on].append(said)
    for on, lines in sorted(by_day.items()):
        book.days.append(BookDay(on, min(said.at.line for said in lines), tuple(lines)))
        _check_twice(book.days[-1], book)
    book.faults.sort(key=lambda fault: (fault.line, fault.column))
    return book


# Which cell is what ----------------------------------------------------------------------------


def _entries(sheet: BookSheet, counts: BookCounts, book: Book) -> Iterator[_Entry]:
    head = sheet.rows[0]
    if columns := _long_columns(head):
        yield from _of_long(sheet.rows[1:], columns, book)
    elif sum(_is_day(cell.text) for cell in head[1:]) > 1:
        book.wide = True
        yield from _of_wide(_turned(sheet.rows), counts)
    elif _is_day(head[0].text):
        yield from _of_headless(sheet.rows, counts, book)
    else:
        book.wide = True
        yield from _of_wide(sheet.rows, counts)


def _long_columns(head: Sequence[BookCell]) -> dict[str, int]:
    """Where day, player and numbers stand; nothing of a heading that names no player's column."""
    found: dict[str, int] = {}
    for place, cell in enumerate(head):
        words = set(cell.text.casefold().replace("(", " ").replace(")", " ").split())
        for what, known in HEADINGS.items():
            if words & known:
                found.setdefault(what, place)
    is_long = {"day", "player"} <= found.keys() and {"amount", "points"} & found.keys()
    return found if is_long else {}


def _is_day(told: str) -> bool:
    try:
        return (
            day(told, DayOrder.DAY_FIRST) is not None or day(told, DayOrder.MONTH_FIRST) is not None
        )
    except UnclearError:
        return True


def _of_long(
    rows: Iterable[Sequence[BookCell]], columns: Mapping[str, int], book: Book
) -> Iterator[_Entry]:
    for row in rows:
        told = {
            what: row[at] if at < len(row) else BookCell(row[0].line, at + 1, "")
            for what, at in columns.items()
        }
        values = {str(what): told[what] for what in BookCounts if what in told}
        if not told["player"].text:
            book.faults.append(_fault(told["player"], _("Nobody’s name stands here.")))
        else:
            yield _Entry(told["day"], told["player"], values)


def _of_headless(
    rows: Sequence[Sequence[BookCell]], counts: BookCounts, book: Book
) -> Iterator[_Entry]:
    """Day, player and number without a heading."""
    if len(rows[0]) < 3 or number(rows[0][1].text, ".") is not None:
        text = _("Who won or lost it? The first row has to name the players, or the columns.")
        book.faults.append(_fault(rows[0][0], text))
        return
    yield from _of_long(rows, {"day": 0, "player": 1, str(counts): 2}, book)


def _of_wide(rows: Sequence[Sequence[BookCell]], counts: BookCounts) -> Iterator[_Entry]:
    """An empty cell: was not there."""
    names = {place: cell for place, cell in enumerate(rows[0]) if place and cell.text}
    for row in rows[1:]:
        for place, cell in enumerate(row):
            if place in names and cell.text:
                yield _Entry(row[0], names[place], {str(counts): cell})


def _turned(rows: Sequence[Sequence[BookCell]]) -> list[list[BookCell]]:
    """Players in rows, days in columns: put the other way round; each cell knows where it stood."""
    width = max(map(len, rows))
    return [
        [row[at] if at < len(row) else BookCell(row[0].line, at + 1, "") for row in rows]
        for at in range(width)
    ]


# What they say ---------------------------------------------------------------------------------


def _fault(cell: BookCell, phrase: Phrase) -> BookFault:
    return BookFault(cell.line, cell.column, phrase)


def _day(cell: BookCell, book: Book) -> date | None:
    try:
        found = day(cell.text, book.order)
    except UnclearError:
        book.unclear = True
        return None
    if found is None:
        told = cell.text or "–"
        if (cell.line, cell.column) not in book.undated:  # a wide row asks for each of its cells
            book.undated.add((cell.line, cell.column))
            text = _("“{told}” is no day. Write 2024-11-30.").format(told=told)
            book.faults.append(_fault(cell, text))
    return found


def _said(entry: _Entry, book: Book, digits: int, marks: Collection[str]) -> BookSaid | None:
    """None where a number is wrong, or there is none."""
    told: dict[str, Decimal] = {}
    for what, cell in entry.values.items():
        if not cell.text:
            continue
        value = None if is_formula(cell.text) else number(cell.text, book.decimal)
        wrong = _no_number(cell.text) if value is None else _wrong(what, value, digits)
        if value is not None and what == BookCounts.AMOUNT:
            wrong = wrong or _of_another_currency(cell.text, marks)
        if value is None or wrong is not None:
            book.faults.append(_fault(cell, wrong or _no_number(cell.text)))
            return None
        told[what] = value
    at = next(iter(entry.values.values()))
    if not told:
        book.faults.append(_fault(at, _("No number stands here.")))
        return None
    amount, points = told.get("amount"), told.get("points")
    return BookSaid(
        entry.name,
        at,
        None if amount is None else int(amount.scaleb(digits)),
        None if points is None else float(points),
    )


def _no_number(told: str) -> Phrase:
    if is_formula(told):
        return _("“{told}” is a formula. Paste its value instead.").format(told=told)
    return _("“{told}” is not a number.").format(told=told)


def _of_another_currency(typed: str, marks: Collection[str]) -> Phrase | None:
    mark = mark_of(typed)
    if not mark or mark.casefold() in marks or mark.rstrip(".").casefold() in marks:
        return None
    text = _("“{told}” is in another currency than the group. Convert it first.")
    return text.format(told=typed)


def _wrong(what: str, value: Decimal, digits: int) -> Phrase | None:
    if what == BookCounts.POINTS:
        if abs(value) > MOST_POINTS or value * FIRST_PARTS % 1:
            return _("Points are whole, or with a half or a quarter.")
        return None
    if abs(value) > LARGEST or abs(value.scaleb(digits)) > LARGEST:
        return _("That is too much.")
    is_grouped = value.as_tuple().exponent == -3 and digits < 3  # 1.500: one and a half, or 1500?
    if is_grouped or value.scaleb(digits) % 1:
        return _("The money of the club has {digits} digits after the point.").format(digits=digits)
    return None


def _check_twice(told: BookDay, book: Book) -> None:
    seen: set[str] = set()
    for line in told.lines:
        if line.name.text in seen:
            text = _("{name} stands here twice for this day.").format(name=line.name.text)
            book.faults.append(_fault(line.at, text))
        seen.add(line.name.text)
