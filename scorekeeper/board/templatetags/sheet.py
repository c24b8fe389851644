"""Amounts short enough for a column of a score sheet."""

from __future__ import annotations

from babel import numbers
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.clubs import currencies

register = template.Library()


@register.filter
def brief(amount: int, currency: str) -> SafeString:
    """Minor units with their sign and without the currency: ``+12``, ``−7.50``."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    side = "plus" if amount > 0 else "minus" if amount < 0 else "even"
    whole = amount % 10 ** currencies.digits(currency) == 0
    pattern = "#,##0" if whole else "#,##0." + "0" * currencies.digits(currency)
    value = currencies.major(abs(amount), currency)
    text = sign + numbers.format_decimal(value, pattern, locale=currencies.locale())
    return format_html('<bdi class="money {}">{}</bdi>', side, text)
