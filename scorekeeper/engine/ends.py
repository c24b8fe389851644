"""Builds endings by a game's own rules; those that players agree on: ``engine.agreed_ending``."""

from collections.abc import Callable
from typing import Any, TypeAlias

from scorekeeper.engine.game import Game

Ending: TypeAlias = Callable[[Game[Any, Any]], bool]
"""Returns whether the game is over; called after each hand."""


def after_hands(count: int | None) -> Ending | None:
    """Returns the end after so many hands, void ones too; None: no end."""
    return None if count is None else lambda game: game.number >= count


def after_deals(count: int) -> Ending | None:
    """Returns the end after so many deals that the state counts (``counted``); 0: no end."""
    return (lambda game: bool(game.state.counted >= count)) if count else None


def at_target(points: int | None) -> Ending | None:
    """Returns the end as soon as a total comes to this; 0 or None: no end."""
    return (lambda game: max(game.totals) >= points) if points else None


def first_of(*endings: Ending | None) -> Ending | None:
    """Returns the end by whichever of these comes first."""
    given = [ending for ending in endings if ending]
    return (lambda game: any(ending(game) for ending in given)) if given else None
