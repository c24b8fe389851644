"""Carries debts over to another session of the group, and deletes such carries."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.requests.outcomes import redirect_done
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.settlement.balances.plan import session_balances
from scorekeeper.settlement.expenses.carry_over import (
    Debt,
    carry,
    carry_to_next,
    earlier_sessions,
    later_sessions,
    reverse_carry,
)
from scorekeeper.settlement.models import CarryOver

EARLIER = 10
"""Number of earlier sessions offered."""
LATER = 5
"""Number of later sessions offered."""
NEXT = "next"
"""Instead of a later session's code: the next one, which is started for it."""


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
    debts = [debt for debt in map(_debt, request.POST.getlist("debt")) if debt]
    if session not in (source, target) or not token:
        raise Http404
    if target is None:
        carry_to_next(from_session=source, debts=debts, token=token, by=by)
    else:
        carry(from_session=source, to_session=target, debts=debts, token=token, by=by)


def _session(request: ClubRequest, session: Session, name: str) -> Session:
    return get_object_or_404(session.club.sessions, code=request.POST.get(name, ""))


def _debt(typed: str) -> Debt | None:
    """Reads ``payer-payee-amount``, as the page sends it."""
    match [whole_number(part) for part in typed.split("-")]:
        case [int(payer), int(payee), int(amount)]:
            return payer, payee, amount
    return None


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
