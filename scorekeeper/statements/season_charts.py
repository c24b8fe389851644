"""The charts of a season's sheet beside the race: what each night brought somebody, who took from
whom, and the days. As on the page (``standings``), which says where everything goes; here it
becomes marks, and no colour is needed to read them. Values in, marks out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.standings.bars import BarChart, BarDrawn
from scorekeeper.standings.days import Year
from scorekeeper.standings.matrix import TakenMatrix
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import (
    GREEN,
    LINE,
    RED,
    SOFT,
    WHITE,
    Box,
    Colour,
    Drawn,
    Mark,
    colour,
)
from scorekeeper.statements.paper import Align, wrap, written
from scorekeeper.statements.typesetting import isolated

SHADES = tuple(map(colour, ("#cfe0d7", "#93bba9", "#578f76", "#23604a")))
EMPTY = colour("#e3dccd")
SIZE = 7.5
"""Of letters, in points."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A drawing of the page, as large as there is room on paper: no larger than ``most`` times."""

    x: float
    y: float
    scale: float

    @classmethod
    def into(cls, x: float, y: float, room: float, width: float, most: float) -> Fitted:
        return cls(x, y, min(room / width, most))

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.scale, self.y + y * self.scale

    def box(
        self, x: float, y: float, width: float, height: float, hue: Colour, edge: Colour | None
    ) -> Box:
        left, top = self.at(x, y)
        return Box(left, top, width * self.scale, height * self.scale, hue, edge=edge)

    def text(self, x: float, y: float, said: str, align: Align = "left") -> Mark:
        left, base = self.at(x, y)
        return written(left, base, said, SIZE, Style.PLAIN, SOFT, align)


# What each night brought ---------------------------------------------------------------------


def bar_marks(
    chart: BarChart, fit: Fitted, told: Callable[[int], str], ends: tuple[str, str]
) -> Iterator[Mark]:
    """``told``: how an amount is written; ``ends``: the first day and the last."""
    for tick in chart.ticks:
        left, y = fit.at(chart.left, tick.y)
        right = fit.at(chart.right, tick.y)[0]
        yield Drawn(((left, y), (right, y)), SOFT if tick.amount == 0 else LINE, 0.5)
        yield fit.text(chart.left - 5, tick.y + 4, told(tick.amount), "right")
    for bar in chart.bars:
        hue, edge = _looks(bar)
        yield fit.box(bar.x, bar.y, bar.width, bar.height, hue, edge)
    yield fit.text(chart.left, chart.dates_at, ends[0])
    if ends[0] != ends[1]:
        yield fit.text(chart.right, chart.dates_at, ends[1], "right")


def _looks(bar: BarDrawn) -> tuple[Colour, Colour]:
    """What counts is full; a missed night is empty, and so is one that does not count."""
    edge = RED if bar.kind == "down" else GREEN if bar.kind == "up" else SOFT
    return (WHITE if bar.missed or bar.kind == "out" else edge), edge


# Who took from whom --------------------------------------------------------------------------


def matrix_marks(drawn: TakenMatrix, fit: Fitted) -> Iterator[Mark]:
    """Full squares were taken by who stands in the row, empty ones from him."""
    size, step = len(drawn.rows), (drawn.width - drawn.left) / len(drawn.rows)
    for place in range(size + 1):
        across = drawn.top + place * step, drawn.left + place * step
        line = fit.at(drawn.left, across[0]), fit.at(drawn.width, across[0])
        yield Drawn(line, LINE, 0.4)
        yield Drawn((fit.at(across[1], drawn.top), fit.at(across[1], drawn.height)), LINE, 0.4)
    for name in drawn.rows:
        room = (drawn.names_at * fit.scale) / SIZE
        text = wrap(isolated(name.text), room, Style.PLAIN, 1)[0]
        yield fit.text(drawn.names_at, name.at, text, "right")
    for head in drawn.heads:
        yield fit.text(head.at, drawn.heads_at, head.text, "centre")
    for square in drawn.squares:
        hue = GREEN if square.took else WHITE
        edge = GREEN if square.took else RED
        yield fit.box(square.x, square.y, square.side, square.side, hue, edge)


# The days ------------------------------------------------------------------------------------


def year_marks(
    year: Year, fit: Fitted, months: Sequence[str], weekdays: Sequence[tuple[str, float]]
) -> Iterator[Mark]:
    """``months``: the names of ``year.months``; ``weekdays``: with the line each stands on."""
    dot = 2.5
    for x, y in year.empty:
        middle = (year.cell - dot) / 2
        yield fit.box(x + middle, y + middle, dot, dot, EMPTY, None)
    for square in year.days:
        hue = SHADES[square.shade - 1]
        yield fit.box(square.x, square.y, square.side, square.side, hue, GREEN)
    for month, name in zip(year.months, months, strict=True):
        yield fit.text(month.x, 14, name)
    for name, line in weekdays:
        yield fit.text(0, line, name)
