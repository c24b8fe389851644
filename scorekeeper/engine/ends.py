"""Endings by a game's own rules; those that players agree on: ``engine.agreed_ending``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Game


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends by its own rules."""

    is_reached: Callable[[Game[Any, Any]], bool]
    """Whether the game is over, after each hand."""
    is_fixed: bool = False
    """Whether the totals lead to it or are paid at it, so that nobody may join or leave before and
    no other ending can be agreed on."""


def after_hands(count: int | None, *, is_fixed: bool = False) -> Ending | None:
    """Returns the end after so many hands, void ones too; None: no end."""
    return None if count is None else Ending(lambda game: game.number >= count, is_fixed)


def after_deals(count: int) -> Ending | None:
    """Returns the end after so many deals that the state counts (``counted``); 0: no end."""
    return Ending(lambda game: bool(game.state.counted >= count)) if count else None


def at_target(points: int | None, *, is_fixed: bool = False) -> Ending | None:
    """Returns the end as soon as a total comes to this; 0 or None: no end."""
    return Ending(lambda game: max(game.totals) >= points, is_fixed) if points else None


def first_of(*endings: Ending | None) -> Ending | None:
    """Returns the end by whichever of these comes first."""
    given = [ending.is_reached for ending in endings if ending]
    return Ending(lambda game: any(is_reached(game) for is_reached in given)) if given else None
