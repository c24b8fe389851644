"""Defines what a meld is. The search, the referee, lay-offs and the games all ask this module.

A meld is three or more cards laid as a row of *faces*. Each face is held by the card itself, which
is *natural* there, or by a wild card that stands for it.

* A *sequence* (run) has faces of one suit in order; the ace comes before the two or after the
  king. It is *pure* if all its cards are natural, otherwise *impure*.
* A *set* has faces of one rank, in different suits unless the rules let suits repeat.
* A *tunnela* (tanala) is three identical natural cards; it counts as a pure sequence.

Two identical cards, a *dublee*, are no meld; games that count dublees call ``count.alike``. Some
games need *lives*, which are sequences, before other melds save their cards (``rules.Lives``).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scorekeeper.engine.cards import JOKER, SUITS, card_at, in_order, rank
from scorekeeper.engine.melds.rules import SHORTEST, Aces, MeldKind, MeldRules

Cards: TypeAlias = tuple[str, ...]


class Reading(NamedTuple):
    """Some cards read as a meld: its kind, and the faces they stand for in laying order."""

    kind: MeldKind
    faces: Cards


def readings(naturals: Sequence[str], wilds: int, rules: MeldRules) -> Iterator[Reading]:
    """Yields every meld made of these natural cards and of so many wild cards that stand for
    others. Of sequences those come first in which the wild cards stand above."""
    if not wilds and is_tunnela(naturals, rules):
        yield Reading("tunnela", tuple(naturals))
    if len(naturals) >= rules.min_naturals:
        for faces in _sequences_with(naturals, wilds, rules):
            yield Reading("impure" if wilds else "pure", faces)
        for faces in _sets_with(naturals, wilds, rules):
            yield Reading("set", faces)


@cache
def sequences(length: int, aces: Aces) -> tuple[Cards, ...]:
    """Returns the faces of every sequence of so many cards, from low to high.

    >>> [" ".join(faces) for faces in sequences(13, "both")[:2]]
    ['AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS', '2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS']
    """
    first, last = (2 if aces == "high" else 1), (13 if aces == "low" else 14)
    return tuple(
        tuple(card_at(low + step, suit) for step in range(length))
        for suit in SUITS
        for low in range(first, last - length + 2)
    )


@cache
def sets(of_rank: str, size: int) -> tuple[Cards, ...]:
    """Returns the faces of every set of so many cards of a rank in different suits."""
    return tuple(tuple(of_rank + suit for suit in suits) for suits in combinations(SUITS, size))


def is_tunnela(cards: Sequence[str], rules: MeldRules) -> bool:
    if not rules.tunnelas or len(cards) != 3 or len(set(cards)) > 1:
        return False
    return rules.joker_tunnelas or cards[0] != JOKER


def _sequences_with(naturals: Sequence[str], wilds: int, rules: MeldRules) -> list[Cards]:
    length, held = len(naturals) + wilds, set(naturals)
    if not SHORTEST <= length <= rules.max_run or len(held) < len(naturals):
        return []
    fitting = [faces for faces in sequences(length, rules.aces) if held.issubset(faces)]
    return sorted(fitting, key=lambda faces: min(map(faces.index, naturals), default=0))


def _sets_with(naturals: Sequence[str], wilds: int, rules: MeldRules) -> Iterator[Cards]:
    """Yields natural cards in order of suit, then what wild ones stand for: missing suits first."""
    length, held, ranks = len(naturals) + wilds, set(naturals), set(map(rank, naturals))
    if len(ranks) != 1 or JOKER in ranks or not SHORTEST <= length <= rules.largest_set:
        return
    (of_rank,), own = ranks, tuple(sorted(naturals, key=in_order))
    if rules.same_suits:
        (all_suits,) = sets(of_rank, len(SUITS))
        missing = [face for face in all_suits if face not in held]
        yield (*own, *(missing + wilds * [all_suits[0]])[:wilds])
    elif len(held) == len(own):
        for faces in sets(of_rank, length):
            if held.issubset(faces):
                yield (*own, *(face for face in faces if face not in held))
