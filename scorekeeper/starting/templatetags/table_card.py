"""The table card where a hand is written."""

from __future__ import annotations

from typing import Any

from django import template

from scorekeeper.play.selectors import Table
from scorekeeper.starting.table_card import card_of

register = template.Library()


@register.inclusion_tag("starting/_table_card.html")
def table_card(at: Table) -> dict[str, Any]:
    """All of it before the first hand, then a link."""
    card = None if at.game.hand_count else card_of(at)
    return {"game": at.game, "session": at.game.session, "card": card}
