"""Rummi: leftover points, passport, Tien Hu, jokers and aces (rummi.md §2, §6, §8)."""

from collections.abc import Sequence
from itertools import combinations

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank
from tests.helpers.brute.melds import MeldRules, face_value, runs
from tests.helpers.brute.packings import most_melded

RULES = MeldRules(wild=frozenset({JOKER}), naturals=0, most_in_set=30, repeats=True)


def points(hand: Sequence[str], *, joker_points: int = 0) -> int:
    return sum(joker_points if card == JOKER else face_value(card, 15) for card in hand)


def passport(hand: Sequence[str], *, passport_jokers: bool = True) -> bool:
    """Whether some three cards are a sequence."""
    cards = [card for card in hand if passport_jokers or card != JOKER]
    return any(any(runs(trio, RULES)) for trio in combinations(cards, 3))


def tien_hu(hand: Sequence[str]) -> bool:
    """Whether all the cards lie in melds, at least one of them a sequence.

    Jokers that are left can be put to any meld.
    """
    to_meld = {card: int(card != JOKER) for card in hand}
    return most_melded(hand, RULES, to_meld, sequences=1, everything=True) is not None


def jokers(hand: Sequence[str]) -> int:
    return hand.count(JOKER)


def aces(hand: Sequence[str]) -> list[int]:
    return [hand.count("A" + letter) for letter in SUITS]


def cutter(peek: str, seats: int) -> int | None:
    """Returns the seat that cuts: 0 is the dealer, 1 the first player; None when a joker was
    seen."""
    return None if peek == JOKER else RANKS.index(rank(peek)) % seats
