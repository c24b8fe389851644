"""How often players were caught with how much in a season, read and put in words, by game and
family of games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club
from scorekeeper.standings import words
from scorekeeper.standings.counts import Histogram, histogram, together
from scorekeeper.standings.models import Season
from scorekeeper.standings.rules import SeasonRules
from scorekeeper.standings.selectors import results
from scorekeeper.variants import VARIANTS

SHOWN: Final = 6
"""Games, those with most counts."""


@dataclass(frozen=True, slots=True)
class CountsPage:
    """Of one game."""

    key: str
    game: str
    family: str
    drawn: Histogram
    said: str
    """How many there are, and what they come to on average."""

    @property
    def told(self) -> str:
        """For those who do not see it."""
        fullest = max(self.drawn.bars, key=lambda bar: bar.times)
        told = {"game": self.game, "said": self.said, "least": fullest.least, "most": fullest.most}
        return _("%(game)s: %(said)s; most often %(least)s to %(most)s points.") % told


def counts(club: Club, season: Season | None, rules: SeasonRules) -> list[CountsPage]:
    """By family, and in it the game with most counts first. One query."""
    rows = results(club, season, rules).filter(counts__isnull=False).order_by()
    by_game: dict[str, list[Any]] = defaultdict(list)
    for variant, told in rows.values_list("variant", "counts"):
        by_game[variant].append(told)
    found = [
        _page(key, drawn)
        for key, told in by_game.items()
        if key in VARIANTS and (drawn := histogram(together(told)))
    ]
    found = sorted(found, key=lambda page: (-page.drawn.times, page.game))[:SHOWN]
    order = [page.family for page in found]
    return sorted(found, key=lambda page: order.index(page.family))


def _page(key: str, drawn: Histogram) -> CountsPage:
    game = VARIANTS[key]
    said = ngettext(
        "%(count)d count, %(average)s on average",
        "%(count)d counts, %(average)s on average",
        drawn.times,
    ) % {"count": drawn.times, "average": words.plain(drawn.average)}
    return CountsPage(key, words.game_called(key), _(game.family.value), drawn, said)
