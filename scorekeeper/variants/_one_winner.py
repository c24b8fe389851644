"""Games in which a hand has one winner: the others owe points, which are paid at once."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorekeeper.engine import reasons
from scorekeeper.engine.game import NIL, D, Game, L, O, Outcome, S, Score
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


def nets(debts: Iterable[Debt]) -> dict[int, float]:
    """Returns the points won or lost, by person."""
    net: defaultdict[int, float] = defaultdict(int)
    for debt in debts:
        net[debt.payer] -= debt.points
        net[debt.payee] += debt.points
    return net


class OneWinner(Variant[O, D, L, S]):
    """A game with ``point_value`` among its options, minor units per point. Its ``outcome`` is
    ``undecided`` or ``settled``."""

    def ledger(self, options: O) -> Ledger:
        return Ledger.ZERO_SUM

    def low_wins(self, options: O) -> bool:
        return self.ledger(options) is Ledger.LOSERS_PAY

    def due(self, options: O, points: float) -> int:
        """Returns what these points cost, in minor units; half a unit is rounded up, in the payee's
        favour."""
        agreed: Any = options
        price: int = agreed.point_value
        return math.ceil(points * price)

    def undecided(self, game: Game[O, S]) -> Outcome:
        """Returns the outcome of a hand that nobody won: it is void."""
        return Outcome((NIL,) * game.seats, winners=(), is_played=False)

    def settled(
        self,
        game: Game[O, S],
        winner: int,
        owed: Mapping[int, tuple[float, Phrase]],
        reason: Phrase = reasons.WON,
    ) -> Outcome:
        """Returns the outcome of a hand in which the winner is ``owed`` points, by person with
        reasons. ``reason``: of the winner's points."""
        lost, gained = self.ledger(game.options).value
        scores = {loser: Score(lost * points, words) for loser, (points, words) in owed.items()}
        scores[winner] = Score(gained * sum(points for points, _words in owed.values()), reason)
        return Outcome(
            tuple(scores.get(seat, NIL) for seat in range(game.seats)),
            self.paid(game.options, (Debt(loser, winner, *due) for loser, due in owed.items())),
            winners=[winner],
        )

    def paid(self, options: O, debts: Iterable[Debt]) -> Payments:
        """Pays each debt at once."""
        return collect(
            Payment(debt.payer, debt.payee, self.due(options, debt.points), debt.reason)
            for debt in debts
        )
