"""The fast path for hands of one pack without wild cards and lives.

A hand is one integer: sixteen bits per suit, one per rank. Once it is decided which
cards are laid in sets, every other card in a sequence is saved, and bit shifts find them; so only
sets that share a card with a sequence have to be tried, a few dozen at most.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from scorekeeper.engine.cards import PACK, SUITS, position, suit
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.rules import MeldRules

LANE: Final = 16
LANES: Final = tuple(LANE * n for n in range(len(SUITS)))
ALL: Final = (1 << LANE) - 1


def _bits(ace: int) -> dict[str, int]:
    return {
        card: 1 << LANE * SUITS.index(suit(card)) + (position(card) if position(card) > 1 else ace)
        for card in PACK
    }


BITS: Final = {"low": _bits(1), "high": _bits(14)}
CARDS: Final = {bit.bit_length() - 1: card for bits in BITS.values() for card, bit in bits.items()}
"""The card of each bit, from the lowest."""


def is_plain(rules: MeldRules) -> bool:
    """Whether the fast path works by these rules for hands without wild cards."""
    return (
        rules.aces != "both"
        and rules.min_run == 3
        and rules.max_run >= 13
        and rules.min_set == 3
        and rules.max_set >= 4
        and rules.min_naturals <= 3
        and not rules.lives.pure
        and not rules.lives.sequences
    )


def as_bits(cards: Sequence[str], rules: MeldRules) -> int | None:
    """Returns the hand as bits; None if it needs the search."""
    if not is_plain(rules):
        return None
    bits, hand = BITS[rules.aces], 0
    for card in cards:
        if card not in bits or card in rules.wild:
            return None
        hand |= bits[card]
    return hand if hand.bit_count() == len(cards) else None


@cache
def _lane_points(values: tuple[int, ...]) -> list[int]:
    """Returns the points of every subset of one suit, by its sixteen bits."""
    worth = [0, *values, values[0]]
    points = [0]
    for value in worth:
        points += [value + sum_below for sum_below in points]
    return points


def points_of(hand: int, values: tuple[int, ...]) -> int:
    """
    >>> points_of(as_bits(["AS", "10H", "KC"], MeldRules(aces="low")), MeldRules().values)
    30
    """
    points = _lane_points(values)
    return (
        points[hand & ALL]
        + points[hand >> 16 & ALL]
        + points[hand >> 32 & ALL]
        + points[hand >> 48]
    )


def in_runs(hand: int) -> int:
    """Returns the cards that are part of three or more in sequence."""
    starts = hand & hand >> 1 & hand >> 2
    return starts | starts << 1 | starts << 2


def in_sets(hand: int) -> int:
    """Returns the ranks with three or four cards, as the bits of one suit."""
    first, second, third, fourth = (hand >> lane & ALL for lane in LANES)
    return first & second & (third | fourth) | third & fourth & (first | second)


def least_left(hand: int, values: tuple[int, ...]) -> int:
    """Returns the fewest points left over."""
    runs = in_runs(hand)
    ranks = in_sets(hand)
    if not ranks:
        return points_of(hand & ~runs, values)
    return min(
        points_of(hand & ~(sets | in_runs(hand & ~sets)), values)
        for sets in choices(hand, ranks, runs)
    )


def choices(hand: int, ranks: int, runs: int) -> Iterator[int]:
    """Yields every choice of cards laid in sets that can be best."""
    offers = []
    while ranks:
        lowest = ranks & -ranks
        ranks -= lowest
        offers.append(_offers(hand & (lowest | lowest << 16 | lowest << 32 | lowest << 48), runs))
    if len(offers) == 1:
        yield from offers[0]
        return
    for choice in product(*offers):
        yield sum(choice)


def _offers(cards: int, runs: int) -> list[int]:
    """Returns the sets of one rank: all its cards, all but one that fits a sequence, none."""
    shared = cards & runs
    if not shared:
        return [cards]
    offers = [cards, 0]
    if cards.bit_count() == 4:
        while shared:
            lowest = shared & -shared
            shared -= lowest
            offers.insert(-1, cards - lowest)
    return offers


# Back to cards -------------------------------------------------------------------------------


def layouts(hand: int, rules: MeldRules) -> list[tuple[int, int]]:
    """Returns all ways to leave the fewest points, as cards in sets and cards in sequences."""
    runs, ranks = in_runs(hand), in_sets(hand)
    by_points: dict[int, list[tuple[int, int]]] = {}
    for sets in choices(hand, ranks, runs):
        rest = in_runs(hand & ~sets)
        points = points_of(hand & ~(sets | rest), rules.values)
        by_points.setdefault(points, []).append((sets, rest))
    return by_points[min(by_points)]


def arrangement(hand: int, sets: int, runs: int, rules: MeldRules) -> Arrangement:
    """Returns the groups of a layout: sequences as long as possible, then sets by rank."""
    groups = [Group("pure", cards, (None,) * len(cards)) for cards in sequences(runs)]
    if sets:
        groups += [Group("set", cards, (None,) * len(cards)) for cards in _by_rank(sets)]
    values, left = rules.values, []
    for bit in _places(hand & ~(sets | runs)):
        left.append((CARDS[bit], values[bit % LANE % 13 - 1]))
    left.sort(key=lambda card: -card[1])
    return Arrangement(tuple(groups), tuple(left))


def sequences(runs: int) -> list[tuple[str, ...]]:
    """Returns consecutive cards as groups, from low to high."""
    groups: list[list[str]] = []
    last = -1
    for bit in _places(runs):
        if bit != last + 1:
            groups.append([])
        groups[-1].append(CARDS[bit])
        last = bit
    return [tuple(group) for group in groups]


def _by_rank(sets: int) -> list[tuple[str, ...]]:
    groups: dict[int, list[str]] = {}
    for bit in _places(sets):
        groups.setdefault(bit % LANE, []).append(CARDS[bit])
    return [tuple(groups[place]) for place in sorted(groups)]


def cards_of(hand: int) -> list[str]:
    """Returns the cards of a hand by suit, from low to high."""
    return [CARDS[bit] for bit in _places(hand)]


def _places(hand: int) -> Iterator[int]:
    """Yields the numbers of the set bits, from the lowest."""
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand -= lowest
