"""The parameters of a game's melds: which are allowed, what is wild, what other cards cost.

A variant builds a ``MeldRules`` from its options and sets the wild cards of each deal. What a meld
is by these rules stands in ``meld``. This module names no game and searches nothing.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank

Aces: TypeAlias = Literal["low", "high", "both"]
MeldKind: TypeAlias = Literal["pure", "tunnela", "impure", "set", "dublee"]
"""In laying order."""

PURE: Final = ("pure", "tunnela")
SEQUENCES: Final = ("pure", "tunnela", "impure")
KINDS: Final = get_args(MeldKind)

SHORTEST: Final = 3
"""The number of cards in the shortest meld."""


def rank_values(ace: int) -> tuple[int, ...]:
    """Returns points by rank, from ace to king: court cards ten, number cards their number.

    >>> rank_values(ace=1)
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    """
    return (ace, *range(2, 11), 10, 10, 10)


@dataclass(frozen=True, slots=True)
class Lives:
    """The melds that must be laid before others save their cards (``indian_rummy.md`` §7).

    ``pure`` sequences at least, and ``sequences`` altogether. ``pure_saves``: short of that, pure
    sequences save their own cards all the same; otherwise every card counts.
    """

    pure: int = 0
    sequences: int = 0
    pure_saves: bool = True


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules that decide which cards make a meld and what the others cost.

    A wild card is a printed joker or a card of ``wild``; it stands for any card, or for itself.
    """

    values: tuple[int, ...] = rank_values(ace=10)
    """Points of a card left over, from ace to king."""
    wild_value: int = 0
    """Points of a wild card left over."""
    wild: frozenset[str] = frozenset()
    """Cards that are wild in this deal besides printed jokers."""
    aces: Aces = "both"
    """The place of the ace in a sequence; never in the middle, never at both ends at once."""
    max_run: int = 13
    """The most cards in a sequence."""
    max_set: int = 4
    """The most cards in a set."""
    same_suits: bool = False
    """Whether a set may have several cards of one suit."""
    tunnelas: bool = False
    """Whether three identical natural cards are a pure sequence."""
    joker_tunnelas: bool = False
    """Whether three printed jokers are one too."""
    min_naturals: int = 1
    """The least number of natural cards in every meld (1 or more)."""
    lives: Lives = Lives()
    loose_wilds: bool = False
    """Whether a hand can be shown with loose wild cards beside the melds."""

    @property
    def largest_set(self) -> int:
        """The most cards that a set can have."""
        return self.max_set if self.same_suits else min(self.max_set, len(SUITS))

    def is_wild(self, card: str) -> bool:
        return card == JOKER or card in self.wild

    def value(self, card: str) -> int:
        """Returns the points of this card when left over."""
        return self.wild_value if self.is_wild(card) else self.values[RANKS.index(rank(card))]
