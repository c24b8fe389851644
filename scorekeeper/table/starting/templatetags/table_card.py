"""The dealing guide on the page where a hand is entered."""

from html import escape

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scorekeeper.core.requests.addresses import address
from scorekeeper.play.selectors import Table
from scorekeeper.table.starting.table_card import game_card_text

register = template.Library()


@register.simple_tag
def table_card(table: Table) -> SafeString:
    """The whole guide before the first hand, then a link, built here because every save needs
    it."""
    if not table.game.hand_count:
        return render_to_string("table/starting/_table_card.html", {"card": game_card_text(table)})
    url = address("starting:table_card", table.game.session.code, table.game.number)
    label, full_label = escape(gettext("Guide")), escape(gettext("Dealing guide"))
    return SafeString(f'<a class="setup" href="{url}" aria-label="{full_label}">{label}</a>')
