"""Points for drops, wrong shows and counts in the Indian games, with the reasons."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

from scorekeeper.engine.game import NIL, Game, Score, Scores
from scorekeeper.engine.variant import Limits
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian.finishes import Finish, Finished, winner
from scorekeeper.variants._indian.questions import HalfRound, Outcome

WON: Final = _("won")


class Costs(Protocol):
    """Options for the points of finishes without a count."""

    @property
    def first_drop(self) -> int: ...

    @property
    def middle_drop(self) -> int: ...

    @property
    def wrong_show(self) -> int: ...


def dropped(options: Costs, finish: Finish | None) -> tuple[int, Phrase]:
    """Returns the points for a drop or a wrong show, and the reason."""
    match finish:
        case Finish.FIRST_DROP:
            return options.first_drop, _("first drop")
        case Finish.MIDDLE_DROP:
            return options.middle_drop, _("middle drop")
        case _:
            return options.wrong_show, _("wrong show")


class FullCount(Costs, Protocol):
    @property
    def cap(self) -> int: ...


F = TypeVar("F", bound=Finished)
D = TypeVar("D")


def dues(outcome: Outcome, lines: Mapping[int, F], owed: Callable[[F], D]) -> dict[int, D]:
    """Returns what each loser owes the winner; empty for a void hand."""
    if outcome is Outcome.VOID:
        return {}
    return {p: owed(line) for p, line in lines.items() if line.finish is not Finish.WON}


def scores(
    due: Mapping[int, tuple[float, Phrase]],
    lines: Mapping[int, Finished],
    seats: int,
    *,
    lost: int,
    gained: int = 1,
    won: Phrase = WON,
) -> Scores:
    """Returns the scores from points due with their reasons: ``lost`` times what each loser owes,
    and ``gained`` times all of it for the winner."""
    by_seat = {seat: Score(lost * points, words) for seat, (points, words) in due.items()}
    if due:
        received = gained * sum(points for points, _words in due.values())
        by_seat[winner(lines)] = Score(received, won)
    return tuple(by_seat.get(seat, NIL) for seat in range(seats))


def half(points: float, rounding: HalfRound) -> float:
    """
    >>> half(31, HalfRound.UP), half(31, HalfRound.DOWN), half(31, HalfRound.EXACT)
    (16, 15, 15.5)
    """
    if points % 2 == 0 or rounding is HalfRound.EXACT:
        return points / 2 if points % 2 else points // 2
    return math.ceil(points / 2) if rounding is HalfRound.UP else math.floor(points / 2)


def caps(game: Game[Any, Any], name: str) -> Limits:
    """Returns the full count as a limit, where the options have one."""
    cap = game.options.cap
    return (((), cap),) if name == "points" and cap is not None else ()


def counted(points: int, most: int | None) -> tuple[int, Phrase]:
    """Returns a count within the cap, and the reason."""
    if most is not None and points > most:
        words = _("count of {count}, capped at {cap}")
        return most, words.format(count=points, cap=most)
    return points, _("count of {count}").format(count=points)
