"""Settling up: who stands where, the fewest payments that end it, and what was handed over."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.glance import nothing_new
from scorekeeper.clubs.models import Role, Session
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.services import PaidOtherwise, take_back_cash
from scorekeeper.serving.htmx import HtmxRequest
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.settling.forms import PaidForm, UnpaidForm
from scorekeeper.settling.services import Changed, pay_transfer
from scorekeeper.settling.standing import Standing, standing
from scorekeeper.wording import currencies


@require_GET
def settle(request: HtmxRequest, code: str) -> HttpResponseBase:
    """The page; for a phone that polls it, nothing (204) while it shows the newest."""
    if request.htmx and "v" in request.GET and (answer := nothing_new(request, code)):
        return answer
    return settle_page(request, code)


@session_view(Role.VIEWER)
@read_at_once
def settle_page(request: ClubRequest, session: Session) -> HttpResponse:
    template = "settling/_settle.html" if request.htmx else "settling/settle.html"
    return render(request, template, _settling(session))


@require_POST
@session_view(Role.SCORER)
def paid(request: ClubRequest, session: Session) -> HttpResponse:
    form = PaidForm(request.POST, currency=session.club.currency)
    if not form.is_valid():
        return _again(request, session, form=form)
    try:
        pay_transfer(
            session=session,
            payer=form.cleaned_data["payer"],
            payee=form.cleaned_data["payee"],
            owed=form.cleaned_data["owed"],
            amount=form.amount,
            token=form.cleaned_data["token"],
            by=request.membership,
        )
    except PaidOtherwise as other:
        return _again(request, session, told=_paid_already(session, other.payment))
    except Changed:
        told = _("This had changed already, on another phone perhaps. Below is what is owed now.")
        return _again(request, session, told=told)
    return redirect("settling:settle", session.code)


def _paid_already(session: Session, payment: Payment) -> str:
    """What the phone asked for is not what it had sent before."""
    return _(
        "This was sent before: %(payer)s had paid %(payee)s %(amount)s. Below is what is owed now."
    ) % {
        "payer": payment.payer,
        "payee": payment.payee,
        "amount": currencies.money(payment.amount, session.club.currency),
    }


@require_POST
@session_view(Role.SCORER)
def unpaid(request: ClubRequest, session: Session) -> HttpResponse:
    form = UnpaidForm(request.POST)
    number = form.cleaned_data["payment"] if form.is_valid() else None
    payment = get_object_or_404(
        Payment, pk=number, session=session, kind=PaymentKind.CASH, reverses__isnull=True
    )
    take_back_cash(payment=payment, by=request.membership)
    return redirect("settling:settle", session.code)


def _again(
    request: HttpRequest, session: Session, *, form: PaidForm | None = None, told: str = ""
) -> HttpResponse:
    """The page as things stand now, with what went wrong; what was typed is kept."""
    session.refresh_from_db(fields=["version"])
    context = _settling(session) | {"form": form, "told": told}
    if form and "part" not in form.errors:
        context["told"] = _("That could not be read. Below is what is owed now.")
    return render(request, "settling/settle.html", context, status=400 if form else 409)


def _settling(session: Session) -> dict[str, Any]:
    stands = standing(session)
    return {
        "session": session,
        "standing": stands,
        "settled": not stands.plan.transfers,
        "promise": _promise(stands),
        "cash": stands.cash,
        "moves_money": stands.moves_money,
        "open_games": stands.open_games,
        "text": _text(session, stands),
    }


def _promise(stands: Standing) -> str:
    count = len(stands.plan.transfers)
    if stands.plan.proven:
        return ngettext(
            "%(count)d payment settles everything.",
            "%(count)d payments settle everything – fewer is not possible.",
            count,
        ) % {"count": count}
    return ngettext(
        "%(count)d payment settles everything.", "%(count)d payments settle everything.", count
    ) % {"count": count}


def _text(session: Session, stands: Standing) -> str:
    """The evening in words, for a message to the group."""
    currency = session.club.currency
    lines = [f"{session.club.name}, {session.name or currencies.day(session.played_on)}"]
    lines += [
        f"{player.name}: {currencies.signed(amount, currency)}"
        for player, amount in stands.balances.items()
    ]
    lines += [
        _("%(payer)s pays %(payee)s %(amount)s")
        % {
            "payer": t.payer.name,
            "payee": t.payee.name,
            "amount": currencies.money(t.amount, currency),
        }
        for t in stands.plan.transfers
    ]
    return "\n".join(lines)
