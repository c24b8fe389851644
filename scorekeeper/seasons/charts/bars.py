"""A player's result of each session, as bars up or down from zero. The template draws them: bars
that do not count are hatched and missed sessions outlined, so that no color is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.charts import BOTTOM, LETTER, TOP, WIDTH, Tick, letters, ticks

HEIGHT = 200
END = 8
"""Margin after the last bar."""
SHOWN = 60
"""More bars are too thin to tell apart; the list below has every session."""
FLAT = 2
"""Height of the bar of a session that brought nothing, so that it is visible."""


@dataclass(frozen=True, slots=True)
class NightBar:
    """``counts``: False for one of the worst that do not count, or not among the best that do."""

    figure: float
    counts: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class BarDrawn:
    x: float
    y: float
    width: float
    height: float
    kind: str
    """``up``, ``down`` or ``out``, which does not count."""
    missed: bool

    @property
    def marks(self) -> str:
        """The bar's CSS classes."""
        return f"bars__{self.kind} bars__missed" if self.missed else f"bars__{self.kind}"


@dataclass(frozen=True, slots=True)
class BarChart:
    bars: tuple[BarDrawn, ...]
    ticks: tuple[Tick, ...]
    currency: str
    left: int

    width = WIDTH
    height = HEIGHT
    right = WIDTH - END
    dates_at = HEIGHT - 8


def bar_chart(nights: Sequence[NightBar], currency: str = "") -> BarChart | None:
    """Draws the last sessions, oldest first. None when nothing moved, or there was only one."""
    recent = nights[-SHOWN:]
    if len(recent) < 2 or not any(night.figure for night in recent):
        return None
    figures = [0.0, *(night.figure for night in recent)]
    heights = ticks(min(figures), max(figures))
    low, high = heights[0], heights[-1]
    left = 10 + LETTER * max(letters(amount, currency) for amount in heights)
    step = (WIDTH - END - left) / len(recent)

    def y(amount: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / (high - low)

    def bar(place: int, night: NightBar) -> BarDrawn:
        width = min(step * 0.76, 24)
        top, foot = y(max(night.figure, 0)), y(min(night.figure, 0))
        bar_height = max(foot - top, FLAT)
        kind = "out" if not night.counts else "up" if night.figure >= 0 else "down"
        x = left + step * (place + 0.5) - width / 2
        top = foot - bar_height if night.figure > 0 else top
        x, top, width, bar_height = (round(number, 1) for number in (x, top, width, bar_height))
        return BarDrawn(x, top, width, bar_height, kind, night.missed)

    marks = tuple(Tick(amount, round(y(amount), 1)) for amount in heights)
    bars = tuple(bar(place, night) for place, night in enumerate(recent))
    return BarChart(bars, marks, currency, left)
