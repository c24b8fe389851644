"""Rules of canasta and rummy 500: the sole leader at or past the target wins.

Points belong to seats, money to persons. Partners pay across: the first named of a side pays or
is paid by the first named of the other, the second by the second, each the side's whole amount.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import NIL, D, Entry, Game, L, O, Outcome, S, Score, by_seat
from scorekeeper.engine.money import Payment, Payments, capped, collect
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import Variant
from scorekeeper.engine.words import Phrase, _, joined


class Result(Word):
    PLAYED = "played", _("Played")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; nobody scores.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The hand was"), Result.PLAYED, void=Result.VOID)


def leader(totals: Sequence[float], target: int) -> int | None:
    """Returns the winning seat: at the target or above, and above every other; else None."""
    best = max(totals)
    at_the_top = [seat for seat, total in enumerate(totals) if total == best]
    return at_the_top[0] if best >= target and len(at_the_top) == 1 else None


class HighTotal(Variant[O, D, L, S]):
    """A game with ``target``, ``point_value`` and ``cap`` among its options."""

    family = Family.BASIC
    sides: tuple[int, ...] = (1, 2)
    one_table = True

    def parts(self, options: O, line: L) -> Iterable[tuple[Phrase, int]]:
        """Returns the parts of a line's score: words, and points for or against."""
        raise NotImplementedError

    def outcome(self, game: Game[O, S], entry: Entry[D, L]) -> Outcome:
        """Scores each seat; partners' points add. The seat that scored most has won, none if all
        scored the same."""
        if entry.is_void:
            return Outcome((NIL,) * game.seats, winners=())
        seats = by_seat(entry.lines, game.seats)
        scores = tuple(self.score_seat(game.options, lines) for lines in seats)
        points = [score.points for score in scores]
        best = [p for p in range(game.persons) if points[game.seat_of(p)] == max(points)]
        return Outcome(scores, winners=best if len(best) < game.persons else ())

    def score_seat(self, options: O, lines: Iterable[L]) -> Score:
        parts = [part for line in lines for part in self.parts(options, line)]
        return Score(sum(points for _words, points in parts), joined(words for words, _p in parts))

    def winner(self, game: Game[Any, S]) -> int | None:
        """Returns the seat that has won the game; None while it goes on."""
        return leader(game.totals, game.options.target)

    def ends(self, options: O) -> Ending:
        return Ending(lambda game: self.winner(game) is not None)

    def amount(self, options: Any, ahead: int) -> int:
        """Returns what a lead of so many points is paid, in minor units."""
        return int(ahead * options.point_value)

    def close(self, game: Game[Any, S]) -> Payments:
        """Pays the winner the difference of the totals, from every other seat."""
        winner, options = self.winner(game), game.options
        if winner is None:
            return ()
        ahead = [int(game.totals[winner] - total) for total in game.totals]
        return collect(
            Payment(
                seat + place * game.seats,
                winner + place * game.seats,
                capped(self.amount(options, ahead[seat]), options.cap),
                reasons.DIFFERENCE_AT_THE_END,
            )
            for place in range(game.side)
            for seat in range(game.seats)
        )
