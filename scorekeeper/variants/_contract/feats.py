"""What can be achieved in every contract game."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat, caught_together
from scorekeeper.engine.words import _

FEATS: Final = (
    caught_together("contract_harvest", 150, "10C", Family.CONTRACT),
    Feat(
        key="contract_hardest",
        name=_("The hardest contract"),
        says=_("Go out of the last deal of the game."),
        face="KC",
        family=Family.CONTRACT,
        done=lambda seen: seen.has_won and seen.is_last,
    ),
)
