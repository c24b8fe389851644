"""Books what rounding moves, so that every payment of the plan is a multiple of the agreed step.

Whoever is rounded down owes it to those who are rounded up: rows with two ends like all others.
When the balances have changed since, all of it is taken back and booked anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine.rounding import rounding, rounding_between
from scorekeeper.engine.settle_up import Plan, settle_up
from scorekeeper.engine.words import _
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes, beside
from scorekeeper.ledger.services import post, reversal
from scorekeeper.settling.handovers import unsettled
from scorekeeper.settling.models import Terms, Way
from scorekeeper.settling.standing import standing_of
from scorekeeper.settling.ways import Owed, purses_of
from scorekeeper.telling.night import tables

ROUNDED: Final = _("rounded")
ANEW: Final = _("rounded anew")
Moves: TypeAlias = dict[tuple[Player, Player], int]
"""What the first owes the second by it, in minor units, more than 0."""


def fits(plan: Plan[Player], step: int) -> bool:
    """Whether all that is to be paid is a multiple of the step; 0: there is none."""
    return not step or all(t.amount % step == 0 for t in plan.transfers)


def moved(beside: Iterable[Payment]) -> dict[Player, int]:
    """What rounding has brought each player, of the rows of a night that no game brought."""
    found: dict[Player, int] = {}
    for payment in beside:
        if payment.kind == PaymentKind.ROUND:
            for player, amount in balance_changes(payment):
                found[player] = found.get(player, 0) + amount
    return {player: amount for player, amount in found.items() if amount}


def moves(
    terms: Terms, balances: Mapping[Player, int], owed: Owed, before: Mapping[Player, int]
) -> Moves:
    """What has to be booked. ``balances`` and ``owed``: without any rounding; ``before``: how each
    was moved until now, which who can keeps."""
    if not terms.step:
        return {}
    if terms.way == Way.DIRECT:
        return {
            (debtor, creditor) if amount > 0 else (creditor, debtor): abs(amount)
            for (debtor, creditor), amount in rounding_between(owed, terms.step).items()
        }
    held = _held(terms, balances)
    found = rounding(held, terms.step, before)
    return {(t.payer, t.payee): t.amount for t in settle_up(found).transfers}


def _held(terms: Terms, balances: Mapping[Player, int]) -> dict[Player, int]:
    """By who pays: for himself, or out of the purse that he holds."""
    purses = purses_of(terms.purses, balances) if terms.way == Way.PURSES else []
    holder = {player: purse[0] for purse in purses for player in purse}
    found: dict[Player, int] = {}
    for player, amount in balances.items():
        first = holder.get(player, player)
        found[first] = found.get(first, 0) + amount
    return found


def book_rounding(night: Session, terms: Terms, *, by: Membership | None) -> None:
    """Rounds what is owed now in a night that is held; books nothing if all fits already."""
    booked, right = _now(night, terms)
    if {(row.payer, row.payee): row.amount for row in booked} == right:
        return
    rows = [reversal(row, reason=ANEW, by=by) for row in booked]
    rows += [
        Payment(
            session=night,
            kind=PaymentKind.ROUND,
            payer=payer,
            payee=payee,
            amount=amount,
            reason=ROUNDED,
            by=by,
        )
        for (payer, payee), amount in right.items()
    ]
    post(rows)
    if terms.step:
        told: dict[str, str | int] = {"step": terms.step, "money": night.club.currency}
        note(Happened.ROUNDED, club=night.club, session=night, by=by, **told)
    else:
        note(Happened.NOT_ROUNDED, club=night.club, session=night, by=by)


def _now(night: Session, terms: Terms) -> tuple[list[Payment], Moves]:
    """The rows in force that round, and what has to be booked instead of them."""
    rows = beside(night)
    booked = [row for row in rows if row.kind == PaymentKind.ROUND]
    others = [row for row in rows if row.kind != PaymentKind.ROUND]
    stands = standing_of(tables(night), others, unsettled(night), terms)
    debts = stands.owed() if terms.way == Way.DIRECT else {}
    return booked, moves(terms, stands.arrived, debts, moved(booked))
