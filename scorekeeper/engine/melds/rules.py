"""What a meld is at one table: the parameters of the search.

No game is named here. A variant builds one ``MeldRules`` from its options and, deal by deal, puts
in the cards that are wild. Nothing in this module searches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from scorekeeper.engine.cards import JOKER, RANKS, rank

Aces: TypeAlias = Literal["low", "high", "both"]
MeldKind: TypeAlias = Literal["pure", "tunnela", "impure", "set", "dublee"]
"""In the order in which melds are laid."""

PURE: Final = ("pure", "tunnela")
SEQUENCES: Final = ("pure", "tunnela", "impure")
KINDS: Final = get_args(MeldKind)


def rank_values(ace: int, court: int = 10) -> tuple[int, ...]:
    """Points by rank: pips count themselves.

    >>> rank_values(ace=1)
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    """
    return (ace, *range(2, 11), court, court, court)


@dataclass(frozen=True, slots=True)
class Lives:
    """What must be laid before other melds save their cards (``indian_rummy.md`` §7).

    ``pure`` sequences at least, and ``sequences`` altogether. ``pure_saves``: short of that, pure
    sequences save their own cards all the same; otherwise every card counts.
    """

    pure: int = 0
    sequences: int = 0
    pure_saves: bool = True


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Everything that decides which cards make a meld and what the others cost.

    A wild card is a printed joker or a card of ``wild``; it stands for any card, or for itself.
    """

    values: tuple[int, ...] = rank_values(ace=10)
    """Points of a card left over, from ace to king."""
    joker_value: int = 0
    """Points of a printed joker left over."""
    wild_value: int | None = 0
    """Points of any other wild card left over; None: as its rank."""
    wild: frozenset[str] = frozenset()
    """Cards that are wild in this deal besides printed jokers."""
    aces: Aces = "both"
    """Where the ace stands in a sequence; never in the middle, never at both ends at once."""
    min_run: int = 3
    max_run: int = 13
    min_set: int = 3
    max_set: int = 4
    """Cards in a sequence and in a set; ``max_set`` 0: there are no sets."""
    same_suits: bool = False
    """A set may hold several cards of one suit."""
    tunnelas: bool = False
    """Three identical natural cards are a pure sequence."""
    joker_tunnelas: bool = False
    """So are three printed jokers."""
    min_naturals: int = 1
    """Cards standing for themselves in every meld, at least (1 or more)."""
    max_wilds: int | None = None
    """Cards standing for others in one meld, at most."""
    lives: Lives = Lives()
    loose_wilds: bool = False
    """All cards can be shown although wild cards lie loose beside the melds."""

    def is_wild(self, card: str) -> bool:
        return card == JOKER or card in self.wild

    def value(self, card: str) -> int:
        """Points of this card left over."""
        if card == JOKER:
            return self.joker_value
        if self.wild_value is not None and card in self.wild:
            return self.wild_value
        return self.values[RANKS.index(rank(card))]
