"""Cards of the contract games, and their points when left in hand."""

from typing import Final

from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.variant import NamedValues
from scorekeeper.variants import _western
from scorekeeper.variants._contract.options import NumberCards, Options
from scorekeeper.variants._contract.questions import D, L, O, State

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


def reckon(game: Game[O, State], entry: Entry[D, L], person: int) -> NamedValues:
    return _western.counted(entry.lines[person], value(game.options))


def stock(options: Options) -> _western.Stock:
    return _western.Stock(options.packs, options.jokers)


def wild(options: Options, deal: object) -> frozenset[str]:
    return frozenset(f"2{suit}" for suit in SUITS) if options.wild_deuces else frozenset()


def lay(game: Game[O, State], entry: Entry[D, L], person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, stock(game.options), None, person)
    return _western.one_by_one(cards, value(game.options))
