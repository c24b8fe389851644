"""Reads a spreadsheet of old sessions: by day, who won or lost what, and which cells are wrong.
Pure: no database, and nothing of the group but the digits of its money.

A spreadsheet is long (a row per player of a session: day, player, amount, points) or wide (a row
per session and a column per player; or transposed)."""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scorekeeper.engine.words import Phrase, _
from scorekeeper.exchange.spreadsheets.cells import Cell, CellTable
from scorekeeper.exchange.spreadsheets.values import (
    DayOrder,
    UnclearError,
    day,
    decimal_of,
    is_formula,
    mark_of,
    number,
    order_of,
)


class Unit(StrEnum):
    """What the numbers are, where no heading names them."""

    AMOUNT = "amount"
    POINTS = "points"


HEADINGS: Final[Mapping[str, frozenset[str]]] = {
    "day": frozenset(
        ["date", "day", "session", "night", "on", "datum", "तारीख", "दिन", "तिथि", "தேதி"]
    ),
    "player": frozenset(["player", "name", "who", "spieler", "खिलाड़ी", "नाम", "பெயர்"]),
    "amount": frozenset(
        ["amount", "net", "money", "won", "result", "sum", "betrag", "राशि", "रकम", "पैसे", "தொகை"]
    ),
    "points": frozenset(["points", "score", "punkte", "अंक", "புள்ளிகள்"]),
}
LARGEST: Final = 10**13
"""Minor units: more is a typing error."""
MOST_POINTS: Final = 10**7
POINT_PARTS: Final = 4
"""Points have quarters at the finest, which are exact."""


@dataclass(frozen=True, slots=True)
class SpreadsheetFault:
    """``line`` and ``column`` as a spreadsheet counts them; 0: of no single cell."""

    line: int
    column: int
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class SpreadsheetResult:
    """One player's result of a session. ``amount``: minor units."""

    name: Cell
    cell: Cell
    """Where its faults are shown."""
    amount: int | None
    points: float | None


@dataclass(frozen=True, slots=True)
class SpreadsheetDay:
    on: date
    line: int
    """The first line of the day."""
    lines: tuple[SpreadsheetResult, ...]

    @property
    def total(self) -> int:
        """The sum of its amounts: 0, unless something is wrong."""
        return sum(line.amount or 0 for line in self.lines)


@dataclass
class Spreadsheet:
    """A parsed spreadsheet. ``is_unclear``: some days are ambiguous, and no order was chosen."""

    days: list[SpreadsheetDay] = field(default_factory=list)
    faults: list[SpreadsheetFault] = field(default_factory=list)
    delimiter: str = ""
    decimal: str = "."
    order: DayOrder | None = None
    is_unclear: bool = False
    is_wide: bool = False
    undated: set[tuple[int, int]] = field(default_factory=set)
    """Lines and columns of cells that are not a day: each is one fault."""

    @property
    def names(self) -> list[str]:
        """The names as written, each once."""
        return list(dict.fromkeys(line.name.text for day in self.days for line in day.lines))


@dataclass(frozen=True, slots=True)
class _Entry:
    on: Cell
    name: Cell
    values: Mapping[str, Cell]


def read_spreadsheet(
    cells: CellTable,
    *,
    digits: int,
    marks: Collection[str],
    counts: Unit,
    order: DayOrder | None,
) -> Spreadsheet:
    """Parses the cells. ``digits``: of the money; ``marks``: its code and signs, in lower case;
    ``order``: as chosen, None where the days have to show it. Never raises: problems are in
    ``faults``."""
    spreadsheet = Spreadsheet(delimiter=cells.delimiter)
    for cell in cells.rows[0]:
        signs = [character for character in cell.text if unicodedata.category(character) == "Sc"]
        phrases = (_currency_fault(sign, marks) for sign in signs)
        if phrase := next((text for text in phrases if text), None):
            spreadsheet.faults.append(_fault(cell, phrase))
    entries = list(_entries(cells, counts, spreadsheet))
    days = [entry.on.text for entry in entries]
    spreadsheet.order = order_of(days) or order
    spreadsheet.decimal = decimal_of(c.text for entry in entries for c in entry.values.values())
    by_day: dict[date, list[SpreadsheetResult]] = defaultdict(list)
    for entry in entries:
        on, result = _day(entry.on, spreadsheet), _result(entry, spreadsheet, digits, marks)
        if on is not None and result is not None:
            by_day[on].append(result)
    for on, lines in sorted(by_day.items()):
        spreadsheet.days.append(
            SpreadsheetDay(on, min(line.cell.line for line in lines), tuple(lines))
        )
        _check_duplicates(spreadsheet.days[-1], spreadsheet)
    spreadsheet.faults.sort(key=lambda fault: (fault.line, fault.column))
    return spreadsheet


# Which cell is what -------------------------------------------------------------------------


def _entries(cells: CellTable, counts: Unit, spreadsheet: Spreadsheet) -> Iterator[_Entry]:
    head = cells.rows[0]
    if columns := _long_columns(head):
        yield from _long_entries(cells.rows[1:], columns, spreadsheet)
    elif sum(_is_day(cell.text) for cell in head[1:]) > 1:
        spreadsheet.is_wide = True
        yield from _wide_entries(_transposed(cells.rows), counts)
    elif _is_day(head[0].text):
        yield from _headless_entries(cells.rows, counts, spreadsheet)
    else:
        spreadsheet.is_wide = True
        yield from _wide_entries(cells.rows, counts)


def _long_columns(head: Sequence[Cell]) -> dict[str, int]:
    """Returns the columns of day, player and numbers; empty if the heading does not name them."""
    columns: dict[str, int] = {}
    for place, cell in enumerate(head):
        words = set(cell.text.casefold().replace("(", " ").replace(")", " ").split())
        for name, headings in HEADINGS.items():
            if words & headings:
                columns.setdefault(name, place)
    is_long = {"day", "player"} <= columns.keys() and {"amount", "points"} & columns.keys()
    return columns if is_long else {}


def _is_day(text: str) -> bool:
    try:
        return (
            day(text, DayOrder.DAY_FIRST) is not None or day(text, DayOrder.MONTH_FIRST) is not None
        )
    except UnclearError:
        return True


def _long_entries(
    rows: Iterable[Sequence[Cell]], columns: Mapping[str, int], spreadsheet: Spreadsheet
) -> Iterator[_Entry]:
    for row in rows:
        cells = {
            name: row[index] if index < len(row) else Cell(row[0].line, index + 1, "")
            for name, index in columns.items()
        }
        values = {str(name): cells[name] for name in Unit if name in cells}
        if not cells["player"].text:
            spreadsheet.faults.append(_fault(cells["player"], _("A name is missing here.")))
        else:
            yield _Entry(cells["day"], cells["player"], values)


def _headless_entries(
    rows: Sequence[Sequence[Cell]], counts: Unit, spreadsheet: Spreadsheet
) -> Iterator[_Entry]:
    """Reads day, player and number without a heading."""
    if len(rows[0]) < 3 or number(rows[0][1].text, ".") is not None:
        text = _("Player or column names are missing. Put them in the first row.")
        spreadsheet.faults.append(_fault(rows[0][0], text))
        return
    yield from _long_entries(rows, {"day": 0, "player": 1, str(counts): 2}, spreadsheet)


def _wide_entries(rows: Sequence[Sequence[Cell]], counts: Unit) -> Iterator[_Entry]:
    """Reads a wide table; an empty cell means absent."""
    names = {place: cell for place, cell in enumerate(rows[0]) if place and cell.text}
    for row in rows[1:]:
        for place, cell in enumerate(row):
            if place in names and cell.text:
                yield _Entry(row[0], names[place], {str(counts): cell})


def _transposed(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Transposes the rows; each cell keeps its line and column."""
    width = max(map(len, rows))
    return [
        [row[index] if index < len(row) else Cell(row[0].line, index + 1, "") for row in rows]
        for index in range(width)
    ]


# What the cells hold ------------------------------------------------------------------------


def _fault(cell: Cell, phrase: Phrase) -> SpreadsheetFault:
    return SpreadsheetFault(cell.line, cell.column, phrase)


def _day(cell: Cell, spreadsheet: Spreadsheet) -> date | None:
    try:
        on = day(cell.text, spreadsheet.order)
    except UnclearError:
        spreadsheet.is_unclear = True
        return None
    if on is None:
        text = cell.text or "–"
        if (
            cell.line,
            cell.column,
        ) not in spreadsheet.undated:  # called for each cell of a wide row
            spreadsheet.undated.add((cell.line, cell.column))
            phrase = _("“{text}” is not a valid date. Example: 2024-11-30.").format(text=text)
            spreadsheet.faults.append(_fault(cell, phrase))
    return on


def _result(
    entry: _Entry, spreadsheet: Spreadsheet, digits: int, marks: Collection[str]
) -> SpreadsheetResult | None:
    """Returns None where a number is wrong or missing."""
    numbers: dict[str, Decimal] = {}
    for kind, cell in entry.values.items():
        if not cell.text:
            continue
        value = None if is_formula(cell.text) else number(cell.text, spreadsheet.decimal)
        phrase = _not_a_number(cell.text) if value is None else _number_fault(kind, value, digits)
        if value is not None and kind == Unit.AMOUNT:
            phrase = phrase or _currency_fault(cell.text, marks)
        if value is None or phrase is not None:
            spreadsheet.faults.append(_fault(cell, phrase or _not_a_number(cell.text)))
            return None
        numbers[kind] = value
    first = next(iter(entry.values.values()))
    if not numbers:
        spreadsheet.faults.append(_fault(first, _("A number is missing here.")))
        return None
    amount, points = numbers.get("amount"), numbers.get("points")
    return SpreadsheetResult(
        entry.name,
        first,
        None if amount is None else int(amount.scaleb(digits)),
        None if points is None else float(points),
    )


def _not_a_number(text: str) -> Phrase:
    if is_formula(text):
        return _("“{text}” is a formula. Paste its value instead.").format(text=text)
    return _("“{text}” is not a number.").format(text=text)


def _currency_fault(text: str, marks: Collection[str]) -> Phrase | None:
    mark = mark_of(text)
    if not mark or mark.casefold() in marks or mark.rstrip(".").casefold() in marks:
        return None
    phrase = _("“{text}” is in another currency than the group. Convert it first.")
    return phrase.format(text=text)


def _number_fault(kind: str, value: Decimal, digits: int) -> Phrase | None:
    if kind == Unit.POINTS:
        if abs(value) > MOST_POINTS or value * POINT_PARTS % 1:
            return _("Points can be whole, half or quarter numbers.")
        return None
    if abs(value) > LARGEST or abs(value.scaleb(digits)) > LARGEST:
        return _("This number is too large.")
    is_grouped = value.as_tuple().exponent == -3 and digits < 3  # 1.500: one and a half, or 1500?
    if is_grouped or value.scaleb(digits) % 1:
        return _("The group’s currency has {digits} decimal places.").format(digits=digits)
    return None


def _check_duplicates(day: SpreadsheetDay, spreadsheet: Spreadsheet) -> None:
    names: set[str] = set()
    for line in day.lines:
        if line.name.text in names:
            text = _("{name} appears twice on this day.").format(name=line.name.text)
            spreadsheet.faults.append(_fault(line.cell, text))
        names.add(line.name.text)
