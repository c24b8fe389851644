"""Coordinates of a line chart, of a season or a session. The template draws it; colors and dashes
are CSS."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.short_names import marked
from scorekeeper.core.localization.words import AND

WIDTH, HEIGHT = 360, 280
RIGHT, TOP, BOTTOM = 104, 14, 32
"""Margins; the names are in the right one."""
FOR_PARTNERS = 20
"""The right margin is so much wider where partners share a line."""
LETTER = 8
"""Width of a character of an amount, in the left margin."""
APART = 19
"""Least distance between two names."""
LEADING = 17
"""Distance between the names of partners."""
ROOM = 9
"""Characters of a name; partners stand one below the other."""
SHOWN = 8
"""More lines than this cannot be told apart; the table behind the chart has everyone."""


@dataclass(frozen=True, slots=True)
class Track:
    """A player's value at the start and after each step."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Label:
    text: str
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    name: str
    total: float
    points: str
    """The ``points`` attribute of an SVG polyline."""
    end: tuple[float, float]
    label_y: float
    """The middle of its labels."""
    labels: tuple[Label, ...]
    """One name below the other."""


@dataclass(frozen=True, slots=True)
class Tick:
    amount: int
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """``description``: for those who cannot see it; ``first`` and ``last``: labels below its ends;
    ``currency``: "" for points."""

    curves: tuple[Curve, ...]
    ticks: tuple[Tick, ...]
    description: str
    first: str
    last: str
    currency: str = ""
    left: int = 0
    """The lines begin here."""
    right: int = WIDTH - RIGHT
    """The lines end here."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def names_at(self) -> int:
        return self.right + 10

    @property
    def dates_at(self) -> int:
        return HEIGHT - 8


def chart(
    tracks: Sequence[Track], description: str, first: str, last: str, currency: str = ""
) -> Chart | None:
    """Draws the tracks, all of the same length. None when there is nothing to draw."""
    lines = tracks[:SHOWN]
    if not any(any(line.values) and len(line.values) > 1 for line in lines):
        return None
    amounts = [0.0, *(value for line in lines for value in line.values)]
    heights = ticks(min(amounts), max(amounts))
    low, high = heights[0], heights[-1]

    def y(amount: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / (high - low), 1)

    ends = [y(line.values[-1]) for line in lines]
    more = LEADING * max(line.name.count(AND) for line in lines)
    spread_ends = spread(ends, APART + more, (TOP + more) / 2, HEIGHT - BOTTOM + 6 - more / 2)
    middles = [round(height, 1) for height in spread_ends]
    left = 10 + LETTER * max(letters(amount, currency) for amount in heights)
    right = WIDTH - RIGHT - (FOR_PARTNERS if more else 0)
    curves = (
        _curve(line, names, middle, [y(value) for value in line.values], left, right)
        for line, names, middle in zip(lines, _names(lines), middles, strict=True)
    )
    marks = tuple(Tick(t, y(t)) for t in heights)
    return Chart(tuple(curves), marks, description, first, last, currency, left, right)


def _names(lines: Sequence[Track]) -> list[list[str]]:
    """Returns the names beside each line, short enough for the margin and told apart."""
    whole = [line.name.split(AND) for line in lines]
    each = list(dict.fromkeys(name for names in whole for name in names))
    short = dict(zip(each, marked(each, ROOM), strict=True))
    return [[short[name] for name in names] for names in whole]


def _curve(
    line: Track, names: Sequence[str], middle: float, ys: Sequence[float], left: int, right: int
) -> Curve:
    step = (right - left) / (len(ys) - 1)
    points = " ".join(f"{left + i * step:.1f},{value:.1f}" for i, value in enumerate(ys))
    labels = tuple(_labels(names, middle))
    return Curve(line.name, line.values[-1], points, (right, ys[-1]), middle, labels)


def _labels(names: Sequence[str], middle: float) -> Iterator[Label]:
    top = middle - LEADING * (len(names) - 1) / 2
    for number, name in enumerate(names):
        yield Label(f"+ {name}" if number else name, round(top + LEADING * number, 1))


def letters(amount: int, currency: str) -> int:
    """Returns about how many characters the amount is written with."""
    digits = currencies.digits(currency) if currency else 0
    whole, rest = divmod(abs(amount), 10**digits)
    return len(f"{whole:,}") + bool(amount) + (1 + digits if rest else 0)


def ticks(low: float, high: float) -> list[int]:
    """Returns three to six round amounts around ``low`` and ``high``, including 0."""
    span, step = max(high - low, 1), 1
    while span / step > 5:
        step = _next_round(step)
    return list(range(floor(low / step) * step, ceil(high) + step, step))


def _next_round(step: int) -> int:
    """1, 2, 5, 10, 20, 50, …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def spread(ys: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Moves heights as little as needed to be ``apart`` from each other and between ``top`` and
    ``bottom``; if there are too many, some go beyond the top."""
    order = sorted(range(len(ys)), key=lambda index: ys[index])
    placed: list[float] = []
    for index in order:
        placed.append(max(ys[index], placed[-1] + apart if placed else top))
    over = placed[-1] - bottom if placed else 0
    if over > 0:
        placed = _pushed_up(placed, over, apart)
    heights = [0.0] * len(ys)
    for index, height in zip(order, placed, strict=True):
        heights[index] = height
    return heights


def _pushed_up(placed: Iterable[float], over: float, apart: float) -> list[float]:
    heights = list(placed)
    heights[-1] -= over
    for index in range(len(heights) - 2, -1, -1):
        heights[index] = min(heights[index], heights[index + 1] - apart)
    return heights
