"""Hypothesis strategies for games of any variant; how they are drawn stands in ``drawing``."""

import json
from random import Random

from hypothesis import note
from hypothesis import strategies as st

from scorekeeper.engine.variant import AnyVariant
from tests.helpers.drawing import Drawn, as_case, draw_game

seeds = st.integers(0, 2**32 - 1)


def chances() -> st.SearchStrategy[Random]:
    """Chance that is the same when an example is tried again."""
    return seeds.map(Random)


def games(variant: AnyVariant, hands: int = 6) -> st.SearchStrategy[Drawn]:
    """Legal games with any options, seats and sides; failing ones shrink to fewer hands, and are
    printed as a golden case to keep."""

    def drawn(seed: int, most: int) -> Drawn:
        game = draw_game(variant, Random(seed), hands=most)
        note(f"{variant.key}: {json.dumps(as_case(game, game.names))}")
        return game

    return st.builds(drawn, seeds, st.integers(1, hands))
