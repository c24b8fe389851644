"""What can be achieved in basic rummy."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, caught_together
from scorekeeper.engine.words import _

FEATS: Final = (
    Feat(
        key="rummy",
        name=_("Rummy!"),
        says=_("Put down everything at once."),
        face="KC",
        family=Family.BASIC,
        done=lambda seen: seen.has_won and seen.entry.deal.rummy,
    ),
    caught_together("basic_harvest", 100, "10C", Family.BASIC),
)
