"""Drawing for seats: the highest card chooses first, equal ranks draw again.

The shuffled pack comes from outside; nothing here is random.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from scorekeeper.engine.cards import RANKS, rank
from scorekeeper.engine.table_card import FirstDealer

Round: TypeAlias = tuple[tuple[int, str], ...]
"""Who drew, and the card, in the order in which they drew."""
HIGH: Final = (*RANKS[1:], RANKS[0])
"""From the two to the ace, which is highest."""


def height(card: str) -> int:
    return HIGH.index(rank(card))


def draw(pack: Iterable[str], persons: int) -> tuple[Round, ...]:
    """Everybody draws from this pack; whose cards are of one rank draw again, until none are.

    >>> draw(["9S", "KH", "9D", "2C", "AH"], 3)
    (((0, '9S'), (1, 'KH'), (2, '9D')), ((0, '2C'), (2, 'AH')))
    """
    cards, rounds = iter(pack), []
    tied: list[tuple[int, ...]] = [tuple(range(persons))]
    while tied:
        drawn = tuple((person, next(cards)) for group in tied for person in group)
        rounds.append(drawn)
        heights = {person: height(card) for person, card in drawn}
        tied = [regrouped for group in tied for regrouped in _tied_groups(group, heights)]
    return tuple(rounds)


def _tied_groups(group: Sequence[int], heights: dict[int, int]) -> list[tuple[int, ...]]:
    """Those of this group who have to draw again, together with whom."""
    by_height: dict[int, list[int]] = {}
    for person in group:
        by_height.setdefault(heights[person], []).append(person)
    return [tuple(persons) for persons in by_height.values() if len(persons) > 1]


def ranking(rounds: Iterable[Round]) -> tuple[int, ...]:
    """The persons, who chooses first in front.

    >>> ranking(draw(["9S", "KH", "9D", "2C", "AH"], 3))
    (1, 2, 0)
    """
    drawn: dict[int, list[int]] = {}
    for drawing in rounds:
        for person, card in drawing:
            drawn.setdefault(person, []).append(height(card))
    return tuple(sorted(drawn, key=lambda person: drawn[person], reverse=True))


def seated(chosen: Sequence[int], first: FirstDealer, deals_first: int) -> tuple[int, ...]:
    """In the order of play, the seat that deals the first hand being number ``deals_first``.

    Whoever chose first sits first, the next one next to him in the order of play, and so on.
    """
    dealer = 0 if first is FirstDealer.HIGHEST else len(chosen) - 1
    step = dealer - deals_first
    return tuple(chosen[(place + step) % len(chosen)] for place in range(len(chosen)))
