"""Reads a spreadsheet of old sessions: by day, who won or lost what, and which cells are wrong.
Pure: no database, and nothing of the group but the digits of its money.

A spreadsheet is long (a row per player of a session: day, player, amount, points) or wide (a row
per session and a column per player; or transposed)."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scorekeeper.core.localization.words import Minor
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.exchange.spreadsheets.cells import Cell, CellTable
from scorekeeper.extensions.exchange.spreadsheets.values import (
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
    """The unit of the numbers, where no heading names it."""

    AMOUNT = "amount"
    POINTS = "points"


class Uneven(StrEnum):
    """The choices for a session whose amounts do not add up to zero."""

    FIX = ""
    """It has to be corrected first."""
    LEAVE_OUT = "out"
    BOOK = "book"
    """The difference is booked on a name."""


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
TOTALS: Final = frozenset(
    [
        *("total", "totals", "sum", "sums", "check", "checksum", "grand", "difference", "diff"),
        *("gesamt", "summe", "kontrolle", "probe", "σ", "∑", "कुल", "योग", "जोड़", "மொத்தம்"),
    ]
)
"""Words of columns and rows that add up the others, in small letters."""
SPLITWISE: Final = frozenset(["description", "category", "cost", "currency"])
"""Columns of a Splitwise export that are no players."""
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

    @property
    def names(self) -> list[Cell]:
        return [line.name for line in self.lines]


@dataclass(frozen=True, slots=True)
class UnevenSession:
    """``key``: its day and its number on this day; ``off``: its sum, in minor units."""

    key: str
    on: date
    line: int
    off: int


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
    notes: list[SpreadsheetFault] = field(default_factory=list)
    """What is left out or booked, and prevents nothing."""
    has_loose: bool = False
    """Some cells are under no heading."""
    uneven: list[UnevenSession] = field(default_factory=list)
    """The sessions whose amounts do not add up to zero."""
    loose: list[Cell] = field(default_factory=list)
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
    drops_loose: bool = False,
    uneven: Uneven = Uneven.FIX,
    uneven_by_key: Mapping[str, Uneven] = MappingProxyType({}),
    booked_on: str = "",
) -> Spreadsheet:
    """Parses the cells. ``digits``: of the money; ``marks``: its code and signs, in lower case;
    ``order``: as chosen, None where the days have to show it; ``drops_loose``: leave out cells
    under no heading; ``uneven``: what becomes of sessions that do not add up, but for those with a
    choice of their own, with the name on which their difference is booked. Never raises: problems
    are in ``faults``."""
    spreadsheet = Spreadsheet(delimiter=cells.delimiter)
    for cell in cells.rows[0]:
        signs = [character for character in cell.text if unicodedata.category(character) == "Sc"]
        phrases = (_currency_fault(sign, marks) for sign in signs)
        if phrase := next((text for text in phrases if text), None):
            spreadsheet.faults.append(_fault(cell, phrase))
    entries = list(_entries(_without_bookkeeping(cells, marks, spreadsheet), counts, spreadsheet))
    _note_loose(spreadsheet, drops=drops_loose)
    days = [entry.on.text for entry in entries]
    spreadsheet.order = order_of(days) or order
    spreadsheet.decimal = decimal_of(c.text for entry in entries for c in entry.values.values())
    by_day: dict[date, dict[tuple[int, int], list[SpreadsheetResult]]] = defaultdict(dict)
    for entry in entries:
        on, result = _day(entry.on, spreadsheet), _result(entry, spreadsheet, digits, marks)
        if on is not None and result is not None:
            by_day[on].setdefault((entry.on.line, entry.on.column), []).append(result)
    for on, rows in sorted(by_day.items()):
        games = _games(list(rows.values()), is_wide=spreadsheet.is_wide)
        for place, lines in enumerate(games, 1):
            day = SpreadsheetDay(on, min(line.cell.line for line in lines), tuple(lines))
            _check_duplicates(day, spreadsheet)
            key = f"{on.isoformat()}-{place}"
            if day.total:
                spreadsheet.uneven.append(UnevenSession(key, on, day.line, day.total))
            choice = uneven_by_key.get(key, uneven)
            spreadsheet.days += _evened(day, spreadsheet, choice, booked_on)
    spreadsheet.faults.sort(key=lambda fault: (fault.line, fault.column))
    return spreadsheet


# An export of Splitwise ----------------------------------------------------------------------


def _without_bookkeeping(
    cells: CellTable, marks: Collection[str], spreadsheet: Spreadsheet
) -> CellTable:
    """Returns an export of Splitwise as days and players: without its other columns, payments and
    balances. Any other table is returned unchanged."""
    head = [cell.text.casefold() for cell in cells.rows[0]]
    if not SPLITWISE.issubset(head):
        return cells
    rows = [tuple(cell for cell in cells.rows[0] if cell.text.casefold() not in SPLITWISE)]
    for row in cells.rows[1:]:
        texts = dict(zip(head, row, strict=False))
        if "category" in texts and texts["category"].text.casefold() == "payment":
            phrase = _("“{text}” is a payment and isn’t a session: it is left out.")
            cell = texts.get("description", row[0])
            spreadsheet.notes.append(_fault(cell, phrase.format(text=cell.text)))
        elif "description" in texts and texts["description"].text.casefold() == "total balance":
            spreadsheet.notes.append(_left_out_row((texts["description"],)))
        else:
            currency = texts.get("currency")
            if currency and (fault := _currency_fault(currency.text, marks)):
                spreadsheet.faults.append(_fault(currency, fault))
            rows.append(tuple(_involved(head, row)))
    return CellTable(tuple(rows), cells.delimiter)


def _involved(head: Sequence[str], row: Sequence[Cell]) -> Iterator[Cell]:
    """Yields the day and each player's share; empty for the 0.00 of who took no part."""
    for name, cell in zip(head, row, strict=False):
        if name not in SPLITWISE:
            yield replace(cell, text="") if re.fullmatch(r"-?0[.,]?0*", cell.text) else cell


# Several games of a day, and games that do not add up -----------------------------------------


def _games(rows: list[list[SpreadsheetResult]], *, is_wide: bool) -> list[list[SpreadsheetResult]]:
    """Returns the results of a day, game by game: a wide table has a row for each, in a long one a
    game ends where a name comes again. Rows in which nobody is twice are one game, unless each
    adds up by itself."""
    lines = [line for row in rows for line in row]
    is_once = len({line.name.text for line in lines}) == len(lines)
    if is_wide:
        return [lines] if is_once and not all(map(_adds_up, rows)) else rows
    if is_once:
        return [lines]
    games = [list[SpreadsheetResult]()]
    for line in lines:
        if line.name.text in {other.name.text for other in games[-1]}:
            games.append([])
        games[-1].append(line)
    if all(map(_adds_up, games)):
        return games
    parts = _parts_of_zero(lines)
    if all(map(_adds_up, parts)):
        return parts
    return games if all(len(game) > 1 for game in games) else [lines]


def _adds_up(lines: Sequence[SpreadsheetResult]) -> bool:
    return len(lines) > 1 and not sum(line.amount or 0 for line in lines)


def _parts_of_zero(lines: Iterable[SpreadsheetResult]) -> list[list[SpreadsheetResult]]:
    parts = [list[SpreadsheetResult]()]
    for line in lines:
        if _adds_up(parts[-1]):
            parts.append([])
        parts[-1].append(line)
    return parts


def _evened(
    day: SpreadsheetDay, spreadsheet: Spreadsheet, uneven: Uneven, booked_on: str
) -> list[SpreadsheetDay]:
    """Returns the session as it is imported; none if it is left out because it does not add up."""
    off = day.total
    if not off:
        return [day]
    if uneven is Uneven.FIX or (uneven is Uneven.BOOK and not booked_on):
        return [day]
    if uneven is Uneven.LEAVE_OUT:
        phrase = _("This session doesn’t add up, and is left out.")
        spreadsheet.notes.append(SpreadsheetFault(day.line, 0, phrase))
        return []
    phrase = _("This session doesn’t add up: {off} is booked on {name}.")
    phrase = phrase.format(off=Minor(-off), name=booked_on)
    spreadsheet.notes.append(SpreadsheetFault(day.line, 0, phrase))
    name = next((n for n in day.names if n.text.casefold() == booked_on.casefold()), None)
    if name is None:
        cell = Cell(day.line, 0, booked_on)
        return [replace(day, lines=(*day.lines, SpreadsheetResult(cell, cell, -off, None)))]
    lines = (
        replace(line, amount=(line.amount or 0) - off) if line.name == name else line
        for line in day.lines
    )
    return [replace(day, lines=tuple(lines))]


# Which cell is what -------------------------------------------------------------------------


def _entries(cells: CellTable, counts: Unit, spreadsheet: Spreadsheet) -> Iterator[_Entry]:
    head = cells.rows[0]
    if columns := _long_columns(head):
        named = {place for place, cell in enumerate(head) if cell.text}
        yield from _long_entries(cells.rows[1:], columns, named, spreadsheet)
    elif sum(_is_day(cell.text) for cell in head[1:]) > 1:
        spreadsheet.is_wide = True
        yield from _wide_entries(_transposed(cells.rows), counts, spreadsheet)
    elif _is_day(head[0].text):
        yield from _headless_entries(cells.rows, counts, spreadsheet)
    else:
        spreadsheet.is_wide = True
        yield from _wide_entries(cells.rows, counts, spreadsheet)


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
    rows: Iterable[Sequence[Cell]],
    columns: Mapping[str, int],
    named: Collection[int],
    spreadsheet: Spreadsheet,
) -> Iterator[_Entry]:
    """``named``: the columns that have a heading."""
    for row in rows:
        cells = {
            name: row[index] if index < len(row) else Cell(row[0].line, index + 1, "")
            for name, index in columns.items()
        }
        values = {str(name): cells[name] for name in Unit if name in cells}
        spreadsheet.loose += [
            cell for place, cell in enumerate(row) if cell.text and place not in named
        ]
        if any(_is_total(cells[name].text) for name in ("day", "player")):
            spreadsheet.notes.append(_left_out_row(row))
        elif not cells["player"].text:
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
    yield from _long_entries(rows, {"day": 0, "player": 1, str(counts): 2}, range(3), spreadsheet)


def _wide_entries(
    rows: Sequence[Sequence[Cell]], counts: Unit, spreadsheet: Spreadsheet
) -> Iterator[_Entry]:
    """Reads a wide table; an empty cell means absent. Columns and rows of totals are left out."""
    decimal = decimal_of(cell.text for row in rows[1:] for cell in row[1:])
    names = {place: cell for place, cell in enumerate(rows[0]) if place and cell.text}
    numbers = [_numbers_of(row, names, decimal) for row in rows[1:]]
    for place in _total_columns(names, numbers):
        phrase = _("“{text}” adds up the others and isn’t a player: it is left out.")
        spreadsheet.notes.append(_fault(names[place], phrase.format(text=names[place].text)))
        del names[place]
    for index, row in enumerate(rows[1:]):
        if _is_total(row[0].text) or (
            index == len(numbers) - 1 and _is_sum_row(row, numbers[:index], numbers[index], names)
        ):
            spreadsheet.notes.append(_left_out_row(row))
            continue
        for place, cell in enumerate(row):
            if place in names and cell.text:
                yield _Entry(row[0], names[place], {str(counts): cell})
            elif place and cell.text and not (place < len(rows[0]) and rows[0][place].text):
                spreadsheet.loose.append(cell)


# Totals, and cells of nobody --------------------------------------------------------------------


def _is_total(text: str) -> bool:
    """Whether all words are of a total: ``Total``, ``Grand total (₹)``, ``Sum 2024``."""
    words = re.sub(r"[^\w∑\s\u0900-\u097f\u0b80-\u0bff]|[\d_]", " ", text.casefold()).split()
    return bool(words) and all(word in TOTALS for word in words)


def _numbers_of(row: Sequence[Cell], names: Mapping[int, Cell], decimal: str) -> dict[int, Decimal]:
    read = ((place, number(row[place].text, decimal)) for place in names if place < len(row))
    return {place: value for place, value in read if value is not None}


def _total_columns(
    names: Mapping[int, Cell], numbers: Sequence[Mapping[int, Decimal]]
) -> list[int]:
    """Returns the columns that are called so, or whose cells are the sums of the others in at
    least two rows, and in no row anything else."""
    called = [place for place, cell in names.items() if _is_total(cell.text)]
    if len(names) - len(called) < 3:
        return called
    players = names.keys() - set(called)
    return called + [place for place in sorted(players) if _adds(place, players, numbers)]


def _adds(place: int, players: Collection[int], numbers: Sequence[Mapping[int, Decimal]]) -> bool:
    sums = [
        (row[place], sum(value for other, value in row.items() if other in players) - row[place])
        for row in numbers
        if place in row
    ]
    return sum(bool(own) for own, _others in sums) > 1 and all(own == rest for own, rest in sums)


def _is_sum_row(
    row: Sequence[Cell],
    before: Sequence[Mapping[int, Decimal]],
    own: Mapping[int, Decimal],
    names: Mapping[int, Cell],
) -> bool:
    """Whether the last row, which has no day, is the sum of those before it."""
    values = {place: value for place, value in own.items() if place in names}
    if _is_day(row[0].text) or len(before) < 2 or not any(values.values()):
        return False
    return all(
        value == sum(numbers.get(place, Decimal(0)) for numbers in before)
        for place, value in values.items()
    )


def _left_out_row(row: Sequence[Cell]) -> SpreadsheetFault:
    first = next(cell for cell in row if cell.text)
    phrase = _("“{text}” adds up the others and isn’t a session: it is left out.")
    return SpreadsheetFault(first.line, first.column, phrase.format(text=first.text))


def _note_loose(spreadsheet: Spreadsheet, *, drops: bool) -> None:
    """Asks whose the cells under no heading are, or says that they are left out."""
    spreadsheet.has_loose = bool(spreadsheet.loose)
    for cell in spreadsheet.loose:
        if drops:
            phrase = _("“{text}” is under no heading: it is left out.")
            spreadsheet.notes.append(_fault(cell, phrase.format(text=cell.text)))
        else:
            phrase = _(
                "“{text}” is under no heading. Enter in the first row whose it is, or leave such "
                "cells out."
            )
            spreadsheet.faults.append(_fault(cell, phrase.format(text=cell.text)))


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
