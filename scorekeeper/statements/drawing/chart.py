"""The chart of running totals, for paper and for pictures: one line for each player.

Each line has a dash and a marker of its own and its name beside its end, so that nobody needs the
colours. No database, no words of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from reportlab.lib.colors import HexColor

from scorekeeper.standings.chart import Track, spread, ticks
from scorekeeper.statements.drawing.flowables import Sketch, Spot
from scorekeeper.statements.drawing.look import LINE, SOFT, Look
from scorekeeper.statements.drawing.typesetting import isolated, width, wrap
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.running import Running, Stretch

COLOURS: Final = tuple(
    map(
        HexColor,
        ("#23604a", "#a3301b", "#1f4e8c", "#a0620a", "#6a3d8f", "#17727d", "#5b3a1e", "#a32f6c"),
    )
)
"""Each dark enough to be read on white."""
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (4, 1.6), (1.2, 1.2), (6, 1.6, 1.2, 1.6))
"""In times the thickness of the line."""
LEADING: Final = 1.3
MARKS_ON_A_LINE: Final = 5
LONGEST: Final = 11
"""A longer name than this many times the size of its letters is cut."""
MOST_NAMED: Final = 12
"""Of more players only the first and the last few have a colour and a name; all are in a table."""
FIRST, LAST = 5, 3


def _round(corners: int, turn: float = 0, size: float = 1.0) -> tuple[Spot, ...]:
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return tuple((round(size * sin(a), 4), round(-size * cos(a), 4)) for a in angles)


CROSS: Final[tuple[Spot, ...]] = (
    *((0.4, 0.4), (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4)),
    *((-0.4, -0.4), (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4)),
)
SHAPES: Final = (
    _round(16),
    _round(4, pi / 4, 1.25),
    _round(3, 0, 1.35),
    _round(4, 0, 1.35),
    _round(3, pi, 1.35),
    CROSS,
)


def dashes(at: int) -> tuple[float, ...]:
    """Of the line of this index; ``shape`` is its marker. No two of twenty lines have both."""
    return DASHES[(at + at // 6) % len(DASHES)]


def shape(at: int) -> tuple[Spot, ...]:
    return SHAPES[at % len(SHAPES)]


def least_height(people: int, size: float = 8) -> float:
    """So tall that all the names have room beside the ends of their lines."""
    named = people if people <= MOST_NAMED else FIRST + LAST + 1
    return max(18 * size, (named + 3) * size * LEADING)


def named_lines(tracks: Sequence[Track], thick: int) -> list[int]:
    """Whose lines have a colour and a name, by index."""
    if len(tracks) <= MOST_NAMED:
        return list(range(len(tracks)))
    order = sorted(range(len(tracks)), key=lambda at: -tracks[at].values[-1])
    return sorted({*order[:FIRST], *order[-LAST:], thick})


class RunningChart(Sketch):
    """``size``: of its letters; ``worded``: how amounts or points are written; ``own``: whose
    line is thicker, by index, or None: the best one’s."""

    def __init__(
        self,
        run: Running,
        wide: float,
        height: float,
        size: float,
        worded: Callable[..., str],
        own: int | None = None,
    ) -> None:
        super().__init__(wide, height)
        tracks, self.run, self.size, self.worded = run.tracks, run, size, worded
        best = max(range(len(tracks)), key=lambda at: tracks[at].values[-1])
        self.thick = best if own is None else own
        self.named = named_lines(tracks, self.thick)
        values = [value for track in tracks for value in track.values]
        self.ticks = ticks(min(0, *values), max(0, *values))
        self.labels = [worded(tick) if tick else "0" for tick in self.ticks]
        self.ends = [worded(tracks[at].values[-1]) for at in self.named]
        self.left = max(width(label) for label in self.labels) * size * 0.9 + 5
        self.right = wide - self.names_room()
        self.bottom = height - 2 * size
        """Below it stand the names of the games."""

    def names_room(self) -> float:
        names = (isolated(self.run.tracks[at].name) for at in self.named)
        longest = min(max(width(name, Style.BOLD) for name in names), LONGEST)
        amounts = max(width(text, Style.BOLD) for text in self.ends)
        return min((longest + amounts + 3) * self.size, self.width * 0.42)

    def x(self, place: int) -> float:
        places = max(len(self.run.tracks[0].values) - 1, 1)
        return self.left + (self.right - self.left) * place / places

    def y(self, amount: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.size + (self.bottom - self.size) * (high - amount) / (high - low)

    def spots(self, at: int) -> list[Spot]:
        values = self.run.tracks[at].values
        return [(self.x(place), self.y(value)) for place, value in enumerate(values)]

    def draw(self) -> None:
        self.grid()
        for game in self.run.games:
            self.game(game)
        for at in range(len(self.run.tracks)):
            if at not in self.named:
                self.line(self.spots(at), LINE, 0.6 * self.size / 8)
        for at in sorted(self.named, key=lambda at: at == self.thick):
            self.track(at)
        self.names()

    def grid(self) -> None:
        look = Look(0.9 * self.size, colour=SOFT, align="right")
        for amount, label in zip(self.ticks, self.labels, strict=True):
            y = self.y(amount)
            spots = (self.left, y), (self.right, y)
            self.line(spots, LINE if amount else SOFT, 0.5 if amount else 0.8)
            self.words(self.left - 4, y + look.size * 0.35, label, look)

    def game(self, game: Stretch) -> None:
        """A thin line between two games, and the name of each below, or its number alone."""
        look = Look(0.9 * self.size, colour=SOFT, align="centre")
        left, right = self.x(game.first), self.x(game.last)
        if game.first:
            spots = (left, self.size), (left, self.bottom + look.size)
            self.line(spots, SOFT, 0.5, (0.5, 2))
        name = game.name if right - left > 3 * look.size else str(game.number)
        room = (right - left - 4) / look.size
        if name == game.name or width(name) < room:
            line = wrap(name, room, look.style, 1)[0]
            self.words((left + right) / 2, self.bottom + 1.6 * look.size, line, look)

    def track(self, at: int) -> None:
        colour, unit, is_thick = COLOURS[at % len(COLOURS)], self.size / 8, at == self.thick
        thick, spots = (2.2 if is_thick else 1.2) * unit, self.spots(at)
        self.line(spots, colour, thick, [length * thick for length in dashes(at)])
        last = len(spots) - 1
        every = max(last // MARKS_ON_A_LINE, 1)
        for place in {*range(at * every // 6 % every, last, every), last} - {0}:
            self.marker(at, spots[place], (3.1 if is_thick else 2.5) * unit)

    def marker(self, at: int, spot: Spot, radius: float) -> None:
        corners = [(spot[0] + radius * a, spot[1] + radius * b) for a, b in shape(at)]
        self.area(corners, COLOURS[at % len(COLOURS)])

    def names(self) -> None:
        """Beside the ends of the lines, moved apart where those meet."""
        size = min(self.size, self.height / (len(self.named) * LEADING))
        ends = [self.y(self.run.tracks[at].values[-1]) for at in self.named]
        heights = spread(ends, size * LEADING, size / 2, self.height - size / 2)
        for at, end, y, amount in zip(self.named, ends, heights, self.ends, strict=True):
            elbow = (self.right, end), (self.right + 1.1 * size, y)
            self.line(elbow, COLOURS[at % len(COLOURS)], 0.5)
            self.marker(at, (self.right + 1.6 * size, y), 0.28 * size)
            self.name(at, y + size * 0.35, size, amount)

    def name(self, at: int, y: float, size: float, amount: str) -> None:
        style = Style.BOLD if at == self.thick else Style.PLAIN
        look = Look(size, style, COLOURS[at % len(COLOURS)])
        left = self.right + 2.3 * size
        room = (self.width - left) / size - width(amount, style) - 0.4
        name = wrap(isolated(self.run.tracks[at].name), max(room, 1), style, 1)[0]
        self.words(left, y, name, look)
        self.words(self.width, y, amount, look.but(align="right"))
