"""A player's page as HTML: everything that depends on sessions and names, rendered once for all who
read it alike until one changes. Takes no request and no cookie."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scorekeeper.clubs.models import Club, Player
from scorekeeper.core.localization.currencies import reader_key
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons import words
from scorekeeper.seasons.cache import cached_for_player
from scorekeeper.seasons.page import line_row
from scorekeeper.seasons.player.achievements import achievement_list
from scorekeeper.seasons.player.page import (
    Career,
    courses,
    extremes,
    figures,
    meetings,
    sessions_by_key,
)
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.table_html import season_chart

MONEY: Final = Method()
PAGE: Final = 20
"""Sessions of a player on one page."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page of a player as one reader sees it. ``beside``: another player to compare; ``page``:
    of their sessions, from 1; ``money``: whether it is shown."""

    club: Club
    player: Player
    beside: Player | None
    page: int
    money: bool

    def html(self, everybody: list[Player]) -> SafeString:
        """Renders the page; empty where nobody has scored yet. Only the first page is cached, so
        that turning pages takes no room from others."""
        if self.page > 1:
            return self._draw(everybody)
        reader = (get_language(), reader_key(), self.club.currency, self.money)
        kind = f"drawn {reader} {self.beside and self.beside.pk}"
        return cached_for_player(kind, self.player, lambda: self._draw(everybody))

    def _draw(self, everybody: list[Player]) -> SafeString:
        own = Career.read(self.player)
        if not own.games:
            return SafeString()
        beside = Career.read(self.beside) if self.beside else None
        context = self._comparison(own, beside) | self._own_context(own)
        results = GameResult.objects.filter(player__club=self.club).order_by()
        names = results.values_list("player", "player__person").distinct()
        with_results = {person or player for player, person in names} - {self.player.pk}
        context["others"] = [player for player in everybody if player.pk in with_results]
        return render_to_string("seasons/_player.html", context)

    def _comparison(self, own: Career, beside: Career | None) -> dict[str, Any]:
        """Returns the context that changes when another player is compared."""
        careers = [own, beside] if beside else [own]
        page = Paginator(own.sessions, PAGE).get_page(self.page)
        sessions = sessions_by_key([*page, *extremes(careers)])
        curves, currency = courses(careers), self.club.currency
        return {
            "beside": beside,
            "figures": figures(careers, sessions, currency, money=self.money),
            "meetings": meetings(own, beside) if beside else None,
            "keep": urlencode({"with": beside.player.pk}) if beside else "",
            "page": page,
            "sessions": [(sessions[session.key], session) for session in page],
            "curves": curves,
            "lines": [line_row(MONEY, line, currency) for line in curves.lines],
            "counts_money": True,
            "chart": season_chart(curves, MONEY, currency) if self.money else None,
        }

    def _own_context(self, own: Career) -> dict[str, Any]:
        return {
            "club": self.club,
            "player": self.player,
            "own": own,
            "with_money": own.moves_money and self.money,
            "without_money": own.moves_money and not self.money,
            "games": [(words.game_name(part.variant), part) for part in own.games],
            "achievements": achievement_list(own.feats, [part.variant for part in own.games]),
            "running_caption": words.running_caption(MONEY),
        }
