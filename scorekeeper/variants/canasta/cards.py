"""What canastas, threes and cards are worth, in points, and how much of it a side has."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.variants.canasta.questions import Line

VALUES: Final = (50, 20, 20, *(10,) * 6, *(5,) * 5)
"""Points of a card of each rank."""
ALL_CARDS: Final = 1180
"""Points of both packs, without red threes."""
BONUS: Final = {
    "natural": 500,
    "mixed": 300,
    "sevens_aces": 2500,
    "wild": 2000,
    "wild_four_jokers": 2500,
    "wild_twos": 3000,
}
"""Points of a canasta of each kind, besides its cards."""
PENALTY: Final = {
    "unfinished_sevens_aces": 2500,
    "unfinished_wild": 2000,
    "held_sevens_aces": 1500,
}
THREES: Final = (0, 100, 300, 500, 1000)
"""Modern: so many threes of one colour."""


def worth(cards: Sequence[int]) -> int:
    """Points of so many cards of each rank."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))


def melded(line: Line) -> int:
    return worth(line.melded_cards) if line.melded_cards is not None else line.melded or 0


def in_hand(line: Line) -> int:
    return worth(line.in_hand_cards) if line.in_hand_cards is not None else line.in_hand or 0


def canastas(line: Line) -> int:
    """How many of any kind."""
    return sum(getattr(line, kind) for kind in BONUS)
