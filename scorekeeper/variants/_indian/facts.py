"""What the end of a hand says of a seat in every Indian game, to be kept with the game."""

from __future__ import annotations

from scorekeeper.engine.facts import Fact
from scorekeeper.variants._indian.finishes import Finish

DROPS = (Finish.FIRST_DROP, Finish.MIDDLE_DROP)


def of_finish(finish: Finish | None, cost: float) -> dict[Fact, float]:
    """``finish``: None where nothing was told, or the hand is void; ``cost``: in points."""
    caught = finish is Finish.COUNTED
    return {
        Fact.REPORTED: int(finish is not None),
        Fact.CAUGHT: int(caught),
        Fact.CAUGHT_POINTS: cost if caught else 0,
        Fact.FIRST_DROP: int(finish is Finish.FIRST_DROP),
        Fact.MIDDLE_DROP: int(finish is Finish.MIDDLE_DROP),
        Fact.DROP_POINTS: cost if finish in DROPS else 0,
        Fact.WRONG_SHOW: int(finish is Finish.WRONG_SHOW),
    }


def has_lost(finish: Finish | None) -> bool:
    """It costs something."""
    return finish not in (None, Finish.WON)
