"""How often players were caught with how many points in a season, in words, by game and family."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club
from scorekeeper.seasons import words
from scorekeeper.seasons.charts.counts import Histogram, added_up, histogram
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import results
from scorekeeper.variants import VARIANTS

SHOWN: Final = 6
"""How many games are shown: those with most counts."""


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
