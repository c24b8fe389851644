"""The house rules of the contract games: how many deals, what cards count, what is paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Amount, Count, Pick, Steps, Word, when
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants._western import JokerValue


class Settlement(Word):
    DIFFERENCE = "difference", _("Difference"), _("Each pays for every point above the lowest.")
    POOL = "pool", _("Pool"), _("Everybody pays in before the first deal; the lowest takes it.")
    TIERS = "tiers", _("By place"), _("Each player pays the one with the lowest score, by place.")


class AceValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY = 20, _("20")


class NumberCards(Word):
    INDEX = "index", _("Their number"), _("2 to 10 count what they show.")
    FIVE = "five", _("Five each"), _("2 to 9 count five, the ten counts ten.")


SETTLEMENT: Final = Pick(
    label=_("At the end"), help=_("What the others pay the lowest total."), source="others.md §0"
)
POINT_VALUE: Final = Amount(
    label=_("Money per point"),
    help=_("For each point above the lowest total."),
    source="others.md §0",
    when=(when("settlement", Settlement.DIFFERENCE),),
)
STAKE: Final = Amount(
    label=_("Stake"),
    help=_("What each pays into the pool, or one unit by place."),
    min=1,
    source="others.md §0",
    when=(when("settlement", Settlement.POOL, Settlement.TIERS),),
)
TIERS: Final = Steps(
    label=_("What each place pays"),
    help=_("What second, third, … last place pay the lowest total."),
    source="others.md §0",
    when=(when("settlement", Settlement.TIERS),),
)
CAP: Final = Amount(
    label=_("Cap"),
    help=_("The most one player pays another."),
    min=1,
    source="others.md §0",
    when=(when("settlement", Settlement.DIFFERENCE, Settlement.TIERS),),
)
JOKER_VALUE: Final = Pick(
    label=_("Joker"), help=_("Points of a joker left in hand."), source="others.md §3"
)
NUMBER_CARDS: Final = Pick(
    label=_("Number cards"), help=_("Points of 2 to 10 left in hand."), source="others.md §8"
)
CONTRACTS: Final = (
    _("two sets"),
    _("a set and a run"),
    _("two runs"),
    _("three sets"),
    _("two sets and a run"),
    _("a set and two runs"),
    _("three runs, no discard"),
)
"""The contracts of most tables."""


def deals_of(contracts: Sequence[str]) -> Count:
    """Returns the option ``deals``: all contracts, or the first few."""
    return Count(
        label=_("Deals"),
        help=_("How many are played, from the first contract on."),
        min=1,
        max=len(contracts),
        source="others.md §3",
    )


@dataclass(frozen=True, slots=True)
class Options:
    """House rules with the usual values of contract rummy; other games override theirs."""

    deals: int = ask.question(deals_of(CONTRACTS), len(CONTRACTS))
    settlement: Settlement = ask.question(SETTLEMENT, Settlement.DIFFERENCE)
    point_value: int = ask.question(POINT_VALUE, 1)
    stake: int = ask.question(STAKE, 100)
    tiers: tuple[int, ...] = ask.question(TIERS, (1, 2))
    cap: int | None = ask.question(CAP, None)
    joker_value: JokerValue = ask.question(JOKER_VALUE, JokerValue.TWENTY_FIVE)
    ace_value: AceValue = ask.pick(
        _("Ace"), AceValue.FIFTEEN, _("Points of an ace left in hand."), source="others.md §8"
    )
    number_cards: NumberCards = ask.question(NUMBER_CARDS, NumberCards.INDEX)
    wild_deuces: bool = ask.flag(
        _("Wild deuces"), False, _("Deuces are wild and cost 15."), source="others.md §3"
    )
    packs: int = ask.count(
        _("Packs"), 2, _("Of 52 cards each."), min=2, max=3, source="others.md §3"
    )
    jokers: int = ask.count(
        _("Jokers"), 1, _("In all packs together."), max=12, source="others.md §3"
    )


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    packs = chosen.get("packs", 2 if seats < 5 else 3)
    return {"tiers": tuple(range(1, seats)), "packs": packs, "jokers": packs - 1}
