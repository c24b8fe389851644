"""The cards of kalookie: two packs, and what those left in hand count."""

from typing import Final

from scorekeeper.engine.cards import rank, suit
from scorekeeper.variants import _western
from scorekeeper.variants.kalookie.options import Options

PACKS: Final = 2
CARDS_EACH: Final = 13
JAMAICAN_ACES: Final = {"S": 15, "C": 15, "H": 1, "D": 1}
"""Points by suit."""


def stock(options: Options) -> _western.Stock:
    return _western.Stock(PACKS, int(options.jokers.value))


def hand_limit(options: Options) -> int | None:
    """Returns the most cards in a hand; None in the Jamaican form, where cards can be bought."""
    return None if options.is_jamaican else CARDS_EACH


def value(options: Options) -> _western.Value:
    """Returns what cards left in hand count, in points."""
    values = _western.index_values(ace=11, joker=int(options.joker_value.value))
    if not options.is_jamaican:
        return _western.by_rank(values)
    return lambda cards: sum(
        JAMAICAN_ACES[suit(card)] if rank(card) == "A" else values[rank(card)] for card in cards
    )


TAPPED: Final = _western.tapped(stock, value, hand_limit)
