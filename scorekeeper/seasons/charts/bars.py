"""A player's result of each session, as bars up or down from zero. The template draws them: bars
that do not count are hatched and missed sessions outlined, so that no color is needed."""

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
class SessionBar:
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


def bar_chart(sessions: Sequence[SessionBar], currency: str = "") -> BarChart | None:
    """Draws the last sessions, oldest first. None when nothing moved, or there was only one."""
    recent = sessions[-SHOWN:]
    if len(recent) < 2 or not any(session.figure for session in recent):
        return None
    figures = [0.0, *(session.figure for session in recent)]
    heights = ticks(min(figures), max(figures))
    low, high = heights[0], heights[-1]
    left = 10 + LETTER * max(letters(amount, currency) for amount in heights)
    step = (WIDTH - END - left) / len(recent)

    def y(amount: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / (high - low)

    def bar(place: int, session: SessionBar) -> BarDrawn:
        width = min(step * 0.76, 24)
        top, foot = y(max(session.figure, 0)), y(min(session.figure, 0))
        bar_height = max(foot - top, FLAT)
        kind = "out" if not session.counts else "up" if session.figure >= 0 else "down"
        x = left + step * (place + 0.5) - width / 2
        top = foot - bar_height if session.figure > 0 else top
        x, top, width, bar_height = (round(number, 1) for number in (x, top, width, bar_height))
        return BarDrawn(x, top, width, bar_height, kind, session.missed)

    marks = tuple(Tick(amount, round(y(amount), 1)) for amount in heights)
    bars = tuple(bar(place, session) for place, session in enumerate(recent))
    return BarChart(bars, marks, currency, left)
