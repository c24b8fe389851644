"""When a game ends, as its table agreed, in one line."""

from __future__ import annotations

from babel import dates
from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from scorekeeper.play.ending import is_last
from scorekeeper.play.models import Game
from scorekeeper.wording import currencies

register = template.Library()


@register.simple_tag
def agreed_end(game: Game) -> SafeString | str:
    """Nothing where none was agreed on. Of a time the page's script shows when it has come: what
    is drawn here may be kept for a while."""
    if not (game.until or game.ends_after):
        return ""
    at = timezone.localtime(game.until) if game.until else None
    told = {
        "game": game,
        "hands": None if game.until else game.ends_after,
        "until": dates.format_time(at, "short", locale=currencies.locale()) if at else "",
        "moment": game.until.isoformat() if game.until else "",
        "last": game.closed_at is None and is_last(game, timezone.now()),
    }
    return render_to_string("starting/_ending.html", told)
