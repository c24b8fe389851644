"""What one owes another, as an amount that may be less than nothing."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.wording import currencies

register = template.Library()


@register.filter
def owes(amount: int, currency: str) -> SafeString:
    """Minor units: ``₹12``, and ``−₹12`` where it is the other way round. Without colours, as it is
    gain and loss at once."""
    sign = "−" if amount < 0 else ""
    return format_html(
        '<bdi class="money">{}{}</bdi>', sign, currencies.money(abs(amount), currency)
    )
