"""Writes down that a transfer was paid: what is still owed is looked at while the night is held."""

from __future__ import annotations

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.services import paid_before, pay_cash
from scorekeeper.settling.standing import standing


class Changed(Exception):
    """The payment rests on an old view: this is not, or no longer, owed."""


@transaction.atomic
def pay_transfer(
    *,
    session: Session,
    payer: int,
    payee: int,
    owed: int,
    amount: int,
    token: str,
    by: Membership | None,
) -> Payment:
    """Write down that one of the transfers that settle the night was paid, or a part of it.

    ``payer``, ``payee``: ids of players; ``owed``: what the phone showed; ``amount``: what was
    handed over, both in minor units. Once per token. Raises Changed unless exactly this transfer
    is still owed, PaidOtherwise if the token wrote something else.
    """
    night = locks.hold_night(session.pk)
    if earlier := paid_before(night, token, payer, payee, amount):
        return earlier
    for transfer in standing(night).plan.transfers:
        if (transfer.payer.pk, transfer.payee.pk, transfer.amount) == (payer, payee, owed):
            if not 0 < amount <= owed:
                break
            return pay_cash(
                session=night,
                payer=transfer.payer,
                payee=transfer.payee,
                amount=amount,
                token=token,
                by=by,
            )
    raise Changed
