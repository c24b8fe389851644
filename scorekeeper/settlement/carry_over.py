"""Carries debts over to another session of the group: they end where they arose, and are owed in
the other.

A carry is recorded, and reversed, in both sessions together.
"""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Membership, Role, Session, author_fields
from scorekeeper.core.database import one_view
from scorekeeper.core.requests.outcomes import Refused, redirect_done
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import OtherwiseError, first_answer, sent_token, whole_number
from scorekeeper.engine import reasons
from scorekeeper.engine.words import Day
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.play.services import open_session
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.forms import read_debt
from scorekeeper.settlement.models import CarriedRow, CarryOver
from scorekeeper.settlement.payments import CHANGED

Debt = tuple[int, int, int]
"""Payer and payee by id, and minor units: a transfer of the plan."""
EARLIER = 10
"""Number of earlier sessions offered."""
LATER = 5
"""Number of later sessions offered."""
NEXT = "next"
"""Instead of a later session's code: the next one, which is started for it."""


# Pages -----------------------------------------------------------------------------------------


@session_view(Role.HOST, money=True)
def carry_over_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Carries over from this session to a later one, or from an earlier one to this."""
    if request.method != "POST":
        return _carry_over_page(request, session)
    if refusal := attempt(request, lambda: _carry(request, session)):
        return _carry_over_page(request, session, refusal)
    return redirect("settlement:settle", session.code)


def _carry(request: ClubRequest, session: Session) -> None:
    """Carries over what was ticked."""
    if not request.membership.is_of_club:
        raise Refusal("", status=200)  # the page says so
    source = _session(request, session, "from")
    is_new = request.POST.get("to") == NEXT
    target = None if is_new else _session(request, session, "to")
    token, by = sent_token(request), request.membership
    debts = [debt for debt in map(read_debt, request.POST.getlist("debt")) if debt]
    if session not in (source, target) or not token:
        raise Http404
    if target is None:
        carry_to_next(from_session=source, debts=debts, token=token, by=by)
    else:
        carry(from_session=source, to_session=target, debts=debts, token=token, by=by)


def _session(request: ClubRequest, session: Session, name: str) -> Session:
    return get_object_or_404(session.club.sessions, code=request.POST.get(name, ""))


def _carry_over_page(
    request: ClubRequest, session: Session, refusal: Refusal | None = None
) -> HttpResponse:
    """Renders the page from one view of the database. Of the earlier sessions only the one named by
    ``from`` in the address is read."""
    is_of_club = request.membership.is_of_club
    with one_view():
        sessions = session.club.sessions.none()
        if is_of_club and not session.closed_at:
            sessions = earlier_sessions(session)  # older ones by their address only
        sent = request.POST if request.method == "POST" else request.GET
        from_code = sent.get("from", "")
        chosen = sessions.filter(code=from_code).first() if from_code else None
        context = {
            "session": session,
            "error": refusal.sentence if refusal else "",
            "is_of_club": is_of_club,
            "later": _later(session) if is_of_club else [],
            "here": session_balances(session),
            "earlier": list(sessions[:EARLIER]),
            "chosen": chosen,
            "there": session_balances(chosen) if chosen else None,
        }
        status = refusal.status if refusal else 200
        return render(request, "settlement/carry_over.html", context, status=status)


def _later(session: Session) -> list[Session]:
    """Returns the open sessions that come next."""
    return list(later_sessions(session).filter(closed_at=None)[:LATER])


@require_POST
@session_view(Role.HOST, money=True)
def carry_over_undo(request: ClubRequest, session: Session) -> HttpResponse:
    carries = CarryOver.objects.select_related("from_session", "to_session")
    carried = get_object_or_404(carries, pk=whole_number(request.POST.get("pk", "")))
    if session not in (carried.from_session, carried.to_session):
        raise Http404
    if not request.membership.is_of_club:
        raise PermissionDenied
    reverse_carry(carried=carried, by=request.membership)
    return redirect_done(request, "settlement:settle", session.code)


# Recording -------------------------------------------------------------------------------------


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
