"""A hand as it is read aloud: one short sentence, without signs that make a voice stumble."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.telling.hand import Brought, Outcome
from scorekeeper.wording import currencies
from scorekeeper.wording.words import points, words


def aloud(
    number: int, told: Iterable[tuple[str, Brought]], *, scores: bool, currency: str = ""
) -> str:
    """``told``: name of each seat and what it was brought, who won first. ``scores``: the game
    counts points; else money is said, where ``currency`` says that it may be."""
    said = list(told)
    won = [_("%(name)s wins") % {"name": _side(name)} for name, brought in said if brought.won]
    rest = [
        f"{_side(name)} {amount}"
        for name, brought in said
        if (amount := _amount(brought, scores, currency)) and not brought.won
    ]
    blamed = Outcome(tuple(brought for _name, brought in said)).penalized
    paid_for = [f"{_side(said[at][0])} {words(said[at][1].reason)}" for at in blamed]
    brought = ", ".join([*(won or paid_for or [_("nobody won")]), *rest])
    return _("Hand %(number)d: %(brought)s.") % {"number": number, "brought": brought}


def _side(name: str) -> str:
    """Partners as one would call them."""
    first, plus, second = name.partition("+")
    if not plus:
        return first
    return _("%(first)s and %(second)s") % {"first": first, "second": second.replace("+", ", ")}


def _amount(brought: Brought, scores: bool, currency: str) -> str:
    if scores:
        return points(brought.points) if brought.points else ""
    return currencies.signed(brought.net, currency).lstrip("+") if currency and brought.net else ""
