"""Settling up: who stands where, the fewest payments that end it, and what was handed over."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.glance import unchanged_response
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.serving.htmx import HtmxRequest
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.after_closing import ClosedNightError
from scorekeeper.settling.forms import PaidForm, StepForm, UnpaidForm
from scorekeeper.settling.models import Handover, StepKind
from scorekeeper.settling.page import Wrong
from scorekeeper.settling.section import section, section_with
from scorekeeper.settling.services import ChangedError, pay_transfer, say, take_back_cash
from scorekeeper.settling.voices import NotYoursError, Voice
from scorekeeper.wording import currencies


@require_GET
def settle(request: HtmxRequest, code: str) -> HttpResponseBase:
    """The page; for a phone that polls it, nothing (204) while it shows the newest."""
    if request.htmx and "v" in request.GET and (answer := unchanged_response(request, code)):
        return answer
    return settle_page(request, code)


@session_view(Role.VIEWER)
def settle_page(request: ClubRequest, session: Session) -> HttpResponse:
    below = section(request, session)
    if request.htmx:
        return HttpResponse(below)
    return render(request, "settling/settle.html", {"session": session, "section": below})


# What somebody says of money -------------------------------------------------------------------


@require_POST
@session_view(Role.VIEWER)
def paid(request: ClubRequest, session: Session) -> HttpResponse:
    """A transfer was sent, says its payer; or received, says its payee or a host: the form names
    the word."""
    form = PaidForm(request.POST, currency=session.club.currency)
    if not form.is_valid():
        return _not_understood(request, session, form)
    told = form.cleaned_data
    try:
        pay_transfer(
            session=session,
            payer=told["payer"],
            payee=told["payee"],
            owed=told["owed"],
            amount=form.amount,
            word=told["word"],
            token=told["token"],
            by=request.membership,
        )
    except NotYoursError:
        return _refused(request, session, _not_yours(request, session, form))
    except OtherwiseError as other:
        return settle_again(request, session, Wrong(_said_already(session, other.first)))
    except ChangedError as changed:
        return settle_again(request, session, _changed(session, form, changed.owed))
    return done(request, "settling:settle", session.code)


def _not_understood(request: ClubRequest, session: Session, form: PaidForm) -> HttpResponse:
    if "part" not in form.errors or {"payer", "payee"} & form.errors.keys():
        text = _("That could not be read. Below is what is owed now.")
        return settle_again(request, session, Wrong(text), status=400)
    wrong = Wrong(str(form.errors["part"][0]), form.ends, typed=form.typed)
    return settle_again(request, session, wrong, status=400)


def _changed(session: Session, form: PaidForm, owed: int) -> Wrong:
    """What rested on an old view, beside what is owed now."""
    if owed:
        now = currencies.money(owed, session.club.currency)
        text = _("This has changed meanwhile: now it is %(amount)s.") % {"amount": now}
        return Wrong(text, form.ends, typed=form.typed)
    text = _("This had changed already, on another phone perhaps. Below is what is owed now.")
    if form.typed:
        text += " " + _("You had typed %(part)s.") % {"part": form.typed}
    return Wrong(text)


def _said_already(session: Session, handover: Handover) -> str:
    """What the phone asked for is not what it had sent before."""
    return _(
        "This was sent before: %(payer)s had paid %(payee)s %(amount)s. Below is what is owed now."
    ) % {
        "payer": handover.payer,
        "payee": handover.payee,
        "amount": currencies.money(handover.amount, session.club.currency),
    }


def _not_yours(request: ClubRequest, session: Session, form: PaidForm) -> Wrong:
    payer, payee = form.ends
    if request.membership.player_id is None:
        text = _("Choose whose device this is first.")
    elif Voice.of(request.membership).is_one_of(payer):
        gets = get_object_or_404(Player, pk=payee, club=session.club)
        text = _("Only %(payee)s, or a host, can say so.") % {"payee": gets}
    else:
        text = _("Only these two, or a host, can say so.")
    return Wrong(text, form.ends, typed=form.typed)


@require_POST
@session_view(Role.VIEWER)
def step(request: ClubRequest, session: Session) -> HttpResponse:
    """What was on its way has arrived, has not, or is taken back."""
    form = StepForm(request.POST)
    if not form.is_valid():
        text = _("That could not be read. Below is what is owed now.")
        return settle_again(request, session, Wrong(text), status=400)
    told = form.cleaned_data
    found = Handover.objects.select_related("payee")
    handover = get_object_or_404(found, pk=told["handover"], session=session)
    kind = StepKind(told["kind"])
    try:
        say(handover=handover, kind=kind, token=told["token"], by=request.membership)
    except NotYoursError:
        text = _("Only %(payee)s, or a host, can say so.") % {"payee": handover.payee}
        return _refused(request, session, Wrong(text, handover=handover.pk))
    except ChangedError:
        text = _("Something else was said of this meanwhile, on another phone perhaps.")
        return settle_again(request, session, Wrong(text, handover=handover.pk))
    except ClosedNightError:
        return settle_again(request, session, Wrong(for_hosts(), handover=handover.pk))
    return done(request, "settling:settle", session.code)


@require_POST
@session_view(Role.VIEWER)
def unpaid(request: ClubRequest, session: Session) -> HttpResponse:
    form = UnpaidForm(request.POST)
    number = form.cleaned_data.get("payment") if form.is_valid() else None
    found = Payment.objects.filter(session=session, kind=PaymentKind.CASH, reverses__isnull=True)
    payment = get_object_or_404(found.select_related("payee"), pk=number)
    try:
        take_back_cash(payment=payment, token=form.cleaned_data["token"], by=request.membership)
    except NotYoursError:
        text = _("Only %(payee)s, or a host, can take this back.") % {"payee": payment.payee}
        return _refused(request, session, Wrong(text))
    except ClosedNightError:
        return settle_again(request, session, Wrong(for_hosts()))
    return done(request, "settling:settle", session.code)


def for_hosts() -> str:
    """Of what is written down beside the games of a closed night."""
    return _("The night is closed: only a host can still write this down, or take it back.")


@require_POST
@session_view(Role.VIEWER)
def me(request: ClubRequest, session: Session) -> HttpResponse:
    """Say in one tap whose phone this is, to say more."""
    told = request.POST.get("player", "")
    if not told.isdecimal() or len(told) > 18:
        raise Http404
    player = get_object_or_404(Player, pk=int(told), club=session.club)
    say_who(membership=request.membership, player=player)
    return done(request, "settling:settle", session.code)


# The page --------------------------------------------------------------------------------------


def _refused(request: ClubRequest, session: Session, wrong: Wrong) -> HttpResponse:
    return settle_again(request, session, wrong, status=403)


def settle_again(
    request: ClubRequest, session: Session, wrong: Wrong, *, status: int = 409
) -> HttpResponse:
    """The page as things stand now, with what went wrong; what was typed is kept."""
    conclude(request, Refused(wrong.text))
    session.refresh_from_db(fields=["version"])
    below, above = section_with(request, session, wrong)
    told = {"session": session, "section": below, "told": above}
    return render(request, "settling/settle.html", told, status=status)
