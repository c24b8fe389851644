"""What can be achieved with value cards, in games of 21 or 27 cards."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.facts import Fact
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat
from scorekeeper.engine.words import _
from scorekeeper.variants._indian.feats import EARLY
from scorekeeper.variants._indian.feats import FEATS as INDIAN


def worth(key: str, name: str, points: int, face: str) -> Feat:
    return Feat(
        key=key,
        name=name,
        says=_("Hold value cards for {points} points or more.").format(points=points),
        face=face,
        family=Family.INDIAN,
        done=lambda seen: seen.told(Fact.VALUE_POINTS) >= points,
    )


FEATS: Final = (
    EARLY,
    *INDIAN,
    worth("values_100", _("A hundred in value"), 100, "JH"),
    worth("values_300", _("Three hundred in value"), 300, "9H"),
    Feat(
        key="values_all",
        name=_("Won, and the value too"),
        says=_("Win a hand in which nobody else has any value card that counts."),
        face="8H",
        family=Family.INDIAN,
        done=lambda seen: (
            seen.has_won
            and seen.told(Fact.VALUE_POINTS) > 0
            and not seen.of_others(Fact.VALUE_POINTS)
        ),
    ),
)
