"""Paper: pages of A4 that fill up, lines that break, tables with a head on every page.

Laying out first and painting afterwards (``marks``) lets a page say how many there are. Knows
nothing of what the words mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias

from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import (
    FELT,
    HEIGHT,
    INK,
    LINE,
    WIDTH,
    Box,
    Colour,
    Mark,
    Written,
    moved,
)
from scorekeeper.statements.typesetting import plain, runs, width

MARGIN: Final = 45.0
BOTTOM: Final = HEIGHT - 52.0
"""Below it stands the foot of the page."""
INSIDE: Final = WIDTH - 2 * MARGIN

Align: TypeAlias = Literal["left", "right", "centre"]


def written(
    x: float,
    y: float,
    text: str,
    size: float,
    style: Style = Style.PLAIN,
    colour: Colour = INK,
    align: Align = "left",
    leftward: bool = False,
) -> Written:
    """One line of text that begins, ends or has its middle at ``x``."""
    found = runs(text, style, leftward)
    if align != "left":
        x -= sum(run.width for run in found) * size * (1.0 if align == "right" else 0.5)
    return Written(x, y, found, size, colour, plain(text))


@dataclass
class Paper:
    """Pages as they fill up. ``head`` writes what stands on top of every page but the first;
    ``leftward``: it is read from the right, and will be ``mirrored``."""

    head: Callable[[Paper], None]
    leftward: bool = False
    pages: list[list[Mark]] = field(default_factory=lambda: [[]])
    y: float = MARGIN

    def room(self, height: float) -> bool:
        return self.y + height <= BOTTOM

    def turn(self) -> None:
        self.pages.append([])
        self.y = MARGIN
        self.head(self)

    def need(self, height: float) -> bool:
        """Turn the page unless this much fits; True if it was turned."""
        if self.room(height):
            return False
        self.turn()
        return True

    def skip(self, height: float) -> None:
        self.y += height

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.pages[-1].append(Box(x, y, width, height, colour))

    def put(self, marks: Iterable[Mark], x: float = 0, y: float = 0) -> None:
        """``marks`` around a corner, with the corner here."""
        self.pages[-1] += [moved(mark, x, y) for mark in marks] if x or y else marks

    def rule(self, y: float, colour: Colour = LINE, thick: float = 0.5) -> None:
        self.box(MARGIN, y, INSIDE, thick, colour)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        style: Style = Style.PLAIN,
        colour: Colour = INK,
        align: Align = "left",
    ) -> None:
        if text:
            mark = written(x, y, text, size, style, colour, align, self.leftward)
            self.pages[-1].append(mark)

    def paragraph(
        self,
        text: str,
        size: float = 9,
        style: Style = Style.PLAIN,
        colour: Colour = INK,
        x: float = MARGIN,
        within: float = INSIDE,
    ) -> None:
        """Lines of text; the page turns between two of them."""
        leading = size * 1.4
        for line in wrap(text, within / size, style):
            self.need(leading)
            self.words(x, self.y + size, line, size, style, colour)
            self.skip(leading)


# Breaking lines -----------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def wrap(text: str, room: float, style: Style = Style.PLAIN, most: int = 0) -> tuple[str, ...]:
    """``text`` in lines no wider than ``room`` at size 1; a word too long for one is cut, and where
    there is no room at all, letter by letter.

    With ``most``, no more lines than that, the last ending in "…" when there was more to say.
    """
    if width(text, style) <= room:
        return (" ".join(text.split()),)
    lines, taken, space = [""], 0.0, width("n n", style) - width("nn", style)
    for word in text.split():
        more = width(word, style)
        if lines[-1] and taken + space + more <= room:
            lines[-1] += f" {word}"
            taken += space + more
            continue
        pieces = [word] if more <= room else _cut(word, room, style)
        lines[-1:] = [*([lines[-1]] if lines[-1] else []), *pieces]
        taken = width(lines[-1], style)
        if most and len(lines) > most:
            break
    if most and len(lines) > most:
        lines[most - 1 :] = [_shortened(" ".join(lines[most - 1 :])[:LONGEST], room, style)]
    return tuple(lines)


LONGEST: Final = 400
"""Letters of what is cut to one line: no line has more."""


def _cut(word: str, room: float, style: Style) -> list[str]:
    pieces: list[str] = []
    while word:
        most = int(room * 5) + 1  # no letter is narrower than a fifth
        take = max(1, min(len(word), most))
        while take > 1 and width(word[:take], style) > room:
            take = max(1, min(take - 1, int(take * room / width(word[:take], style)) + 1))
        pieces.append(word[:take])
        word = word[take:]
    return pieces


def _shortened(line: str, room: float, style: Style) -> str:
    while line and width(line + "…", style) > room:
        line = line[:-1]
    return line.rstrip() + "…"


def fit(text: str, room: float, size: float, least: float, style: Style = Style.PLAIN) -> float:
    """The largest size up to ``size``, and not under ``least``, at which text is this wide."""
    taken = width(text, style)
    return size if taken * size <= room else max(least, room / taken)


# Tables -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    width: float
    align: Align = "left"

    def edge(self, left: float, padding: float) -> float:
        if self.align == "left":
            return left + padding
        if self.align == "right":
            return left + self.width - padding
        return left + self.width / 2


@dataclass(frozen=True, slots=True)
class Said:
    """The text of one cell, in lines."""

    lines: tuple[str, ...]
    size: float = 8.5
    style: Style = Style.PLAIN
    colour: Colour = INK

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


class Drawing(Protocol):
    """Marks around a corner of their own."""

    marks: list[Mark]
    height: float


Note: TypeAlias = Said | Drawing


def columns(*widths: float) -> list[Column]:
    """A negative width is a column set to the right; 0 takes what is left."""
    left = INSIDE - sum(abs(width) for width in widths)
    return [Column(abs(w) or left, "right" if w < 0 else "left") for w in widths]


def said(text: str, column: Column, size: float = 8.5, **look: Any) -> Said:
    """Text wrapped into a column."""
    style = look.get("style", Style.PLAIN)
    return Said(wrap(text, (column.width - 2 * PADDING) / size, style, MOST_LINES), size, **look)


LEADING: Final = 1.25
PADDING: Final = 4.0
MOST_LINES: Final = 16
"""A row must fit on a page."""
Cells: TypeAlias = Sequence[Sequence[Said]]
"""Per column, parts one below the other."""


@dataclass
class Grid:
    """Rows with a head that comes again on every page."""

    paper: Paper
    columns: Sequence[Column]
    head: Cells = ()
    rows: int = 0

    def start(self, first: float = 30) -> None:
        """Write the head, on a page that has room for ``first`` more."""
        self.paper.need(first + (_height(self.head) if self.head else 0))
        self._head()

    def _head(self) -> None:
        self.rows = 0
        if not self.head:
            return
        height = _height(self.head)
        self.paper.box(MARGIN, self.paper.y, self.width, height, FELT)
        self._cells(self.head)
        self.paper.skip(height)

    @property
    def width(self) -> float:
        return sum(column.width for column in self.columns)

    def row(self, cells: Cells, note: Sequence[Note] = (), *, line: bool = True) -> None:
        """One row, with an optional note below it over the whole width, all on one page."""
        height = _height(cells) + _note_height(note)
        if self.paper.need(height):
            self._head()
        if line and self.rows:
            self.paper.box(MARGIN, self.paper.y, self.width, 0.5, LINE)
        self._cells(cells)
        self.paper.skip(_height(cells))
        top = self.paper.y - 2
        for part in note:
            self._note(part, top)
            top += part.height
        self.paper.skip(_note_height(note))
        self.rows += 1

    def _note(self, part: Note, y: float) -> None:
        left = MARGIN + self.columns[0].width
        if not isinstance(part, Said):
            self.paper.put(part.marks, left, y + 2)
            return
        for text in part.lines:
            y += part.size * LEADING
            self.paper.words(left, y, text, part.size, part.style, part.colour)

    def _cells(self, cells: Cells) -> None:
        left = MARGIN
        for column, parts in zip(self.columns, cells, strict=True):
            y = self.paper.y + PADDING - 1
            for part in parts:
                for text in part.lines:
                    y += part.size * LEADING
                    at = column.edge(left, PADDING)
                    self.paper.words(
                        at, y - part.size * 0.2, text, part.size, part.style, part.colour,
                        column.align,
                    )  # fmt: skip
            left += column.width


def _height(cells: Cells) -> float:
    tallest = max(sum(part.height for part in parts) for parts in cells)
    return tallest + 2 * PADDING - 1


def _note_height(note: Sequence[Note]) -> float:
    return sum(part.height for part in note) + (3 if note else 0)
