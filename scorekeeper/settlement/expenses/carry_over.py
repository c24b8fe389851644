"""Carries debts over to another session of the group: they end where they arose, and are owed in
the other.

A carry is recorded, and reversed, in both sessions together.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session, author_fields
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine import reasons
from scorekeeper.engine.words import Day
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.play.services import open_session
from scorekeeper.settlement.balances.plan import session_balances
from scorekeeper.settlement.models import CarriedRow, CarryOver
from scorekeeper.settlement.payments.services import CHANGED

Debt = tuple[int, int, int]
"""Payer and payee by id, and minor units: a transfer of the plan."""


def is_later(earlier: Session, later: Session) -> bool:
    """Tells whether ``later`` is of the same group and was played later, or begun later on the same
    day."""
    first, second = ((session.played_on, session.pk) for session in (earlier, later))
    return earlier.club_id == later.club_id and first < second


def earlier_sessions(session: Session) -> QuerySet[Session]:
    """Returns the group's sessions before this one, latest first."""
    is_earlier = Q(played_on__lt=session.played_on)
    is_earlier |= Q(played_on=session.played_on, pk__lt=session.pk)
    earlier = session.club.sessions.filter(is_earlier, part_of__isnull=True)
    return earlier.order_by("-played_on", "-pk")


def later_sessions(session: Session) -> QuerySet[Session]:
    """Returns the group's ordinary sessions after this one, earliest first: at one of another kind
    other people play."""
    is_after = Q(played_on__gt=session.played_on)
    is_after |= Q(played_on=session.played_on, pk__gt=session.pk)
    later = session.club.sessions.filter(is_after, part_of__isnull=True, kind="")
    return later.order_by("played_on", "pk")


@transaction.atomic
def carry(
    *,
    from_session: Session,
    to_session: Session,
    debts: Sequence[Debt],
    token: str,
    by: Membership | None,
) -> CarryOver:
    """Carries ``debts``, each a transfer that is still owed, over to a later open session.

    Once per token. Refuses if one of them is not owed any more, or the other session cannot take
    them; OtherwiseError if the token carried something else.
    """
    source, target = _hold(from_session, to_session)

    def is_same(saved: CarryOver) -> bool:
        return saved.to_session_id == target.pk and _debts(saved) == set(debts)

    rows = CarryOver.objects.filter(from_session=source)
    if existing := first_answer(rows, token, is_same, _carried_before):
        return existing
    if not debts:
        raise Refusal(_("Choose what to carry over."), status=400)
    if target.closed_at is not None or not is_later(source, target):
        text = _("That session has ended, or is not a later one. Nothing was carried over.")
        raise Refusal(text)
    owed = {(t.payer.pk, t.payee.pk, t.amount) for t in session_balances(source).plan.transfers}
    if not set(debts) <= owed:
        raise Refusal(CHANGED)
    carried = CarryOver.objects.create(
        from_session=source,
        to_session=target,
        token=token,
        player_id=by.player_id if by else None,
        **author_fields(by),
    )
    for debt in dict.fromkeys(debts):
        _save_debt(carried, debt, by)
    for session in (source, target):
        locks.touch(session)
    return carried


@transaction.atomic
def carry_to_next(
    *, from_session: Session, debts: Sequence[Debt], token: str, by: Membership | None
) -> CarryOver:
    """Starts the group's next session, in which nothing is played yet, and carries ``debts`` over
    to it. Once per token. Refuses as ``carry``; no session is started then."""
    source = locks.hold_session(from_session.pk)
    today = timezone.localdate(timezone=source.club.zone)
    target = open_session(
        club=source.club, played_on=max(today, source.played_on), token=token, by=by
    )
    return carry(from_session=source, to_session=target, debts=debts, token=token, by=by)


def _carried_before(carried: CarryOver) -> Refusal:
    return OtherwiseError(carried, CHANGED, fate=Refused)


def _hold(*sessions: Session) -> list[Session]:
    """Locks the sessions in order of their ids. Returns them in the order given."""
    ids = [session.pk for session in sessions]
    locks.hold_sessions(Session.objects.filter(pk__in=ids))
    return [locks.hold_session(pk) for pk in ids]


def _debts(carried: CarryOver) -> set[Debt]:
    rows = carried.rows.values_list("into__payer", "into__payee", "into__amount")
    return {(payer, payee, amount) for payer, payee, amount in rows if payer and payee}


def _save_debt(carried: CarryOver, debt: Debt, by: Membership | None) -> None:
    payer, payee, amount = debt
    source, target = carried.from_session, carried.to_session
    out = ledger.book(
        session=source,
        kind=PaymentKind.CARRIED,
        payer=payee,
        payee=payer,
        amount=amount,
        reason=reasons.CARRIED_OUT.format(session=_session_label(target)),
        by=by,
    )
    into = ledger.book(
        session=target,
        kind=PaymentKind.CARRIED,
        payer=payer,
        payee=payee,
        amount=amount,
        reason=reasons.CARRIED_IN.format(session=_session_label(source)),
        by=by,
    )
    CarriedRow.objects.create(carry=carried, out=out, into=into)


def _session_label(session: Session) -> str:
    return session.name or Day(session.played_on.isoformat())


@transaction.atomic
def reverse_carry(*, carried: CarryOver, by: Membership | None) -> None:
    """Reverses a carry in both sessions; repeating it changes nothing."""
    sessions = _hold(carried.from_session, carried.to_session)
    reversals = [
        ledger.reverse_payment(payment=payment, by=by)
        for row in carried.rows.select_related("out", "into")
        for payment in (row.out, row.into)
    ]
    if any(reversals):
        for session in sessions:
            locks.touch(session)
