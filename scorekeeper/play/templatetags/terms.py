"""Messages in the words of a game, and addresses of the pages of a hand, for templates."""

from typing import Any

from django import template
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from scorekeeper.engine.variant import Terms
from scorekeeper.play import terms as wording
from scorekeeper.play.addresses import hand_address

register = template.Library()
register.simple_tag(hand_address)


@register.simple_tag
def game_text(terms: Terms, message: str, **values: Any) -> SafeString:
    """``{% game_text table.game.terms "Hand %(number)s" number=7 %}``."""
    return _filled(wording.game_text(terms, message), values)


@register.simple_tag
def game_text_plural(
    terms: Terms, count: int, singular: str, plural: str, /, **values: Any
) -> SafeString:
    return _filled(wording.game_text_plural(terms, singular, plural, count), values)


def _filled(text: str, values: dict[str, Any]) -> SafeString:
    escaped = {name: conditional_escape(localize(value)) for name, value in values.items()}
    return SafeString(text % escaped if escaped else text)
