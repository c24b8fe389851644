"""Facts: what a hand records about a person besides points and money, in all games alike."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias


class Fact(StrEnum):
    """Each fact is summed over the hands of a game. A game records the facts its answers contain,
    the same ones in every hand."""

    REPORTED = "reported"
    """1 in a hand with a recorded finish for this person: not in a void one."""
    CAUGHT = "caught"
    """1 if the cards left in the person's hand counted."""
    CAUGHT_POINTS = "caught_points"
    """Points charged for them: after a cap, a half or a double."""
    FULL = "full"
    """1 if they cost a full count; half a full count is 0."""
    FIRST_DROP = "first_drop"
    MIDDLE_DROP = "middle_drop"
    DROP_POINTS = "drop_points"
    """Points charged for the drop."""
    WRONG_SHOW = "wrong_show"
    """1 for an invalid declaration."""
    FIRST_TURN = "first_turn"
    """1 for a win before everybody had a turn."""
    DEALT = "dealt"
    DEALT_WON = "dealt_won"
    """1 for dealing and winning."""
    AT_ONCE = "at_once"
    """1 for a win with all cards laid at once, or none left over: gin, rummy, kalookie."""
    VALUE_POINTS = "value_points"
    """Points of the person's value cards, whether or not they won."""


Facts: TypeAlias = Mapping[Fact, float]


def counted_facts(*, played: bool, left: float | None) -> dict[Fact, float]:
    """Returns whether a hand was ``played``, and the points ``left`` to a person who was caught;
    None if they were not."""
    return {
        Fact.REPORTED: int(played),
        Fact.CAUGHT: int(left is not None),
        Fact.CAUGHT_POINTS: left or 0,
    }


WON, PLAYED, ABSENT = "1", "0", "-"
"""What a hand was to a player; ``PLAYED``: they did not win it."""
