"""Leads from a message to what can be done about it."""

import re

from django import template

from scorekeeper.core.localization.words import words
from scorekeeper.website.help.troubles import TROUBLES

register = template.Library()


@register.filter
def trouble(message: object) -> str:
    """Returns the place of this message on the page of messages; "" if it is not there."""
    shown = str(message)
    return next((t.anchor for t in TROUBLES if _is_said(words(t.message), shown)), "")


def _is_said(message: str, shown: str) -> bool:
    """Whether this is what is shown, with any name."""
    parts = map(re.escape, message.split("{name}"))
    return re.fullmatch(".+".join(parts), shown) is not None
