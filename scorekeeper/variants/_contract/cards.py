"""Cards of the contract games, and their points when left in hand."""

from typing import Final

from scorekeeper.engine.cards import SUITS
from scorekeeper.variants import _western
from scorekeeper.variants._contract.options import NumberCards, Options

WILD_DEUCE: Final = 15
"""Points."""


def value(options: Options) -> _western.Value:
    """Returns the points of cards left in hand."""
    values = _western.index_values(int(options.ace_value.value), int(options.joker_value.value))
    if options.number_cards is NumberCards.FIVE:
        values |= {str(number): 5 for number in range(2, 10)}
    if options.wild_deuces:
        values["2"] = WILD_DEUCE
    return _western.by_rank(values)


def stock(options: Options) -> _western.Stock:
    return _western.Stock(options.packs, options.jokers)


def wild(options: Options, deal: object) -> frozenset[str]:
    return frozenset(f"2{suit}" for suit in SUITS) if options.wild_deuces else frozenset()
