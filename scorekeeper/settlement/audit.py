"""Checks that each payment outside games is explained by an entry, and agrees with it. Reads
only."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from scorekeeper.clubs.models import Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.models import CarriedRow, Expense, HandoverStep, StepKind, Terms

AuditEnd = tuple[int | None, int | None, int]
UNEXPLAINED: Final[dict[str, Phrase]] = {
    PaymentKind.EXPENSE: _("payment {row}: no expense is recorded for it"),
    PaymentKind.CASH: _("payment {row}: no handover is recorded for it"),
}
"""Not for carried debts: an imported session has them without the other session."""


def audit_faults(session: Session) -> Iterator[Phrase]:
    """Yields each inconsistency of the session's payments outside games, in words."""
    rows = list(Payment.objects.filter(session=session, game=None).order_by("pk"))
    by_pk = {row.pk: row for row in rows}
    yield from _reversal_faults(rows, by_pk)
    known: set[int] = set()
    yield from _handover_faults(session, by_pk, known)
    yield from _expense_faults(session, known)
    yield from _carry_faults(session, known)
    yield from _unexplained(rows, known)
    yield from _rounding_faults(session, rows)


def _ends_and_amount(row: Payment) -> AuditEnd:
    return row.payer_id, row.payee_id, row.amount


def _reversal_faults(rows: list[Payment], by_pk: dict[int, Payment]) -> Iterator[Phrase]:
    for row in rows:
        if row.payer_id is None or row.payee_id is None:
            yield _("payment {row}: the pot of no game").format(row=row.pk)
        if row.kind == PaymentKind.GAME or row.hand_id is not None:
            yield _("payment {row}: of a game, and names none").format(row=row.pk)
        if row.reverses_id is None:
            continue
        reversed_row = by_pk.get(row.reverses_id)
        if (
            reversed_row is None
            or reversed_row.kind != row.kind
            or reversed_row.reverses_id is not None
        ):
            yield _(
                "payment {row}: what it undoes is not a payment of this session and kind"
            ).format(row=row.pk)
        elif _ends_and_amount(reversed_row) != (row.payee_id, row.payer_id, row.amount):
            yield _("payment {row}: undoes something else than payment {old}").format(
                row=row.pk, old=reversed_row.pk
            )


def _handover_faults(
    session: Session, by_pk: dict[int, Payment], known: set[int]
) -> Iterator[Phrase]:
    reversed_ids = {row.reverses_id for row in by_pk.values()}
    steps = HandoverStep.objects.filter(handover__session=session).select_related("handover")
    undone = {step.handover_id for step in steps if step.kind == StepKind.UNDONE}
    for step in steps:
        if step.kind != StepKind.RECEIVED or step.payment_id is None:
            continue
        handover, paid = step.handover, by_pk.get(step.payment_id)
        known.add(step.payment_id)
        expected = (handover.payer_id, handover.payee_id, handover.amount)
        if paid is None or paid.kind != PaymentKind.CASH or _ends_and_amount(paid) != expected:
            yield _("handover {row}: its payment has another amount").format(row=handover.pk)
        elif paid.deposit != handover.deposit:
            yield _("handover {row}: its payment is of another kind").format(row=handover.pk)
        elif (paid.pk in reversed_ids) != (handover.pk in undone):
            yield _("handover {row}: undone in one place only").format(row=handover.pk)


def _expense_faults(session: Session, known: set[int]) -> Iterator[Phrase]:
    for expense in Expense.objects.filter(session=session).prefetch_related(
        "shares__payment", "shares__player"
    ):
        shares = list(expense.shares.all())
        if sum(share.amount for share in shares) != expense.amount:
            yield _("expense {row}: the shares are not the whole").format(row=expense.pk)
        for share in shares:
            owes = share.amount and share.player_id != expense.paid_by_id
            end = (share.player_id, expense.paid_by_id, share.amount)
            expected = (PaymentKind.EXPENSE, session.pk, end) if owes else None
            paid = share.payment
            if paid is not None:
                known.add(paid.pk)
            if (paid and (paid.kind, paid.session_id, _ends_and_amount(paid))) != expected:
                yield _("expense {row}: the share of {name} is booked differently").format(
                    row=expense.pk, name=share.player.name
                )


def _carry_faults(session: Session, known: set[int]) -> Iterator[Phrase]:
    is_ours = Q(carry__from_session=session) | Q(carry__to_session=session)
    rows = list(CarriedRow.objects.filter(is_ours).select_related("carry", "out", "into"))
    ends = [pk for row in rows for pk in (row.out_id, row.into_id)]
    reversals = Payment.objects.filter(reverses__in=ends)
    reversed_ids = set(reversals.values_list("reverses", flat=True))
    for row in rows:
        known |= {row.out_id, row.into_id}
        out, into = row.out, row.into
        if {out.kind, into.kind} != {PaymentKind.CARRIED} or _ends_and_amount(into) != (
            out.payee_id,
            out.payer_id,
            out.amount,
        ):
            yield _("carry-over {row}: its two ends differ").format(row=row.carry_id)
        sessions = (row.carry.from_session_id, row.carry.to_session_id)
        if (out.session_id, into.session_id) != sessions:
            yield _("carry-over {row}: booked in other sessions").format(row=row.carry_id)
        if (out.pk in reversed_ids) != (into.pk in reversed_ids):
            yield _("carry-over {row}: undone in one session only").format(row=row.carry_id)


def _unexplained(rows: list[Payment], known: set[int]) -> Iterator[Phrase]:
    """Yields payments without an entry. Cash from before handovers were stored has a token
    instead."""
    for row in rows:
        is_explained = row.pk in known or row.token is not None
        if row.kind in UNEXPLAINED and not row.reverses_id and not is_explained:
            yield UNEXPLAINED[row.kind].format(row=row.pk)


def _rounding_faults(session: Session, rows: list[Payment]) -> Iterator[Phrase]:
    """Yields a fault where payments round without terms that say so."""
    rounds = [row for row in rows if row.kind == PaymentKind.ROUND]
    if rounds and not Terms.objects.filter(session=session, step__gt=0).exists():
        yield _("payment {row}: nobody agreed to rounding").format(row=rounds[0].pk)
