"""The table card where a hand is written."""

from __future__ import annotations

from html import escape

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scorekeeper.play.selectors import Table
from scorekeeper.serving.addresses import address
from scorekeeper.starting.table_card import card_of

register = template.Library()


@register.simple_tag
def table_card(at: Table) -> SafeString:
    """All of it before the first hand, then a link, put together here for every save."""
    if not at.game.hand_count:
        return render_to_string("starting/_table_card.html", {"card": card_of(at)})
    place = address("starting:table_card", at.game.session.code, at.game.number)
    said, whole = escape(gettext("Guide")), escape(gettext("Dealing guide"))
    return SafeString(f'<a class="setup" href="{place}" aria-label="{whole}">{said}</a>')
