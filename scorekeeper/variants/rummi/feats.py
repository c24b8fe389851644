"""What can be achieved in Rummi."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.facts import Fact
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, HandSeen, caught_together
from scorekeeper.engine.words import _
from scorekeeper.variants.rummi.questions import Result


def aces(seen: HandSeen) -> int:
    return sum(seen.line.aces) or seen.line.ace_count or 0


FEATS: Final = (
    Feat(
        key="hu",
        name=_("Hu!"),
        says=_("Play the last card."),
        face="KD",
        family=Family.RUMMI,
        done=lambda seen: seen.has_won and seen.entry.deal.result is Result.HU,
    ),
    Feat(
        key="tien_hu",
        name=_("Tien Hu"),
        says=_("Win with a complete hand, as it was dealt."),
        face="AD",
        family=Family.RUMMI,
        done=lambda seen: seen.told(Fact.FIRST_TURN) > 0,
    ),
    Feat(
        key="four_aces",
        name=_("Four aces"),
        says=_("Be paid for four aces or more."),
        face="4D",
        family=Family.RUMMI,
        done=lambda seen: aces(seen) >= 4,
    ),
    Feat(
        key="three_jokers",
        name=_("Three jokers"),
        says=_("Be paid for three jokers or more."),
        face="3D",
        family=Family.RUMMI,
        done=lambda seen: seen.line.jokers >= 3,
    ),
    caught_together("rummi_harvest", 100, "10D", Family.RUMMI),
)
