"""A debt between two players as an amount that may be negative."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.core.localization import currencies

register = template.Library()


@register.filter
def owes(amount: int, currency: str) -> SafeString:
    """Formats minor units: ``₹12``, or ``−₹12`` the other way round. Without colour: it is one
    player's gain and the other's loss."""
    sign = "−" if amount < 0 else ""
    return format_html(
        '<bdi class="money">{}{}</bdi>', sign, currencies.money(abs(amount), currency)
    )
