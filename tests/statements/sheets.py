"""Sheets made up for tests of drawing, without a database."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.settle_up import settle_up
from scorekeeper.statements.contents import (
    Balance,
    Cell,
    Contents,
    GameSheet,
    HandRow,
    Paid,
    check,
)

NAMES = ("Asha", "Dev", "Meera", "Omar")


def sheet(
    names: Sequence[str] = NAMES,
    hands: int = 3,
    *,
    club: str = "Friday table",
    night: str = "",
    reason: str = "count of 20",
    amount: int = 12_345,
) -> Contents:
    """A night of one game, each hand won by the next seat, everybody else paying the same."""
    people = range(len(names))
    rows, payments = [], []
    for number in range(1, hands + 1):
        winner = number % len(names)
        payments += [Paid(number, p, winner, amount, reason) for p in people if p != winner]
        cells = tuple(Cell(0, "won") if p == winner else Cell(20.5, reason) for p in people)
        money = tuple(amount * (len(names) - 1) if p == winner else -amount for p in people)
        rows.append(HandRow(number, cells, money, frozenset({winner})))
    net = {p: sum(row.money[p] for row in rows) for p in people}
    plan = settle_up(net)
    made = Contents(
        club=club,
        night=night,
        day="20 Nov 2026",
        weekday="Friday",
        currency="INR",
        locale="en-IN",
        version=1,
        is_closed=True,
        people=tuple(names),
        games=(
            GameSheet(
                number=1,
                name="Pool Rummy",
                preset="",
                state="played to its end",
                options=(("First drop", "25"),),
                persons=tuple(people),
                seats=len(names),
                keeps_score=True,
                hands=tuple(rows),
                totals=tuple(sum(row.cells[p].points or 0 for row in rows) for p in people),
                payments=tuple(payments),
                pot=0,
                corrections=(),
            ),
        ),
        cash=(),
        balances=tuple(Balance(p, net[p], 0, net[p]) for p in people),
        transfers=plan.transfers,
        proven=plan.proven,
    )
    check(made)
    return made
