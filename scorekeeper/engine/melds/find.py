"""Finds every meld that a best arrangement of one hand may need.

Long melds are omitted where two shorter ones do the same: a sequence of six is two of three, and a
wild card at the end of a sequence of four is not needed. ``Meld.room`` counts the wild cards that
could still be added.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.engine.cards import JOKER, position, rank
from scorekeeper.engine.melds.meld import Cards, is_tunnela, readings, sequences
from scorekeeper.engine.melds.rules import SHORTEST, MeldRules

DIVISIBLE: Final = 2 * SHORTEST
"""The number of cards that two melds can share out."""


class Holding:
    """A hand sorted into kinds of cards: highest points first, wild cards last. A *kind* is an
    index into ``cards``, ``values`` and ``counts``."""

    def __init__(self, cards: Iterable[str], rules: MeldRules) -> None:
        held = Counter(cards)
        naturals = sorted((-rules.value(c), -position(c), c) for c in held if not rules.is_wild(c))
        wilds = sorted((-position(card), card) for card in held if rules.is_wild(card))
        self.cards = [card for _value, _position, card in naturals] + [card for _, card in wilds]
        self.values = list(map(rules.value, self.cards))
        self.counts = [held[card] for card in self.cards]
        self.kinds = {card: kind for kind, card in enumerate(self.cards)}
        self.first_wild = len(naturals)
        self.wilds = sum(self.counts[self.first_wild :])
        self.wild_value = rules.wild_value


class Meld(NamedTuple):
    """Natural cards, and the number of wild cards that fill gaps or complete the meld."""

    kind: str
    """A ``MeldKind``, or a game's own kind for what the search lays besides melds."""
    naturals: tuple[int, ...]
    """Kinds of cards in laying order, repeated as often as used."""
    fill: int
    """Wild cards standing for others."""
    room: int = 0
    """Wild cards that could be added."""
    faces: Cards = ()
    """The cards it stands for, in a game where that makes a difference."""

    def cards(self, hand: Holding) -> Cards:
        """Returns the natural cards."""
        return tuple(hand.cards[kind] for kind in self.naturals)


def find_melds(hand: Holding, rules: MeldRules, *, roomy: bool) -> list[Meld]:
    """Returns all melds. ``roomy``: also list pure sequences as impure ones with room."""
    melds = [*_sequences(hand, rules, roomy=roomy), *_sets(hand, rules)]
    thrice = (kind for kind, count in enumerate(hand.counts) if count >= 3)
    melds += (
        Meld("tunnela", (kind,) * 3, 0)
        for kind in thrice
        if is_tunnela((hand.cards[kind],) * 3, rules)
    )
    return melds


def _allowed(hand: Holding, rules: MeldRules, naturals: Sequence[int], fill: int) -> bool:
    """Whether there are the wild cards for this meld, and none is needless."""
    others = sum(kind < hand.first_wild for kind in naturals)
    if fill + len(naturals) - others > hand.wilds or len(naturals) < rules.min_naturals:
        return False
    return not fill or others == len(naturals) or others < rules.min_naturals


def _sequences(hand: Holding, rules: MeldRules, *, roomy: bool) -> Iterator[Meld]:
    longest = min(rules.max_run, DIVISIBLE - 1) if rules.min_naturals == 1 else rules.max_run
    seen = set()
    for length in range(SHORTEST, longest + 1):
        room, least = rules.max_run - length, max(rules.min_naturals, length - hand.wilds)
        for faces in sequences(length, rules.aces):
            held = [face for face in faces if face in hand.kinds]
            for cards in _choices(held, faces, least) if len(held) >= least else ():
                if cards in seen or _is_divisible(cards, faces, rules):
                    continue
                seen.add(cards)
                naturals, fill = tuple(hand.kinds[card] for card in cards), length - len(cards)
                if not _allowed(hand, rules, naturals, fill):
                    continue
                yield Meld("impure" if fill else "pure", naturals, fill, room if fill else 0)
                if roomy and room and not fill and _allowed(hand, rules, naturals, 1):
                    yield Meld("impure", naturals, 0, room)


def _choices(held: Sequence[str], faces: Cards, least: int) -> Iterator[Cards]:
    """Yields choices of natural cards for these faces; in more than three the ends are natural."""
    for size in range(least, len(held) + 1):
        for cards in combinations(held, size):
            if len(faces) == SHORTEST or (cards[0] == faces[0] and cards[-1] == faces[-1]):
                yield cards


def _is_divisible(naturals: Cards, faces: Cards, rules: MeldRules) -> bool:
    """Whether two shorter sequences do the same."""
    return any(
        min(low := sum(card in faces[:cut] for card in naturals), len(naturals) - low)
        >= rules.min_naturals
        for cut in range(SHORTEST, len(faces) - SHORTEST + 1)
    )


def _sets(hand: Holding, rules: MeldRules) -> Iterator[Meld]:
    by_rank: dict[str, list[int]] = {}
    for kind, card in enumerate(hand.cards):
        if card != JOKER:
            copies = min(hand.counts[kind], rules.max_set) if rules.same_suits else 1
            by_rank.setdefault(rank(card), []).extend([kind] * copies)
    # Two wild cards that complete a card to a set also complete it to a sequence.
    least = 2 if rules.max_run >= rules.max_set else 1
    for kinds in by_rank.values():
        for size in range(least, min(len(kinds), rules.largest_set, DIVISIBLE - 1) + 1):
            fill = max(0, SHORTEST - size)
            for chosen in sorted(set(combinations(kinds, size))):
                cards = [hand.cards[kind] for kind in chosen]
                if _allowed(hand, rules, chosen, fill) and _is_set(cards, fill, rules):
                    yield Meld("set", chosen, fill, rules.largest_set - size - fill)


def _is_set(naturals: Sequence[str], fill: int, rules: MeldRules) -> bool:
    return any(reading.kind == "set" for reading in readings(naturals, fill, rules))
