"""The only writer of payments. Nothing is updated or deleted; a mistake is reversed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine import money
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.serving.rows import insert

CASH: Final = _("cash")


def rows(
    *,
    session: int,
    game: int,
    hand: int | None,
    payments: Iterable[money.Payment],
    players: Sequence[int],
    by: Membership | None,
) -> list[Payment]:
    """Engine payments as rows not yet written. ``session``, ``game``, ``hand``: what brought them,
    by id; ``players``: player id per person."""

    def party(end: money.Party) -> int | None:
        return None if end == money.POT else players[int(end)]

    return [
        Payment(
            session_id=session,
            game_id=game,
            hand_id=hand,
            payer_id=party(p.payer),
            payee_id=party(p.payee),
            amount=p.amount,
            reason=p.reason,
            by=by,
        )
        for p in payments
    ]


def post(payments: Sequence[Payment]) -> None:
    insert(payments)


def reversal(payment: Payment, *, reason: Phrase, by: Membership | None) -> Payment:
    """The row that takes ``payment`` back, not yet written."""
    return Payment(
        session_id=payment.session_id,
        game_id=payment.game_id,
        hand_id=payment.hand_id,
        kind=payment.kind,
        payer_id=payment.payee_id,
        payee_id=payment.payer_id,
        amount=payment.amount,
        reason=reason,
        reverses=payment,
        by=by,
    )


def in_force(payments: Iterable[Payment]) -> list[Payment]:
    """Those that neither reverse another nor were reversed."""
    listed = list(payments)
    reversed_ids = {p.reverses_id for p in listed if p.reverses_id}
    return [p for p in listed if not p.reverses_id and p.pk not in reversed_ids]


def _fact(p: Payment) -> tuple[int | None, int | None, int | None, int, str]:
    return p.hand_id, p.payer_id, p.payee_id, p.amount, str(p.reason)


def correct(
    *, standing: Sequence[Payment], right: Sequence[Payment], reason: Phrase, by: Membership | None
) -> None:
    """Reverse of ``standing`` what is not ``right``, and post of ``right`` what is missing."""
    missing = Counter(_fact(p) for p in right)
    wrong = []
    for payment in standing:
        if missing[_fact(payment)]:
            missing[_fact(payment)] -= 1
        else:
            wrong.append(reversal(payment, reason=reason, by=by))
    new = []
    for payment in right:
        if missing[_fact(payment)]:
            missing[_fact(payment)] -= 1
            new.append(payment)
    post([*wrong, *new])


class PaidOtherwise(Exception):
    """The token has written down another payment already: ``payment``."""

    def __init__(self, payment: Payment) -> None:
        super().__init__("paid otherwise")
        self.payment = payment


def paid_before(night: Session, token: str, payer: int, payee: int, amount: int) -> Payment | None:
    """What this token wrote. Raises PaidOtherwise if that is not what is asked for now."""
    earlier = (
        Payment.objects.filter(session=night, token=token).select_related("payer", "payee").first()
    )
    if earlier and (earlier.payer_id, earlier.payee_id, earlier.amount) != (payer, payee, amount):
        raise PaidOtherwise(earlier)
    return earlier


@transaction.atomic
def pay_cash(
    *,
    session: Session,
    payer: Player,
    payee: Player,
    amount: int,
    token: str,
    by: Membership | None,
    reason: Phrase = CASH,
) -> Payment:
    """Write down that ``payer`` handed ``amount`` minor units to ``payee``. Once per token; raises
    PaidOtherwise if the token wrote something else."""
    night = locks.hold_night(session.pk)
    if earlier := paid_before(night, token, payer.pk, payee.pk, amount):
        return earlier
    payment = Payment.objects.create(
        session=night,
        kind=PaymentKind.CASH,
        payer=payer,
        payee=payee,
        amount=amount,
        reason=reason,
        token=token,
        by=by,
    )
    locks.touch(night)
    return payment


@transaction.atomic
def take_back_cash(*, payment: Payment, by: Membership | None) -> Payment:
    """Unmark a cash payment: the reversal row, the same one when asked twice."""
    night = locks.hold_night(payment.session_id)
    held = Payment.objects.get(pk=payment.pk, kind=PaymentKind.CASH, reverses__isnull=True)
    earlier = Payment.objects.filter(reverses=held).first()
    if earlier:
        return earlier
    row = reversal(held, reason=_("taken back"), by=by)
    row.save()
    locks.touch(night)
    return row
