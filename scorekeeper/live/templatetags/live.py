"""Who else is writing, and what lies on phones, for the page of a hand."""

from __future__ import annotations

from django import template

from scorekeeper.clubs.models import Membership
from scorekeeper.live import behind, writing
from scorekeeper.play.models import Game

register = template.Library()


@register.simple_tag
def written(game: Game, membership: Membership) -> writing.Writers:
    """Who else writes the next hand of this game."""
    return writing.written(game, reader=membership)


@register.simple_tag
def behind_others(game: Game, membership: Membership) -> list[behind.NotHere]:
    """What other phones of the night have not delivered. One query."""
    return behind.of_others(behind.missing(game.session), membership)
