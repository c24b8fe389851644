"""With how many points players were caught in a season, and how often, by game and family: as bars
side by side, and in words. The template draws them; each bar has a number, so that no axis and no
color is needed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club
from scorekeeper.seasons import words
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import results
from scorekeeper.variants import VARIANTS

SHOWN: Final = 6
"""How many games are shown: those with most counts."""
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


# In words ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountsPage:
    """The counts of one game."""

    key: str
    game: str
    family: str
    drawn: Histogram
    summary: str
    """How many counts there are, and their average."""

    @property
    def description(self) -> str:
        """For those who cannot see the drawing."""
        fullest = max(self.drawn.bars, key=lambda bar: bar.times)
        values: dict[str, object] = {"game": self.game, "summary": self.summary}
        values |= {"least": fullest.least, "most": fullest.most}
        return _("%(game)s: %(summary)s. Most often %(least)s to %(most)s points.") % values


def counts(club: Club, season: Season | None, rules: SeasonRules) -> list[CountsPage]:
    """Returns a page per game, by family and then the game with most counts first. One query."""
    rows = results(club, season, rules).filter(counts__isnull=False).order_by()
    by_game: dict[str, list[Any]] = defaultdict(list)
    for variant, stored in rows.values_list("variant", "counts"):
        by_game[variant].append(stored)
    pages = [
        _page(key, drawn)
        for key, stored in by_game.items()
        if key in VARIANTS and (drawn := histogram(added_up(stored)))
    ]
    pages = sorted(pages, key=lambda page: (-page.drawn.times, page.game))[:SHOWN]
    order = [page.family for page in pages]
    return sorted(pages, key=lambda page: order.index(page.family))


def _page(key: str, drawn: Histogram) -> CountsPage:
    game = VARIANTS[key]
    summary = ngettext(
        "%(count)d result, %(average)s on average",
        "%(count)d results, %(average)s on average",
        drawn.times,
    ) % {"count": drawn.times, "average": words.number_text(drawn.average)}
    return CountsPage(key, words.game_name(key), _(game.family.value), drawn, summary)
