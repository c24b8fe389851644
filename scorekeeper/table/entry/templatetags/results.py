"""Names who won a hand, or who is blamed for it."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorekeeper.core.localization.words import AND, words
from scorekeeper.table.entry.results import Lines, Result

register = template.Library()


@register.filter
def who_won(result: Result) -> SafeString | str:
    if not result.winners:
        return blamed(result) or gettext("Nobody won")
    verb = gettext("1st") if result.winner_pays else ngettext("wins", "win", len(result.winners))
    return format_html("{} {}", _all(result.winners), verb)


@register.filter
def blamed(result: Lines) -> SafeString | str:
    """``Dev: false claim``, for a hand that nobody won and somebody pays."""
    if not (payers := result.blamed):
        return ""
    names = _all(name for line in payers for name in line.names)
    return format_html("{}: {}", names, words(payers[0].reason))


def _all(names: Iterable[str]) -> SafeString:
    return format_html_join(AND, "<bdi>{}</bdi>", ([name] for name in names))
