"""Contents of the settle-up page, the reports that this device may make there, and what was
recorded and deleted again. Reads only."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, TypeAlias

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.engine.words import NO_WORDS, Phrase
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.balances import Balances, paid_again, steps_of
from scorekeeper.settlement.models import (
    SENT,
    Attributed,
    CarriedRow,
    CarryOver,
    Expense,
    ExpenseShare,
    Handover,
    HandoverStep,
    StepKind,
)
from scorekeeper.settlement.payments import PART, Reporter, may_record, may_reverse


@dataclass(frozen=True, slots=True)
class OwedLine:
    """A transfer with the step this device may report: ``sent``, as its payer, ``received``, as its
    payee, ``paid``, as a host who is neither, or ""."""

    state: ClassVar[str] = "owed"
    transfer: Transfer[Player]
    may: str
    own_side: str
    """``pay`` or ``get`` where the device's player is an end of it; else ""."""
    refusal: Refusal | None = None
    disputes: "list[PendingLine]" = field(default_factory=list)
    """Payments of it that were not received."""

    @property
    def ends(self) -> tuple[Player, Player]:
        return self.transfer.payer, self.transfer.payee

    @property
    def is_own_report(self) -> bool:
        """Whether the report comes from one of the two ends."""
        return self.may in ("sent", "received")

    @property
    def word(self) -> str:
        """The form's value: what a host calls paid counts as received."""
        return SENT if self.may == SENT else StepKind.RECEIVED


@dataclass(frozen=True, slots=True)
class PendingLine:
    """Money awaiting confirmation, with its steps and those this device may report."""

    state: ClassVar[str] = "going"
    handover: Handover
    steps: Sequence[HandoverStep]
    may: frozenset[str]
    is_host: bool
    own_side: str
    payers: tuple[Player, ...]
    """Everyone who shares the payer's purse; empty: the payer alone."""
    payees: tuple[Player, ...]
    refusal: Refusal | None = None
    is_replaced: bool = False
    """Whether it was not received, and its debt was paid again since."""
    disputes: "list[PendingLine]" = field(default_factory=list)
    """Earlier payments of the same debt that were not received."""

    @property
    def is_own_report(self) -> bool:
        """Whether the payee may confirm it here."""
        return self.own_side == "get" and StepKind.RECEIVED in self.may

    @property
    def ends(self) -> tuple[Player, Player]:
        return self.handover.payer, self.handover.payee

    @property
    def handed_at(self) -> datetime:
        return self.handover.at

    @property
    def offers_back(self) -> bool:
        """Whether it can be deleted here: the sender or a host deletes it, the payee reports it as
        not received."""
        return self.is_host or StepKind.DISPUTED not in self.may

    @property
    def disputed(self) -> HandoverStep | None:
        return next((step for step in self.steps if step.kind == StepKind.DISPUTED), None)


@dataclass(frozen=True, slots=True)
class PaidLine:
    """Money that was received. ``handover`` None: recorded before steps were stored."""

    state: ClassVar[str] = "paid"
    payment: Payment
    handover: Handover | None
    steps: Sequence[HandoverStep]
    may_reverse: bool
    own_side: str
    payers: tuple[Player, ...]
    """Everyone who shares the payer's purse; empty: the payer alone."""
    payees: tuple[Player, ...]
    disputes: list[PendingLine] = field(default_factory=list)
    """Earlier payments of the same debt that were not received."""

    @property
    def handed_at(self) -> datetime:
        return self.payment.at

    @property
    def ends(self) -> tuple[Player, Player]:
        payer, payee = self.payment.payer, self.payment.payee
        assert payer is not None and payee is not None
        return payer, payee

    @property
    def is_transfer(self) -> bool:
        """Whether it settled a debt, and was not a buy-in or deposit."""
        return self.payment.deposit is None

    @property
    def device(self) -> str:
        """The device that recorded it, where no more is known."""
        return self.payment.who

    @property
    def received(self) -> HandoverStep | None:
        return next((step for step in self.steps if step.kind == StepKind.RECEIVED), None)

    @property
    def is_received_at_once(self) -> bool:
        """Whether sent and received were reported in one tap."""
        received = self.received
        if received is None or self.handover is None:
            return True
        written = (received.token, self.handover.token)
        return len({token.partition(PART)[0] for token in written}) == 1


Line = OwedLine | PendingLine | PaidLine


@dataclass(frozen=True, slots=True)
class Page:
    owed: list[OwedLine]
    pending: list[PendingLine]
    rows: list[Line]
    """What is owed, awaits confirmation or is paid, each where it stood when it was owed; the
    reader's own first. What was not received is named in the row of its debt."""
    prepaid: list[PaidLine]
    """Buy-ins and deposits, paid before anything was owed."""
    expenses: list[Expense] = field(default_factory=list)
    carries: list[tuple[CarryOver, list[CarriedRow]]] = field(default_factory=list)
    rest: list[Payment] = field(default_factory=list)
    """Other payments outside games."""

    @property
    def awaited(self) -> list[PendingLine]:
        """Payments that were sent and are neither confirmed nor reported as not received."""
        return [line for line in self.pending if not line.disputed]

    @property
    def first_own_report(self) -> OwedLine | PendingLine | None:
        """The first payment that this device may report for its own player."""
        reports = (line for line in self.rows if not isinstance(line, PaidLine))
        return next((line for line in reports if line.is_own_report), None)

    @property
    def shows_refusal(self) -> bool:
        """Whether the refusal is shown beside a line."""
        return any(row.refusal for row in self.owed) or any(row.refusal for row in self.pending)


def page(
    session: Session, balances: Balances, reporter: Reporter, refusal: Refusal | None = None
) -> Page:
    """Returns the page. Makes one query for the steps of payments, three for expenses and one for
    carried debts, each only where there are any."""
    steps_by_handover: dict[int, list[HandoverStep]] = {}
    if balances.handovers or balances.cash:
        for step in steps_of(balances.handovers, balances.cash):
            steps_by_handover.setdefault(step.handover_id, []).append(step)
    kinds = {payment.kind for payment in balances.beside}
    carries = _carries_in_force(balances.beside) if PaymentKind.CARRIED in kinds else []
    carried_ids = {
        pk for _carry, rows in carries for row in rows for pk in (row.out_id, row.into_id)
    }
    own_lists = (PaymentKind.CASH, PaymentKind.EXPENSE, PaymentKind.ROUND)
    owed = list(_owed_lines(balances, reporter, refusal))
    pending = list(_pending_lines(session, balances, steps_by_handover, reporter, refusal))
    paid_lines = list(_paid_lines(session, balances, steps_by_handover, reporter))
    settled = [line for line in paid_lines if line.is_transfer]
    return Page(
        owed=owed,
        pending=pending,
        rows=_sorted_lines(balances, _join_disputes(balances, [*owed, *pending, *settled])),
        prepaid=[line for line in paid_lines if not line.is_transfer],
        expenses=expenses_in_force(session) if PaymentKind.EXPENSE in kinds else [],
        carries=carries,
        rest=[
            payment
            for payment in balances.beside
            if payment.kind not in own_lists and payment.pk not in carried_ids
        ],
    )


def _join_disputes(balances: Balances, lines: Sequence[Line]) -> Iterator[Line]:
    """Yields the rows. A payment that was not received is no second debt: it joins the row of what
    is owed, or of what was paid since; without such a row it has its own."""
    for line in lines:
        if isinstance(line, PendingLine) and line.disputed:
            ends = _people(balances, line)
            same = [row for row in lines if _people(balances, row) == ends]
            owed = [row for row in same if isinstance(row, OwedLine)]
            paid = [row for row in same if not isinstance(row, OwedLine) and _is_paying(row)]
            if line.is_replaced and paid:
                max(paid, key=lambda row: row.handed_at).disputes.append(line)
                continue
            if owed and not line.is_replaced:
                owed[0].disputes.append(line)
                continue
        yield line


def _is_paying(row: PendingLine | PaidLine) -> bool:
    return isinstance(row, PaidLine) or not row.disputed


def _people(balances: Balances, line: Line) -> list[Player]:
    """Returns the two ends, merged players as one."""
    return [balances.who.get(end.pk, end) for end in line.ends]


def _sorted_lines(balances: Balances, rows: Iterable[Line]) -> list[Line]:
    """Sorts in the order in which payers, then payees, sat down, so that paying moves no row."""
    order = {player: place for place, player in enumerate(balances.net)}

    def place(line: Line) -> tuple[bool, list[int]]:
        people = _people(balances, line)
        return not line.own_side, [order.get(player, len(order)) for player in people]

    return sorted(rows, key=place)


def _own_side(reporter: Reporter, payer: int, payee: int) -> str:
    return "pay" if reporter.is_one_of(payer) else "get" if reporter.is_one_of(payee) else ""


def _owed_lines(
    balances: Balances, reporter: Reporter, refusal: Refusal | None
) -> Iterator[OwedLine]:
    for transfer in balances.plan.transfers:
        payer, payee = transfer.payer.pk, transfer.payee.pk
        own_side = _own_side(reporter, payer, payee)
        may = {"pay": "sent", "get": "received"}.get(own_side, "paid" if reporter.is_host else "")
        own = refusal if refusal and refusal.about == (payer, payee) else None
        yield OwedLine(transfer, may, own_side, own)


def _pending_lines(
    session: Session,
    balances: Balances,
    steps_by_handover: Mapping[int, list[HandoverStep]],
    reporter: Reporter,
    refusal: Refusal | None,
) -> Iterator[PendingLine]:
    is_any_disputed = any(h.state == StepKind.DISPUTED for h in balances.handovers)
    replaced = paid_again(session) if is_any_disputed else set()
    for handover in balances.handovers:
        pk, state = handover.pk, handover.state
        may = {kind for kind in StepKind if may_record(reporter, session, handover, kind, state)}
        if pk in replaced:
            may.discard(StepKind.RECEIVED)
        yield PendingLine(
            handover,
            steps_by_handover.get(pk, []),
            frozenset(may),
            reporter.is_host,
            _own_side(reporter, handover.payer_id, handover.payee_id),
            balances.purse(handover.payer),
            balances.purse(handover.payee),
            refusal if refusal and refusal.about == pk else None,
            pk in replaced,
        )


def _paid_lines(
    session: Session,
    balances: Balances,
    steps_by_handover: dict[int, list[HandoverStep]],
    reporter: Reporter,
) -> Iterator[PaidLine]:
    by_payment = {
        step.payment_id: step.handover for steps in steps_by_handover.values() for step in steps
    }
    for payment in balances.cash:
        handover = by_payment.get(payment.pk)
        steps = steps_by_handover.get(handover.pk, []) if handover else []
        payer, payee = payment.payer, payment.payee
        assert payer is not None and payee is not None
        yield PaidLine(
            payment,
            handover,
            steps,
            may_reverse(reporter, session, payment),
            _own_side(reporter, payer.pk, payee.pk),
            balances.purse(payer),
            balances.purse(payee),
        )


def expenses_in_force(session: Session) -> list[Expense]:
    """Returns the expenses, newest first, each with its shares. Three queries."""
    expenses = Expense.objects.filter(
        session=session,
        shares__payment__isnull=False,
        shares__payment__reversed_by__isnull=True,
    )
    named = expenses.select_related("paid_by", "player", "by", "signature")
    listed = named.prefetch_related("shares__player")
    return list(listed.distinct().order_by("-pk"))


def _carries_in_force(beside: Iterable[Payment]) -> list[tuple[CarryOver, list[CarriedRow]]]:
    """Returns the carries in force from or to the session, with their debts, newest first."""
    rows = [payment.pk for payment in beside if payment.kind == PaymentKind.CARRIED]
    carried = CarriedRow.objects.filter(out__in=rows) | CarriedRow.objects.filter(into__in=rows)
    rows_by_carry: dict[int, tuple[CarryOver, list[CarriedRow]]] = {}
    for row in carried.select_related(
        *("carry__from_session", "carry__to_session"),
        *("carry__player", "carry__by", "carry__signature"),
        *("into__payer", "into__payee"),
    ).order_by("-carry", "pk"):
        rows_by_carry.setdefault(row.carry_id, (row.carry, []))[1].append(row)
    return list(rows_by_carry.values())


# Recorded and deleted again ----------------------------------------------------------------------


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
    """Returns what was recorded and deleted again, latest first, without rounding: it is reversed
    and booked again whenever the terms change. Two queries, and one more each where an expense or
    a carry is among them."""
    steps = list(_steps(session))
    entries = list(_entries_of_handovers(steps))
    own_payments = {step.payment_id for step in steps if step.payment_id is not None}
    reversals = [row for row in _reversals(session) if row.reverses_id not in own_payments]
    entries += _entries_of_payments(reversals, _sources_by_payment(reversals))
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


# Of handovers


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
