"""Whether examples are looked for, or the same few taken in every run (``tests/conftest.py``).

CI takes the same few, and of what stands at every page in every form (values no phone sends, widths
of a screen, pages after every pair of writes) a part at each, another at the next, so that all of
it is tried somewhere. A plain ``go.py test`` tries all of it everywhere.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

from tests.helpers.turns import TURN

LOOKS_FOR_NEW = settings().max_examples >= 100
T = TypeVar("T")


def in_turn(values: Sequence[T], turn: int, many: int) -> list[T]:
    """All of them; in CI so many, others at the next turn, until all had theirs."""
    turn += TURN or 0
    if LOOKS_FOR_NEW or many >= len(values):
        return list(values)
    return [values[(turn * many + step) % len(values)] for step in range(many)]
