"""The only writer of payments. Nothing is updated or deleted; a mistake is reversed."""

from collections import Counter
from collections.abc import Iterable, Sequence

from scorekeeper.clubs.models import Membership, Session, signature_id
from scorekeeper.engine import reasons
from scorekeeper.engine.words import Phrase, dumps
from scorekeeper.ledger.models import Payment, PaymentKind


def post(payments: Sequence[Payment]) -> None:
    Payment.objects.bulk_create(payments)


def reversal(payment: Payment, *, reason: Phrase, by: Membership | None) -> Payment:
    """Returns the unsaved row that reverses ``payment``."""
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
        signature_id=signature_id(by),
    )


def in_force(payments: Iterable[Payment]) -> list[Payment]:
    """Returns the payments that neither reverse another nor were reversed."""
    listed = list(payments)
    reversed_ids = {p.reverses_id for p in listed if p.reverses_id}
    return [p for p in listed if not p.reverses_id and p.pk not in reversed_ids]


def _fact(p: Payment) -> tuple[int | None, int | None, int | None, int, str]:
    return p.hand_id, p.payer_id, p.payee_id, p.amount, dumps(p.reason)


def correct(
    *, standing: Sequence[Payment], right: Sequence[Payment], reason: Phrase, by: Membership | None
) -> None:
    """Reverses each of ``standing`` that is not in ``right``, and inserts each of ``right`` that is
    missing."""
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


# Payments that belong to no game ---------------------------------------------------------------


def book(
    *,
    session: Session,
    kind: PaymentKind,
    payer: int,
    payee: int,
    amount: int,
    reason: Phrase,
    by: Membership | None,
    deposit: str | None = None,
) -> Payment:
    """Records a payment of a running session that belongs to no game: ``payer`` handed ``amount``
    minor units to ``payee`` (cash), or owes them to ``payee`` (any other kind). Players by id. The
    caller holds the session."""
    return Payment.objects.create(
        session=session,
        kind=kind,
        payer_id=payer,
        payee_id=payee,
        amount=amount,
        deposit=deposit,
        reason=reason,
        by=by,
        signature_id=signature_id(by),
    )


def reverse_payment(*, payment: Payment, by: Membership | None) -> bool:
    """Reverses a payment that belongs to no game. Returns False, and does nothing, if it was
    already reversed. The caller holds the session."""
    held = Payment.objects.get(pk=payment.pk, game=None, reverses__isnull=True)
    if Payment.objects.filter(reverses=held).exists():
        return False
    reversal(held, reason=reasons.UNDONE, by=by).save()
    return True
