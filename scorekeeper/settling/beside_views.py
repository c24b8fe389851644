"""Money beside the games: shared costs, what is paid in during the night, and debts taken along to
another night of the club."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.ledger.selectors import players_of
from scorekeeper.serving.outcomes import Refused, conclude, done, refused_by
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.after_closing import ClosedNightError
from scorekeeper.settling.costs import (
    NobodySharesError,
    Shares,
    SharesChangedError,
    share_cost,
    split,
    take_back_cost,
    weights,
)
from scorekeeper.settling.forms import CostForm, PayInForm, UndoForm
from scorekeeper.settling.models import Cost, How
from scorekeeper.settling.page import Wrong
from scorekeeper.settling.services import PAID_IN, pay_in
from scorekeeper.settling.views import for_hosts, settle_again
from scorekeeper.settling.voices import NotYoursError, Voice
from scorekeeper.wording import currencies


def people(session: Session) -> tuple[list[Player], list[Player]]:
    """Who plays tonight, and the rest of the club, by name."""
    tonight = players_of(session)
    rest = session.club.players.exclude(pk__in=tonight).order_by("name")
    return list(tonight.values()), list(rest)


# Shared costs ----------------------------------------------------------------------------------


@session_view(Role.SCORER)
def cost(request: ClubRequest, session: Session) -> HttpResponse:
    """Write down a shared cost. What each bears is shown before it is written down: at once where
    htmx asks, else when it is sent for the first time."""
    tonight, rest = people(session)
    if request.method != "POST":
        error = for_hosts() if session.closed_at and request.role < Role.HOST else ""
        return _cost_page(request, session, None, tonight, rest, error=error)
    form = CostForm(request.POST, people=[*tonight, *rest], currency=session.club.currency)
    told = _cost_told(session, form) if form.is_valid() else {}
    if request.htmx:
        return render(request, "settling/_shares.html", {"form": form, **told})
    if form.is_valid() and _is_seen(session, form, told):
        return _cost_written(request, session, form, tonight, rest)
    status = 400 if form.errors or told.get("error") else 409 if form.shares_shown else 200
    if status == 409:
        told["error"] = _changed_since()
    return _cost_page(request, session, form, tonight, rest, status=status, **told)


def _is_seen(session: Session, form: CostForm, told: dict[str, Any]) -> bool:
    """What each bears was shown as it is now, or it is written down already."""
    if told.get("shown") == _shown(form.shares_shown):
        return True
    return Cost.objects.filter(session=session, token=form.cleaned_data["token"]).exists()


def _cost_told(session: Session, form: CostForm) -> dict[str, Any]:
    """What each would bear now."""
    told = form.cleaned_data
    try:
        weighed = weights(session, How(told["how"]), told["told"])
        shares = split(weighed, told["paid_by"].pk, told["amount"])
    except NobodySharesError:
        return {"error": _nobody(How(told["how"]))}
    return _borne(form, shares)


def _borne(form: CostForm, shares: Shares) -> dict[str, Any]:
    named = [(form.people[str(pk)], amount) for pk, amount in shares.items()]
    return {"shares": named, "shown": _shown(shares)}


def _shown(shares: Shares) -> str:
    return ",".join(f"{player}:{amount}" for player, amount in shares.items())


def _changed_since() -> str:
    return _("This has changed since it was shown. This is what each bears now: look at it again.")


def _nobody(how: How) -> str:
    if how == How.WINNERS:
        return _("Nobody else has won anything yet.")
    if how == How.THERE:
        return _("Nobody else has played a hand yet.")
    return _("Nobody but who paid it shares it: tap somebody else, or type a larger amount.")


def _cost_written(
    request: ClubRequest,
    session: Session,
    form: CostForm,
    tonight: list[Player],
    rest: list[Player],
) -> HttpResponse:
    told = form.cleaned_data
    try:
        share_cost(
            session=session,
            label=told["label"],
            paid_by=told["paid_by"],
            amount=told["amount"],
            how=How(told["how"]),
            told=told["told"],
            token=told["token"],
            by=request.membership,
            shown=form.shares_shown,
        )
    except SharesChangedError as changed:
        again = _borne(form, changed.shares) | {"error": _changed_since()}
        return _cost_page(request, session, form, tonight, rest, status=409, **again)
    except ClosedNightError:
        return _cost_page(request, session, form, tonight, rest, status=409, error=for_hosts())
    except OtherwiseError as other:
        again = {"error": _written(other.first), "fresh": True}
        return _cost_page(request, session, form, tonight, rest, status=409, **again)
    return done(request, "settling:settle", session.code)


def _written(cost: Cost) -> str:
    """What its token had written down, with what each bears."""
    currency = cost.session.club.currency
    shares = cost.shares.select_related("player").order_by("pk")
    return _("This was sent before: %(label)s, %(amount)s (%(shares)s). It is written down.") % {
        "label": cost.label,
        "amount": currencies.money(cost.amount, currency),
        "shares": ", ".join(
            f"{share.player} {currencies.money(share.amount, currency)}" for share in shares
        ),
    }


def _cost_page(
    request: ClubRequest,
    session: Session,
    form: CostForm | None,
    tonight: list[Player],
    rest: list[Player],
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    asked = form or CostForm(people=[*tonight, *rest], currency=session.club.currency)
    if form:
        conclude(request, _refused(form, more.get("error", "")))
    ticked = {player.pk for player in (asked.ticked("in") if form else tonight)}
    context = {
        "session": session,
        "form": asked,
        "how": str(asked.data.get("how", How.EQUAL)) if form else How.EQUAL,
        "ways": How.choices,
        "groups": [
            (group, [(p, p.pk in ticked, asked.shares[str(p.pk)]) for p in group])
            for group in (tonight, rest)
        ],
        "tonight": tonight,
        "rest": rest,
        "paid_by": str(asked.data.get("paid_by", "")) if form else _own(request, tonight),
        "token": "" if more.get("fresh") or not form else str(asked.data.get("token", "")),
        **more,
    }
    return render(request, "settling/cost.html", context, status=status)


def _refused(form: CostForm | PayInForm, error: str) -> Refused:
    """It was not written down: by ``error``, by what is wrong in the form, or because it was not
    shown yet what it means."""
    return refused_by(form) if form.errors else Refused(error)


def _own(request: ClubRequest, tonight: list[Player]) -> str:
    """Whoever holds the phone, if he plays."""
    own = request.membership.player_id
    return str(own) if own in {player.pk for player in tonight} else ""


@require_POST
@session_view(Role.SCORER)
def cost_back(request: ClubRequest, session: Session) -> HttpResponse:
    found = get_object_or_404(Cost, pk=UndoForm.number(request.POST), session=session)
    try:
        take_back_cost(cost=found, by=request.membership)
    except ClosedNightError:
        return settle_again(request, session, Wrong(for_hosts()))
    return done(request, "settling:settle", session.code)


# Paid in during the night ----------------------------------------------------------------------


@session_view(Role.VIEWER)
def advance(request: ClubRequest, session: Session) -> HttpResponse:
    """An advance, a buy-in or a kitty: handed over before it is owed. Who keeps it writes it down,
    or a host."""
    tonight, rest = people(session)
    everybody = [*tonight, *rest]
    if request.method != "POST":
        error = for_hosts() if session.closed_at and request.role < Role.HOST else ""
        return _advance_page(request, session, None, tonight, rest, error=error)
    form = PayInForm(request.POST, people=everybody, currency=session.club.currency)
    if not form.is_valid():
        return _advance_page(request, session, form, tonight, rest, status=400)
    told = form.cleaned_data
    try:
        pay_in(
            session=session,
            payers=[player.pk for player in told["payers"]],
            payee=told["payee"].pk,
            amount=told["amount"],
            what=told["what"],
            token=told["token"],
            by=request.membership,
        )
    except ClosedNightError:
        return _advance_page(request, session, form, tonight, rest, error=for_hosts(), status=409)
    except NotYoursError:
        error = _("Only %(payee)s, or a host, can say so.") % {"payee": told["payee"]}
        return _advance_page(request, session, form, tonight, rest, error=error, status=403)
    except OtherwiseError as other:
        error = _("This was sent before: %(payer)s had paid %(payee)s %(amount)s.") % {
            "payer": other.first.payer,
            "payee": other.first.payee,
            "amount": currencies.money(other.first.amount, session.club.currency),
        }
        return _advance_page(request, session, form, tonight, rest, error=error, status=409)
    return done(request, "settling:settle", session.code)


def _advance_page(
    request: ClubRequest,
    session: Session,
    form: PayInForm | None,
    tonight: list[Player],
    rest: list[Player],
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    asked = form or PayInForm(people=[*tonight, *rest], currency=session.club.currency)
    if form:
        conclude(request, _refused(form, error))
    voice = Voice.of(request.membership)
    kept_by = [p for p in (*tonight, *rest) if voice.speaks_for(p.pk)]
    context = {
        "session": session,
        "form": asked,
        "error": error,
        "whats": list(PAID_IN.items()),
        "what": str(asked.data.get("what", "advance")) if form else "advance",
        "keepers": kept_by,
        "payee": str(asked.data.get("payee", "")) if form else _own(request, tonight),
        "ticked": {player.pk for player in asked.ticked("payers")} if form else set(),
        "groups": list(_groups(tonight, rest)),
        "token": "" if status == 409 or not form else str(asked.data.get("token", "")),
    }
    return render(request, "settling/advance.html", context, status=status)


def _groups(tonight: list[Player], rest: list[Player]) -> Iterator[list[Player]]:
    yield tonight
    if rest:
        yield rest
