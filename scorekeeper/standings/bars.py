"""What each night brought somebody, as bars from nothing up or down. The template draws them; what
does not count is hatched, and a missed night is an outline: no colour is needed to tell them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.standings.chart import BOTTOM, LETTER, TOP, WIDTH, Tick, letters, ticks

HEIGHT = 200
END = 8
"""Margin behind the last bar."""
SHOWN = 60
"""More bars are too thin to be told apart; the list beneath has every night."""
FLAT = 2
"""A night that brought nothing is seen still."""


@dataclass(frozen=True, slots=True)
class NightBar:
    """``counts``: False is one of the worst that do not, or not among the best that do."""

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
    """Of ``up``, ``down`` and ``out``; this one does not count."""
    missed: bool

    @property
    def marks(self) -> str:
        """What the style sheet knows it by."""
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
    """Of the last nights, the oldest first. None when nothing moved, or there was one only."""
    shown = nights[-SHOWN:]
    if len(shown) < 2 or not any(night.figure for night in shown):
        return None
    figures = [0.0, *(night.figure for night in shown)]
    heights = ticks(min(figures), max(figures))
    low, high = heights[0], heights[-1]
    left = 10 + LETTER * max(letters(amount, currency) for amount in heights)
    step = (WIDTH - END - left) / len(shown)

    def y(amount: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / (high - low)

    def bar(place: int, night: NightBar) -> BarDrawn:
        width = min(step * 0.76, 24)
        top, foot = y(max(night.figure, 0)), y(min(night.figure, 0))
        tall = max(foot - top, FLAT)
        kind = "out" if not night.counts else "up" if night.figure >= 0 else "down"
        x = left + step * (place + 0.5) - width / 2
        top = foot - tall if night.figure > 0 else top
        x, top, width, tall = (round(number, 1) for number in (x, top, width, tall))
        return BarDrawn(x, top, width, tall, kind, night.missed)

    marks = tuple(Tick(amount, round(y(amount), 1)) for amount in heights)
    return BarChart(tuple(bar(*at) for at in enumerate(shown)), marks, currency, left)
