"""Settling up: balances, the payments that settle them, and what was handed over."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, player_of, session_view, unchanged_response
from scorekeeper.clubs.models import Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.core.requests.outcomes import HtmxRequest, redirect_done
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.cached_content import section, section_with
from scorekeeper.settlement.forms import PaidForm, StepForm
from scorekeeper.settlement.models import Handover
from scorekeeper.settlement.payments.services import record_step, record_transfer, reverse_cash


@require_GET
def settle(request: HtmxRequest, code: str) -> HttpResponseBase:
    """The page; for a polling device nothing (204) while it shows the latest version."""
    if request.htmx and "v" in request.GET and (answer := unchanged_response(request, code)):
        return answer
    return settle_page(request, code)


@session_view(Role.VIEWER, money=True)
def settle_page(request: ClubRequest, session: Session) -> HttpResponse:
    below = section(request, session)
    if request.htmx:
        return HttpResponse(below)
    return render(request, "settlement/settle.html", {"session": session, "section": below})


# Reports --------------------------------------------------------------------------------------


def posted(
    view: Callable[[ClubRequest, Session], HttpResponse],
) -> Callable[[ClubRequest, Session], HttpResponse]:
    """Decorates a view to which the page's forms are posted. A refusal is shown at its address, so
    whoever opens that again is led to the page."""

    @wraps(view)
    def posting(request: ClubRequest, session: Session) -> HttpResponse:
        if request.method != "POST":
            return redirect("settlement:settle", session.code)
        return view(request, session)

    return posting


@session_view(Role.VIEWER, money=True)
@posted
def paid(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that a transfer was sent, from its payer; or received, from its payee or a host. The
    form names the step."""
    form, by = PaidForm(request.POST, currency=session.club.currency), request.membership
    refusal = attempt(request, lambda: record_transfer(session=session, by=by, **form.checked()))
    return settled(request, session, refusal)


@session_view(Role.VIEWER, money=True)
@posted
def step(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that a handover was received, was not, or is deleted."""
    form, by = StepForm(request.POST), request.membership

    def write() -> None:
        fields = form.checked()
        handover = get_object_or_404(Handover, pk=fields.pop("handover"), session=session)
        record_step(handover=handover, by=by, **fields)

    return settled(request, session, attempt(request, write))


@session_view(Role.VIEWER, money=True)
@posted
def unpaid(request: ClubRequest, session: Session) -> HttpResponse:
    number = whole_number(request.POST.get("payment", ""))
    payments = Payment.objects.filter(session=session, kind=PaymentKind.CASH, reverses__isnull=True)
    payment = get_object_or_404(payments.select_related("payee"), pk=number)
    token, by = sent_token(request), request.membership
    refusal = attempt(request, lambda: reverse_cash(payment=payment, token=token, by=by))
    return settled(request, session, refusal)


@require_POST
@session_view(Role.VIEWER, money=True)
def me(request: ClubRequest, session: Session) -> HttpResponse:
    """Sets the device's player in one tap, so that it can report more."""
    player = player_of(session.club, request.POST.get("player", ""))
    say_who(membership=request.membership, player=player)
    return redirect_done(request, "settlement:settle", session.code)


def settled(
    request: ClubRequest, session: Session, refusal: Refusal | None, done: str = ""
) -> HttpResponse:
    """Redirects to the page, which says what is ``done``; or renders it with the refusal."""
    if refusal is None:
        address = reverse("settlement:settle", args=[session.code])
        return redirect(f"{address}?{urlencode({'done': done})}" if done else address)
    session.refresh_from_db(fields=["version"])
    below, above = section_with(request, session, refusal)
    context = {"session": session, "section": below, "error": above}
    return render(request, "settlement/settle.html", context, status=refusal.status)
