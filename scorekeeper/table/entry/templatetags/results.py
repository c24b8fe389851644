"""A result as HTML, built without templates because every save needs one."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import points, signed, together, words
from scorekeeper.play.wording.hand import SeatResult
from scorekeeper.table.entry.results import Lines, Result, SlipLine

register = template.Library()
LONG = 11
"""Longer winners' names are written smaller, in one piece."""
WIDE = 9
"""A name with a longer word has a line of its own, above its sums."""
MANY = 6
"""More lines than this are written smaller."""


@register.filter
def amounts(result: Result, currency: str) -> SafeString:
    """Shows who won, each one's result, and their totals."""
    long = " result__won--long" if _longest(result.winners) > LONG else ""
    head = f'<h2 class="result__won{long}">{_winners(result)}</h2>'
    if not (result.keeps_score or result.shows_money):
        return SafeString(head)
    many = " result__lines--many" if len(result.lines) > MANY else ""
    format_line = _points if result.shows_points else _money
    total, out = escape(gettext("game total")), escape(gettext("out"))
    lines = "".join(_line(line, *format_line(line, currency), total, out) for line in result.lines)
    lines_html = f'<ul class="result__lines{many}">{_columns(total)}{lines}</ul>'
    return SafeString(f"{head}{lines_html}{_pot(result, currency)}")


def _longest(names: Iterable[str]) -> int:
    """Returns the length of the longest word."""
    return max(map(len, " ".join(names).split()), default=0)


@register.filter
def seat_result(result: SeatResult | None, currency: str) -> SafeString:
    """Shows the result of a hand for one seat in a line; a dash if it took no part."""
    if result is None or result.sat_out:
        return SafeString("–")
    money = result.net if currencies.are_shown() else 0
    parts = [points(result.points)] if result.points or not money else []
    parts += [signed(money, currency)] if money else []
    reason = f" <small>{escape(words(result.reason))}</small>" if result.reason else ""
    return SafeString(" ".join(parts) + reason)


@register.filter
def deals_next(result: Result) -> SafeString | str:
    if not result.dealer:
        return ""
    sentence = gettext("<bdi>%(name)s</bdi> deals next.")
    return SafeString(sentence % {"name": escape(result.dealer)})


@register.filter
def who_won(result: Result) -> SafeString:
    """The winners' names alone."""
    return SafeString(_winners(result))


def _winners(result: Result) -> str:
    if not result.winners:
        return blamed(result) or escape(gettext("Nobody won"))
    verb = gettext("1st") if result.winner_pays else ngettext("wins", "win", len(result.winners))
    return f"{_all(result.winners)} {escape(verb)}"


@register.filter
def blamed(result: Lines) -> SafeString:
    """``Dev: false claim``, for a hand that nobody won and somebody pays."""
    if not (payers := result.blamed):
        return SafeString("")
    names = _all([name for line in payers for name in line.names])
    return SafeString(f"{names}: {escape(words(payers[0].reason))}")


def _all(names: Iterable[str]) -> str:
    return together(f"<bdi>{escape(name)}</bdi>" for name in names)


def _pot(result: Result, currency: str) -> str:
    """Explains why everybody may have paid for a hand that somebody won."""
    if result.into_pot <= 0:
        return ""
    amount = currencies.money(result.into_pot, currency)
    sentence = gettext("%(amount)s into the pot") % {"amount": amount}
    return f'<p class="result__pot">{escape(sentence)}</p>'


def _columns(total: str) -> str:
    heading = gettext("this hand")
    return (
        '<li class="result__line result__line--head" aria-hidden="true">'
        '<span class="result__name"></span>'
        f'<span class="result__sums"><span>{escape(heading)}</span><span>{total}</span></span></li>'
    )


def _line(line: SlipLine, change: str, now: str, total: str, out: str) -> str:
    """``total``, ``out``: the words, translated once for all lines."""
    won = " result__line--won" if line.won else ""
    badge = f' <span class="badge">{out}</span>' if line.result.out else ""
    long = " result__name--long" if _longest(line.names) > WIDE else ""
    return (
        f'<li class="result__line{won}"><span class="result__name{long}">'
        f"<bdi>{escape(line.name)}</bdi>{badge}</span> "
        f'<span class="result__sums"><span class="num">{change}</span> '
        f'<span class="visually-hidden">{total}</span> '
        f'<b class="num">{now}</b></span></li>'
    )


def _points(line: SlipLine, currency: str) -> tuple[str, str]:
    """Returns the change and the new total."""
    gains = f" <small>{_gains(line, currency)}</small>" if line.money else ""
    return line.signed + gains, points(line.total)


def _gains(line: SlipLine, currency: str) -> str:
    """Returns what each partner gets, with names if there are several."""
    if len(line.names) == 1:
        return signed(line.money, currency)
    gains = (f"<bdi>{escape(name)}</bdi> {signed(amount, currency)}" for name, amount in line.gains)
    return " ".join(gains)


def _money(line: SlipLine, currency: str) -> tuple[str, str]:
    """Returns the same for money, if the hand is only about money."""
    return signed(line.money, currency), signed(line.balance, currency)
