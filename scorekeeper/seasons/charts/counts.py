"""With how many points players were caught, and how often, as bars side by side. The template draws
them; each bar has a number, so that no axis and no color is needed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

WIDTH: Final = 360
HEIGHT: Final = 196
TOP, BOTTOM = 24, 40
"""Margins: for the number on the highest bar, and for the labels below."""
MOST: Final = 10
"""Most bars: more have no room for their numbers at 320 pixels."""
FEW: Final = 20
"""Fewer counts than this say little."""
GAP: Final = 4


@dataclass(frozen=True, slots=True)
class CountBar:
    """Counts from ``least`` to ``most``, both included, and how often."""

    least: int
    most: int
    times: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def number_at(self) -> float:
        return round(self.y - 6, 1)


@dataclass(frozen=True, slots=True)
class Histogram:
    bars: tuple[CountBar, ...]
    times: int
    average: Fraction
    average_at: float

    width = WIDTH
    height = HEIGHT
    foot = HEIGHT - BOTTOM
    names_at = HEIGHT - BOTTOM + 17
    caption_at = HEIGHT - 5
    top = TOP

    @property
    def is_small(self) -> bool:
        return self.times < FEW


def added_up(stored: Iterable[Any]) -> Counter[float]:
    """Adds up ``GameResult.counts`` of many games, skipping what cannot be read."""
    counts: Counter[float] = Counter()
    for counted in stored:
        for points, times in counted.items() if isinstance(counted, dict) else ():
            if type(times) is int and times > 0 and (value := _points(points)) is not None:
                counts[value] += times
    return counts


def _points(text: str) -> float | None:
    """Parses a whole or half number of 0 or more; None for anything else."""
    whole, _dot, part = text.partition(".")
    if not whole.isdecimal() or len(whole) > 6 or part not in ("", "5"):
        return None
    return float(text)


def histogram(counts: Mapping[float, int]) -> Histogram | None:
    """Returns None where there is nothing to draw."""
    if not counts:
        return None
    highest, times = max(counts), sum(counts.values())
    step = _step(highest)
    places = int(highest // step) + 1
    heights = [0] * places
    for points, many in counts.items():
        heights[int(points // step)] += many
    tallest, room = max(heights), WIDTH / places
    added = sum((Fraction(points) * many for points, many in counts.items()), Fraction(0))
    average = added / times

    def bar(place: int, many: int) -> CountBar:
        bar_height = (HEIGHT - TOP - BOTTOM) * many / tallest
        bar_height = max(bar_height, 2) if many else 0
        x, y = place * room + GAP / 2, HEIGHT - BOTTOM - bar_height
        numbers = (round(number, 1) for number in (x, y, room - GAP, bar_height))
        return CountBar(place * step, (place + 1) * step - 1, many, *numbers)

    bars = tuple(bar(place, many) for place, many in enumerate(heights))
    return Histogram(bars, times, average, round(float(average) / step * room, 1))


def _step(highest: float) -> int:
    """Returns the smallest round width that needs at most ``MOST`` bars: 1, 2, 5, 10, 20, …"""
    step = 1
    while highest // step >= MOST:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step
