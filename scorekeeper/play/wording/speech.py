"""A hand as a sentence to be read aloud, without signs that trip up a speech engine."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import AND, points, words
from scorekeeper.engine.variant import Terms
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.hand import Outcome, SeatResult


def aloud(
    number: int,
    results: Iterable[tuple[str, SeatResult]],
    *,
    scores: bool,
    currency: str = "",
    terms: Terms = Terms.CARDS,
) -> str:
    """Returns the sentence. ``results``: name and result of each seat, winners first. ``scores``:
    the game counts points; otherwise amounts of money are said, if ``currency`` is given."""
    listed = list(results)
    won = [
        ngettext("%(name)s wins", "%(name)s win", len(result.persons)) % {"name": _side(name)}
        for name, result in listed
        if result.won
    ]
    others = [
        f"{_side(name)} {amount}"
        for name, result in listed
        if (amount := _amount(result, scores, currency)) and not result.won
    ]
    penalized = Outcome(tuple(result for _name, result in listed)).penalized_seats
    penalties = [f"{_side(listed[seat][0])} {words(listed[seat][1].reason)}" for seat in penalized]
    summary = ", ".join([*(won or penalties or [_("nobody won")]), *others])
    sentence = game_text(terms, "Hand %(number)d: %(brought)s.")
    return sentence % {"number": number, "brought": summary}


def _side(name: str) -> str:
    """Returns partners' names as they are said."""
    first, plus, second = name.partition(AND)
    if not plus:
        return first
    return _("%(first)s and %(second)s") % {"first": first, "second": second.replace(AND, ", ")}


def _amount(result: SeatResult, scores: bool, currency: str) -> str:
    if scores:
        return points(result.points) if result.points else ""
    return currencies.signed(result.net, currency).lstrip("+") if currency and result.net else ""
