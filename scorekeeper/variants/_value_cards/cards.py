"""Cards of a seat in the games of 21 and 27 cards: value cards, a count, a hand to show."""

from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _copies
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.checks import WHICH_TURNED
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._value_cards import hands
from scorekeeper.variants._value_cards.hands import (
    count,
    value,
    value_cards,
    value_groups,
    wild_cards,
    with_free_rest,
)
from scorekeeper.variants._value_cards.questions import (
    PACKS,
    SHOWS,
    Deal,
    Entry,
    Game,
    L,
    Line,
    O,
    Options,
)

# What a seat holds ---------------------------------------------------------------------------


def value_counts(options: Options, line: Line) -> dict[str, int]:
    """Returns the number of value cards of each kind of a seat."""
    return {kind: getattr(line, kind) for kind in options.STEPS}


def counted(options: Options, turned: str | None, line: Line) -> tuple[float, Phrase]:
    """Returns the count of a player who did not drop, and the reason."""
    if line.cards is None:
        return within_limits(options, line.points or 0)
    return cost_of_hand(options, turned, line.cards)


def cost_of_hand(
    options: Options, turned: str | None, cards: tuple[str, ...]
) -> tuple[int, Phrase]:
    """Returns the points for a loser's cards, and the reason."""
    hand = count(cards, options, turned)
    points, words = within_limits(options, hand.laid.points)
    return points, _("{words}, {safe}").format(words=words, safe=hand.safe) if hand.safe else words


def within_limits(options: Options, points: int) -> tuple[int, Phrase]:
    """Returns points between the least and the full count, and the reason."""
    return costs.counted(max(points, options.safe_points), options.cap)


def in_packs(turned: str | None, card: str) -> int:
    """Returns the copies of a card besides the turned-up one (``cut`` until it is known)."""
    return PACKS - (card == (turned or "cut"))


def counts_values(options: Options, line: Line) -> bool:
    if line.finish is Finish.WRONG_SHOW:
        return options.wrong_show_in_values
    return line.finish in (Finish.WON, Finish.COUNTED)


# Tapped cards --------------------------------------------------------------------------------


def copies(options: Options, deal: Deal, face: str) -> int:
    """Returns the copies in three packs, without the card turned up."""
    return in_packs(deal.turned, face)


def wild(options: Options, deal: Deal) -> frozenset[str]:
    return wild_cards(options, deal.turned)


def lay(game: Game[O], entry: Entry[L], person: int) -> Arrangement | None:
    """Lays a loser's cards, and the value cards of anyone who did not drop."""
    options, line, turned = game.options, entry.lines[person], entry.deal.turned
    if line.cards is None or line.finish not in SHOWS.values:
        return None
    check_dealt(line.cards, turned, person)
    valued = value_groups(options, turned, line.cards) if counts_values(options, line) else ()
    if line.finish is not Finish.COUNTED:
        return with_free_rest(line.cards, valued)
    return replace(count(line.cards, options, turned).laid, valued=valued)


def check_dealt(cards: tuple[str, ...], turned: str | None, person: int | None = None) -> None:
    """Checks that these cards can be in one hand with the card turned up."""
    if turned is None:
        raise EntryError(WHICH_TURNED, field="turned")
    _copies.check_copies(((person, "cards", card, 1) for card in cards), partial(in_packs, turned))


def reckon(game: Game[O], entry: Entry[L], person: int) -> NamedValues:
    """Returns a loser's count, and the value cards of anyone who did not drop."""
    options, line, turned = game.options, entry.lines[person], entry.deal.turned
    if line.cards is None or line.finish not in SHOWS.values:
        return {}
    numbers: dict[str, Any] = dict(value_cards(options, turned, line.cards))
    if line.finish is Finish.COUNTED:
        numbers["points"] = count(line.cards, options, turned).laid.points
    return numbers


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """Returns the penalty and the value of a hand. Raises EntryError."""
    check_dealt(line.cards or (), deal.turned)
    if line.cards is None:
        return {}
    penalty, _words = cost_of_hand(options, deal.turned, line.cards)
    return {
        "penalty": penalty,
        "value": value(options, value_cards(options, deal.turned, line.cards)),
    }


def judge(game: Game[O], deal: Deal, claim: Claim) -> Verdict:
    """Judges a show; the options set the price of a wrong one."""
    check_dealt(claim.cards, deal.turned)
    return hands.judge(claim, game.options, deal.turned, game.options.wrong_show)
