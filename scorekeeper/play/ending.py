"""When the players agreed to stop: after a number of hands, or at a time; stored with the game.

The hand in progress at that time still counts and is the last. The resulting number of hands is
stored when it is saved (``Game.ends_after``), so that a replay needs no clock.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorekeeper.engine.agreed_ending import check_ending
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Game


@dataclass(frozen=True, slots=True)
class Ending:
    """An agreed end: at most one of the two is set."""

    hands: int | None = None
    until: datetime | None = None

    @property
    def is_agreed(self) -> bool:
        return self.hands is not None or self.until is not None

    @property
    def columns(self) -> dict[str, Any]:
        """Columns of a new game with this ending."""
        return {"ends_after": self.hands, "until": self.until}

    def check_options(self, rules: AnyVariant, options: Any) -> Any:
        """Returns these options; raises EntryError(field="ending") if a game with them cannot end
        this way."""
        if self.is_agreed:
            check_ending(rules, options, self.hands)
        return options


NO_ENDING = Ending()


def ending_of(game: Game) -> Ending:
    """Returns the agreed ending."""
    return Ending(None, game.until) if game.until else Ending(game.ends_after)


def is_last(game: Game, now: datetime) -> bool:
    """Returns whether the game ends with its next hand, if that is saved now."""
    if game.ends_after is not None and game.hand_count + 1 >= game.ends_after:
        return True
    return game.until is not None and now >= game.until


def at_the_clock(fold: Fold[Any, Any], game: Game, now: datetime) -> Fold[Any, Any]:
    """Returns the game before the next hand, which is the last one if the time has come."""
    return replace(fold, ends=fold.number + 1) if is_last(game, now) else fold


def extend_ending(game: Game) -> None:
    """Adds a hand to a game that ended as agreed, for an inserted hand. Does not save."""
    if game.ends_after is not None and game.ends_after == game.hand_count:
        game.ends_after += 1


def shorten_ending(game: Game, number: int) -> None:
    """Adjusts a game ended by time for a deleted hand: without its last hand the game goes on, else
    it ended with one hand less. Does not save."""
    has_ended = game.until is not None and game.ends_after == game.hand_count
    if has_ended and game.ends_after is not None and number != game.last_number:
        game.ends_after -= 1
