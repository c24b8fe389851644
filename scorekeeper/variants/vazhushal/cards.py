"""What can be laid: the cards of one player, what is wild, and every meld they allow.

Melds are sequences and sets as elsewhere, each with a card standing for itself. A melded card
counts what it stands for, so that a wild card is worth most where a high card is missing.
"""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.engine.cards import RANKS, SUITS, card_at, rank, suit
from scorekeeper.engine.melds import MeldRules

Cards: TypeAlias = tuple[str, ...]

VALUES: Final = MeldRules()
"""A, K, Q, J and 10 count ten."""
SHORTEST: Final = 3
LONGEST: Final = 13
OTHER_COLOUR: Final = {"S": "HD", "C": "HD", "H": "SC", "D": "SC"}


def wild_cards(negative: str | None) -> frozenset[str]:
    """What is wild besides printed jokers: the rank of the negative joker in the other colour.

    >>> sorted(wild_cards("8S"))
    ['8D', '8H']
    """
    if negative is None:
        return frozenset()
    return frozenset(rank(negative) + letter for letter in OTHER_COLOUR[suit(negative)])


# What can be laid ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """Cards that a meld may stand for, in laying order."""

    faces: Cards
    is_run: bool
    points: int


def _shapes() -> Iterator[Shape]:
    for faces in (*_runs(), *_sets()):
        yield Shape(faces, faces[0][-1] == faces[1][-1], sum(map(VALUES.value, faces)))


def _runs() -> Iterator[Cards]:
    for letter in SUITS:
        for length in range(SHORTEST, LONGEST + 1):
            for low in range(1, len(RANKS) + 3 - length):
                yield tuple(card_at(low + step, letter) for step in range(length))


def _sets() -> Iterator[Cards]:
    for name in RANKS:
        for size in (3, 4):
            for letters in combinations(SUITS, size):
                yield tuple(name + letter for letter in letters)


SHAPES: Final = {shape.faces: shape for shape in _shapes()}


class Meld(NamedTuple):
    """A shape, the cards in it that stand for themselves, and wild cards for the others."""

    shape: Shape
    naturals: frozenset[str]

    @property
    def fill(self) -> int:
        return len(self.shape.faces) - len(self.naturals)

    @property
    def is_pure(self) -> bool:
        return self.shape.is_run and not self.fill

    def divides(self, guarded: Set[Cards]) -> bool:
        """Two shorter sequences take the same cards, neither of them guarded."""
        faces, cuts = self.shape.faces, range(SHORTEST, len(self.shape.faces) - SHORTEST + 1)
        return self.shape.is_run and any(
            guarded.isdisjoint(pieces) and not any(map(self.naturals.isdisjoint, pieces))
            for pieces in ((faces[:cut], faces[cut:]) for cut in cuts)
        )


@dataclass(frozen=True)
class Holding:
    """The cards of one player, and what is wild besides printed jokers."""

    table: Cards
    hand: Cards
    wild: frozenset[str]
    wild_in_hand: int
    """Points that a wild card costs there."""

    @cached_property
    def rules(self) -> MeldRules:
        """What cards cost in hand."""
        cost = self.wild_in_hand
        return MeldRules(wild=self.wild, joker_value=cost, wild_value=cost)

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(self.table + self.hand)

    @cached_property
    def must(self) -> Counter[str]:
        """Cards that stay melded."""
        return Counter(self.table)

    @cached_property
    def wilds(self) -> int:
        return sum(times for card, times in self.counts.items() if self.rules.is_wild(card))

    def melds(self) -> Iterator[Meld]:
        """Every meld there can be."""
        for shape in SHAPES.values():
            present = [face for face in shape.faces if face in self.counts]
            for size in range(max(1, len(shape.faces) - self.wilds), len(present) + 1):
                for naturals in combinations(present, size):
                    meld = Meld(shape, frozenset(naturals))
                    if meld.fill + len(self.wild & meld.naturals) <= self.wilds:
                        yield meld

    def melds_that_matter(self, guarded: Set[Cards]) -> Iterator[Meld]:
        """Guarded melds, and those that are best as long as others may lie twice."""
        best: dict[tuple[frozenset[str], int], Meld] = {}
        for meld in self.melds():
            if meld.shape.faces in guarded:
                yield meld
            elif not meld.divides(guarded):
                other = best.setdefault((meld.naturals, meld.fill), meld)
                if meld.shape.points > other.shape.points:
                    best[meld.naturals, meld.fill] = meld
        yield from best.values()
