"""The smallest game there is: one question and two functions."""

from dataclasses import dataclass

from scorekeeper.engine.game import Entry, Game, Score, Scores
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.payouts import pairwise
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import Money, Nothing, Variant
from scorekeeper.engine.words import _


@dataclass(frozen=True, slots=True)
class Line:
    points: int = ask.points("Points", 0)


def score(game: Game[Nothing, Nothing], entry: Entry[Nothing, Line]) -> Scores:
    return tuple(Score(line.points, _("counted")) for line in entry.lines)


def pay(game: Game[Nothing, Nothing], entry: Entry[Nothing, Line]) -> Payments:
    return pairwise(dict(enumerate(line.points for line in entry.lines)), _("difference"))


variant = Variant(
    key="smallest",
    name="Smallest",
    summary="Of every two, who has less pays the other the difference.",
    seats=range(2, 5),
    line=Line,
    score=score,
    money=Money(pay=pay),
)
