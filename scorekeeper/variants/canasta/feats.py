"""What can be achieved in canasta, by a side: for both partners."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, at_once
from scorekeeper.engine.words import _
from scorekeeper.variants.canasta.cards import canastas

FEATS: Final = (
    at_once(
        "concealed",
        _("Out of the sleeve"),
        _("Go out concealed, with all cards at once."),
        "AC",
        Family.BASIC,
    ),
    Feat(
        key="natural_canasta",
        name=_("A natural canasta"),
        says=_("Finish a canasta without a wild card."),
        face="7C",
        family=Family.BASIC,
        done=lambda seen: seen.line.natural + seen.line.sevens_aces > 0,
    ),
    Feat(
        key="four_canastas",
        name=_("Four canastas"),
        says=_("Finish four canastas in one hand."),
        face="4C",
        family=Family.BASIC,
        done=lambda seen: canastas(seen.line) >= 4,
    ),
    Feat(
        key="four_red_threes",
        name=_("All the red threes"),
        says=_("Lay down all four red threes."),
        face="3D",
        family=Family.BASIC,
        done=lambda seen: seen.line.red_threes == 4,
    ),
)
