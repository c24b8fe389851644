"""Writes down money that goes from hand to hand: sent, received, disputed, taken back.

What is still owed, and what was said before, is looked at while the night is held. Everything may
be sent again and changes nothing then. Whose word counts, ``voices`` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.clubs.signing import author_fields
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.services import CASH
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.after_closing import need_host, note_late
from scorekeeper.settling.models import SENT, Handover, HandoverStep, StepKind
from scorekeeper.settling.standing import standing
from scorekeeper.settling.voices import NotYoursError, Voice

FROM: Final[Mapping[str, frozenset[str]]] = {
    StepKind.RECEIVED: frozenset({SENT, StepKind.DISPUTED}),
    StepKind.DISPUTED: frozenset({SENT}),
    StepKind.UNDONE: frozenset({SENT, StepKind.DISPUTED, StepKind.RECEIVED}),
}
"""What may follow on what."""
PAID_IN: Final[Mapping[str, Phrase]] = {
    "advance": _("advance"),
    "buy-in": _("buy-in"),
    "kitty": _("kitty"),
}
"""What is handed over during a night, before anything is owed."""


class ChangedError(Exception):
    """It rests on an old view. ``owed``: what the one owes the other now, minor units."""

    def __init__(self, owed: int = 0) -> None:
        super().__init__("changed meanwhile")
        self.owed = owed


SentTold = tuple[int, int, int, str]
"""Payer and payee by id, minor units, and for what."""


def _said_before(
    night: Session, token: str, told: set[SentTold], word: str = StepKind.RECEIVED
) -> list[Handover]:
    """What this token wrote. Raises OtherwiseError if that is not what is asked for now."""
    earlier = list(
        Handover.objects.filter(session=night, token=token)
        .select_related("payer", "payee")
        .order_by("pk")
    )
    if not earlier:
        return []
    arrived = HandoverStep.objects.filter(
        handover=earlier[0], token=token, kind=StepKind.RECEIVED
    ).exists()
    said = {(h.payer_id, h.payee_id, h.amount, str(h.reason)) for h in earlier}
    if said != told or arrived != (word == StepKind.RECEIVED):
        raise OtherwiseError(earlier[0])
    return earlier


@transaction.atomic
def pay_transfer(
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
    """Write down that one of the transfers that settle the night, or a part of it, was ``word``:
    SENT, which its payer, its payee or a host says; or RECEIVED as well, which only its payee or a
    host does.

    ``payer``, ``payee``: ids of players; ``owed``: what the phone showed; ``amount``: what was
    handed over, both in minor units. Once per token. Raises NotYoursError; ChangedError unless
    exactly this transfer is still owed; OtherwiseError if the token wrote something else.
    """
    night, voice = locks.hold_night(session.pk), Voice.of(by)
    if earlier := _said_before(night, token, {(payer, payee, amount, CASH)}, word):
        return earlier[0]
    voice.need(payee, *([payer] if word == SENT else []))
    plan = standing(night).plan.transfers
    now = next((t.amount for t in plan if (t.payer.pk, t.payee.pk) == (payer, payee)), 0)
    if now != owed or not 0 < amount <= owed:
        raise ChangedError(now)
    handover = _send(night, payer, payee, amount, CASH, token, by)
    if word == StepKind.RECEIVED:
        _step(handover, StepKind.RECEIVED, token, by)
    locks.touch(night)
    return handover


def _send(
    night: Session,
    payer: int,
    payee: int,
    amount: int,
    reason: Phrase,
    token: str,
    by: Membership | None,
) -> Handover:
    voice = Voice.of(by)
    return Handover.objects.create(
        session=night,
        payer_id=payer,
        payee_id=payee,
        amount=amount,
        reason=reason,
        token=token,
        player_id=voice.player,
        **author_fields(by),
        as_host=voice.only_as_host(payer, payee),
    )


@transaction.atomic
def pay_in(
    *,
    session: Session,
    payers: Sequence[int],
    payee: int,
    amount: int,
    what: str,
    token: str,
    by: Membership | None,
) -> list[Handover]:
    """Write down that each of ``payers`` handed ``amount`` minor units to ``payee``, who keeps it
    until the night is settled. ``what``: a key of PAID_IN. Players by id.

    Once per token. Raises NotYoursError; ClosedNightError; ValueError unless all are other players
    of this club; OtherwiseError.
    """
    night, reason = locks.hold_night(session.pk), PAID_IN[what]
    told = {(payer, payee, amount, str(reason)) for payer in payers}
    if earlier := _said_before(night, token, told):
        return earlier
    Voice.of(by).need(payee)
    need_host(night, by)
    known = set(Player.objects.filter(club=night.club_id).values_list("pk", flat=True))
    if not payers or payee in payers or not {payee, *payers} <= known or amount <= 0:
        raise ValueError("not for these players")
    made = [
        _send(night, payer, payee, amount, reason, token, by) for payer in dict.fromkeys(payers)
    ]
    for handover in made:
        _step(handover, StepKind.RECEIVED, token, by)
    note_late(Happened.LATE_PAID_IN, night, by, what=reason.message)
    locks.touch(night)
    return made


# What became of it ---------------------------------------------------------------------------


@transaction.atomic
def say(*, handover: Handover, kind: StepKind, token: str, by: Membership | None) -> HandoverStep:
    """Say that a handover was received, was not, or is taken back; the earlier word if that was
    said before. Raises NotYoursError; ClosedNightError; ChangedError if it does not follow on what
    was said meanwhile."""
    night = locks.hold_night(handover.session_id)
    held = Handover.objects.get(pk=handover.pk)
    held.session = night
    said = {step.kind: step for step in held.steps.order_by("pk")}
    _need(Voice.of(by), held, kind, arrived=StepKind.RECEIVED in said)
    if kind in said:
        return said[kind]
    if next(reversed(said), SENT) not in FROM[kind]:
        raise ChangedError
    if kind == StepKind.UNDONE:
        _take_back_late(night, held.reason, by)
    step = _step(held, kind, token, by)
    locks.touch(night)
    return step


def _take_back_late(night: Session, reason: Phrase, by: Membership | None) -> None:
    """What was paid in for a closed night is taken back as it is written down. Cash for what is
    still owed there stays the word of who got it. Raises ClosedNightError."""
    if reason != CASH:
        need_host(night, by)
        note_late(Happened.LATE_PAID_BACK, night, by, what=reason.message)


def may_say(voice: Voice, night: Session, handover: Handover, kind: StepKind, state: str) -> bool:
    """Of a handover in this state: it follows on it, and is for this voice to say."""
    if state not in FROM[kind]:
        return False
    if kind == StepKind.UNDONE and _is_hosts(night, handover.reason) and not voice.is_host:
        return False
    try:
        _need(voice, handover, kind, arrived=state == StepKind.RECEIVED)
    except NotYoursError:
        return False
    return True


def may_take_back(voice: Voice, night: Session, payment: Payment) -> bool:
    """Of cash that is in force."""
    if _is_hosts(night, payment.reason) and not voice.is_host:
        return False
    return voice.speaks_for(payment.payee_id or 0)


def _is_hosts(night: Session, reason: Phrase) -> bool:
    """A host alone takes it back."""
    return night.closed_at is not None and reason != CASH


def _need(voice: Voice, handover: Handover, kind: StepKind, *, arrived: bool) -> None:
    """What has not arrived its sender may take back as well; whether it did he may not say."""
    if kind == StepKind.UNDONE and not arrived:
        voice.need(handover.payee_id, handover.payer_id)
    else:
        voice.need(handover.payee_id)


def _step(handover: Handover, kind: StepKind, token: str, by: Membership | None) -> HandoverStep:
    """The night is held."""
    voice, payment = Voice.of(by), None
    if kind == StepKind.RECEIVED:
        payment = ledger.book(
            session=handover.session,
            kind=PaymentKind.CASH,
            payer=handover.payer_id,
            payee=handover.payee_id,
            amount=handover.amount,
            reason=handover.reason,
            by=by,
        )
    elif received := handover.steps.filter(kind=StepKind.RECEIVED).first():
        assert received.payment is not None
        ledger.reverse_payment(payment=received.payment, by=by)
    about = (handover.payee_id,) if kind != StepKind.UNDONE else _ends(handover)
    return HandoverStep.objects.create(
        handover=handover,
        kind=kind,
        token=token,
        player_id=voice.player,
        **author_fields(by),
        as_host=voice.only_as_host(*about),
        payment=payment,
    )


def _ends(handover: Handover) -> tuple[int, int]:
    return handover.payer_id, handover.payee_id


@transaction.atomic
def take_back_cash(*, payment: Payment, token: str, by: Membership | None) -> None:
    """Unmark money handed over, now or before it was said step by step. Raises NotYoursError;
    ClosedNightError."""
    night = locks.hold_night(payment.session_id)
    step = HandoverStep.objects.filter(payment=payment).select_related("handover").first()
    if step is not None:
        say(handover=step.handover, kind=StepKind.UNDONE, token=token, by=by)
        return
    assert payment.payee_id is not None
    Voice.of(by).need(payment.payee_id)
    if ledger.reverse_payment(payment=payment, by=by):
        _take_back_late(night, payment.reason, by)
        locks.touch(night)
