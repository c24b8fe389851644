"""The families of games, as headings where users choose a game."""

from enum import Enum

from scorekeeper.engine.words import _


class Family(Enum):
    """Headings, in the order shown."""

    INDIAN = _("Indian and Nepali")
    RUMMI = _("Rummi and tiles")
    BASIC = _("Rummy and canasta")
    TWO = _("Gin and games for two")
    CONTRACT = _("Contract games")
    OWN = _("Your own")
