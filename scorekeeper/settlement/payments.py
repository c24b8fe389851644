"""Records money handed from player to player: sent, received, disputed, reversed.

Debts and earlier steps are read while the session is locked. Repeating a request changes nothing.
Only the payee or a host may report money as received (``Reporter``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Membership, Player, Role, Session, author_fields
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine import reasons
from scorekeeper.engine.words import Phrase
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Deposit, Payment, PaymentKind
from scorekeeper.settlement.after_closing import need_host, note_late
from scorekeeper.settlement.balances import paid_again, session_balances
from scorekeeper.settlement.models import SENT, Handover, HandoverStep, StepKind

ALLOWED_BEFORE: Final[Mapping[str, frozenset[str]]] = {
    StepKind.RECEIVED: frozenset({SENT, StepKind.DISPUTED}),
    StepKind.DISPUTED: frozenset({SENT}),
    StepKind.UNDONE: frozenset({SENT, StepKind.DISPUTED, StepKind.RECEIVED}),
}
"""The states that each step may follow."""
DEPOSITS: Final[Mapping[str, Phrase]] = {
    Deposit.ADVANCE: reasons.ADVANCE,
    Deposit.BUY_IN: reasons.BUY_IN,
    Deposit.KITTY: reasons.KITTY,
}
"""The reason of each kind of deposit."""
CHANGED: Final = _("This had already changed, maybe on another device. Check what is owed now.")
ONLY_PAYEE: Final = _("Only %(payee)s or a host can confirm this.")
TRANSFER_SAVED: Final = _(
    "This was already saved: %(payer)s had paid %(payee)s %(amount)s. Below is what is owed now."
)
DEPOSIT_SAVED: Final = _("This was already saved: %(payer)s had paid %(payee)s %(amount)s.")
HandoverFields = tuple[int, int, int, str | None]
"""Payer and payee by id, minor units, and the kind of deposit."""


Owed = tuple[int, int, int]
"""Payer and payee of a transfer by id, and minor units."""
PART: Final = "."
"""Between a token that records several transfers and the number of each. No token contains it."""


# Who may report what ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reporter:
    """The author of a report. ``is_host``: a host, or the site itself. ``player``: id of the
    device's player; ``names``: ids of all names of that person."""

    is_host: bool
    player: int | None = None
    names: frozenset[int] = field(default=frozenset())

    @classmethod
    def from_membership(cls, by: Membership | None) -> "Reporter":
        """Returns the reporter behind a device; None: a command of the site."""
        return cls(True) if by is None else cls.for_player(by.role == Role.HOST, by.player_id)

    @classmethod
    def for_player(cls, is_host: bool, player: int | None) -> "Reporter":
        """Returns the reporter with this player. One query; none without a player."""
        return cls(is_host, player, frozenset(names_of(player) if player else ()))

    def is_one_of(self, *players: int) -> bool:
        """Tells whether the device's player is one of these."""
        return not self.names.isdisjoint(players)

    def may_report_for(self, *players: int) -> bool:
        return self.is_host or self.is_one_of(*players)

    def acts_as_host(self, *players: int) -> bool:
        """Tells whether a host reports for others only."""
        return self.is_host and not self.is_one_of(*players)


def may_record(
    reporter: Reporter, session: Session, handover: Handover, kind: StepKind, state: str
) -> bool:
    """Tells whether this step may follow ``state``, and this reporter may report it."""
    if state not in ALLOWED_BEFORE[kind]:
        return False
    if kind == StepKind.UNDONE and _needs_host(session, handover) and not reporter.is_host:
        return False
    return _is_for(reporter, handover, kind, is_received=state == StepKind.RECEIVED)


def may_reverse(reporter: Reporter, session: Session, payment: Payment) -> bool:
    """Tells whether this reporter may delete a cash payment in force."""
    if _needs_host(session, payment) and not reporter.is_host:
        return False
    return reporter.may_report_for(payment.payee_id or 0)


def _needs_host(session: Session, cash: Handover | Payment) -> bool:
    """Tells whether only a host may delete it."""
    return session.closed_at is not None and cash.deposit is not None


def _is_for(reporter: Reporter, handover: Handover, kind: StepKind, *, is_received: bool) -> bool:
    """Tells whether this reporter may report the step. The sender may also delete what was not
    received, but not say whether it was."""
    if kind == StepKind.UNDONE and not is_received:
        return reporter.may_report_for(*_ends(handover))
    return reporter.may_report_for(handover.payee_id)


def _ends(handover: Handover) -> tuple[int, int]:
    return handover.payer_id, handover.payee_id


# Transfers and deposits ------------------------------------------------------------------------


@transaction.atomic
def record_transfer(
    *,
    session: Session,
    payer: int,
    payee: int,
    owed: int,
    amount: int,
    word: str,
    token: str,
    by: Membership | None,
) -> Handover:
    """Records that a transfer of the plan, or a part of it, was ``word``: SENT, which its payer,
    its payee or a host may report; or also RECEIVED, which only its payee or a host may.

    ``payer``, ``payee``: player ids; ``owed``: the amount shown; ``amount``: what was handed over,
    both in minor units. Once per token. Refuses unless exactly this transfer is still owed;
    OtherwiseError if the token wrote something else.
    """
    held_session, reporter = locks.hold_session(session.pk), Reporter.from_membership(by)
    if existing := _find_existing(held_session, token, {(payer, payee, amount, None)}, word):
        return existing[0]
    if not reporter.may_report_for(payee, *([payer] if word == SENT else [])):
        raise _not_reported_by(reporter, held_session, payer, payee)
    plan = session_balances(held_session).plan.transfers
    current = next((t.amount for t in plan if (t.payer.pk, t.payee.pk) == (payer, payee)), 0)
    if current != owed or not 0 < amount <= owed:
        raise _changed(held_session, payer, payee, current)
    handover = _create_handover(held_session, payer, payee, amount, None, token, by)
    if word == StepKind.RECEIVED:
        _create_step(handover, StepKind.RECEIVED, token, by)
    locks.touch(held_session)
    return handover


def _not_reported_by(reporter: Reporter, session: Session, payer: int, payee: int) -> Refusal:
    """Says who may report this transfer."""
    about = payer, payee
    if reporter.player is None:
        return Refusal(_("Choose whose device this is first."), status=403, about=about)
    gets = Player.objects.filter(club=session.club_id, pk=payee).first()
    if reporter.is_one_of(payer) and gets:
        return Refusal(ONLY_PAYEE, status=403, about=about, payee=gets)
    text = _("Only these two players or a host can do that.")
    return Refusal(text, status=403, about=about)


def _changed(session: Session, payer: int, payee: int, owed: int) -> Refusal:
    """Says what is owed now, in minor units, instead of what the page showed."""
    if not owed:
        return Refusal(CHANGED)
    now = currencies.money(owed, session.club.currency)
    text = _("This has changed. It is now %(amount)s.")
    return Refusal(text, about=(payer, payee), amount=now)


@transaction.atomic
def record_all_paid(
    *,
    session: Session,
    owed: Sequence[Owed],
    sent: Sequence[int],
    token: str,
    by: Membership | None,
) -> list[Handover]:
    """Records that every transfer of the plan was received, and everything that was sent.

    ``owed``: the transfers shown, in minor units; ``sent``: ids of the handovers shown as awaiting
    confirmation. For hosts. Once per token. Refuses unless exactly these are still
    owed and awaited; OtherwiseError if the token wrote something else.
    """
    held_session = locks.hold_session(session.pk)
    handovers = list(Handover.objects.filter(session=held_session, pk__in=sent))
    expected = {(*transfer, None) for transfer in owed} | {_fields(h) for h in handovers}
    if existing := _find_existing(held_session, token, expected):
        return existing
    balances = session_balances(held_session)
    awaited = {h.pk for h in balances.handovers if h.state == SENT}
    plan = [(t.payer.pk, t.payee.pk, t.amount) for t in balances.plan.transfers]
    if sorted(plan) != sorted(owed) or awaited != set(sent) or not (plan or awaited):
        raise Refusal(CHANGED)
    handovers += [
        _create_handover(held_session, *transfer, None, f"{token}{PART}{number}", by)
        for number, transfer in enumerate(owed, 1)
    ]
    for handover in handovers:
        handover.session = held_session
        _create_step(handover, StepKind.RECEIVED, f"{token}{PART}", by)
    locks.touch(held_session)
    return handovers


@transaction.atomic
def record_deposits(
    *,
    session: Session,
    payers: Sequence[int],
    payee: int,
    amount: int,
    purpose: str,
    token: str,
    by: Membership | None,
) -> list[Handover]:
    """Records that each of ``payers`` handed ``amount`` minor units to ``payee``, who holds it
    until the session is settled. ``purpose``: a kind of Deposit. Players by id.

    Once per token. Refuses what the holder or a host may not record; OtherwiseError. ValueError
    unless all are other players of this group.
    """
    held_session, reason = locks.hold_session(session.pk), DEPOSITS[purpose]
    expected: set[HandoverFields] = {(payer, payee, amount, purpose) for payer in payers}
    if existing := _find_existing(held_session, token, expected, saved=DEPOSIT_SAVED):
        return existing
    if not Reporter.from_membership(by).may_report_for(payee):
        raise Refusal(ONLY_PAYEE, status=403, payee=Player.objects.get(pk=payee))
    need_host(held_session, by)
    known = set(Player.objects.filter(club=held_session.club_id).values_list("pk", flat=True))
    if not payers or payee in payers or not {payee, *payers} <= known or amount <= 0:
        raise ValueError("not for these players")
    handovers = [
        _create_handover(held_session, payer, payee, amount, purpose, token, by)
        for payer in dict.fromkeys(payers)
    ]
    for handover in handovers:
        _create_step(handover, StepKind.RECEIVED, token, by)
    note_late(ActivityKind.LATE_PAID_IN, held_session, by, what=reason.message)
    locks.touch(held_session)
    return handovers


def _find_existing(
    session: Session,
    token: str,
    expected: set[HandoverFields],
    word: str = StepKind.RECEIVED,
    saved: str | Promise = TRANSFER_SAVED,
) -> list[Handover]:
    """Returns what this token wrote. Refuses with ``saved`` if that differs from ``expected``."""
    by_token = Q(token=token) | Q(token__startswith=f"{token}{PART}")
    steps = HandoverStep.objects.filter(by_token, handover__session=session)
    confirmed = steps.filter(token=f"{token}{PART}").values("handover")
    existing = list(
        Handover.objects.filter(by_token | Q(pk__in=confirmed), session=session)
        .select_related("payer", "payee")
        .order_by("pk")
    )
    if not existing:
        return []
    is_received = steps.filter(handover=existing[0], kind=StepKind.RECEIVED).exists()
    recorded = {_fields(handover) for handover in existing}
    if recorded != expected or is_received != (word == StepKind.RECEIVED):
        first = existing[0]
        amount = currencies.money(first.amount, session.club.currency)
        ends = {"payer": first.payer, "payee": first.payee}
        raise OtherwiseError(first, saved, fate=Refused, amount=amount, **ends)
    return existing


def _fields(handover: Handover) -> HandoverFields:
    return handover.payer_id, handover.payee_id, handover.amount, handover.deposit


def _create_handover(
    session: Session,
    payer: int,
    payee: int,
    amount: int,
    deposit: str | None,
    token: str,
    by: Membership | None,
) -> Handover:
    reporter = Reporter.from_membership(by)
    return Handover.objects.create(
        session=session,
        payer_id=payer,
        payee_id=payee,
        amount=amount,
        deposit=deposit,
        reason=DEPOSITS[deposit] if deposit else reasons.CASH,
        token=token,
        player_id=reporter.player,
        **author_fields(by),
        as_host=reporter.acts_as_host(payer, payee),
    )


# Steps -----------------------------------------------------------------------------------------


@transaction.atomic
def record_step(
    *, handover: Handover, kind: StepKind, token: str, by: Membership | None
) -> HandoverStep:
    """Records that a handover was received, was not, or is deleted; returns the earlier step if
    that was recorded before. Refuses if it may not follow the latest step, or if the debt was paid
    again since."""
    session = locks.hold_session(handover.session_id)
    held = Handover.objects.get(pk=handover.pk)
    held.session = session
    steps_by_kind = {step.kind: step for step in held.steps.order_by("pk")}
    is_received = StepKind.RECEIVED in steps_by_kind
    if not _is_for(Reporter.from_membership(by), held, kind, is_received=is_received):
        raise Refusal(ONLY_PAYEE, status=403, about=held.pk, payee=held.payee)
    if kind in steps_by_kind:
        return steps_by_kind[kind]
    may_follow = next(reversed(steps_by_kind), SENT) in ALLOWED_BEFORE[kind]
    if not may_follow or (kind == StepKind.RECEIVED and held.pk in paid_again(session)):
        raise Refusal(_("This has changed, maybe on another device."), about=held.pk)
    if kind == StepKind.UNDONE:
        _note_late_reversal(session, held, by)
    step = _create_step(held, kind, token, by)
    locks.touch(session)
    return step


def _create_step(
    handover: Handover, kind: StepKind, token: str, by: Membership | None
) -> HandoverStep:
    """Creates a step, with its payment or reversal. The session is locked."""
    reporter, payment = Reporter.from_membership(by), None
    if kind == StepKind.RECEIVED:
        payment = ledger.book(
            session=handover.session,
            kind=PaymentKind.CASH,
            payer=handover.payer_id,
            payee=handover.payee_id,
            amount=handover.amount,
            deposit=handover.deposit,
            reason=handover.reason,
            by=by,
        )
        if handover.deposit is None:
            for after in settings.EXTENSIONS.functions("after a debt was paid"):
                after(handover)
    elif received := handover.steps.filter(kind=StepKind.RECEIVED).first():
        assert received.payment is not None
        ledger.reverse_payment(payment=received.payment, by=by)
    players = (handover.payee_id,) if kind != StepKind.UNDONE else _ends(handover)
    return HandoverStep.objects.create(
        handover=handover,
        kind=kind,
        token=token,
        player_id=reporter.player,
        **author_fields(by),
        as_host=reporter.acts_as_host(*players),
        payment=payment,
    )


def _note_late_reversal(session: Session, cash: Handover | Payment, by: Membership | None) -> None:
    """Notes that a deposit of a closed session was deleted, by a host. Cash for a debt needs no
    host."""
    if cash.deposit:
        need_host(session, by)
        note_late(ActivityKind.LATE_PAID_BACK, session, by, what=cash.reason.message)


@transaction.atomic
def reverse_cash(*, payment: Payment, token: str, by: Membership | None) -> None:
    """Reverses a cash payment, also one without steps. Only its payee and hosts may."""
    session = locks.hold_session(payment.session_id)
    assert payment.payee_id is not None
    if not Reporter.from_membership(by).may_report_for(payment.payee_id):
        text = _("Only %(payee)s or a host can undo this.")
        raise Refusal(text, status=403, payee=payment.payee)
    step = HandoverStep.objects.filter(payment=payment).select_related("handover").first()
    if step is not None:
        record_step(handover=step.handover, kind=StepKind.UNDONE, token=token, by=by)
        return
    if ledger.reverse_payment(payment=payment, by=by):
        _note_late_reversal(session, payment, by)
        locks.touch(session)
