"""What a hand decided, as rows."""

from typing import Any

from scorekeeper.core.database.rows import new_row
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.outcomes.stored import seat_outcomes
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand, SeatScore


def score_rows(hand: Hand, rules: AnyVariant, after: Fold[Any, Any]) -> list[SeatScore]:
    """Returns unsaved rows of what the hand that led to ``after`` decided."""
    assert after.last is not None
    outcome = zip(after.last.scores, seat_outcomes(rules, after), strict=True)
    return [
        new_row(
            SeatScore,
            hand_id=hand.pk,
            seat=seat,
            points=score.points,
            reason=score.reason,
            won=more.won,
            out=more.out,
            beside=more.beside,
        )
        for seat, (score, more) in enumerate(outcome)
    ]
