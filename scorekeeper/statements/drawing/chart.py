"""The chart of running totals, for statements and images: one line per player.

Each line has its own dash and marker, and its name beside its end, so that colours are not needed.
No database, no words of its own.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from reportlab.lib.colors import HexColor

from scorekeeper.core.charts import Track, spread, ticks
from scorekeeper.statements.contents.session import GameSpan, Running
from scorekeeper.statements.drawing.flowables import Sketch, Spot
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import LINE, SOFT, Look
from scorekeeper.statements.drawing.typesetting import isolated, width, wrap

COLOURS: Final = tuple(
    map(
        HexColor,
        ("#23604a", "#a3301b", "#1f4e8c", "#a0620a", "#6a3d8f", "#17727d", "#5b3a1e", "#a32f6c"),
    )
)
"""Each dark enough to read on white."""
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (4, 1.6), (1.2, 1.2), (6, 1.6, 1.2, 1.6))
"""In multiples of the line's thickness."""
LEADING: Final = 1.3
MARKS_ON_A_LINE: Final = 5
LONGEST: Final = 11
"""Longest name, in multiples of the letter size; longer ones are cut."""
MOST_NAMED: Final = 12
"""With more players only the first and the last few have a colour and a name; a table has all."""
FIRST, LAST = 5, 3


def _round(corners: int, turn: float = 0, size: float = 1.0) -> tuple[Spot, ...]:
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return tuple((round(size * sin(a), 4), round(-size * cos(a), 4)) for a in angles)


CROSS: Final[tuple[Spot, ...]] = (
    *((0.4, 0.4), (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4)),
    *((-0.4, -0.4), (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4)),
)
MARKERS: Final = (
    _round(16),
    _round(4, pi / 4, 1.25),
    _round(3, 0, 1.35),
    _round(4, 0, 1.35),
    _round(3, pi, 1.35),
    CROSS,
)


def line_dashes(index: int) -> tuple[float, ...]:
    """Dashes of the line with this index; its marker is ``line_marker``. No two of twenty lines
    share both."""
    return DASHES[(index + index // 6) % len(DASHES)]


def line_marker(index: int) -> tuple[Spot, ...]:
    return MARKERS[index % len(MARKERS)]


def least_height(people: int, size: float = 8) -> float:
    """Returns the height at which all names fit beside the ends of their lines."""
    named = people if people <= MOST_NAMED else FIRST + LAST + 1
    return max(18 * size, (named + 3) * size * LEADING)


def named_lines(tracks: Sequence[Track], thick: int) -> list[int]:
    """Returns the indices of the lines with a colour and a name."""
    if len(tracks) <= MOST_NAMED:
        return list(range(len(tracks)))
    order = sorted(range(len(tracks)), key=lambda index: -tracks[index].values[-1])
    return sorted({*order[:FIRST], *order[-LAST:], thick})


class RunningChart(Sketch):
    """``size``: of its letters; ``format_value``: formats amounts or points; ``own``: index of the
    thicker line, None for the best one."""

    def __init__(
        self,
        running: Running,
        wide: float,
        height: float,
        size: float,
        format_value: Callable[..., str],
        own: int | None = None,
    ) -> None:
        super().__init__(wide, height)
        tracks, self.running, self.size, self.format_value = (
            running.tracks,
            running,
            size,
            format_value,
        )
        best = max(range(len(tracks)), key=lambda index: tracks[index].values[-1])
        self.thick = best if own is None else own
        self.named = named_lines(tracks, self.thick)
        values = [value for track in tracks for value in track.values]
        self.ticks = ticks(min(0, *values), max(0, *values))
        self.labels = [format_value(tick) if tick else "0" for tick in self.ticks]
        self.ends = [format_value(tracks[index].values[-1]) for index in self.named]
        self.left = max(width(label) for label in self.labels) * size * 0.9 + 5
        self.right = wide - self.names_room()
        self.bottom = height - 2 * size
        """Below it stand the names of the games."""

    def names_room(self) -> float:
        names = (isolated(self.running.tracks[index].name) for index in self.named)
        longest = min(max(width(name, Style.BOLD) for name in names), LONGEST)
        amounts = max(width(text, Style.BOLD) for text in self.ends)
        return min((longest + amounts + 3) * self.size, self.width * 0.42)

    def x(self, place: int) -> float:
        places = max(len(self.running.tracks[0].values) - 1, 1)
        return self.left + (self.right - self.left) * place / places

    def y(self, amount: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.size + (self.bottom - self.size) * (high - amount) / (high - low)

    def spots(self, index: int) -> list[Spot]:
        values = self.running.tracks[index].values
        return [(self.x(place), self.y(value)) for place, value in enumerate(values)]

    def draw(self) -> None:
        self.grid()
        for game in self.running.games:
            self.game(game)
        for index in range(len(self.running.tracks)):
            if index not in self.named:
                self.line(self.spots(index), LINE, 0.6 * self.size / 8)
        for index in sorted(self.named, key=lambda index: index == self.thick):
            self.track(index)
        self.names()

    def grid(self) -> None:
        look = Look(0.9 * self.size, colour=SOFT, align="right")
        for amount, label in zip(self.ticks, self.labels, strict=True):
            y = self.y(amount)
            spots = (self.left, y), (self.right, y)
            self.line(spots, LINE if amount else SOFT, 0.5 if amount else 0.8)
            self.words(self.left - 4, y + look.size * 0.35, label, look)

    def game(self, game: GameSpan) -> None:
        """A thin line between two games, and below each its name, or only its number."""
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

    def track(self, index: int) -> None:
        colour, unit, is_thick = COLOURS[index % len(COLOURS)], self.size / 8, index == self.thick
        thick, spots = (2.2 if is_thick else 1.2) * unit, self.spots(index)
        self.line(spots, colour, thick, [length * thick for length in line_dashes(index)])
        last = len(spots) - 1
        every = max(last // MARKS_ON_A_LINE, 1)
        for place in {*range(index * every // 6 % every, last, every), last} - {0}:
            self.marker(index, spots[place], (3.1 if is_thick else 2.5) * unit)

    def marker(self, index: int, spot: Spot, radius: float) -> None:
        corners = [(spot[0] + radius * a, spot[1] + radius * b) for a, b in line_marker(index)]
        self.area(corners, COLOURS[index % len(COLOURS)])

    def names(self) -> None:
        """Beside the ends of the lines, moved apart where those meet."""
        size = min(self.size, self.height / (len(self.named) * LEADING))
        ends = [self.y(self.running.tracks[index].values[-1]) for index in self.named]
        heights = spread(ends, size * LEADING, size / 2, self.height - size / 2)
        for index, end, y, amount in zip(self.named, ends, heights, self.ends, strict=True):
            elbow = (self.right, end), (self.right + 1.1 * size, y)
            self.line(elbow, COLOURS[index % len(COLOURS)], 0.5)
            self.marker(index, (self.right + 1.6 * size, y), 0.28 * size)
            self.name(index, y + size * 0.35, size, amount)

    def name(self, index: int, y: float, size: float, amount: str) -> None:
        style = Style.BOLD if index == self.thick else Style.PLAIN
        look = Look(size, style, COLOURS[index % len(COLOURS)])
        left = self.right + 2.3 * size
        room = (self.width - left) / size - width(amount, style) - 0.4
        name = wrap(isolated(self.running.tracks[index].name), max(room, 1), style, 1)[0]
        self.words(left, y, name, look)
        self.words(self.width, y, amount, look.changed(align="right"))
