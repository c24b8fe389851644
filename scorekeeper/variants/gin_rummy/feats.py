"""What can be achieved in gin."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.facts import Fact
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, HandSeen, at_once, caught_together
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.questions import Result


def went_big(seen: HandSeen) -> bool:
    result = seen.before.deal_of(seen.entry, seen.person).result
    return seen.told(Fact.AT_ONCE) > 0 and result is Result.BIG_GIN


def knock(seen: HandSeen) -> bool:
    """This hand of his was ended by a knock, and paid him."""
    result = seen.before.deal_of(seen.entry, seen.person).result
    return seen.has_won and result is Result.KNOCK


FEATS: Final = (
    at_once("gin", _("Gin!"), _("Win with no deadwood at all."), "AC", Family.TWO),
    Feat(
        key="big_gin",
        name=_("Big gin"),
        says=_("Win with all eleven cards in melds."),
        face="JC",
        family=Family.TWO,
        done=went_big,
    ),
    Feat(
        key="undercut",
        name=_("Turned on the knocker"),
        says=_("Undercut whoever knocked."),
        face="KC",
        family=Family.TWO,
        done=lambda seen: knock(seen) and not seen.line.knocked,
    ),
    Feat(
        key="low_knock",
        name=_("A light knock"),
        says=_("Knock with two points or fewer, and win."),
        face="2C",
        family=Family.TWO,
        done=lambda seen: knock(seen) and seen.line.knocked and (seen.line.deadwood or 0) <= 2,
    ),
    caught_together("gin_harvest", 50, "10C", Family.TWO),
)
