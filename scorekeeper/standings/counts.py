"""With how many points players were caught: how often with each, as bars side by side. The template
draws it; a number stands on each bar, so that no axis and no colour is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

WIDTH: Final = 360
HEIGHT: Final = 196
TOP, BOTTOM = 24, 40
"""Margins: for the number on the highest bar, and for what stands below."""
MOST: Final = 10
"""Bars: more have no room for their numbers at 320 pixels."""
FEW: Final = 20
"""Of fewer counts the picture says little."""
GAP: Final = 4


@dataclass(frozen=True, slots=True)
class CountBar:
    """Counts from ``least`` to ``most``, both with it, and how often."""

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
    said_at = HEIGHT - 5
    top = TOP

    @property
    def is_small(self) -> bool:
        return self.times < FEW


def together(found: Iterable[Any]) -> Counter[float]:
    """Of many games, each ``GameResult.counts``; what cannot be read is left out."""
    counts: Counter[float] = Counter()
    for told in found:
        for points, times in told.items() if isinstance(told, dict) else ():
            if type(times) is int and times > 0 and (value := _points(points)) is not None:
                counts[value] += times
    return counts


def _points(text: str) -> float | None:
    """Whole, or with a half; 0 and more."""
    whole, _dot, part = text.partition(".")
    if not whole.isdecimal() or len(whole) > 6 or part not in ("", "5"):
        return None
    return float(text)


def histogram(counts: Mapping[float, int]) -> Histogram | None:
    """None where there is nothing to draw."""
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
        tall = (HEIGHT - TOP - BOTTOM) * many / tallest
        tall = max(tall, 2) if many else 0
        x, y = place * room + GAP / 2, HEIGHT - BOTTOM - tall
        numbers = (round(number, 1) for number in (x, y, room - GAP, tall))
        return CountBar(place * step, (place + 1) * step - 1, many, *numbers)

    bars = tuple(bar(*each) for each in enumerate(heights))
    return Histogram(bars, times, average, round(float(average) / step * room, 1))


def _step(highest: float) -> int:
    """The least round one that needs no more bars than there is room for: 1, 2, 5, 10, 20, …"""
    step = 1
    while highest // step >= MOST:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step
