"""What a meld is, asked of a handful of cards: slow and by the letter of the rules.

The searches built on this are the yardstick for the fast ones of the engine, so nothing is shared
with those: a meld is found by taking every handful of cards and asking whether the definition
fits. There are no shortcuts about how long a meld or where a joker has to be.

A *wild* card may stand for any other card, or for itself; a card in its own place is *natural*.
Positions are 1 (ace) to 13 (king) and 14 (the ace again); a run holds at most 13 of them, so an
ace is never at both ends and there is no way round the corner.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank, suit

PICTURES = ("J", "Q", "K")


class Kind(NamedTuple):
    """The kind of a meld. A tunnela (tanala) counts as a pure sequence."""

    pure: bool
    sequence: bool


PURE = Kind(pure=True, sequence=True)
IMPURE = Kind(pure=False, sequence=True)
SET = Kind(pure=False, sequence=False)


@dataclass(frozen=True)
class MeldRules:
    """What makes a meld in one game.

    ``naturals`` is the least number of natural cards; ``most_in_set`` counts jokers as well;
    ``repeats`` allows one suit twice in a set; ``tunnela`` names the cards of which three alike
    are a pure sequence.
    """

    wild: frozenset[str] = frozenset()
    ace_high: bool = True
    naturals: int = 1
    most_in_set: int = 4
    repeats: bool = False
    tunnela: frozenset[str] = frozenset()


@cache
def positions(card: str, ace_high: bool = True) -> tuple[int, ...]:
    """Returns the places of a card in a run of its suit; a printed joker has none."""
    if card == JOKER:
        return ()
    if rank(card) == "A" and ace_high:
        return (1, 14)
    return (RANKS.index(rank(card)) + 1,)


def card_at(position: int, of_suit: str) -> str:
    return RANKS[(position - 1) % 13] + of_suit


def natural_in_run(cards: Sequence[str], of_suit: str, first: int, rules: MeldRules) -> int | None:
    """Natural cards if these are laid as a run from ``first`` on; None if they do not fit."""
    taken: set[int] = set()
    window = range(first, first + len(cards))
    for card in sorted(cards, key=lambda card: card in rules.wild):
        own = [index for index in positions(card, rules.ace_high) if index in window]
        if suit(card) == of_suit and own and own[0] not in taken:
            taken.add(own[0])
        elif card not in rules.wild:
            return None
    return len(taken)


def run_starts(count: int, rules: MeldRules) -> range:
    """First positions of a run of so many cards; none when it would be too long."""
    if count > 13:
        return range(0)
    return range(1, (14 if rules.ace_high else 13) - count + 2)


def runs(cards: Sequence[str], rules: MeldRules) -> Iterator[tuple[str, int, int]]:
    """Every (suit, first position, natural cards) the cards can be laid as."""
    suits = {suit(card) for card in cards if card not in rules.wild}
    if len(suits) > 1 or len(cards) < 3:
        return
    for of_suit in suits or set(SUITS):
        for first in run_starts(len(cards), rules):
            natural = natural_in_run(cards, of_suit, first, rules)
            if natural is not None and natural >= rules.naturals:
                yield of_suit, first, natural


def natural_in_set(cards: Sequence[str], of_rank: str, rules: MeldRules) -> int | None:
    """Natural cards if these are laid as a set of one rank; None if they do not fit."""
    suits: list[str] = []
    for card in sorted(cards, key=lambda card: card in rules.wild):
        if rank(card) == of_rank and (rules.repeats or suit(card) not in suits):
            suits.append(suit(card))
        elif card not in rules.wild:
            return None
    return len(suits)


def sets(cards: Sequence[str], rules: MeldRules) -> Iterator[tuple[str, int]]:
    """Every (rank, natural cards) the cards can be laid as."""
    ranks = {rank(card) for card in cards if card not in rules.wild}
    if len(ranks) > 1 or not 3 <= len(cards) <= rules.most_in_set:
        return
    for of_rank in ranks or set(RANKS):
        natural = natural_in_set(cards, of_rank, rules)
        if natural is not None and natural >= rules.naturals:
            yield of_rank, natural


def kinds(cards: Sequence[str], rules: MeldRules) -> frozenset[Kind]:
    """Everything these cards can be as one meld; empty if they are none."""
    known = {PURE if natural == len(cards) else IMPURE for _, _, natural in runs(cards, rules)}
    if any(sets(cards, rules)):
        known.add(SET)
    if len(cards) == 3 and len(set(cards)) == 1 and cards[0] in rules.tunnela:
        known.add(PURE)
    return frozenset(known)


def handfuls(hand: Sequence[str], rules: MeldRules, longest: int = 13) -> Iterator[tuple[int, ...]]:
    """Indices of every handful that may be a meld: but for wild cards, one suit or one rank."""
    groups: set[tuple[int, ...]] = set()
    for sign in (*SUITS, *RANKS):
        group = [
            index
            for index, card in enumerate(hand)
            if card in rules.wild or sign in (suit(card), rank(card))
        ]
        for size in range(3, min(longest, len(group)) + 1):
            groups.update(combinations(group, size))
    yield from groups


def melds(hand: Sequence[str], rules: MeldRules) -> dict[int, frozenset[Kind]]:
    """Every meld of the hand: a bit for each card taken, and what it counts as."""
    by_mask = {}
    for handful in handfuls(hand, rules):
        what = kinds([hand[index] for index in handful], rules)
        if what:
            by_mask[sum(1 << index for index in handful)] = what
    return by_mask


def face_value(card: str, ace: int) -> int:
    """Number cards their number, pictures 10, an ace as told. Printed jokers have none."""
    name = rank(card)
    return ace if name == "A" else 10 if name in PICTURES else int(name)


def total(cards: Collection[str], wild: Collection[str], ace: int = 10) -> int:
    """Sum of a hand in which wild cards cost nothing."""
    return sum(face_value(card, ace) for card in cards if card not in wild)
