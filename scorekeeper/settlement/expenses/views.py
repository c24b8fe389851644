"""Money outside games: expenses, buy-ins and deposits."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.selectors import members
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done, refused_form
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.ledger.selectors import players_of
from scorekeeper.settlement.after_closing import ClosedSessionError
from scorekeeper.settlement.expenses.services import (
    NobodySharesError,
    Shares,
    SharesChangedError,
    add_expense,
    reverse_expense,
    split,
    weights,
)
from scorekeeper.settlement.forms import ExpenseForm, PayInForm
from scorekeeper.settlement.models import Expense, How
from scorekeeper.settlement.page import Problem
from scorekeeper.settlement.payments.permissions import NotYoursError, Reporter
from scorekeeper.settlement.payments.services import DEPOSITS, record_deposits
from scorekeeper.settlement.views import hosts_only_message, settle_with_problem


def players_and_others(session: Session) -> tuple[list[Player], list[Player]]:
    """Returns the players of the session, and the other members of the group by name."""
    seated = players_of(session)
    persons = {player.person_pk for player in seated.values()}
    rest = [player for player in members(session.club) if player.pk not in persons]
    return list(seated.values()), rest


# Expenses --------------------------------------------------------------------------------------


@session_view(Role.SCORER, money=True)
def expense_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Saves an expense. The shares are previewed before saving: at once where htmx asks, else on
    the first submit."""
    seated, rest = players_and_others(session)
    if request.method != "POST":
        error = hosts_only_message() if session.closed_at and request.role < Role.HOST else ""
        return _expense_page(request, session, None, seated, rest, error=error)
    form = ExpenseForm(request.POST, people=[*seated, *rest], currency=session.club.currency)
    preview = _expense_preview(session, form) if form.is_valid() else {}
    if request.htmx:
        return render(request, "settlement/_shares.html", {"form": form, **preview})
    if form.is_valid() and _is_previewed(session, form, preview):
        return _save_expense(request, session, form, seated, rest)
    status = 400 if form.errors or preview.get("error") else 409 if form.previewed_shares else 200
    if status == 409:
        preview["error"] = _changed_message()
    return _expense_page(request, session, form, seated, rest, status=status, **preview)


def _is_previewed(session: Session, form: ExpenseForm, preview: dict[str, Any]) -> bool:
    """Tells whether the current shares were previewed, or the expense is already saved."""
    if preview.get("shares_key") == _shares_key(form.previewed_shares):
        return True
    return Expense.objects.filter(session=session, token=form.cleaned_data["token"]).exists()


def _expense_preview(session: Session, form: ExpenseForm) -> dict[str, Any]:
    """Returns the context of the preview: the current shares, or an error."""
    cleaned = form.cleaned_data
    try:
        weights_by_player = weights(session, How(cleaned["how"]), cleaned["weights"])
        shares = split(weights_by_player, cleaned["paid_by"].pk, cleaned["amount"])
    except NobodySharesError:
        return {"error": _nobody_shares_message(How(cleaned["how"]))}
    return _shares_context(form, shares)


def _shares_context(form: ExpenseForm, shares: Shares) -> dict[str, Any]:
    named = [(form.people[str(pk)], amount) for pk, amount in shares.items()]
    return {"shares": named, "shares_key": _shares_key(shares)}


def _shares_key(shares: Shares) -> str:
    return ",".join(f"{player}:{amount}" for player, amount in shares.items())


def _changed_message() -> str:
    return _("The shares have changed since you saw them. Check them again.")


def _nobody_shares_message(how: How) -> str:
    if how == How.WINNERS:
        return _("Nobody else has won anything yet.")
    if how == How.THERE:
        return _("Nobody else has played a hand yet.")
    return _("Only the payer shares this. Choose someone else, or enter a larger amount.")


def _save_expense(
    request: ClubRequest,
    session: Session,
    form: ExpenseForm,
    seated: list[Player],
    rest: list[Player],
) -> HttpResponse:
    cleaned = form.cleaned_data
    try:
        add_expense(
            session=session,
            label=cleaned["label"],
            paid_by=cleaned["paid_by"],
            amount=cleaned["amount"],
            how=How(cleaned["how"]),
            entered_weights=cleaned["weights"],
            token=cleaned["token"],
            by=request.membership,
            previewed=form.previewed_shares,
        )
    except SharesChangedError as changed:
        context = _shares_context(form, changed.shares) | {"error": _changed_message()}
        return _expense_page(request, session, form, seated, rest, status=409, **context)
    except ClosedSessionError:
        return _expense_page(
            request, session, form, seated, rest, status=409, error=hosts_only_message()
        )
    except OtherwiseError as other:
        context = {"error": _existing_expense_message(other.first), "fresh": True}
        return _expense_page(request, session, form, seated, rest, status=409, **context)
    return _redirect_to_settle(request, session, "expense-saved")


def _existing_expense_message(expense: Expense) -> str:
    """Returns a sentence with the expense that this token saved before, and its shares."""
    currency = expense.session.club.currency
    shares = expense.shares.select_related("player").order_by("pk")
    return _("This was already saved: %(label)s, %(amount)s (%(shares)s).") % {
        "label": expense.label,
        "amount": currencies.money(expense.amount, currency),
        "shares": ", ".join(
            f"{share.player} {currencies.money(share.amount, currency)}" for share in shares
        ),
    }


def _expense_page(
    request: ClubRequest,
    session: Session,
    form: ExpenseForm | None,
    seated: list[Player],
    rest: list[Player],
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    shown_form = form or ExpenseForm(people=[*seated, *rest], currency=session.club.currency)
    if form:
        conclude(request, _refused(form, more.get("error", "")))
    ticked = {player.pk for player in (shown_form.ticked("in") if form else seated)}
    context = {
        "session": session,
        "form": shown_form,
        "how": str(shown_form.data.get("how", How.EQUAL)) if form else How.EQUAL,
        "ways": How.choices,
        "groups": [
            (group, [(p, p.pk in ticked, shown_form.shares[str(p.pk)]) for p in group])
            for group in (seated, rest)
        ],
        "seated": seated,
        "rest": rest,
        "paid_by": str(shown_form.data.get("paid_by", ""))
        if form
        else _own_player(request, seated),
        "token": "" if more.get("fresh") or not form else str(shown_form.data.get("token", "")),
        **more,
    }
    return render(request, "settlement/expense.html", context, status=status)


def _refused(form: ExpenseForm | PayInForm, error: str) -> Refused:
    """Returns why nothing was saved: ``error``, the errors of the form, or the missing preview."""
    return refused_form(form) if form.errors else Refused(error)


def _own_player(request: ClubRequest, seated: list[Player]) -> str:
    """Returns the id of the device's player if they play, else ""."""
    own = request.membership.player_id
    return str(own) if own in {player.pk for player in seated} else ""


@require_POST
@session_view(Role.SCORER, money=True)
def expense_delete(request: ClubRequest, session: Session) -> HttpResponse:
    expense = get_object_or_404(
        Expense, pk=whole_number(request.POST.get("pk", "")), session=session
    )
    try:
        reverse_expense(expense=expense, by=request.membership)
    except ClosedSessionError:
        return settle_with_problem(request, session, Problem(hosts_only_message()))
    return _redirect_to_settle(request, session, "expense-undone")


def _redirect_to_settle(request: ClubRequest, session: Session, done: str) -> HttpResponse:
    address = reverse("settlement:settle", args=[session.code])
    return redirect_done(request, f"{address}?{urlencode({'done': done})}")


# Buy-ins and deposits --------------------------------------------------------------------------


@session_view(Role.VIEWER, money=True)
def deposit_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Saves a buy-in or deposit, handed over before it is owed. Its holder or a host enters it."""
    seated, rest = players_and_others(session)
    everybody = [*seated, *rest]
    if request.method != "POST":
        error = hosts_only_message() if session.closed_at and request.role < Role.HOST else ""
        return _deposit_page(request, session, None, seated, rest, error=error)
    form = PayInForm(request.POST, people=everybody, currency=session.club.currency)
    if not form.is_valid():
        return _deposit_page(request, session, form, seated, rest, status=400)
    cleaned = form.cleaned_data
    try:
        record_deposits(
            session=session,
            payers=[player.pk for player in cleaned["payers"]],
            payee=cleaned["payee"].pk,
            amount=cleaned["amount"],
            purpose=cleaned["what"],
            token=cleaned["token"],
            by=request.membership,
        )
    except ClosedSessionError:
        return _deposit_page(
            request, session, form, seated, rest, error=hosts_only_message(), status=409
        )
    except NotYoursError:
        error = _("Only %(payee)s or a host can confirm this.") % {"payee": cleaned["payee"]}
        return _deposit_page(request, session, form, seated, rest, error=error, status=403)
    except OtherwiseError as other:
        error = _("This was already saved: %(payer)s had paid %(payee)s %(amount)s.") % {
            "payer": other.first.payer,
            "payee": other.first.payee,
            "amount": currencies.money(other.first.amount, session.club.currency),
        }
        return _deposit_page(request, session, form, seated, rest, error=error, status=409)
    return _redirect_to_settle(request, session, "payment-saved")


def _deposit_page(
    request: ClubRequest,
    session: Session,
    form: PayInForm | None,
    seated: list[Player],
    rest: list[Player],
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    shown_form = form or PayInForm(people=[*seated, *rest], currency=session.club.currency)
    if form:
        conclude(request, _refused(form, error))
    reporter = Reporter.from_membership(request.membership)
    holders = [p for p in (*seated, *rest) if reporter.may_report_for(p.pk)]
    context = {
        "session": session,
        "form": shown_form,
        "error": error,
        "purposes": list(DEPOSITS.items()),
        "what": str(shown_form.data.get("what", "advance")) if form else "advance",
        "holders": holders,
        "payee": str(shown_form.data.get("payee", "")) if form else _own_player(request, seated),
        "ticked": {player.pk for player in shown_form.ticked("payers")} if form else set(),
        "groups": list(_groups(seated, rest)),
        "token": "" if status == 409 or not form else str(shown_form.data.get("token", "")),
    }
    return render(request, "settlement/deposit.html", context, status=status)


def _groups(seated: list[Player], rest: list[Player]) -> Iterator[list[Player]]:
    yield seated
    if rest:
        yield rest
