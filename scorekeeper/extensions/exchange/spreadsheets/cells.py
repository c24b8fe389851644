"""Splits a file or pasted text into rows of cells with their positions. Knows nothing of sessions
or players; no database. Cells are text: no formula is evaluated."""

import csv
import io
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.words import Phrase, _

DELIMITERS: Final = "\t;,|"
SAMPLE: Final = 50
"""How many rows are looked at to detect the delimiter."""
WIDEST: Final = 202
"""Cells of a row: a day, two hundred players, and one more."""
LONGEST_CELL: Final = 200
SEPARATOR: Final = re.compile(r"\ufeff?sep=([\t;,|])\r?\n", re.IGNORECASE)
"""A first line in which a spreadsheet names its delimiter."""
FORMULA: Final = ("=", "+", "-", "@")


class UnreadableError(Exception):
    """This is not a spreadsheet; ``phrase`` says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


@dataclass(frozen=True, slots=True)
class Cell:
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class CellTable:
    rows: tuple[tuple[Cell, ...], ...]
    """Without empty rows."""
    delimiter: str


def decode(content: bytes) -> tuple[str, str]:
    """Returns the text and its encoding. Raises UnreadableError."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _decode_as(content, "UTF-16")
    if content.startswith(BOM_UTF8):
        return _decode_as(content, "UTF-8-SIG")
    if b"\0" in content[:200]:
        return _decode_as(content, "UTF-16-LE" if content[1:2] == b"\0" else "UTF-16-BE")
    try:
        return _decode_as(content, "UTF-8")
    except UnreadableError:
        return _decode_as(content, "Windows-1252")


def _decode_as(content: bytes, encoding: str) -> tuple[str, str]:
    try:
        return content.decode(encoding), encoding.removesuffix("-SIG")
    except UnicodeDecodeError:
        raise UnreadableError(
            _("This file can’t be read. Save it as “CSV UTF-8”, or paste the cells here.")
        ) from None


def read_cells(text: str, *, most: int) -> CellTable:
    """Splits text into cells. ``most``: lines. Raises UnreadableError."""
    if "\0" in text or text.startswith("PK\x03\x04"):
        raise UnreadableError(_("This is not a table. Save the spreadsheet as CSV."))
    lines = text.count("\n") + bool(text and not text.endswith("\n"))
    if lines > most:
        raise UnreadableError(
            _(
                "Too many lines: {lines} (max. {most}). Import it in parts, or ask the server "
                "admin."
            ).format(lines=lines, most=most)
        )
    declared = SEPARATOR.match(text)
    delimiter = declared[1] if declared else _delimiter(text)
    rows = tuple(
        _rows(text[declared.end() :] if declared else text, delimiter, first=bool(declared))
    )
    if not rows:
        raise UnreadableError(_("Nothing to import."))
    return CellTable(rows, delimiter)


def _rows(text: str, delimiter: str, *, first: int) -> list[tuple[Cell, ...]]:
    """``first``: how many lines precede these."""
    rows: list[tuple[Cell, ...]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            cells = tuple(
                Cell(first + reader.line_num, column, _unquoted(text))
                for column, text in enumerate(row, 1)
            )
            if len(cells) > WIDEST or any(len(cell.text) > LONGEST_CELL for cell in cells):
                raise UnreadableError(_bad_row(first + reader.line_num))
            if any(cell.text for cell in cells):
                rows.append(cells)
    except csv.Error:
        raise UnreadableError(_bad_row(first + reader.line_num)) from None
    return rows


def _bad_row(line: int) -> Phrase:
    return _("Line {line} is not a valid row: too long, or a quotation mark is missing.").format(
        line=line
    )


def _unquoted(text: str) -> str:
    """Removes the apostrophe that a spreadsheet puts before what it should not evaluate."""
    text = " ".join(text.split())
    return text[1:].strip() if text.startswith("'") and text[1:2] in FORMULA else text


def _delimiter(text: str) -> str:
    """Returns the delimiter that cuts most of the first rows into equally many cells."""
    lines = [line for line in text.splitlines() if line.strip()][:SAMPLE]

    def fit(delimiter: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        usual = max(widths, key=widths.count, default=0)
        return (widths.count(usual) if usual > 1 else 0), -DELIMITERS.index(delimiter)

    try:
        return max(DELIMITERS, key=fit)
    except csv.Error:
        return ","
