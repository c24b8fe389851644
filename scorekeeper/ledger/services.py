"""The only writer of payments. Nothing is updated or deleted; a mistake is reversed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.clubs.signing import signed
from scorekeeper.engine import money
from scorekeeper.engine.words import Phrase, _, dumps
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.serving.rows import insert, made

CASH: Final = _("cash")
TAKEN_BACK: Final = _("taken back")


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
        made(
            Payment,
            session_id=session,
            game_id=game,
            hand_id=hand,
            payer_id=party(p.payer),
            payee_id=party(p.payee),
            amount=p.amount,
            reason=p.reason,
            by_id=by.pk if by else None,
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
        signature_id=signed(by),
    )


def in_force(payments: Iterable[Payment]) -> list[Payment]:
    """Those that neither reverse another nor were reversed."""
    listed = list(payments)
    reversed_ids = {p.reverses_id for p in listed if p.reverses_id}
    return [p for p in listed if not p.reverses_id and p.pk not in reversed_ids]


def _fact(p: Payment) -> tuple[int | None, int | None, int | None, int, str]:
    return p.hand_id, p.payer_id, p.payee_id, p.amount, dumps(p.reason)


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


# What no game brought ------------------------------------------------------------------------


def book(
    *,
    session: Session,
    kind: PaymentKind,
    payer: int,
    payee: int,
    amount: int,
    reason: Phrase,
    by: Membership | None,
) -> Payment:
    """A row of a night that is held, beside its games: that ``payer`` handed ``amount`` minor units
    to ``payee``, or for any kind but cash that he owes them. Players by id."""
    return Payment.objects.create(
        session=session,
        kind=kind,
        payer_id=payer,
        payee_id=payee,
        amount=amount,
        reason=reason,
        by=by,
        signature_id=signed(by),
    )


def take_back(*, payment: Payment, by: Membership | None) -> bool:
    """Reverse a row of a night that is held, which no game brought. False, and nothing, if that
    was done before."""
    held = Payment.objects.get(pk=payment.pk, game=None, reverses__isnull=True)
    if Payment.objects.filter(reverses=held).exists():
        return False
    reversal(held, reason=TAKEN_BACK, by=by).save()
    return True
