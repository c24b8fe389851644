"""Who else is writing, for the page of a hand."""

from __future__ import annotations

from django import template

from scorekeeper.clubs.models import Membership
from scorekeeper.live import writing
from scorekeeper.play.models import Game

register = template.Library()


@register.simple_tag
def written(game: Game, membership: Membership) -> writing.Writers:
    """Who else writes the next hand of this game."""
    return writing.written(game, reader=membership)
