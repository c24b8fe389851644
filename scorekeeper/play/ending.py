"""When a table agreed to stop: after a number of hands, or at a time; kept with the game.

The hand in progress at that time still counts: it is the last one. How many hands that makes is
written down when it is saved (``Game.ends_after``), so that a replay needs no clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorekeeper.engine.ending import check_ending
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Game


@dataclass(frozen=True, slots=True)
class Ending:
    """At most one of the two."""

    hands: int | None = None
    until: datetime | None = None

    @property
    def is_agreed(self) -> bool:
        return self.hands is not None or self.until is not None

    @property
    def columns(self) -> dict[str, Any]:
        """Of a game that is begun with it."""
        return {"ends_after": self.hands, "until": self.until}

    def checked(self, rules: AnyVariant, options: Any) -> Any:
        """These options; raises EntryError(field="ending") if a game by them cannot end so."""
        if self.is_agreed:
            check_ending(rules, options, self.hands)
        return options


NO_ENDING = Ending()


def ending_of(game: Game) -> Ending:
    """What was agreed on."""
    return Ending(None, game.until) if game.until else Ending(game.ends_after)


def is_last(game: Game, now: datetime) -> bool:
    """Whether the game ends with its next hand, if that is saved now."""
    if game.ends_after is not None and game.hand_count + 1 >= game.ends_after:
        return True
    return game.until is not None and now >= game.until


def at_the_clock(fold: Fold[Any, Any], game: Game, now: datetime) -> Fold[Any, Any]:
    """The game before the next hand; that is the last one if the time has come."""
    return replace(fold, ends=fold.number + 1) if is_last(game, now) else fold


def extend_ending(game: Game) -> None:
    """A hand that was left out is written into a game that has ended as agreed: that had one hand
    more. Not yet saved."""
    if game.ends_after is not None and game.ends_after == game.hand_count:
        game.ends_after += 1


def shorten_ending(game: Game, number: int) -> None:
    """A hand of a game that the clock has ended is taken back: with the last one the game
    goes on, else it has ended with one hand less. Not yet saved."""
    ended = game.until is not None and game.ends_after == game.hand_count
    if ended and game.ends_after is not None and number != game.last_number:
        game.ends_after -= 1
