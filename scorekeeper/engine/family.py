"""The families of games, where one is chosen."""

from __future__ import annotations

from enum import Enum

from scorekeeper.engine.words import _


class Family(Enum):
    """Under which heading a game stands where one is chosen; in this order."""

    INDIAN = _("Indian and Nepali")
    RUMMI = _("Rummi and tiles")
    BASIC = _("Rummy and canasta")
    TWO = _("Gin and games for two")
    CONTRACT = _("Contract games")
    OWN = _("Your own")
