"""The result of a hand that was just saved, shown until the next one begins.

Made from what the save computed, or from the rows it wrote; no rules are applied.
"""

from dataclasses import dataclass

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import SavedHand
from scorekeeper.play.wording.hand import Outcome, outcomes, preview_outcome
from scorekeeper.table.entry.preview import Lines, slip_lines


@dataclass(frozen=True, slots=True)
class Result(Lines):
    """The result of a hand, and the standings after it."""

    winners: list[str]
    dealer: str
    """Who deals the next hand; empty if the game does not say."""


def result_of(saved: SavedHand) -> Result:
    """Returns the result of a hand just written; of a repeated write from its rows, in two
    queries."""
    last = None if saved.repeated else saved.table.fold.last
    if last is None:
        return stored_result(saved.table, saved.hand)
    return _result(saved.table, preview_outcome(saved.table.rules, saved.table.fold))


def stored_result(table: Table, hand: Hand) -> Result:
    """Returns the result of a stored hand of this game. Two queries."""
    (outcome,) = outcomes(table, [hand])
    return _result(table, outcome)


def _result(table: Table, outcome: Outcome) -> Result:
    state, names = table.state, table.names
    lines = [
        line
        for line in slip_lines(
            outcome, names, state.totals, state.balances, state.keeps_score, state.seating
        )
        if line.result.scored or line.money
    ]
    return Result(
        lines,
        state.keeps_score,
        bool(table.game.closed_at),
        -sum(state.balances),
        [names[person] for person in sorted(outcome.winners)],
        "" if state.dealer is None else names[state.dealer],
    )
