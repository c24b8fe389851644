"""Statements made up for tests of drawing, without a database."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.transfers.settle_up import settle_up
from scorekeeper.play.wording.hand import Outcome, SeatResult
from scorekeeper.statements.contents.running_totals import running
from scorekeeper.statements.contents.session import (
    Balance,
    Contents,
    GameContents,
    HandRow,
    PaidRow,
    check,
)

NAMES = ("Asha", "Dev", "Meera", "Omar")


def session_contents(
    names: Sequence[str] = NAMES,
    hands: int = 3,
    *,
    club: str = "Friday table",
    session: str = "",
    reason: str = "count of 20",
    amount: int = 12_345,
) -> Contents:
    """A session of one game, each hand won by the next seat, everybody else paying the same."""
    people = range(len(names))
    rows, payments = [], []
    for number in range(1, hands + 1):
        winner = number % len(names)
        payments += [
            PaidRow(p, winner, amount, reason, hand=number, game=1) for p in people if p != winner
        ]
        seats = tuple(
            SeatResult((p,), 0, "won", (amount * (len(names) - 1),), (p,))
            if p == winner
            else SeatResult((p,), 20.5, reason, (-amount,))
            for p in people
        )
        rows.append(HandRow(number, Outcome(seats)))
    net = {p: sum(row.outcome.money(p) for row in rows) for p in people}
    plan = settle_up(net)
    contents = Contents(
        club=club,
        session=session,
        day="20 Nov 2026",
        weekday="Friday",
        currency="INR",
        locale="en-IN",
        version=1,
        is_closed=True,
        people=tuple(names),
        games=(
            GameContents(
                number=1,
                name="Pool Rummy",
                preset="",
                state="played to the end",
                options=(("First drop", "25"),),
                persons=tuple(people),
                seats=len(names),
                keeps_score=True,
                hands=tuple(rows),
                totals=tuple(sum(row.outcome.seats[p].points for row in rows) for p in people),
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
    check(contents)
    return replace(contents, running=running(contents.people, contents.games), seal="0123abcd" * 8)
