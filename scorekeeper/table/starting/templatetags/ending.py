"""Draws the line that says when a game ends, as its players agreed."""

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from scorekeeper.core.localization import dates
from scorekeeper.play.ending import is_last
from scorekeeper.play.models import Game

register = template.Library()


@register.simple_tag
def agreed_end(game: Game) -> SafeString | str:
    """Empty if no ending was agreed. For an agreed time the page's script shows when it has come:
    what is drawn here may be cached."""
    if not (game.until or game.ends_after):
        return ""
    local_time = timezone.localtime(game.until) if game.until else None
    context = {
        "game": game,
        "terms": game.terms,
        "hands": None if game.until else game.ends_after,
        "until": dates.clock(local_time) if local_time else "",
        "moment": game.until.isoformat() if game.until else "",
        "last": game.closed_at is None and is_last(game, timezone.now()),
    }
    return render_to_string("table/starting/_ending.html", context)
