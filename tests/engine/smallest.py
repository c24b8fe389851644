"""The smallest game there is: one question and two methods."""

from dataclasses import dataclass

from scorekeeper.engine.game import Entry, Game, Score, Scores
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.payouts import pairwise
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import Nothing, Variant
from scorekeeper.engine.words import _


@dataclass(frozen=True, slots=True)
class Line:
    points: int = ask.points("Points", 0)


class Smallest(Variant[Nothing, Nothing, Line, Nothing]):
    key, name = "smallest", "Smallest"
    summary = "Of every two, who has less pays the other the difference."
    seats = range(2, 5)
    line = Line

    def score(self, game: Game[Nothing, Nothing], entry: Entry[Nothing, Line]) -> Scores:
        return tuple(Score(line.points, _("counted")) for line in entry.lines)

    def pay(self, game: Game[Nothing, Nothing], entry: Entry[Nothing, Line]) -> Payments:
        return pairwise(dict(enumerate(line.points for line in entry.lines)), _("difference"))


variant = Smallest()
