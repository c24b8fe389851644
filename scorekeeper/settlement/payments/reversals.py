"""Money outside games that was recorded and deleted again: by whom, and when. Reads only.

Rounding is left out: it is reversed and booked again whenever the terms change.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.words import NO_WORDS, Phrase
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.models import (
    SENT,
    Attributed,
    CarriedRow,
    CarryOver,
    ExpenseShare,
    Handover,
    HandoverStep,
    StepKind,
)

MovedMoney: TypeAlias = tuple[Player, Player, int]
"""Payer, payee and minor units, as recorded."""


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """One recorded step. ``kind``: "" or a key of ``_step_author.html``. ``called``: name of
    who recorded it, or of their device; "" where neither is known. ``who``: that, or the device's
    role."""

    kind: str
    at: datetime
    called: str
    who: str
    as_host: bool = False


@dataclass(frozen=True, slots=True)
class ReversedEntry:
    reason: Phrase
    """"" for cash that settled a debt."""
    moved: list[MovedMoney]
    steps: list[LoggedStep]
    """In order; the last one is the deletion."""

    @property
    def at(self) -> datetime:
        return self.steps[-1].at

    def is_between(self, first: Player, second: Player) -> bool:
        return any({payer, payee} == {first, second} for payer, payee, _amount in self.moved)


def reversed_entries(session: Session) -> list[ReversedEntry]:
    """Returns the entries, latest first. Two queries, and one more each where an expense or a carry
    is among them."""
    steps = list(_steps(session))
    entries = list(_entries_of_handovers(steps))
    own_payments = {step.payment_id for step in steps if step.payment_id is not None}
    reversals = [row for row in _reversals(session) if row.reverses_id not in own_payments]
    entries += _entries_of_payments(reversals, _sources_by_payment(reversals))
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


# Handovers -------------------------------------------------------------------------------------


def _steps(session: Session) -> Iterable[HandoverStep]:
    """Returns all steps of the deleted handovers, in order. Two queries, as in ``steps_of``."""
    undone = HandoverStep.objects.filter(handover__session=session, kind=StepKind.UNDONE)
    steps = HandoverStep.objects.filter(
        handover__in=list(undone.values_list("handover", flat=True))
    )
    sent = (f"handover__{name}" for name in ("payer", "payee", "player", "by", "signature"))
    return steps.select_related("player", "by", "signature", *sent).order_by("pk")


def _entries_of_handovers(steps: Iterable[HandoverStep]) -> Iterator[ReversedEntry]:
    steps_by_handover: dict[Handover, list[HandoverStep]] = {}
    for step in steps:
        steps_by_handover.setdefault(step.handover, []).append(step)
    for handover, handover_steps in steps_by_handover.items():
        logged = [_logged_step(step.kind, step, step.as_host) for step in handover_steps]
        if handover_steps[0].token != handover.token:  # else sent and received were one tap
            logged.insert(0, _logged_step(SENT, handover, handover.as_host))
        yield ReversedEntry(
            _reason(handover), [(handover.payer, handover.payee, handover.amount)], logged
        )


def _reason(money: Handover | Payment) -> Phrase:
    is_cash = isinstance(money, Handover) or money.settles
    return NO_WORDS if is_cash and not money.deposit else money.reason


def _logged_step(kind: str, author: Attributed, as_host: bool = False) -> LoggedStep:
    return LoggedStep(kind, author.at, author.called, author.who, as_host)


# Expenses, carries, and cash without steps ------------------------------------------------------


def _reversals(session: Session) -> list[Payment]:
    rows = Payment.objects.filter(session=session, game=None, reverses__isnull=False)
    author = ("by", "signature__player")
    authors = (*author, *(f"reverses__{name}" for name in (*author, "payer", "payee")))
    named = rows.select_related(*authors)
    return list(named.exclude(kind=PaymentKind.ROUND).order_by("pk"))


def _sources_by_payment(reversals: Iterable[Payment]) -> dict[int | None, Attributed]:
    """Returns the expense or carry of each reversed payment, by payment id."""
    ids: dict[str, list[int | None]] = {}
    for row in reversals:
        ids.setdefault(row.kind, []).append(row.reverses_id)
    sources: dict[int | None, Attributed] = {}
    if expenses := ids.get(PaymentKind.EXPENSE):
        shares = ExpenseShare.objects.filter(payment__in=expenses)
        for share in shares.select_related("cost__player", "cost__by", "cost__signature"):
            sources[share.payment_id] = share.cost
    if carried := ids.get(PaymentKind.CARRIED):
        carried_rows = CarriedRow.objects.filter(out__in=carried) | CarriedRow.objects.filter(
            into__in=carried
        )
        for debt in carried_rows.select_related("carry__player", "carry__by", "carry__signature"):
            sources[debt.out_id] = sources[debt.into_id] = debt.carry
    return sources


def _entries_of_payments(
    reversals: Iterable[Payment], sources: dict[int | None, Attributed]
) -> Iterable[ReversedEntry]:
    """Returns one entry for each expense or carry, and one for each other payment."""
    entries: dict[object, ReversedEntry] = {}
    for row in reversals:
        payment = row.reverses
        assert payment is not None and payment.payer is not None and payment.payee is not None
        source = sources.get(payment.pk)
        entry = entries.get(source or row)
        if entry is None:
            recorded = _logged_step("", source) if source else _logged_payment("", payment)
            steps = [recorded, _logged_payment(StepKind.UNDONE, row)]
            entry = entries[source or row] = ReversedEntry(_reason(payment), [], steps)
        ends = payment.payer, payment.payee
        if isinstance(source, CarryOver) and source.from_session_id == payment.session_id:
            ends = payment.payee, payment.payer  # it ended the debt; list the debt
        entry.moved.append((*ends, payment.amount))
    return entries.values()


def _logged_payment(kind: str, row: Payment) -> LoggedStep:
    """Returns the step of a payment without a signature: its device, whose holder then is not
    known."""
    return LoggedStep(kind, row.at, row.called, row.who)
