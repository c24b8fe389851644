"""Rules of canasta and rummy 500: the sole leader at or past the target wins.

Points belong to seats, money to persons. Partners pay across: the first named of a side pays or
is paid by the first named of the other, the second by the second, each the side's whole amount.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.money import Payment, Payments, capped, collect
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import _


class Result(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("A misdeal; nobody scores.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The hand was"), Result.PLAYED)


def leader(totals: Sequence[float], target: int) -> int | None:
    """Returns the winning seat: at the target or above, and above every other; else None."""
    best = max(totals)
    at_the_top = [seat for seat, total in enumerate(totals) if total == best]
    return at_the_top[0] if best >= target and len(at_the_top) == 1 else None


def collected(
    game: Game[Any, Any], winner: int, worth: Callable[[int], int], cap: int | None
) -> Payments:
    """Every other seat pays the winner the difference of their totals.

    ``worth``: minor units for so many points.
    """
    ahead = [int(game.totals[winner] - total) for total in game.totals]
    return collect(
        Payment(
            seat + place * game.seats,
            winner + place * game.seats,
            capped(worth(ahead[seat]), cap),
            _("difference at the end"),
        )
        for place in range(game.side)
        for seat in range(game.seats)
    )


def best_of_hand(
    game: Game[Any, Any], entry: Entry[Any, Any], points: Sequence[float]
) -> list[int]:
    """Returns the persons whose seat scored most in a hand; empty if all scored the same."""
    if len(set(points)) == 1:
        return []
    return [p for p in range(game.persons) if points[game.seat_of(p)] == max(points)]
