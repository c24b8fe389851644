"""What a hand that was just saved brought: for the whole table to read, until the next is begun.

Made of what the save worked out, or of the rows that it wrote; no rule is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.capture.slip import Lines, lines_of
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import SavedHand
from scorekeeper.telling.hand import Outcome, foreseen, outcomes


@dataclass(frozen=True, slots=True)
class Result(Lines):
    """A hand and what stands after it."""

    winners: list[str]
    dealer: str
    """Who deals the next hand; empty where the game does not say."""


def result_of(saved: SavedHand) -> Result:
    """Of a hand that was just written; of one known before from its rows, in two queries."""
    last = None if saved.repeated else saved.table.fold.last
    if last is None:
        return result_kept(saved.table, saved.hand)
    return _result(saved.table, foreseen(saved.table.rules, saved.table.fold))


def result_kept(at: Table, hand: Hand) -> Result:
    """Of a hand of this game, as it stands. Two queries."""
    (outcome,) = outcomes(at, [hand])
    return _result(at, outcome)


def _result(at: Table, outcome: Outcome) -> Result:
    kept, names = at.state, at.names
    lines = [
        line
        for line in lines_of(outcome, names, kept.totals, kept.balances, kept.keeps_score)
        if not set(kept.left).issuperset(line.brought.persons) or line.money
    ]
    return Result(
        lines,
        kept.keeps_score,
        bool(at.game.closed_at),
        -sum(kept.balances),
        [names[person] for person in sorted(outcome.winners)],
        "" if kept.dealer is None else names[kept.dealer],
    )
