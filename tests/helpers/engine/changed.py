"""Makes a variation of a game, for tests of what asks games."""

from copy import copy
from typing import Any

from scorekeeper.engine.variant import AnyVariant


def changed(variant: AnyVariant, **members: Any) -> AnyVariant:
    """Returns a game with these attributes; a function among them takes the place of a method, and
    gets no ``self``."""
    other = copy(variant)
    vars(other).update(members)
    return other
