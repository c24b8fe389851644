"""A result as HTML: drawn by hand, because every save draws one."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorekeeper.capture.result import Result
from scorekeeper.capture.slip import SlipLine
from scorekeeper.wording import currencies
from scorekeeper.wording.words import partners, points, signed

register = template.Library()
LONG = 11
"""A winner's name with more letters than this is written smaller, and stays whole."""
MANY = 6
"""More lines than this are written smaller."""


@register.filter
def amounts(result: Result, currency: str) -> SafeString:
    """Who won, what the hand brought each, and what each has now."""
    words = " ".join(result.winners).split()
    long = " result__won--long" if max(map(len, words), default=0) > LONG else ""
    head = f'<h2 class="result__won{long}">{_winners(result)}</h2>'
    if not (result.keeps_score or result.shows_money):
        return SafeString(head)
    many = " result__lines--many" if len(result.lines) > MANY else ""
    lines = "".join(_line(result, line, currency) for line in result.lines)
    return SafeString(f'{head}<ul class="result__lines{many}">{_columns()}{lines}</ul>')


@register.filter
def deals_next(result: Result) -> SafeString | str:
    if not result.dealer:
        return ""
    said = gettext("<bdi>%(name)s</bdi> deals next.")
    return SafeString(said % {"name": escape(result.dealer)})


def _winners(result: Result) -> str:
    if not result.winners:
        return escape(gettext("Nobody won"))
    names = " &amp; ".join(f"<bdi>{escape(name)}</bdi>" for name in result.winners)
    said = ngettext("wins", "win", len(result.winners))
    return f"{names} {escape(said)}"


def _columns() -> str:
    brought, now = gettext("this hand"), gettext("total")
    return (
        '<li class="result__line result__line--head" aria-hidden="true">'
        f'<span class="result__name"></span><span>{escape(brought)}</span>'
        f"<span>{escape(now)}</span></li>"
    )


def _line(result: Result, line: SlipLine, currency: str) -> str:
    change, now = _told(result, line, currency)
    said_out, said_total = gettext("out"), gettext("total")
    won = " result__line--won" if line.won else ""
    out = f' <span class="badge">{escape(said_out)}</span>' if line.brought.out else ""
    return (
        f'<li class="result__line{won}"><span class="result__name">'
        f"<bdi>{partners(line.name)}</bdi>{out}</span> "
        f'<span class="num">{change}</span> '
        f'<span class="visually-hidden">{escape(said_total)}</span> '
        f'<b class="num">{now}</b></li>'
    )


def _told(result: Result, line: SlipLine, currency: str) -> tuple[str, str]:
    """The change and the new total."""
    if not result.shows_points:
        return _money(line.money, currency), _money(line.balance, currency)
    paid = f" <small>{_money(line.money, currency)}</small>" if line.money else ""
    return line.signed + paid, points(line.total)


def _money(amount: int, currency: str) -> str:
    return _written(amount, currency, str(currencies.locale()))


@lru_cache(maxsize=4096)
def _written(amount: int, currency: str, _locale: str) -> str:
    """The same few amounts come again and again, and are dear to write."""
    return signed(amount, currency)
