"""How a night is settled and what it is rounded to, and why somebody pays somebody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.serving.one_view import one_view, read_at_once
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.agreeing import agree
from scorekeeper.settling.forms import TermsForm, steps
from scorekeeper.settling.models import Terms, Way
from scorekeeper.settling.owed import by_game
from scorekeeper.settling.rounding import fits, moved
from scorekeeper.settling.standing import Standing, standing
from scorekeeper.settling.taken_back import taken_back
from scorekeeper.settling.terms import usual_purses
from scorekeeper.settling.ways import choices, purses_of
from scorekeeper.settling.why import between, company, hand_by_hand, numbers_of, side
from scorekeeper.wording import currencies


def ways_shown(stands: Standing) -> dict[str, Any]:
    """What the page of settling up shows of the ways, and of rounding."""
    return {
        "ways": choices(stands.terms, stands.plan, stands.arrived, stands.owed),
        "terms": stands.terms,
        "moved": list(moved(stands.beside).items()),
        "fits": fits(stands.plan, stands.terms.step),
    }


@require_GET
@session_view(Role.VIEWER)
@read_at_once
def ways(request: ClubRequest, session: Session) -> HttpResponse:
    """Every way with what it needs; a host chooses."""
    return _ways_page(request, session, standing(session))


@require_POST
@session_view(Role.HOST)
def terms(request: ClubRequest, session: Session) -> HttpResponse:
    """Settle it another way, by one tap or with all that belongs to it."""
    stands = standing(session)
    form = TermsForm(request.POST, people=stands.balances, currency=session.club.currency)
    if not form.is_valid():
        return _ways_again(request, session, _("Choose one of these."), 400, form)
    try:
        agree(session=session, by=request.membership, **form.told)
    except ValidationError as wrong:
        return _ways_again(request, session, wrong.messages[0], 400, form)
    except OtherwiseError as other:
        error = _("This was sent before: %(terms)s. It is written down; below is what you ask now.")
        error %= {"terms": _worded(other.first, stands.balances, session.club.currency)}
        return _ways_again(request, session, error, 409, form)
    return done(request, "settling:settle", session.code)


def _worded(terms: Terms, people: Iterable[Player], currency: str) -> str:
    """All that was agreed on."""
    said = [str(Way(terms.way).label)]
    said += [str(terms.banker)] if terms.banker else []
    said += [
        " + ".join(map(str, purse)) for purse in purses_of(terms.purses, dict.fromkeys(people))
    ]
    said += [currencies.money(terms.step, currency)] if terms.step else []
    return ", ".join(said)


def _ways_page(
    request: ClubRequest,
    session: Session,
    stands: Standing,
    error: str = "",
    status: int = 200,
    form: TermsForm | None = None,
) -> HttpResponse:
    terms = stands.terms
    people = list(stands.balances)
    way = form.data.get("way", "") if form else terms.way
    form = form if form and form.data.get("whole") else None  # one tap says the way alone
    purses = form.purses if form else terms.purses or _proposed(terms)
    number = {pk: place for place, purse in enumerate(purses, 1) for pk in purse}
    banker = str(terms.banker_id or "")
    context = {
        "session": session,
        "error": error,
        **ways_shown(stands),
        "way": way,
        "people": people,
        "banker": form.data.get("banker", "") if form else banker,
        "purse_of": [(player, number.get(player.pk, 0)) for player in people],
        "purses": range(1, max(len(people) // 2, len(purses)) + 1),
        "steps": steps(session.club.currency),
        "step": form.data.get("step", "") if form else str(terms.step),
    }
    return render(request, "settling/ways.html", context, status=status)


def _ways_again(
    request: ClubRequest, session: Session, error: str, status: int, form: TermsForm | None = None
) -> HttpResponse:
    """As things stand now, with what went wrong."""
    conclude(request, Refused(error))
    with one_view():
        return _ways_page(request, session, standing(session), error, status, form)


def _proposed(terms: Terms) -> list[list[int]]:
    """Purses of earlier nights, to one that has agreed on nothing: none may have been agreed on."""
    return usual_purses(terms.session) if terms.pk is None else []


@require_POST
@session_view(Role.HOST)
def round_off(request: ClubRequest, session: Session) -> HttpResponse:
    """Round what is owed now, instead of what was owed when it was rounded."""
    try:
        token = write_token(request.POST)
    except ValidationError as wrong:
        return _ways_again(request, session, wrong.messages[0], 400)
    agree(session=session, token=token, by=request.membership)
    return done(request, "settling:settle", session.code)


# Why -------------------------------------------------------------------------------------------


@require_GET
@session_view(Role.VIEWER)
@read_at_once
def why(request: ClubRequest, session: Session, payer: int, payee: int) -> HttpResponse:
    """Where a payment comes from: game by game."""
    stands = standing(session)
    one, other = _two(stands, payer, payee)
    paid = {(t.payer, t.payee): t for t in stands.plan.transfers}
    if (other, one) in paid:
        return redirect("settling:why", session.code, payee, payer)
    transfer = paid.get((one, other))
    directly = between(one, other, stands, by_game(session, stands.games))
    circle, together = 0, company(transfer, stands.plan) if transfer else []
    if stands.terms.way == Way.DIRECT:
        circle = (transfer.amount if transfer else 0) - directly.amount
    context = {
        "session": session,
        "payer": one,
        "payee": other,
        "transfer": transfer,
        "way": stands.terms.way,
        "banker": stands.terms.banker,
        "between": directly,
        "circle": circle,
        "total": directly.amount + circle,
        "sides": _sides(stands, one, other, transfer),
        "taken_back": [each for each in taken_back(session) if each.is_between(one, other)],
        "company": together,
        "proven": stands.plan.proven,
        "everybody": len(together) == sum(map(bool, stands.arrived.values())),
    }
    return render(request, "settling/why.html", context)


def _sides(
    stands: Standing, payer: Player, payee: Player, transfer: Transfer[Player] | None
) -> list[Any]:
    """What the night brought those who pay and those who are paid, where that decides; who keeps
    the bank only passes on."""
    if stands.terms.way == Way.DIRECT:
        return []
    purses = (transfer.payers, transfer.payees) if transfer else ((), ())
    ends = [purse or (one,) for purse, one in zip(purses, (payer, payee), strict=True)]
    bank = stands.terms.banker if stands.terms.way == Way.BANKER else None
    numbers = numbers_of(stands.games)
    return [side(people, stands, numbers) for people in ends if people != (bank,)]


@require_GET
@session_view(Role.VIEWER)
@read_at_once
def why_hands(
    request: ClubRequest, session: Session, payer: int, payee: int, number: int
) -> HttpResponse:
    """What two paid each other in one game, hand by hand."""
    stands = standing(session)
    one, other = _two(stands, payer, payee)
    at = next((at for at in stands.games if at.game.number == number), None)
    if at is None:
        raise Http404
    directly = between(one, other, stands, by_game(session, [at]))
    part = next((part for part in directly.parts if part.table is at), None)
    upto = request.GET.get("upto", "")
    first = int(upto) if upto.isdecimal() and len(upto) < 8 else None
    context = {
        "session": session,
        "payer": one,
        "payee": other,
        "game": at.game,
        "part": part,
        "hands": hand_by_hand(at.game, stands.names(one), stands.names(other), first),
    }
    return render(request, "settling/why_hands.html", context)


def _two(stands: Standing, payer: int, payee: int) -> tuple[Player, Player]:
    """Two who have to do with the night's money. Raises Http404."""
    known: Mapping[int, Player] = {player.pk: player for player in stands.balances}
    if stands.terms.banker:
        known = {**known, stands.terms.banker.pk: stands.terms.banker}
    if payer == payee or not {payer, payee} <= known.keys():
        raise Http404
    return known[payer], known[payee]
