"""Who else is writing, for the page of a hand."""

from __future__ import annotations

from django import template

from scorekeeper.clubs.models import Membership
from scorekeeper.live.writing import mark_of, writers
from scorekeeper.play.models import Game

register = template.Library()


@register.simple_tag
def writing(game: Game, membership: Membership) -> list[str]:
    """Who else writes the next hand of this game."""
    return writers(game, game.last_number + 1, apart_from=membership)


@register.simple_tag
def mark(game: Game) -> str:
    """What changes when somebody begins to write, or stops."""
    return mark_of(game.session.code)
