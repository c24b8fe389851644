"""What was said of money beside the games and taken back again: by whom, and when. Reads only.

Rounding is left out: it is taken back and booked anew whenever it is agreed on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.words import Phrase
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settling.models import (
    SENT,
    CarriedRow,
    Carry,
    CostShare,
    Handover,
    HandoverStep,
    SaidByWhom,
    StepKind,
)

MovedBack: TypeAlias = tuple[Player, Player, int]
"""Payer, payee and minor units, as it had been written down."""


@dataclass(frozen=True, slots=True)
class SaidWord:
    """Something that was said: ``what`` is "" or a key of ``_said.html``. ``called``: the name of
    who said it, or of his phone; "" where neither is known. ``who``: that, or what it may do."""

    what: str
    at: datetime
    called: str
    who: str
    as_host: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    reason: Phrase
    moved: list[MovedBack]
    words: list[SaidWord]
    """In order; the last took it back."""

    @property
    def at(self) -> datetime:
        return self.words[-1].at

    def is_between(self, one: Player, other: Player) -> bool:
        return any({payer, payee} == {one, other} for payer, payee, _amount in self.moved)


def taken_back(session: Session) -> list[TakenBack]:
    """The last first. Two queries, and one more each where a cost or a carry is among it."""
    steps = list(_steps(session))
    found = list(_handovers(steps))
    told = {step.payment_id for step in steps if step.payment_id is not None}
    reversals = [row for row in _reversals(session) if row.reverses_id not in told]
    found += _rows(reversals, _first_words(reversals))
    return sorted(found, key=lambda each: each.at, reverse=True)


# Handed over -----------------------------------------------------------------------------------


def _steps(session: Session) -> Iterable[HandoverStep]:
    """All that was said of what was taken back, in order."""
    undone = HandoverStep.objects.filter(handover__session=session, kind=StepKind.UNDONE)
    steps = HandoverStep.objects.filter(handover__in=undone.values("handover"))
    sent = (f"handover__{name}" for name in ("payer", "payee", "player", "by", "signature"))
    return steps.select_related("player", "by", "signature", *sent).order_by("pk")


def _handovers(steps: Iterable[HandoverStep]) -> Iterator[TakenBack]:
    said: dict[Handover, list[HandoverStep]] = {}
    for step in steps:
        said.setdefault(step.handover, []).append(step)
    for handover, later in said.items():
        words = [_word(step.kind, step, step.as_host) for step in later]
        if later[0].token != handover.token:  # else sent and received were said in one tap
            words.insert(0, _word(SENT, handover, handover.as_host))
        yield TakenBack(handover.reason, [(handover.payer, handover.payee, handover.amount)], words)


def _word(what: str, said: SaidByWhom, as_host: bool = False) -> SaidWord:
    return SaidWord(what, said.at, said.called, said.who, as_host)


# Costs, carries, and cash of before it was said step by step ------------------------------------


def _reversals(session: Session) -> list[Payment]:
    rows = Payment.objects.filter(session=session, game=None, reverses__isnull=False)
    written = ("by", "signature__player")
    both = (*written, *(f"reverses__{name}" for name in (*written, "payer", "payee")))
    named = rows.select_related(*both)
    return list(named.exclude(kind=PaymentKind.ROUND).order_by("pk"))


def _first_words(reversals: Iterable[Payment]) -> dict[int | None, SaidByWhom]:
    """The cost or the carry that booked a payment which was taken back, by the payment's id."""
    ids: dict[str, list[int | None]] = {}
    for row in reversals:
        ids.setdefault(row.kind, []).append(row.reverses_id)
    found: dict[int | None, SaidByWhom] = {}
    if costs := ids.get(PaymentKind.COST):
        shares = CostShare.objects.filter(payment__in=costs)
        for share in shares.select_related("cost__player", "cost__by", "cost__signature"):
            found[share.payment_id] = share.cost
    if carried := ids.get(PaymentKind.CARRIED):
        both = CarriedRow.objects.filter(out__in=carried) | CarriedRow.objects.filter(
            into__in=carried
        )
        for debt in both.select_related("carry__player", "carry__by", "carry__signature"):
            found[debt.out_id] = found[debt.into_id] = debt.carry
    return found


def _rows(reversals: Iterable[Payment], first: dict[int | None, SaidByWhom]) -> Iterable[TakenBack]:
    """Those of one cost or carry are one."""
    found: dict[object, TakenBack] = {}
    for row in reversals:
        was = row.reverses
        assert was is not None and was.payer is not None and was.payee is not None
        said = first.get(was.pk)
        one = found.get(said or row)
        if one is None:
            begun = _word("", said) if said else _by_phone("", was)
            words = [begun, _by_phone(StepKind.UNDONE, row)]
            one = found[said or row] = TakenBack(was.reason, [], words)
        ends = was.payer, was.payee
        if isinstance(said, Carry) and said.from_session_id == was.session_id:
            ends = was.payee, was.payer  # it ended the debt: told is the debt
        one.moved.append((*ends, was.amount))
    return found.values()


def _by_phone(what: str, row: Payment) -> SaidWord:
    """Of before phones signed, the phone: whose it was then is not known."""
    return SaidWord(what, row.at, row.called, row.who)
