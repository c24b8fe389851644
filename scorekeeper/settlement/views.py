"""Settling up: balances, the payments that settle them, and what was handed over."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, player_of, session_view
from scorekeeper.clubs.devices.version_check import unchanged_response
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.htmx import HtmxRequest
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.after_closing import ClosedSessionError
from scorekeeper.settlement.cached_content import section, section_with
from scorekeeper.settlement.forms import PaidForm, StepForm
from scorekeeper.settlement.models import Handover, StepKind
from scorekeeper.settlement.page import Problem
from scorekeeper.settlement.payments.permissions import NotYoursError, Reporter
from scorekeeper.settlement.payments.services import (
    ChangedError,
    record_step,
    record_transfer,
    reverse_cash,
)


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


@require_POST
@session_view(Role.VIEWER, money=True)
def paid(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that a transfer was sent, from its payer; or received, from its payee or a host. The
    form names the step."""
    form = PaidForm(request.POST, currency=session.club.currency)
    if not form.is_valid():
        return _invalid_form(request, session, form)
    cleaned = form.cleaned_data
    try:
        record_transfer(
            session=session,
            payer=cleaned["payer"],
            payee=cleaned["payee"],
            owed=cleaned["owed"],
            amount=form.amount,
            word=cleaned["word"],
            token=cleaned["token"],
            by=request.membership,
        )
    except NotYoursError:
        return _refused(request, session, _not_yours_problem(request, session, form))
    except OtherwiseError as other:
        return settle_with_problem(
            request, session, Problem(_existing_message(session, other.first))
        )
    except ChangedError as changed:
        return settle_with_problem(request, session, _changed_problem(session, form, changed.owed))
    return redirect_done(request, "settlement:settle", session.code)


def _invalid_form(request: ClubRequest, session: Session, form: PaidForm) -> HttpResponse:
    if "part" not in form.errors or {"payer", "payee"} & form.errors.keys():
        text = _("That could not be read. Below is what is owed now.")
        return settle_with_problem(request, session, Problem(text), status=400)
    problem = Problem(str(form.errors["part"][0]), form.ends, typed=form.typed)
    return settle_with_problem(request, session, problem, status=400)


def _changed_problem(session: Session, form: PaidForm, owed: int) -> Problem:
    """Returns the problem of an outdated view, placed at the current debt."""
    if owed:
        now = currencies.money(owed, session.club.currency)
        text = _("This has changed. It is now %(amount)s.") % {"amount": now}
        return Problem(text, form.ends, typed=form.typed)
    text = _("This had already changed, maybe on another device. Check what is owed now.")
    if form.typed:
        text += " " + _("You had entered %(part)s.") % {"part": form.typed}
    return Problem(text)


def _existing_message(session: Session, handover: Handover) -> str:
    """Returns a sentence: this token recorded something else before."""
    return _(
        "This was already saved: %(payer)s had paid %(payee)s %(amount)s. Below is what "
        "is owed now."
    ) % {
        "payer": handover.payer,
        "payee": handover.payee,
        "amount": currencies.money(handover.amount, session.club.currency),
    }


def _not_yours_problem(request: ClubRequest, session: Session, form: PaidForm) -> Problem:
    payer, payee = form.ends
    if request.membership.player_id is None:
        text = _("Choose whose device this is first.")
    elif Reporter.from_membership(request.membership).is_one_of(payer):
        gets = get_object_or_404(Player, pk=payee, club=session.club)
        text = _("Only %(payee)s or a host can confirm this.") % {"payee": gets}
    else:
        text = _("Only these two players or a host can do that.")
    return Problem(text, form.ends, typed=form.typed)


@require_POST
@session_view(Role.VIEWER, money=True)
def step(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that a handover was received, was not, or is deleted."""
    form = StepForm(request.POST)
    if not form.is_valid():
        text = _("That could not be read. Below is what is owed now.")
        return settle_with_problem(request, session, Problem(text), status=400)
    cleaned = form.cleaned_data
    handovers = Handover.objects.select_related("payee")
    handover = get_object_or_404(handovers, pk=cleaned["handover"], session=session)
    kind = StepKind(cleaned["kind"])
    try:
        record_step(handover=handover, kind=kind, token=cleaned["token"], by=request.membership)
    except NotYoursError:
        text = _("Only %(payee)s or a host can confirm this.") % {"payee": handover.payee}
        return _refused(request, session, Problem(text, handover=handover.pk))
    except ChangedError:
        text = _("This has changed, maybe on another device.")
        return settle_with_problem(request, session, Problem(text, handover=handover.pk))
    except ClosedSessionError:
        return settle_with_problem(
            request, session, Problem(hosts_only_message(), handover=handover.pk)
        )
    return redirect_done(request, "settlement:settle", session.code)


@require_POST
@session_view(Role.VIEWER, money=True)
def unpaid(request: ClubRequest, session: Session) -> HttpResponse:
    number = whole_number(request.POST.get("payment", ""))
    payments = Payment.objects.filter(session=session, kind=PaymentKind.CASH, reverses__isnull=True)
    payment = get_object_or_404(payments.select_related("payee"), pk=number)
    try:
        reverse_cash(payment=payment, token=sent_token(request), by=request.membership)
    except NotYoursError:
        text = _("Only %(payee)s or a host can undo this.") % {"payee": payment.payee}
        return _refused(request, session, Problem(text))
    except ClosedSessionError:
        return settle_with_problem(request, session, Problem(hosts_only_message()))
    return redirect_done(request, "settlement:settle", session.code)


def hosts_only_message() -> str:
    """Returns the error for entries outside games in a closed session."""
    return _("This session has ended. Only a host can still save or undo this.")


@require_POST
@session_view(Role.VIEWER, money=True)
def me(request: ClubRequest, session: Session) -> HttpResponse:
    """Sets the device's player in one tap, so that it can report more."""
    player = player_of(session.club, request.POST.get("player", ""))
    say_who(membership=request.membership, player=player)
    return redirect_done(request, "settlement:settle", session.code)


# The page --------------------------------------------------------------------------------------


def _refused(request: ClubRequest, session: Session, problem: Problem) -> HttpResponse:
    return settle_with_problem(request, session, problem, status=403)


def settle_with_problem(
    request: ClubRequest, session: Session, problem: Problem, *, status: int = 409
) -> HttpResponse:
    """Renders the current page with the problem; what was typed is kept."""
    conclude(request, Refused(problem.text))
    session.refresh_from_db(fields=["version"])
    below, above = section_with(request, session, problem)
    context = {"session": session, "section": below, "error": above}
    return render(request, "settlement/settle.html", context, status=status)
