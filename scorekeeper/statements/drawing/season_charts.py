"""The charts of a season besides the race, for statements and images: what each session brought a
player, head-to-head, days played, counts. ``standings`` computes the layout; no colour is needed to
read them."""

from collections.abc import Callable
from typing import Any, Final

from reportlab.lib.colors import Color, HexColor

from scorekeeper.seasons.counts import Histogram
from scorekeeper.seasons.days import LEFT, Year, month_names, weekdays
from scorekeeper.seasons.head_to_head import TakenMatrix
from scorekeeper.seasons.page import BarChart, BarDrawn
from scorekeeper.statements.drawing.flowables import Sketch, Spot
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import (
    FELT,
    GREEN,
    INK,
    LINE,
    RED,
    SOFT,
    WHITE,
    Align,
    Look,
)
from scorekeeper.statements.drawing.typesetting import isolated, width, wrap

SHADES: Final = tuple(map(HexColor, ("#cfe0d7", "#93bba9", "#578f76", "#23604a")))
EMPTY: Final = HexColor("#e3dccd")
DOT: Final = 2.5


class PageChart(Sketch):
    """A chart of the web page as ``drawn`` there, scaled to ``room``, at most ``most`` times.
    ``size``: of letters, in points."""

    drawn: Any

    def __init__(self, drawn: Any, room: float, most: float, size: float = 7.5) -> None:
        self.drawn, self.scale = drawn, min(room / drawn.width, most)
        super().__init__(drawn.width * self.scale, drawn.height * self.scale)
        self.size, self.hAlign = size, "CENTER" if size > 10 else "LEFT"

    def scaled(self, x: float, y: float) -> Spot:
        return x * self.scale, y * self.scale

    def bar(
        self, x: float, y: float, width: float, height: float, colour: Color, edge: Color | None
    ) -> None:
        self.box(*self.scaled(x, y), *self.scaled(width, height), colour, edge)

    def text(self, x: float, y: float, text: str, align: Align = "left") -> None:
        self.words(*self.scaled(x, y), text, Look(self.size, colour=SOFT, align=align))


class Bars(PageChart):
    """``format_value``: formats an amount; ``ends``: the first and the last day."""

    def __init__(
        self,
        chart: BarChart,
        format_value: Callable[[int], str],
        ends: tuple[str, str],
        room: float,
        most: float,
        size: float = 7.5,
    ) -> None:
        super().__init__(chart, room, most, size)
        self.format_value, self.ends = format_value, ends

    def draw(self) -> None:
        chart: BarChart = self.drawn
        for tick in chart.ticks:
            spots = self.scaled(chart.left, tick.y), self.scaled(chart.right, tick.y)
            self.line(spots, LINE if tick.amount else SOFT, 0.5)
            self.text(chart.left - 5, tick.y + 4, self.format_value(tick.amount), "right")
        for bar in chart.bars:
            self.bar(bar.x, bar.y, bar.width, bar.height, *_bar_colours(bar))
        self.text(chart.left, chart.dates_at, self.ends[0])
        if self.ends[0] != self.ends[1]:
            self.text(chart.right, chart.dates_at, self.ends[1], "right")


def _bar_colours(bar: BarDrawn) -> tuple[Color, Color]:
    """Counting sessions are filled; missed and uncounted ones are empty."""
    edge = RED if bar.kind == "down" else GREEN if bar.kind == "up" else SOFT
    return (WHITE if bar.missed or bar.kind == "out" else edge), edge


class Taken(PageChart):
    """Filled squares were won by the row's player, empty ones from them."""

    drawn: TakenMatrix

    def draw(self) -> None:
        drawn = self.drawn
        step = (drawn.width - drawn.begin) / len(drawn.names)
        for place in range(len(drawn.names) + 1):
            at = drawn.begin + place * step
            self.line((self.scaled(drawn.begin, at), self.scaled(drawn.width, at)), LINE, 0.4)
            self.line((self.scaled(at, drawn.begin), self.scaled(at, drawn.height)), LINE, 0.4)
        room = drawn.names_at * self.scale / self.size
        for name in drawn.names:
            text = wrap(isolated(name.text), room, Style.PLAIN, 1)[0]
            self.text(drawn.names_at, name.position, text, "right")
            spot = self.scaled(name.position + 4, drawn.names_at)
            self.words_upwards(*spot, text, Look(self.size, colour=SOFT))
        for square in drawn.squares:
            looks = (GREEN, GREEN) if square.took else (WHITE, RED)
            self.bar(square.x, square.y, square.side, square.side, *looks)


class Days(PageChart):
    """A long year is drawn so small that its weekdays have no room for names."""

    drawn: Year

    def draw(self) -> None:
        year = self.drawn
        for x, y in year.empty:
            middle = (year.cell - DOT) / 2
            self.bar(x + middle, y + middle, DOT, DOT, EMPTY, None)
        for square in year.days:
            shade = SHADES[square.shade - 1]
            self.bar(square.x, square.y, square.side, square.side, shade, GREEN)
        for month, name in zip(year.months, month_names(year), strict=True):
            self.text(month.x, 14, name)
        names = weekdays()
        if max(width(name) for name, _line in names) * self.size <= LEFT * self.scale:
            for name, line in names:
                self.text(0, line, name)


class Counts(PageChart):
    """How often each count occurred, in one game."""

    def __init__(self, drawn: Histogram, ground: Color, room: float, most: float) -> None:
        super().__init__(drawn, room, most, 14)
        self.ground = ground

    def draw(self) -> None:
        drawn: Histogram = self.drawn
        look = Look(self.size, Style.BOLD, INK, "centre")
        for bar in drawn.bars:
            if bar.times:
                self.bar(bar.x, bar.y, bar.width, bar.height, FELT, None)
                self.words(*self.scaled(bar.middle, bar.number_at), str(bar.times), look)
            self.text(bar.middle, drawn.names_at, str(bar.least), "centre")
        self.line((self.scaled(0, drawn.foot), self.scaled(drawn.width, drawn.foot)), SOFT, 0.8)
        average = (
            self.scaled(drawn.average_at, drawn.top),
            self.scaled(drawn.average_at, drawn.foot),
        )
        self.line(average, self.ground, 4)
        self.line(average, INK, 1.2, (3, 3))
