"""How a session is settled and rounded, and why a player pays another."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.settlement.balances.agreements import agree
from scorekeeper.settlement.balances.explanation import (
    debt_between,
    hand_numbers,
    payments_by_hand,
    settled_together,
    side,
)
from scorekeeper.settlement.balances.methods import choices
from scorekeeper.settlement.balances.pairwise import debts_by_game
from scorekeeper.settlement.balances.plan import Balances, session_balances
from scorekeeper.settlement.balances.rounding import is_rounded, moved_by_rounding
from scorekeeper.settlement.balances.terms import usual_purses
from scorekeeper.settlement.forms import TermsForm, rounding_steps
from scorekeeper.settlement.models import Terms, Way
from scorekeeper.settlement.payments.reversals import reversed_entries


def ways_context(balances: Balances) -> dict[str, Any]:
    """Returns the context for the ways and rounding on the settle-up page."""
    return {
        "ways": choices(balances.terms, balances.plan, balances.arrived, balances.debts_by_pair),
        "terms": balances.terms,
        "moved_by_rounding": list(moved_by_rounding(balances.beside).items()),
        "is_rounded": is_rounded(balances.plan, balances.terms.step),
    }


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


@require_POST
@session_view(Role.HOST, money=True)
def round_off(request: ClubRequest, session: Session) -> HttpResponse:
    """Rounds the current debts again."""
    sent, by = request.POST, request.membership
    refusal = attempt(request, lambda: agree(session=session, token=write_token(sent), by=by))
    return _method_saved(request, session, refusal)


# Why -------------------------------------------------------------------------------------------


@require_GET
@session_view(Role.VIEWER, money=True)
def why(request: ClubRequest, session: Session, payer: int, payee: int) -> HttpResponse:
    """Explains a payment game by game."""
    balances = session_balances(session)
    debtor, creditor = _find_two(balances, payer, payee)
    transfers = {(t.payer, t.payee): t for t in balances.plan.transfers}
    if (creditor, debtor) in transfers:
        return redirect("settlement:why", session.code, payee, payer)
    transfer = transfers.get((debtor, creditor))
    between = debt_between(debtor, creditor, balances, debts_by_game(session, balances.games))
    circle, connected = 0, settled_together(transfer, balances.plan) if transfer else []
    if balances.terms.way == Way.DIRECT:
        circle = (transfer.amount if transfer else 0) - between.amount
    context = {
        "session": session,
        "payer": debtor,
        "payee": creditor,
        "transfer": transfer,
        "way": balances.terms.way,
        "banker": balances.terms.banker,
        "between": between,
        "circle": circle,
        "total": between.amount + circle,
        "sides": _sides(balances, debtor, creditor, transfer),
        "reversed_entries": [
            entry for entry in reversed_entries(session) if entry.is_between(debtor, creditor)
        ],
        "settled_together": connected,
        "proven": balances.plan.proven,
        "everybody": len(connected) == sum(map(bool, balances.arrived.values())),
    }
    return render(request, "settlement/why.html", context)


def _sides(
    balances: Balances, payer: Player, payee: Player, transfer: Transfer[Player] | None
) -> list[Any]:
    """Returns the sides of the payers and the payees, where that explains the payment; a banker
    only passes money on."""
    if balances.terms.way == Way.DIRECT:
        return []
    purses = (transfer.payers, transfer.payees) if transfer else ((), ())
    ends = [purse or (end,) for purse, end in zip(purses, (payer, payee), strict=True)]
    bank = balances.terms.banker if balances.terms.way == Way.BANKER else None
    numbers = hand_numbers(balances.games)
    return [side(people, balances, numbers) for people in ends if people != (bank,)]


@require_GET
@session_view(Role.VIEWER, money=True)
def why_hands(
    request: ClubRequest, session: Session, payer: int, payee: int, number: int
) -> HttpResponse:
    """Shows the payments between two players in one game, hand by hand."""
    balances = session_balances(session)
    debtor, creditor = _find_two(balances, payer, payee)
    table = next((table for table in balances.games if table.game.number == number), None)
    if table is None:
        raise Http404
    between = debt_between(debtor, creditor, balances, debts_by_game(session, [table]))
    part = next((part for part in between.parts if part.table is table), None)
    first = whole_number(request.GET.get("upto", ""), digits=7)
    context = {
        "session": session,
        "payer": debtor,
        "payee": creditor,
        "game": table.game,
        "part": part,
        "hands": payments_by_hand(
            table.game, balances.names(debtor), balances.names(creditor), first
        ),
    }
    return render(request, "settlement/why_hands.html", context)


def _find_two(balances: Balances, payer: int, payee: int) -> tuple[Player, Player]:
    """Returns two players with money in this session. Raises Http404."""
    known: Mapping[int, Player] = {player.pk: player for player in balances.net}
    if balances.terms.banker:
        known = {**known, balances.terms.banker.pk: balances.terms.banker}
    if payer == payee or not {payer, payee} <= known.keys():
        raise Http404
    return known[payer], known[payee]
