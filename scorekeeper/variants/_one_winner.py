"""Games in which a hand has one winner, and says who owes whom how many points, and why.

Points, payments and void hands follow from that one outcome.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorekeeper.engine import reasons
from scorekeeper.engine.game import NIL, D, Entry, Game, L, O, S, Score, Scores
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.variant import Variant
from scorekeeper.engine.words import Phrase


class Ledger(Enum):
    """The points that a debt to the winner records: for the loser, for the winner, as factors."""

    ZERO_SUM = -1, 1
    WINNER_GAINS = 0, 1
    LOSERS_PAY = 1, 0


@dataclass(frozen=True, slots=True)
class Debt:
    payer: int
    payee: int
    points: float
    """Whole, or with a half."""
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: int | None = None
    """None: nobody won, the hand is void."""
    debts: Sequence[Debt] = ()
    reason: Phrase = reasons.WON
    """The reason of the winner's points."""


def nets(debts: Iterable[Debt]) -> dict[int, float]:
    """Returns the points won or lost, by person."""
    net: defaultdict[int, float] = defaultdict(int)
    for debt in debts:
        net[debt.payer] -= debt.points
        net[debt.payee] += debt.points
    return net


class OneWinner(Variant[O, D, L, S]):
    """A game with ``point_value`` among its options, minor units per point."""

    def outcome(self, game: Game[O, S], entry: Entry[D, L]) -> Outcome:
        raise NotImplementedError

    def ledger(self, options: O) -> Ledger:
        return Ledger.ZERO_SUM

    def owed(self, game: Game[O, S], entry: Entry[D, L], person: int) -> float:
        """Returns the points that this person owes after the hand."""
        return sum(debt.points for debt in self.outcome(game, entry).debts if debt.payer == person)

    def due(self, options: O, points: float) -> int:
        """Returns what these points cost, in minor units; half a unit is rounded up, in the payee's
        favour."""
        agreed: Any = options
        price: int = agreed.point_value
        return math.ceil(points * price)

    def score(self, game: Game[O, S], entry: Entry[D, L]) -> Scores:
        outcome, (lost, gained) = self.outcome(game, entry), self.ledger(game.options).value
        scores = {debt.payer: Score(lost * debt.points, debt.reason) for debt in outcome.debts}
        if outcome.winner is not None:
            total = sum(debt.points for debt in outcome.debts)
            scores[outcome.winner] = Score(gained * total, outcome.reason)
        return tuple(scores.get(seat, NIL) for seat in range(game.seats))

    def pay(self, game: Game[O, S], entry: Entry[D, L]) -> Payments:
        """Pays each debt at once."""
        return collect(
            Payment(debt.payer, debt.payee, self.due(game.options, debt.points), debt.reason)
            for debt in self.outcome(game, entry).debts
        )

    def unplayed(self, game: Game[O, S], entry: Entry[D, L]) -> bool:
        return self.outcome(game, entry).winner is None
