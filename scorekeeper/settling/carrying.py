"""Debts taken along to another night of the club: ended where they arose, and owed there instead.

A carry is booked on both nights together, and taken back on both together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.clubs.signing import author_fields
from scorekeeper.engine.words import Day, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.serving.tokens import first_answer
from scorekeeper.settling.models import CarriedRow, Carry
from scorekeeper.settling.services import ChangedError
from scorekeeper.settling.standing import standing

TAKEN_ALONG: Final = _("carried to {night}")
BROUGHT: Final = _("carried from {night}")
Debt = tuple[int, int, int]
"""Payer and payee by id, and minor units: a transfer of the plan."""


class NotThereError(Exception):
    """That night cannot take it: it is closed, or not a later one of this club."""


def comes_after(earlier: Session, later: Session) -> bool:
    """Of one club, and played later, or begun later on the same day."""
    first, second = ((night.played_on, night.pk) for night in (earlier, later))
    return earlier.club_id == later.club_id and first < second


def nights_before(session: Session) -> QuerySet[Session]:
    """All of the club that this one comes after, the last first."""
    before = Q(played_on__lt=session.played_on)
    before |= Q(played_on=session.played_on, pk__lt=session.pk)
    return session.club.sessions.filter(before).order_by("-played_on", "-pk")


def nights_after(session: Session) -> QuerySet[Session]:
    """All of the club that come after this one, the next first."""
    after = Q(played_on__gt=session.played_on)
    after |= Q(played_on=session.played_on, pk__gt=session.pk)
    return session.club.sessions.filter(after).order_by("played_on", "pk")


@transaction.atomic
def carry(
    *,
    from_session: Session,
    to_session: Session,
    debts: Sequence[Debt],
    token: str,
    by: Membership | None,
) -> Carry:
    """Take ``debts``, each a transfer that is still owed, to a later night that is not closed.

    Once per token. Raises ChangedError if one of them is not owed any more; OtherwiseError if the
    token carried something else; NotThereError.
    """
    one, other = _hold(from_session, to_session)

    def is_same(made: Carry) -> bool:
        return made.to_session_id == other.pk and _debts(made) == set(debts)

    if earlier := first_answer(Carry.objects.filter(from_session=one), token, is_same):
        return earlier
    if other.closed_at is not None or not comes_after(one, other):
        raise NotThereError
    owed = {(t.payer.pk, t.payee.pk, t.amount) for t in standing(one).plan.transfers}
    if not debts or not set(debts) <= owed:
        raise ChangedError
    made = Carry.objects.create(
        from_session=one,
        to_session=other,
        token=token,
        player_id=by.player_id if by else None,
        **author_fields(by),
    )
    for debt in dict.fromkeys(debts):
        _book(made, debt, by)
    for night in (one, other):
        locks.touch(night)
    return made


def _hold(*sessions: Session) -> list[Session]:
    """Both nights, held in order of their ids, in the order asked for."""
    ids = [session.pk for session in sessions]
    locks.hold_nights(Session.objects.filter(pk__in=ids))
    return [locks.hold_night(pk) for pk in ids]


def _debts(made: Carry) -> set[Debt]:
    rows = made.rows.values_list("into__payer", "into__payee", "into__amount")
    return {(payer, payee, amount) for payer, payee, amount in rows if payer and payee}


def _book(made: Carry, debt: Debt, by: Membership | None) -> None:
    payer, payee, amount = debt
    one, other = made.from_session, made.to_session
    out = ledger.book(
        session=one,
        kind=PaymentKind.CARRIED,
        payer=payee,
        payee=payer,
        amount=amount,
        reason=TAKEN_ALONG.format(night=_called(other)),
        by=by,
    )
    into = ledger.book(
        session=other,
        kind=PaymentKind.CARRIED,
        payer=payer,
        payee=payee,
        amount=amount,
        reason=BROUGHT.format(night=_called(one)),
        by=by,
    )
    CarriedRow.objects.create(carry=made, out=out, into=into)


def _called(night: Session) -> str:
    return night.name or Day(night.played_on.isoformat())


@transaction.atomic
def take_back_carry(*, made: Carry, by: Membership | None) -> None:
    """Owed where it arose again, and no more where it went. The same again changes nothing."""
    nights = _hold(made.from_session, made.to_session)
    taken = [
        ledger.reverse_payment(payment=payment, by=by)
        for row in made.rows.select_related("out", "into")
        for payment in (row.out, row.into)
    ]
    if any(taken):
        for night in nights:
            locks.touch(night)
