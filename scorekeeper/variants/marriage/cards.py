"""What each card is in a deal, once the tiplu is known.

Wild are tiplu, poplu, jhiplu, the tiplu's rank in every suit, and printed jokers.
"""

from collections.abc import Mapping

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank, suit
from scorekeeper.variants.marriage.questions import SINGLES


def value_cards(tiplu: str | None) -> dict[str, str]:
    """The card that each item is; as long as the tiplu is not known, the item's name.

    >>> value_cards("KD")["poplu"], value_cards("KD")["jhiplu"], value_cards("KD")["alter"]
    ('AD', 'QD', 'KH')
    """
    if tiplu is None:
        return {item: item for item in SINGLES}
    place = RANKS.index(rank(tiplu))
    return {
        "tiplu": tiplu,
        "poplu": RANKS[(place + 1) % 13] + suit(tiplu),
        "jhiplu": RANKS[place - 1] + suit(tiplu),
        "alter": rank(tiplu) + {"S": "C", "C": "S", "H": "D", "D": "H"}[suit(tiplu)],
        "man": JOKER,
    }


def wild_cards(tiplu: str | None) -> frozenset[str]:
    """What stands for other cards besides printed jokers."""
    if tiplu is None:
        return frozenset()
    faces = value_cards(tiplu)
    same_rank = {rank(tiplu) + letter for letter in SUITS}
    return frozenset(same_rank | {faces["poplu"], faces["jhiplu"]})


def tunnela_of(card: str, faces: Mapping[str, str]) -> str:
    """The item that three of a card are, once the tiplu is known."""
    if card in (faces["poplu"], faces["jhiplu"]):
        return "tunnela_value"
    return "tunnela_joker" if rank(card) == rank(faces["tiplu"]) else "tunnela"
