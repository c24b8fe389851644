"""What a hand says of a person besides points and money, by names that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias


class Fact(StrEnum):
    """Each is added up over the hands of a game. A game tells those of which its answers speak, in
    every hand the same ones, and leaves the others out."""

    REPORTED = "reported"
    """1 in a hand of which it was told how he ended it: not in a void one."""
    CAUGHT = "caught"
    """1 if the cards left in his hand counted."""
    CAUGHT_POINTS = "caught_points"
    """What they cost, in points: with a cap, a half or a double."""
    FULL = "full"
    """1 if they cost a full count; a half of one is none."""
    FIRST_DROP = "first_drop"
    MIDDLE_DROP = "middle_drop"
    DROP_POINTS = "drop_points"
    """What his drop cost."""
    WRONG_SHOW = "wrong_show"
    """1 if he declared what could not be declared."""
    FIRST_TURN = "first_turn"
    """1 if he won before everybody had a turn."""
    DEALT = "dealt"
    DEALT_WON = "dealt_won"
    """1 if he dealt, and won."""
    AT_ONCE = "at_once"
    """1 if he won with all his cards put down at once, or none left over: gin, rummy, kalookie."""
    VALUE_POINTS = "value_points"
    """What his value cards counted, whoever won."""


Facts: TypeAlias = Mapping[Fact, float]
