"""Settling up: balances, the payments that settle them, and what was handed over.

Reading a session and finding the fewest payments takes three times as long as drawing them (31 ms
against 10, six games of six players). So the page's content is read once per kind of reader, cached
until the session changes, and drawn for each device.
"""

from collections.abc import Callable
from dataclasses import astuple
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, player_of, session_view, unchanged_response
from scorekeeper.clubs.devices.viewer import Watcher
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.core.database import one_view
from scorekeeper.core.pages.cache import get_or_make, read_alike
from scorekeeper.core.requests.outcomes import HtmxRequest, redirect_done
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement import after_closing
from scorekeeper.settlement.agreements import agree, is_rounded, moved_by_rounding
from scorekeeper.settlement.balances import (
    Balances,
    choices,
    session_balances,
    usual_purses,
)
from scorekeeper.settlement.forms import (
    AllPaidForm,
    PaidForm,
    StepForm,
    TermsForm,
    read_debt,
    rounding_steps,
)
from scorekeeper.settlement.models import Handover, Terms
from scorekeeper.settlement.page import page, reversed_entries
from scorekeeper.settlement.pay_page import message, pay_addresses
from scorekeeper.settlement.payments import (
    Reporter,
    record_all_paid,
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


def section(request: ClubRequest, session: Session) -> SafeString:
    """Returns the page's content for this device. ``session``: with its club."""
    watcher = Watcher.from_request(request, named=True)
    context = get_or_make(
        lambda: _read_context(watcher, session), *_cache_key(session, watcher), cache="default"
    )
    return SafeString(render_to_string("settlement/_settle.html", context, request))


def _cache_key(session: Session, watcher: Watcher) -> tuple[object, ...]:
    """Returns the cache key. The session's code is unique."""
    reader = (int(watcher.role), *astuple(watcher.membership), watcher.is_secure)
    return ("settle", session.code, session.version, *reader, *read_alike())


def _read_context(
    watcher: Watcher, session: Session, refusal: Refusal | None = None
) -> dict[str, Any]:
    with one_view():
        session = Session.objects.select_related("club").get(pk=session.pk)
        return _context(watcher, session, refusal)


def _context(watcher: Watcher, session: Session, refusal: Refusal | None) -> dict[str, Any]:
    balances = session_balances(session)
    addresses = pay_addresses(balances, session)
    reporter = Reporter.for_player(watcher.is_host, watcher.membership.player_id)
    content = page(session, balances, reporter, refusal)
    marks_all = watcher.is_host and bool(content.owed or content.awaited)
    return {
        "session": session,
        "balances": balances,
        "page": content,
        "marks_all": marks_all,
        "primary": None if marks_all else content.first_own_report,
        "settled": not balances.plan.transfers,
        "promise": _payments_sentence(balances),
        "moves_money": balances.moves_money,
        "open_games": balances.open_games,
        "text": message(session, balances, addresses),
        "payees_with_address": set(addresses),
        "shared_addresses": {
            pk for pk, rows in addresses.items() if any(r.sent_along for r in rows)
        },
        **ways_context(balances),
        "asks_who": watcher.membership.player_id is None and (content.owed or balances.under_way),
        "late": after_closing.late_corrections(session, balances),
        "reversed_entries": reversed_entries(session),
    }


def _payments_sentence(balances: Balances) -> str:
    count, sent = len(balances.plan.transfers), len(balances.under_way)
    if sent:
        settles = ngettext(
            "%(count)d payment settles everything", "%(count)d payments settle everything", count
        )
        more = ngettext(
            "%(count)d more awaits confirmation.", "%(count)d more await confirmation.", sent
        )
        sentences = {"settles": settles % {"count": count}, "more": more % {"count": sent}}
        return _("%(settles)s; %(more)s") % sentences
    if balances.plan.proven:
        return ngettext(
            "%(count)d payment settles everything.",
            "%(count)d payments settle everything – fewer is not possible.",
            count,
        ) % {"count": count}
    return ngettext(
        "%(count)d payment settles everything.", "%(count)d payments settle everything.", count
    ) % {"count": count}


def ways_context(balances: Balances) -> dict[str, Any]:
    """Returns the context for the ways and rounding on the settle-up page."""
    return {
        "ways": choices(balances.terms, balances.plan, balances.arrived, balances.debts_by_pair),
        "terms": balances.terms,
        "moved_by_rounding": list(moved_by_rounding(balances.beside).items()),
        "is_rounded": is_rounded(balances.plan, balances.terms.step),
    }


# Reports ---------------------------------------------------------------------------------------


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
    return answer(request, session, refusal)


@session_view(Role.HOST, money=True)
@posted
def all_paid(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that everything shown as owed or awaiting confirmation was received."""
    form, by = AllPaidForm(request.POST), request.membership

    def write() -> None:
        sent = request.POST
        owed = [debt for debt in map(read_debt, sent.getlist("debt")) if debt]
        handovers = [pk for pk in map(whole_number, sent.getlist("handover")) if pk]
        record_all_paid(session=session, owed=owed, sent=handovers, by=by, **form.checked())

    return answer(request, session, attempt(request, write))


@session_view(Role.VIEWER, money=True)
@posted
def step(request: ClubRequest, session: Session) -> HttpResponse:
    """Records that a handover was received, was not, or is deleted."""
    form, by = StepForm(request.POST), request.membership

    def write() -> None:
        fields = form.checked()
        handover = get_object_or_404(Handover, pk=fields.pop("handover"), session=session)
        record_step(handover=handover, by=by, **fields)

    return answer(request, session, attempt(request, write))


@session_view(Role.VIEWER, money=True)
@posted
def unpaid(request: ClubRequest, session: Session) -> HttpResponse:
    number = whole_number(request.POST.get("payment", ""))
    payments = Payment.objects.filter(session=session, kind=PaymentKind.CASH, reverses__isnull=True)
    payment = get_object_or_404(payments.select_related("payee"), pk=number)
    token, by = sent_token(request), request.membership
    refusal = attempt(request, lambda: reverse_cash(payment=payment, token=token, by=by))
    return answer(request, session, refusal)


@require_POST
@session_view(Role.VIEWER, money=True)
def me(request: ClubRequest, session: Session) -> HttpResponse:
    """Sets the device's player in one tap, so that it can report more."""
    player = player_of(session.club, request.POST.get("player", ""))
    say_who(membership=request.membership, player=player)
    return redirect_done(request, "settlement:settle", session.code)


def answer(
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


def section_with(
    request: ClubRequest, session: Session, refusal: Refusal
) -> tuple[SafeString, str]:
    """Returns the content with the refusal beside its line, and the message for the top of the page
    where it has no line, else "". Each keeps what was typed."""
    watcher = Watcher.from_request(request, named=True)
    context = _read_context(watcher, session, refusal)
    context["typed"] = typed = request.POST.get("part", "")[:40]
    above = "" if context["page"].shows_refusal else refusal.sentence
    if above and typed:
        above += " " + _("You had entered %(part)s.") % {"part": typed}
    return SafeString(render_to_string("settlement/_settle.html", context, request)), above


# How it is settled -----------------------------------------------------------------------------


@require_GET
@session_view(Role.VIEWER, money=True)
def method_list(request: ClubRequest, session: Session) -> HttpResponse:
    """Every way with what it needs; a host chooses."""
    return _methods_page(request, session, session_balances(session))


@require_POST
@session_view(Role.HOST, money=True)
def method_save(request: ClubRequest, session: Session) -> HttpResponse:
    """Settles another way, by one tap or with the whole form."""
    balances, by = session_balances(session), request.membership
    form = TermsForm(request.POST, people=balances.net, currency=session.club.currency)
    refusal = attempt(request, lambda: agree(session=session, by=by, **form.checked()))
    return _method_saved(request, session, refusal, form)


@require_POST
@session_view(Role.HOST, money=True)
def round_off(request: ClubRequest, session: Session) -> HttpResponse:
    """Rounds the current debts again."""
    sent, by = request.POST, request.membership
    refusal = attempt(request, lambda: agree(session=session, token=write_token(sent), by=by))
    return _method_saved(request, session, refusal)


def _method_saved(
    request: ClubRequest, session: Session, refusal: Refusal | None, form: TermsForm | None = None
) -> HttpResponse:
    if refusal is None:
        return redirect("settlement:settle", session.code)
    with one_view():
        return _methods_page(request, session, session_balances(session), refusal, form)


def _methods_page(
    request: ClubRequest,
    session: Session,
    balances: Balances,
    refusal: Refusal | None = None,
    form: TermsForm | None = None,
) -> HttpResponse:
    terms = balances.terms
    people = list(balances.net)
    way = form.data.get("way", "") if form else terms.way
    form = form if form and form.data.get("whole") else None  # one tap says the way alone
    purses = form.purses if form else terms.purses or _proposed_purses(terms)
    purse_numbers = {pk: number for number, purse in enumerate(purses, 1) for pk in purse}
    banker = str(terms.banker_id or "")
    context = {
        "session": session,
        "error": refusal.sentence if refusal else "",
        **ways_context(balances),
        "way": way,
        "people": people,
        "banker": form.data.get("banker", "") if form else banker,
        "purse_of": [(player, purse_numbers.get(player.pk, 0)) for player in people],
        "purses": range(1, max(len(people) // 2, len(purses)) + 1),
        "steps": rounding_steps(session.club.currency),
        "step": form.data.get("step", "") if form else str(terms.step),
    }
    status = refusal.status if refusal else 200
    return render(request, "settlement/methods.html", context, status=status)


def _proposed_purses(terms: Terms) -> list[list[int]]:
    """Returns the purses of earlier sessions where the session has no terms yet."""
    return usual_purses(terms.session) if terms.pk is None else []
