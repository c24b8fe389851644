"""Books what rounding moves, so that every payment of the plan is a multiple of the agreed step.

Anybody rounded down owes it to those rounded up: rows with two ends like all others. If the
balances have changed since, all of it is reversed and booked again.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine.reasons import ROUNDED, ROUNDED_AGAIN
from scorekeeper.engine.transfers.rounding import rounding, rounding_between
from scorekeeper.engine.transfers.settle_up import Plan, settle_up
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes, beside
from scorekeeper.ledger.services import post, reversal
from scorekeeper.play.sessions import session_tables
from scorekeeper.settlement.balances.methods import Owed, purses_of
from scorekeeper.settlement.balances.plan import balances_of
from scorekeeper.settlement.models import Terms, Way
from scorekeeper.settlement.payments.handovers import unsettled

Moves: TypeAlias = dict[tuple[Player, Player], int]
"""What rounding makes the first owe the second, in minor units, more than 0."""


def is_rounded(plan: Plan[Player], step: int) -> bool:
    """Tells whether all payments are multiples of the step; 0: no rounding."""
    return not step or all(t.amount % step == 0 for t in plan.transfers)


def moved_by_rounding(beside: Iterable[Payment]) -> dict[Player, int]:
    """Returns what rounding added to each player's balance, from a session's payments outside
    games."""
    amounts: dict[Player, int] = {}
    for payment in beside:
        if payment.kind == PaymentKind.ROUND:
            for player, amount in balance_changes(payment):
                amounts[player] = amounts.get(player, 0) + amount
    return {player: amount for player, amount in amounts.items() if amount}


def rounding_moves(
    terms: Terms, balances: Mapping[Player, int], owed: Owed, before: Mapping[Player, int]
) -> Moves:
    """Returns what to book. ``balances`` and ``owed``: without rounding; ``before``: how each
    player was moved so far, kept where possible."""
    if not terms.step:
        return {}
    if terms.way == Way.DIRECT:
        return {
            (debtor, creditor) if amount > 0 else (creditor, debtor): abs(amount)
            for (debtor, creditor), amount in rounding_between(owed, terms.step).items()
        }
    held = _by_holder(terms, balances)
    rounded = rounding(held, terms.step, before)
    return {(t.payer, t.payee): t.amount for t in settle_up(rounded).transfers}


def _by_holder(terms: Terms, balances: Mapping[Player, int]) -> dict[Player, int]:
    """Returns the balances by who pays: the player, or the holder of their purse."""
    purses = purses_of(terms.purses, balances) if terms.way == Way.PURSES else []
    holder = {player: purse[0] for purse in purses for player in purse}
    amounts: dict[Player, int] = {}
    for player, amount in balances.items():
        payer = holder.get(player, player)
        amounts[payer] = amounts.get(payer, 0) + amount
    return amounts


def book_rounding(session: Session, terms: Terms, *, by: Membership | None) -> None:
    """Rounds the current debts of a locked session; books nothing if they already fit."""
    booked, expected = _booked_and_expected(session, terms)
    if {(row.payer, row.payee): row.amount for row in booked} == expected:
        return
    rows = [reversal(row, reason=ROUNDED_AGAIN, by=by) for row in booked]
    rows += [
        Payment(
            session=session,
            kind=PaymentKind.ROUND,
            payer=payer,
            payee=payee,
            amount=amount,
            reason=ROUNDED,
            by=by,
        )
        for (payer, payee), amount in expected.items()
    ]
    post(rows)
    if terms.step:
        values: dict[str, str | int] = {"step": terms.step, "money": session.club.currency}
        note(ActivityKind.ROUNDED, club=session.club, session=session, by=by, **values)
    else:
        note(ActivityKind.NOT_ROUNDED, club=session.club, session=session, by=by)


def _booked_and_expected(session: Session, terms: Terms) -> tuple[list[Payment], Moves]:
    """Returns the rounding rows in force, and what should be booked instead."""
    rows = beside(session)
    booked = [row for row in rows if row.kind == PaymentKind.ROUND]
    others = [row for row in rows if row.kind != PaymentKind.ROUND]
    balances = balances_of(session_tables(session), others, unsettled(session), terms)
    debts = balances.debts_by_pair() if terms.way == Way.DIRECT else {}
    return booked, rounding_moves(terms, balances.arrived, debts, moved_by_rounding(booked))
