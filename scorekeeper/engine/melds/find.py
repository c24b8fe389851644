"""Finds every meld that a best arrangement of one hand may need.

Long melds are omitted where two shorter ones do the same: a sequence of six is two of three, and a
wild card at the end of a sequence of four is not needed. ``Meld.room`` counts the wild cards that
could still be added.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.cards import JOKER, SUITS, position, suit
from scorekeeper.engine.melds.rules import MeldKind, MeldRules


class Holding:
    """A hand sorted into kinds of cards: highest points first, wild cards last. A *kind* is an
    index into ``cards``, ``values`` and ``counts``."""

    def __init__(self, cards: Iterable[str], rules: MeldRules) -> None:
        held = Counter(cards)
        naturals = sorted((-rules.value(c), -position(c), c) for c in held if not rules.is_wild(c))
        wilds = sorted((-rules.value(c), -position(c), c) for c in held if rules.is_wild(c))
        self.cards = [card for _value, _position, card in naturals + wilds]
        self.values = [-value for value, _position, _card in naturals + wilds]
        self.counts = [held[card] for card in self.cards]
        self.first_wild = len(naturals)
        self.wilds = sum(self.counts[self.first_wild :])


class Meld(NamedTuple):
    """Natural cards, and the number of wild cards that fill gaps or complete the meld."""

    kind: MeldKind
    naturals: tuple[int, ...]
    """Kinds of cards in laying order, repeated as often as used."""
    places: tuple[int, ...]
    """Places of the cards in their suit's order, for a sequence."""
    fill: int
    """Wild cards standing for others."""
    room: int = 0
    """Wild cards that could be added."""


def find_melds(hand: Holding, rules: MeldRules, *, roomy: bool) -> list[Meld]:
    """Returns all melds. ``roomy``: also list pure sequences as impure ones with room."""
    melds = [*_runs(hand, rules, roomy=roomy), *_sets(hand, rules)]
    if rules.tunnelas:
        melds += (Meld("tunnela", (kind,) * 3, (), 0) for kind in _thrice(hand, rules))
    return melds


def _thrice(hand: Holding, rules: MeldRules) -> Iterator[int]:
    for kind, count in enumerate(hand.counts):
        if count >= 3 and (rules.joker_tunnelas or hand.cards[kind] != JOKER):
            yield kind


def _allowed(hand: Holding, rules: MeldRules, naturals: tuple[int, ...], fill: int) -> bool:
    """Whether the meld has few enough wild cards, enough natural ones, and no needless wild
    card."""
    others = sum(kind < hand.first_wild for kind in naturals)
    if fill + len(naturals) - others > hand.wilds or len(naturals) < rules.min_naturals:
        return False
    if rules.max_wilds is not None:
        return fill <= rules.max_wilds
    return not fill or others == len(naturals) or others < rules.min_naturals


def _room(rules: MeldRules, cards: int, fill: int, most: int) -> int:
    limit = most - cards
    return limit if rules.max_wilds is None else min(limit, rules.max_wilds - fill)


# Sequences -----------------------------------------------------------------------------------


def _runs(hand: Holding, rules: MeldRules, *, roomy: bool) -> Iterator[Meld]:
    for of_suit in SUITS:
        held = _places(hand, rules, of_suit)
        for naturals, places in _patterns(held, hand, rules):
            yield from _sequence(hand, rules, naturals, places, roomy=roomy)


def _places(hand: Holding, rules: MeldRules, of_suit: str) -> list[tuple[int, int]]:
    """Returns (place, kind) of the cards of a suit, low to high; an ace may occur twice."""
    held = []
    for kind, card in enumerate(hand.cards):
        if suit(card) != of_suit:
            continue
        place = position(card)
        if place > 1 or rules.aces != "high":
            held.append((place, kind))
        if place == 1 and rules.aces != "low":
            held.append((14, kind))
    return sorted(held)


def _patterns(
    held: list[tuple[int, int]], hand: Holding, rules: MeldRules
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yields kinds and places of cards of one suit close enough for a sequence."""
    span = rules.max_run if rules.min_naturals > 1 else min(rules.max_run, 2 * rules.min_run - 1)
    gaps = hand.wilds if rules.max_wilds is None else min(hand.wilds, rules.max_wilds)
    for start, (place, kind) in enumerate(held):
        open_ends: list[tuple[int, tuple[int, ...], tuple[int, ...], int]]
        open_ends = [(start + 1, (kind,), (place,), gaps)]
        while open_ends:
            after, kinds, places, left = open_ends.pop()
            yield kinds, places
            for index in range(after, len(held)):
                other_place, other = held[index]
                missing = other_place - places[-1] - 1
                if other_place >= place + span or missing > left:
                    break
                open_ends.append(
                    (index + 1, (*kinds, other), (*places, other_place), left - missing)
                )


def _sequence(
    hand: Holding, rules: MeldRules, kinds: tuple[int, ...], places: tuple[int, ...], *, roomy: bool
) -> Iterator[Meld]:
    span = places[-1] - places[0] + 1
    length = max(span, rules.min_run)
    fill = length - len(kinds)
    if not _allowed(hand, rules, kinds, fill) or _splits(rules, places, span):
        return
    room = _room(rules, length, fill, rules.max_run)
    if fill:
        yield Meld("impure", kinds, places, fill, room)
        return
    yield Meld("pure", kinds, places, 0)
    if roomy and room and _allowed(hand, rules, kinds, 1):
        yield Meld("impure", kinds, places, 0, room)


def _splits(rules: MeldRules, places: tuple[int, ...], span: int) -> bool:
    """Whether two shorter sequences do the same."""
    for first in range(rules.min_run, span - rules.min_run + 1):
        low = sum(place - places[0] < first for place in places)
        if min(low, len(places) - low) >= rules.min_naturals:
            return True
    return False


# Sets ----------------------------------------------------------------------------------------


def _sets(hand: Holding, rules: MeldRules) -> Iterator[Meld]:
    by_rank: dict[int, list[int]] = {}
    for kind, card in enumerate(hand.cards):
        if card != JOKER:
            copies = min(hand.counts[kind], rules.max_set) if rules.same_suits else 1
            by_rank.setdefault(position(card), []).extend([kind] * copies)
    most = rules.max_set if rules.same_suits else min(rules.max_set, len(SUITS))
    for kinds in by_rank.values():
        for size in range(1, min(len(kinds), most, 2 * rules.min_set - 1) + 1):
            fill = max(0, rules.min_set - size)
            if size + fill > most or (size == 1 and _run_does(rules)):
                continue
            for chosen in sorted(set(combinations(sorted(kinds), size))):
                if _allowed(hand, rules, chosen, fill):
                    room = _room(rules, size + fill, fill, most)
                    yield Meld("set", chosen, (), fill, room)


def _run_does(rules: MeldRules) -> bool:
    """Whether wild cards that complete a card to a set also complete it to a sequence."""
    return rules.min_run <= rules.min_set and rules.max_run >= rules.max_set
