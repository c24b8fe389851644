"""The smallest game there is: one question and one method."""

from dataclasses import dataclass

from scorekeeper.engine.game import Entry, Game, Outcome, Score
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

    def outcome(self, game: Game[Nothing, Nothing], entry: Entry[Nothing, Line]) -> Outcome:
        points = dict(enumerate(line.points for line in entry.lines))
        scores = tuple(Score(count, _("counted")) for count in points.values())
        return Outcome(scores, pairwise(points, _("difference")))


variant = Smallest()
