"""The chart of running totals, for paper and for pictures: one line for each player.

Values in, marks out (``marks.paint`` draws them): no database, no words of its own. Each line has a
dash and a marker of its own and its name beside its end, so that nobody needs the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from scorekeeper.standings.chart import Track, spread, ticks
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import LINE, SOFT, Box, Colour, Drawn, Mark, Spot, colour
from scorekeeper.statements.paper import wrap, written
from scorekeeper.statements.running import Running
from scorekeeper.statements.typesetting import isolated, width

HUES: Final = tuple(
    map(
        colour,
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


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a chart stands on its page, in points from the upper left; ``size``: of its letters."""

    x: float
    y: float
    width: float
    height: float
    size: float = 8

    @property
    def top(self) -> float:
        return self.y + self.size

    @property
    def bottom(self) -> float:
        """Below it stand the names of the games."""
        return self.y + self.height - 2 * self.size


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a place and an amount are."""

    left: float
    right: float
    places: int
    frame: Frame
    low: float
    high: float

    def x(self, place: int) -> float:
        return self.left + (self.right - self.left) * place / max(self.places - 1, 1)

    def y(self, amount: float) -> float:
        frame = self.frame
        part = (self.high - amount) / (self.high - self.low)
        return frame.top + (frame.bottom - frame.top) * part


MOST_NAMED: Final = 12
"""Of more players only the first and the last few have a colour and a name; all are in a table."""
FIRST, LAST = 5, 3


def least_height(people: int, size: float = 8) -> float:
    """So tall that all the names have room beside the ends of their lines."""
    named = people if people <= MOST_NAMED else FIRST + LAST + 1
    return max(18 * size, (named + 3) * size * LEADING)


def _named(tracks: Sequence[Track], thick: int) -> list[int]:
    """Whose lines are told apart, by index."""
    if len(tracks) <= MOST_NAMED:
        return list(range(len(tracks)))
    order = sorted(range(len(tracks)), key=lambda at: -tracks[at].values[-1])
    return sorted({*order[:FIRST], *order[-LAST:], thick})


def chart_marks(
    run: Running,
    frame: Frame,
    told: Callable[..., str],
    own: int | None = None,
) -> list[Mark]:
    """The chart inside ``frame``; nothing where nothing moved. ``told`` words an amount or points;
    ``own``: whose line is thicker, by index, or None: the best one’s."""
    if not run.moves:
        return []
    tracks, size = run.tracks, frame.size
    values = [value for track in tracks for value in track.values]
    heights = ticks(min(0, *values), max(0, *values))
    best = max(range(len(tracks)), key=lambda at: tracks[at].values[-1])
    thick = best if own is None else own
    named = _named(tracks, thick)
    shown = [tracks[at] for at in named]
    ends = [told(track.values[-1]) for track in shown]
    labels = [told(tick) if tick else "0" for tick in heights]
    scale = _Scale(
        frame.x + max(width(label) for label in labels) * size * 0.9 + 5,
        frame.x + frame.width - _names_room(shown, ends, frame),
        len(tracks[0].values),
        frame,
        heights[0],
        heights[-1],
    )
    found = [*_grid(scale, heights, labels), *_games(run, scale)]
    found += [
        Drawn(_spots(track.values, scale), LINE, 0.6 * size / 8)
        for at, track in enumerate(tracks)
        if at not in named
    ]
    place = named.index(thick)
    for at in sorted(range(len(shown)), key=lambda at: at == place):
        found += _line(shown[at].values, named[at], scale, thick=at == place)
    return [*found, *_names(shown, ends, scale, place, named)]


def _spots(values: Sequence[float], scale: _Scale) -> tuple[Spot, ...]:
    return tuple((scale.x(place), scale.y(value)) for place, value in enumerate(values))


def _names_room(tracks: Sequence[Track], ends: Sequence[str], frame: Frame) -> float:
    amounts = max(width(text, Style.BOLD) for text in ends)
    names = max(width(isolated(track.name), Style.BOLD) for track in tracks)
    return min((min(names, LONGEST) + amounts + 3) * frame.size, frame.width * 0.42)


def _grid(scale: _Scale, heights: Sequence[int], labels: Sequence[str]) -> Iterator[Mark]:
    size = scale.frame.size * 0.9
    for amount, label in zip(heights, labels, strict=True):
        y, hue = scale.y(amount), LINE if amount else SOFT
        yield Box(scale.left, y - 0.25, scale.right - scale.left, 0.5 if amount else 0.8, hue)
        yield written(scale.left - 4, y + size * 0.35, label, size, Style.PLAIN, SOFT, "right")


def _games(run: Running, scale: _Scale) -> Iterator[Mark]:
    """A thin line between two games, and the name of each below, or its number alone."""
    frame, size = scale.frame, scale.frame.size * 0.9
    for game in run.games:
        left, right = scale.x(game.first), scale.x(game.last)
        if game.first:
            yield Drawn(
                ((left, frame.top), (left, frame.bottom + size)), SOFT, 0.5, (0.5, 2)
            )  # fmt: skip
        told = game.name if right - left > 3 * size else str(game.number)
        room = (right - left - 4) / size
        if told == game.name or width(told) < room:
            line = wrap(told, room, Style.PLAIN, 1)[0]
            y = frame.bottom + 1.6 * size
            yield written((left + right) / 2, y, line, size, Style.PLAIN, SOFT, "centre")


def _line(values: Sequence[float], at: int, scale: _Scale, thick: bool) -> Iterator[Mark]:
    hue, size = HUES[at % len(HUES)], scale.frame.size
    unit = size / 8
    wide = (2.2 if thick else 1.2) * unit
    spots = _spots(values, scale)
    dashes = tuple(length * wide for length in DASHES[(at + at // 6) % len(DASHES)])
    yield Drawn(spots, hue, wide, dashes)
    last = len(spots) - 1
    every = max(last // MARKS_ON_A_LINE, 1)
    start = at * every // 6 % every
    for place in {*range(start, last, every), last} - {0}:
        yield marker(at, spots[place], (3.1 if thick else 2.5) * unit, hue)


def marker(at: int, spot: Spot, radius: float, hue: Colour) -> Drawn:
    """The sign of a line: as many shapes as there are lines of one dash."""
    x, y = spot
    corners = SHAPES[at % len(SHAPES)]
    return Drawn(tuple((x + radius * a, y + radius * b) for a, b in corners), hue, closed=True)


def _round(corners: int, turn: float = 0, size: float = 1.0) -> tuple[Spot, ...]:
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return tuple((round(size * sin(a), 4), round(-size * cos(a), 4)) for a in angles)


def _cross(arm: float = 1.2, half: float = 0.4) -> tuple[Spot, ...]:
    edge = ((half, half), (half, arm), (-half, arm))
    return tuple(spot for turn in range(4) for spot in (_quarter(x, y, turn) for x, y in edge))


def _quarter(x: float, y: float, turn: int) -> Spot:
    for _time in range(turn):
        x, y = -y, x
    return x, y


SHAPES: Final = (
    _round(16),
    _round(4, pi / 4, 1.25),
    _round(3, 0, 1.35),
    _round(4, 0, 1.35),
    _round(3, pi, 1.35),
    _cross(),
)


def _names(
    tracks: Sequence[Track], ends: Sequence[str], scale: _Scale, thick: int, looks: Sequence[int]
) -> Iterator[Mark]:
    """Beside the ends of the lines, moved apart where those meet. ``looks``: of each line."""
    frame = scale.frame
    right = frame.x + frame.width
    size = min(frame.size, frame.height / (len(tracks) * LEADING))
    heights = [scale.y(track.values[-1]) for track in tracks]
    found = spread(heights, size * LEADING, frame.y + size / 2, frame.y + frame.height - size / 2)
    for at, (track, amount, y) in enumerate(zip(tracks, ends, found, strict=True)):
        hue, style = HUES[looks[at] % len(HUES)], Style.BOLD if at == thick else Style.PLAIN
        begin = scale.right + 1.6 * size
        elbow = ((scale.right, heights[at]), (scale.right + 1.1 * size, y))
        yield Drawn(elbow, hue, 0.5)
        yield marker(looks[at], (begin, y), 0.28 * size, hue)
        begin += 0.7 * size
        room = (right - begin) / size - width(amount, style) - 0.4
        name = wrap(isolated(track.name), max(room, 1), style, 1)[0]
        yield written(begin, y + size * 0.35, name, size, style, hue)
        yield written(right, y + size * 0.35, amount, size, style, hue, "right")
