"""Draws for seats: the highest card chooses first, equal ranks draw again.

The caller passes a shuffled pack; nothing here is random.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from scorekeeper.engine.cards import RANKS, rank
from scorekeeper.engine.seats.table_card import FirstDealer

Round: TypeAlias = tuple[tuple[int, str], ...]
"""Pairs of person and card, in the order drawn."""
HIGH: Final = (*RANKS[1:], RANKS[0])
"""Ranks from low to high: the ace is highest."""


def height(card: str) -> int:
    return HIGH.index(rank(card))


def draw(pack: Iterable[str], persons: int) -> tuple[Round, ...]:
    """Draws one card per person; those with equal ranks draw again until none are equal.

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
    """Returns the groups of persons who have to draw again."""
    by_height: dict[int, list[int]] = {}
    for person in group:
        by_height.setdefault(heights[person], []).append(person)
    return [tuple(persons) for persons in by_height.values() if len(persons) > 1]


def ranking(rounds: Iterable[Round]) -> tuple[int, ...]:
    """Returns the persons in the order in which they choose.

    >>> ranking(draw(["9S", "KH", "9D", "2C", "AH"], 3))
    (1, 2, 0)
    """
    drawn: dict[int, list[int]] = {}
    for drawing in rounds:
        for person, card in drawing:
            drawn.setdefault(person, []).append(height(card))
    return tuple(sorted(drawn, key=lambda person: drawn[person], reverse=True))


def seated(chosen: Sequence[int], first: FirstDealer, deals_first: int) -> tuple[int, ...]:
    """Returns the persons in order of play, where seat ``deals_first`` deals the first hand.

    Those who chose sit next to each other in the order of play.
    """
    dealer = 0 if first is FirstDealer.HIGHEST else len(chosen) - 1
    step = dealer - deals_first
    return tuple(chosen[(place + step) % len(chosen)] for place in range(len(chosen)))
