"""A player's page as HTML, all of it that follows from nights and names: drawn once for all who
read it alike, until a night or a name changes. Knows no request and no cookie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorekeeper.clubs.models import Club, Player
from scorekeeper.standings import words
from scorekeeper.standings.achievements import achieved
from scorekeeper.standings.drawn import season_chart
from scorekeeper.standings.kept import of_player
from scorekeeper.standings.page import line_row
from scorekeeper.standings.player_page import Career, courses, extremes, figures, met, named_nights
from scorekeeper.standings.ranking.method import Method
from scorekeeper.wording.currencies import locale

MONEY: Final = Method()
PAGE: Final = 20
"""Nights of one player."""


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """What somebody looks at: ``beside``: another one's figures; ``page``: of his nights, from 1;
    ``money``: whether it is told."""

    club: Club
    player: Player
    beside: Player | None
    page: int
    money: bool

    def drawn(self, everybody: list[Player]) -> SafeString:
        """Nothing where nobody has scored yet. Only the first page is kept: whoever turns over
        many takes no room from others."""
        if self.page > 1:
            return self._draw(everybody)
        reader = (get_language(), str(locale()), self.club.currency, self.money)
        asked = f"drawn {reader} {self.beside and self.beside.pk}"
        return of_player(asked, self.player, lambda: self._draw(everybody))

    def _draw(self, everybody: list[Player]) -> SafeString:
        own = Career.read(self.player)
        if not own.games:
            return SafeString()
        beside = Career.read(self.beside) if self.beside else None
        context = self._told(own, beside) | self._alone(own)
        context["others"] = [each for each in everybody if each != self.player]
        return render_to_string("standings/_player.html", context)

    def _told(self, own: Career, beside: Career | None) -> dict[str, Any]:
        """What changes when another one stands beside him."""
        careers = [own, beside] if beside else [own]
        page = Paginator(own.nights, PAGE).get_page(self.page)
        named = named_nights([*page, *extremes(careers)])
        curves, currency = courses(careers), self.club.currency
        return {
            "beside": beside,
            "figures": figures(careers, named, currency, money=self.money),
            "met": met(own, beside) if beside else None,
            "keep": urlencode({"with": beside.player.pk}) if beside else "",
            "page": page,
            "nights": [(named[night.key], night) for night in page],
            "curves": curves,
            "lines": [line_row(MONEY, line, currency) for line in curves.lines],
            "counts_money": True,
            "chart": season_chart(curves, MONEY, currency) if self.money else None,
        }

    def _alone(self, own: Career) -> dict[str, Any]:
        return {
            "club": self.club,
            "player": self.player,
            "own": own,
            "with_money": own.moves_money and self.money,
            "without_money": own.moves_money and not self.money,
            "games": [(words.game_called(part.variant), part) for part in own.games],
            "achieved": achieved(own.feats, [part.variant for part in own.games]),
            "running": words.running(MONEY),
        }
