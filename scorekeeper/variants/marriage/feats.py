"""What can be achieved in marriage."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.facts import Fact
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, HandSeen
from scorekeeper.engine.words import _
from scorekeeper.variants.marriage.questions import Declared


def of_marriage(key: str, name: str, says: str, face: str, points: int) -> Feat:
    """Maal of so many points."""
    return Feat(
        key=key,
        name=name,
        says=says.format(points=points),
        face=face,
        family=Family.INDIAN,
        done=lambda seen: seen.told(Fact.VALUE_POINTS) >= points,
    )


def won_with_dublees(seen: HandSeen) -> bool:
    return seen.has_won and seen.entry.deal.declared is Declared.DUBLEES


def showed_a_tunnela(seen: HandSeen) -> bool:
    line = seen.line
    return bool(line.exposed or line.tunnela or line.tunnela_joker or line.tunnela_value)


MAAL: Final = _("Hold maal of {points} points or more.")
FEATS: Final = (
    of_marriage("maal_10", _("Good maal"), MAAL, "7H", 10),
    of_marriage("maal_25", _("Great maal"), MAAL, "6H", 25),
    Feat(
        key="dublees",
        name=_("Eight pairs"),
        says=_("Win with dublees."),
        face="8D",
        family=Family.INDIAN,
        done=won_with_dublees,
    ),
    Feat(
        key="tunnela",
        name=_("Three of the same"),
        says=_("Expose a tunnela."),
        face="3H",
        family=Family.INDIAN,
        done=showed_a_tunnela,
    ),
)
