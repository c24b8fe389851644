"""Money outside games: expenses, buy-ins and deposits."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.selectors import members
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import OtherwiseError, whole_number
from scorekeeper.ledger.selectors import players_of
from scorekeeper.settlement.after_closing import HOSTS_ONLY
from scorekeeper.settlement.expenses.services import (
    Shares,
    add_expense,
    reverse_expense,
    split,
    weights,
)
from scorekeeper.settlement.forms import ExpenseForm, PayInForm, PeopleForm
from scorekeeper.settlement.models import Expense, How
from scorekeeper.settlement.payments.permissions import Reporter
from scorekeeper.settlement.payments.services import DEPOSITS, record_deposits
from scorekeeper.settlement.views import posted, settled


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
    groups = players_and_others(session)
    people = [*groups[0], *groups[1]]
    sent = request.POST if request.method == "POST" else None
    form = ExpenseForm(sent, people=people, currency=session.club.currency)
    if form.is_bound and request.htmx:
        return render(request, "settlement/_shares.html", {"form": form, **_preview(session, form)})
    refusal = None
    if form.is_bound:
        more = {"session": session, "by": request.membership, "previewed": form.previewed_shares}
        refusal = attempt_form(request, form, add_expense, **more)
        if refusal is None:
            return settled(request, session, None, done="expense-saved")
    return _expense_page(request, session, form, groups, refusal)


def _preview(session: Session, form: ExpenseForm) -> dict[str, Any]:
    """Returns the context of the preview: the current shares, or an error."""
    if not form.is_valid():
        return {}
    how, paid_by = form.cleaned_data["how"], form.cleaned_data["paid_by"].pk
    entered, amount = form.cleaned_data["entered_weights"], form.cleaned_data["amount"]
    try:
        shares = split(weights(session, how, entered), paid_by, amount, how)
    except Refusal as refusal:
        return {"error": refusal.sentence}
    return _shares_context(form, shares)


def _shares_context(form: ExpenseForm, shares: Shares) -> dict[str, Any]:
    return {
        "shares": [(form.people[str(pk)], amount) for pk, amount in shares.items()],
        "shares_key": ",".join(f"{player}:{amount}" for player, amount in shares.items()),
    }


def _expense_page(
    request: ClubRequest,
    session: Session,
    form: ExpenseForm,
    groups: tuple[list[Player], list[Player]],
    refusal: Refusal | None,
) -> HttpResponse:
    seated, rest = groups
    ticked = {player.pk for player in (form.ticked("in") if form.is_bound else seated)}
    shares = _shares_context(form, refusal.now) if refusal and refusal.now else {}
    context = {
        **_form_context(request, session, form, refusal),
        **shares,
        "how": form.data.get("how", How.EQUAL),
        "ways": How.choices,
        "groups": [
            (group, [(p, p.pk in ticked, form.shares[str(p.pk)]) for p in group])
            for group in (seated, rest)
        ],
        "seated": seated,
        "rest": rest,
        "paid_by": _chosen_player(request, form, "paid_by", seated),
    }
    status = refusal.status if refusal else 200
    return render(request, "settlement/expense.html", context, status=status)


def _form_context(
    request: ClubRequest,
    session: Session,
    form: PeopleForm,
    refusal: Refusal | None,
) -> dict[str, Any]:
    """Returns what both forms show: why nothing was saved, unless that stands beside its field,
    and the token, a new one if it has saved something else."""
    error: object = ""
    if refusal:
        error = "" if form.errors else refusal.sentence
    elif session.closed_at and request.role < Role.HOST:
        error = HOSTS_ONLY
    token = "" if isinstance(refusal, OtherwiseError) else form.data.get("token", "")
    return {"session": session, "form": form, "error": error, "token": token}


def _chosen_player(request: ClubRequest, form: PeopleForm, field: str, seated: list[Player]) -> str:
    """Returns the id that was sent; at first that of the device's player if they play, else ""."""
    own = request.membership.player_id
    plays = own in {player.pk for player in seated}
    return str(form.data.get(field, "")) if form.is_bound else str(own) if plays else ""


@session_view(Role.SCORER, money=True)
@posted
def expense_delete(request: ClubRequest, session: Session) -> HttpResponse:
    pk, by = whole_number(request.POST.get("pk", "")), request.membership
    expense = get_object_or_404(Expense, pk=pk, session=session)
    refusal = attempt(request, lambda: reverse_expense(expense=expense, by=by))
    return settled(request, session, refusal, done="expense-undone")


# Buy-ins and deposits --------------------------------------------------------------------------


@session_view(Role.VIEWER, money=True)
def deposit_new(request: ClubRequest, session: Session) -> HttpResponse:
    """Saves a buy-in or deposit, handed over before it is owed. Its holder or a host enters it."""
    seated, rest = players_and_others(session)
    everybody = [*seated, *rest]
    sent = request.POST if request.method == "POST" else None
    form, refusal = PayInForm(sent, people=everybody, currency=session.club.currency), None
    if form.is_bound:
        by = request.membership
        refusal = attempt_form(request, form, record_deposits, session=session, by=by)
        if refusal is None:
            return settled(request, session, None, done="payment-saved")
    reporter = Reporter.from_membership(request.membership)
    context = {
        **_form_context(request, session, form, refusal),
        "purposes": list(DEPOSITS.items()),
        "what": form.data.get("what", "advance"),
        "holders": [p for p in everybody if reporter.may_report_for(p.pk)],
        "payee": _chosen_player(request, form, "payee", seated),
        "ticked": {player.pk for player in form.ticked("payers")},
        "groups": [seated, rest] if rest else [seated],
    }
    status = refusal.status if refusal else 200
    return render(request, "settlement/deposit.html", context, status=status)
