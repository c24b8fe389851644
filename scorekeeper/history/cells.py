"""A file or a paste as rows of cells, each with where it stands. Knows nothing of nights or people;
no database. Whatever stands in a cell is text: nothing is worked out."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.words import Phrase, _

DELIMITERS: Final = "\t;,|"
SAMPLE: Final = 50
"""Rows by which it is seen what stands between two cells."""
WIDEST: Final = 202
"""Cells of a row: a day, two hundred players, and one to spare."""
LONGEST_CELL: Final = 200
SEPARATOR: Final = re.compile(r"\ufeff?sep=([\t;,|])\r?\n", re.IGNORECASE)
"""By its first line a spreadsheet says what stands between two cells."""
FORMULA: Final = ("=", "+", "-", "@")


class UnreadableError(Exception):
    """No table at all: a sentence for whoever brought it."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


@dataclass(frozen=True, slots=True)
class BookCell:
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class BookSheet:
    rows: tuple[tuple[BookCell, ...], ...]
    """Without empty ones."""
    delimiter: str


def decoded(content: bytes) -> tuple[str, str]:
    """The text, and in which encoding it was. Raises UnreadableError."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return _as(content, "UTF-16")
    if content.startswith(BOM_UTF8):
        return _as(content, "UTF-8-SIG")
    if b"\0" in content[:200]:
        return _as(content, "UTF-16-LE" if content[1:2] == b"\0" else "UTF-16-BE")
    try:
        return _as(content, "UTF-8")
    except UnreadableError:
        return _as(content, "Windows-1252")


def _as(content: bytes, encoding: str) -> tuple[str, str]:
    try:
        return content.decode(encoding), encoding.removesuffix("-SIG")
    except UnicodeDecodeError:
        raise UnreadableError(
            _(
                "The letters of this file cannot be read. Save it as “CSV UTF-8” in the"
                " spreadsheet, or copy the cells and paste them here."
            )
        ) from None


def sheet(text: str, *, most: int) -> BookSheet:
    """``most``: lines. Raises UnreadableError."""
    if "\0" in text:
        raise UnreadableError(
            _("This is no table: a file of a spreadsheet program has to be saved as CSV.")
        )
    if text.startswith("PK\x03\x04"):
        raise UnreadableError(
            _("This is no table: a file of a spreadsheet program has to be saved as CSV.")
        )
    lines = text.count("\n") + bool(text and not text.endswith("\n"))
    if lines > most:
        raise UnreadableError(
            _(
                "These are {lines} lines; a page takes {most} at once. Bring it in parts, year by"
                " year, or let whoever runs the server take it in."
            ).format(lines=lines, most=most)
        )
    named = SEPARATOR.match(text)
    delimiter = named[1] if named else _delimiter(text)
    rows = tuple(_rows(text[named.end() :] if named else text, delimiter, first=bool(named)))
    if not rows:
        raise UnreadableError(_("There is nothing in it."))
    return BookSheet(rows, delimiter)


def _rows(text: str, delimiter: str, *, first: int) -> list[tuple[BookCell, ...]]:
    """``first``: how many lines stand before these."""
    found: list[tuple[BookCell, ...]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            cells = tuple(
                BookCell(first + reader.line_num, column, _plain(told))
                for column, told in enumerate(row, 1)
            )
            if len(cells) > WIDEST or any(len(cell.text) > LONGEST_CELL for cell in cells):
                raise UnreadableError(_wide(first + reader.line_num))
            if any(cell.text for cell in cells):
                found.append(cells)
    except csv.Error:
        raise UnreadableError(_wide(first + reader.line_num)) from None
    return found


def _wide(line: int) -> Phrase:
    return _("Line {line} is no row of a table: too long, or a quotation mark is missing.").format(
        line=line
    )


def _plain(told: str) -> str:
    """A spreadsheet puts ' before what it shall not work out."""
    told = " ".join(told.split())
    return told[1:].strip() if told.startswith("'") and told[1:2] in FORMULA else told


def _delimiter(text: str) -> str:
    """What cuts the first rows into the same number of cells, more than one."""
    lines = [line for line in text.splitlines() if line.strip()][:SAMPLE]

    def fit(delimiter: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        usual = max(widths, key=widths.count, default=0)
        return (widths.count(usual) if usual > 1 else 0), -DELIMITERS.index(delimiter)

    try:
        return max(DELIMITERS, key=fit)
    except csv.Error:
        return ","
