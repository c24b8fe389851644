"""A result as HTML: drawn by hand, because every save draws one."""

from __future__ import annotations

from html import escape

from django import template
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
    told = _points if result.shows_points else _money
    total, out = escape(gettext("total")), escape(gettext("out"))
    lines = "".join(_line(line, *told(line, currency), total, out) for line in result.lines)
    listed = f'<ul class="result__lines{many}">{_columns(total)}{lines}</ul>'
    return SafeString(f"{head}{listed}{_pot(result, currency)}")


@register.filter
def deals_next(result: Result) -> SafeString | str:
    if not result.dealer:
        return ""
    said = gettext("<bdi>%(name)s</bdi> deals next.")
    return SafeString(said % {"name": escape(result.dealer)})


@register.filter
def who_won(result: Result) -> SafeString:
    """The winners' names and no more."""
    return SafeString(_winners(result))


def _winners(result: Result) -> str:
    if not result.winners:
        return _penalty(result) or escape(gettext("Nobody won"))
    names = " &amp; ".join(f"<bdi>{escape(name)}</bdi>" for name in result.winners)
    said = ngettext("wins", "win", len(result.winners))
    return f"{names} {escape(said)}"


def _penalty(result: Result) -> str:
    """Who pays for a hand that nobody won, such as a false claim; "" where that is not one."""
    paying = [line for line in result.lines if line.money < 0]
    if len(paying) != 1 or not any(line.money > 0 for line in result.lines):
        return ""
    said = gettext("%(name)s pays a penalty") % {"name": partners(paying[0].name)}
    return f"<bdi>{said}</bdi>"


def _pot(result: Result, currency: str) -> str:
    """Why everybody may have paid for a hand that somebody won."""
    if result.into_pot <= 0:
        return ""
    amount = currencies.money(result.into_pot, currency)
    said = gettext("%(amount)s into the pot") % {"amount": amount}
    return f'<p class="result__pot">{escape(said)}</p>'


def _columns(total: str) -> str:
    brought = gettext("this hand")
    return (
        '<li class="result__line result__line--head" aria-hidden="true">'
        '<span class="result__name"></span>'
        f'<span class="result__sums"><span>{escape(brought)}</span><span>{total}</span></span></li>'
    )


def _line(line: SlipLine, change: str, now: str, total: str, out: str) -> str:
    """``total``, ``out``: the words, looked up once for all lines."""
    won = " result__line--won" if line.won else ""
    badge = f' <span class="badge">{out}</span>' if line.brought.out else ""
    return (
        f'<li class="result__line{won}"><span class="result__name">'
        f"<bdi>{partners(line.name)}</bdi>{badge}</span> "
        f'<span class="result__sums"><span class="num">{change}</span> '
        f'<span class="visually-hidden">{total}</span> '
        f'<b class="num">{now}</b></span></li>'
    )


def _points(line: SlipLine, currency: str) -> tuple[str, str]:
    """The change and the new total."""
    money = line.money if line.each is None else line.each
    each = "" if line.each is None else f" {escape(gettext('each'))}"
    paid = f" <small>{signed(money, currency)}{each}</small>" if line.money else ""
    return line.signed + paid, points(line.total)


def _money(line: SlipLine, currency: str) -> tuple[str, str]:
    """The same of the money, where that is all the hand is about."""
    return signed(line.money, currency), signed(line.balance, currency)
