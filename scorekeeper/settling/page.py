"""What the page of settling up shows, and which of it this phone may say. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.services import CASH
from scorekeeper.settling.handovers import steps_of
from scorekeeper.settling.models import (
    SENT,
    CarriedRow,
    Carry,
    Cost,
    Handover,
    HandoverStep,
    StepKind,
)
from scorekeeper.settling.services import may_say, may_take_back
from scorekeeper.settling.standing import Standing
from scorekeeper.settling.voices import Voice


@dataclass(frozen=True, slots=True)
class Wrong:
    """A sentence, and where it stands: beside a transfer (payer and payee by id) or a handover (by
    id), else above all. ``typed``: the part that was typed there."""

    text: str
    transfer: tuple[int, int] | None = None
    handover: int | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class OwedLine:
    """A transfer, with what this phone may say of it: that it was ``sent``, as its payer,
    ``received``, as its payee, ``paid``, as a host who is neither, or nothing."""

    state: ClassVar[str] = "owed"
    transfer: Transfer[Player]
    may: str
    mine: str
    """``pay`` or ``get``: the phone's own; "" else."""
    wrong: Wrong | None = None

    @property
    def ends(self) -> tuple[Player, Player]:
        return self.transfer.payer, self.transfer.payee

    @property
    def own_word(self) -> bool:
        """What is said of it is the word of one of the two."""
        return self.may in ("sent", "received")

    @property
    def word(self) -> str:
        """As the form says it: what a host calls paid has arrived."""
        return SENT if self.may == SENT else StepKind.RECEIVED


@dataclass(frozen=True, slots=True)
class Going:
    """Money on its way, with what was said of it and what this phone may say."""

    state: ClassVar[str] = "going"
    handover: Handover
    steps: Sequence[HandoverStep]
    may: frozenset[str]
    is_host: bool
    mine: str
    wrong: Wrong | None = None

    @property
    def ends(self) -> tuple[Player, Player]:
        return self.handover.payer, self.handover.payee

    @property
    def offers_back(self) -> bool:
        """Who gets it says that it has not arrived; who sent it, or a host, takes it back."""
        return self.is_host or StepKind.DISPUTED not in self.may

    @property
    def disputed(self) -> HandoverStep | None:
        return next((step for step in self.steps if step.kind == StepKind.DISPUTED), None)


@dataclass(frozen=True, slots=True)
class Handed:
    """Money that arrived. ``handover`` None: written down before it was said step by step."""

    state: ClassVar[str] = "paid"
    payment: Payment
    handover: Handover | None
    steps: Sequence[HandoverStep]
    may_take_back: bool
    mine: str

    @property
    def ends(self) -> tuple[Player, Player]:
        payer, payee = self.payment.payer, self.payment.payee
        assert payer is not None and payee is not None
        return payer, payee

    @property
    def is_transfer(self) -> bool:
        """It settled what was owed, and was not paid in before."""
        return bool(self.payment.reason == CASH)

    @property
    def phone(self) -> str:
        """What wrote it down, where no more is known."""
        return self.payment.who

    @property
    def received(self) -> HandoverStep | None:
        return next((step for step in self.steps if step.kind == StepKind.RECEIVED), None)

    @property
    def at_once(self) -> bool:
        """Sent and received were said in one tap."""
        said = self.received
        return said is None or self.handover is None or said.token == self.handover.token


@dataclass(frozen=True, slots=True)
class Page:
    owed: list[OwedLine]
    going: list[Going]
    rows: list[OwedLine | Going | Handed]
    """What is owed, on its way or paid, each where it stood when it was owed; the reader's own
    first."""
    handed: list[Handed]
    """What was paid in before anything was owed."""
    costs: list[Cost] = field(default_factory=list)
    carries: list[tuple[Carry, list[CarriedRow]]] = field(default_factory=list)
    rest: list[Payment] = field(default_factory=list)
    """Other rows that no game brought."""

    @property
    def shows_wrong(self) -> bool:
        """What was the matter stands beside what it is about."""
        lines = [line.wrong for line in self.owed] + [line.wrong for line in self.going]
        return any(lines)


def page(session: Session, stands: Standing, voice: Voice, wrong: Wrong | None = None) -> Page:
    """None but one query for what was said of money handed over, three for shared costs and one for
    debts from and to other nights, where there are any."""
    said: dict[int, list[HandoverStep]] = {}
    if stands.handovers or stands.cash:
        for step in steps_of(stands.handovers, stands.cash):
            said.setdefault(step.handover_id, []).append(step)
    kinds = {payment.kind for payment in stands.beside}
    carries = _carries(stands.beside) if PaymentKind.CARRIED in kinds else []
    told = {pk for _carry, rows in carries for row in rows for pk in (row.out_id, row.into_id)}
    listed = (PaymentKind.CASH, PaymentKind.COST, PaymentKind.ROUND)
    owed = list(_owed(stands, voice, wrong))
    going = [
        _going(session, each, said.get(each.pk, []), voice, wrong) for each in stands.handovers
    ]
    handed = list(_handed(session, stands.cash, said, voice))
    paid = [line for line in handed if line.is_transfer]
    return Page(
        owed=owed,
        going=going,
        rows=_in_place(stands, [*owed, *going, *paid]),
        handed=[line for line in handed if not line.is_transfer],
        costs=costs_in_force(session) if PaymentKind.COST in kinds else [],
        carries=carries,
        rest=[
            payment
            for payment in stands.beside
            if payment.kind not in listed and payment.pk not in told
        ],
    )


def _in_place(
    stands: Standing, rows: Sequence[OwedLine | Going | Handed]
) -> list[OwedLine | Going | Handed]:
    """In the order in which payers, then payees, sat down: what is paid moves no row."""
    order = {player: place for place, player in enumerate(stands.balances)}

    def place(line: OwedLine | Going | Handed) -> tuple[bool, list[int]]:
        shown = [stands.who.get(end.pk, end) for end in line.ends]
        return not line.mine, [order.get(player, len(order)) for player in shown]

    return sorted(rows, key=place)


def _own_side(voice: Voice, payer: int, payee: int) -> str:
    return "pay" if voice.is_one_of(payer) else "get" if voice.is_one_of(payee) else ""


def _owed(stands: Standing, voice: Voice, wrong: Wrong | None) -> Iterator[OwedLine]:
    for transfer in stands.plan.transfers:
        payer, payee = transfer.payer.pk, transfer.payee.pk
        mine = _own_side(voice, payer, payee)
        may = {"pay": "sent", "get": "received"}.get(mine, "paid" if voice.is_host else "")
        here = wrong if wrong and wrong.transfer == (payer, payee) else None
        yield OwedLine(transfer, may, mine, here)


def _going(
    night: Session,
    handover: Handover,
    steps: Sequence[HandoverStep],
    voice: Voice,
    wrong: Wrong | None,
) -> Going:
    state = handover.state
    may = frozenset(kind for kind in StepKind if may_say(voice, night, handover, kind, state))
    here = wrong if wrong and wrong.handover == handover.pk else None
    mine = _own_side(voice, handover.payer_id, handover.payee_id)
    return Going(handover, steps, may, voice.is_host, mine, here)


def _handed(
    night: Session, cash: Iterable[Payment], said: dict[int, list[HandoverStep]], voice: Voice
) -> Iterator[Handed]:
    by_payment = {step.payment_id: step.handover for steps in said.values() for step in steps}
    for payment in cash:
        handover = by_payment.get(payment.pk)
        steps = said.get(handover.pk, []) if handover else []
        mine = _own_side(voice, payment.payer_id or 0, payment.payee_id or 0)
        yield Handed(payment, handover, steps, may_take_back(voice, night, payment), mine)


def costs_in_force(session: Session) -> list[Cost]:
    """The newest first, each with its shares. Three queries."""
    found = Cost.objects.filter(
        session=session,
        shares__payment__isnull=False,
        shares__payment__reversed_by__isnull=True,
    )
    named = found.select_related("paid_by", "player", "by", "signature")
    listed = named.prefetch_related("shares__player")
    return list(listed.distinct().order_by("-pk"))


def _carries(beside: Iterable[Payment]) -> list[tuple[Carry, list[CarriedRow]]]:
    """Those in force that a night has to do with, with their debts, the newest first."""
    rows = [payment.pk for payment in beside if payment.kind == PaymentKind.CARRIED]
    found = CarriedRow.objects.filter(out__in=rows) | CarriedRow.objects.filter(into__in=rows)
    listed: dict[int, tuple[Carry, list[CarriedRow]]] = {}
    for row in found.select_related(
        *("carry__from_session", "carry__to_session"),
        *("carry__player", "carry__by", "carry__signature"),
        *("into__payer", "into__payee"),
    ).order_by("-carry", "pk"):
        listed.setdefault(row.carry_id, (row.carry, []))[1].append(row)
    return list(listed.values())
