"""When a game ends, as its table agreed, in one line."""

from __future__ import annotations

from typing import Any

from babel import dates
from django import template
from django.utils import timezone

from scorekeeper.play.ending import is_last
from scorekeeper.play.models import Game
from scorekeeper.wording import currencies

register = template.Library()


@register.inclusion_tag("starting/_ending.html")
def agreed_end(game: Game) -> dict[str, Any]:
    """Nothing where none was agreed on. Of a time the page's script shows when it has come: what
    is drawn here may be kept for a while."""
    at = timezone.localtime(game.until) if game.until else None
    return {
        "game": game,
        "hands": None if game.until else game.ends_after,
        "until": dates.format_time(at, "short", locale=currencies.locale()) if at else "",
        "moment": game.until.isoformat() if game.until else "",
        "last": game.closed_at is None and is_last(game, timezone.now()),
    }
