"""The roll call: who is here, by the host or on each one's own device; and who plays for whom."""

from functools import partial
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.refusals import attempt, attempt_form
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Entrant, Presence, Tournament
from scorekeeper.extensions.tournaments.people import services
from scorekeeper.extensions.tournaments.people.forms import (
    LateForm,
    PresenceForm,
    SubstituteForm,
    TeamForm,
)
from scorekeeper.extensions.tournaments.people.roll import (
    not_listed,
    own_row,
    roll,
    tournament_roll,
)
from scorekeeper.extensions.tournaments.rounds.pages import next_step
from scorekeeper.extensions.tournaments.selectors import STATES, EntrantRow, entrant_rows

HELP: Final[dict[Presence, Any]] = {
    Presence.EXPECTED: gettext_lazy("No seat is drawn."),
    Presence.HERE: gettext_lazy("Plays from the next round on."),
    Presence.STANDBY: gettext_lazy("Plays only where somebody is missing."),
    Presence.RESTS: gettext_lazy("Plays again in the round after it."),
    Presence.LEFT: gettext_lazy("Results stay. No seat is drawn any more."),
}


@require_safe
@tournament_view(Role.HOST)
def people(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows the roll call; a page that shows it already (``mark``) gets what has changed, or
    nothing."""
    if request.GET.get("mark") == str(tournament.session.version):
        return HttpResponse(status=204)
    if request.htmx and "mark" in request.GET:
        return render(request, "tournaments/people/_roll.html", _roll_context(tournament))
    return _people_page(request, tournament, LateForm(not_listed(tournament)))


def _roll_context(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "session": tournament.session,
        "roll": tournament_roll(tournament),
    }


def _people_page(
    request: ClubRequest, tournament: Tournament, form: LateForm, error: str = "", status: int = 200
) -> HttpResponse:
    context = _roll_context(tournament) | {
        "form": form,
        "error": error,
        "next_step": next_step(tournament),
    }
    return render(request, "tournaments/people/people.html", context, status=status)


@require_POST
@tournament_view(Role.HOST)
def presence(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Marks somebody; answers with their row where the roll call asks."""
    entrant, form = _entrant(tournament, pk), PresenceForm(request.POST)
    if not form.is_valid():
        raise Http404
    more = {"entrant": entrant, "by": request.membership}
    refusal = attempt_form(request, form, services.set_presence, **more)
    error = refusal.sentence if refusal else ""
    if request.htmx:
        tournament.session.refresh_from_db(fields=["version", "closed_at"])
        context = _roll_context(tournament)
        context |= {"row": context["roll"].row(pk), "error": error, "swaps": True}
        return render(request, "tournaments/people/_row.html", context)
    if error:
        return _entrant_page(request, tournament, pk, error=error, status=409)
    return redirect(f"{reverse('tournaments:people', args=[tournament.session.code])}#entrant-{pk}")


def _entrant(tournament: Tournament, pk: int) -> Entrant:
    return get_object_or_404(tournament.entrants.select_related("player", "plays_for"), pk=pk)


@require_POST
@tournament_view(Role.HOST)
def people_add(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Adds people who came late, or without having been expected."""
    form = LateForm(not_listed(tournament), request.POST)
    if form.is_valid() and (names := form.cleaned_data["names"]):
        spend(acts.NEW_PLAYERS, request, times=len(names), club=request.club)
    more = {"tournament": tournament, "players": form.chosen, "by": request.membership}
    if refusal := attempt_form(request, form, services.add_late, **more):
        error = "" if form.errors else refusal.sentence
        return _people_page(request, tournament, form, error, 409)
    return redirect("tournaments:people", tournament.session.code)


# One person ----------------------------------------------------------------------------------


@require_safe
@tournament_view(Role.HOST)
def entrant(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _entrant_page(request, tournament, pk)


def _entrant_page(
    request: ClubRequest,
    tournament: Tournament,
    pk: int,
    *,
    form: SubstituteForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = entrant_rows(tournament)
    row = roll(rows).row(pk)
    if row is None:
        raise Http404
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "row": row,
        "states": [(state, STATES[state], HELP[state]) for state in Presence],
        "form": form or SubstituteForm(_others(rows, pk)),
        "teams": sorted({other.entrant.team for other in rows if other.entrant.team}),
        "error": error,
    }
    return render(request, "tournaments/people/entrant.html", context, status=status)


def _others(rows: list[EntrantRow], pk: int) -> list[EntrantRow]:
    return [row for row in rows if row.entrant.pk != pk]


@require_POST
@tournament_view(Role.HOST)
def substitute(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Lets somebody take the place of an entrant."""
    replaced = _entrant(tournament, pk)
    form = SubstituteForm(_others(entrant_rows(tournament), pk), request.POST)
    more = {"entrant": replaced, "by": request.membership}
    if refusal := attempt_form(request, form, services.substitute, **more):
        error = "" if form.errors else refusal.sentence
        return _entrant_page(request, tournament, pk, form=form, error=error, status=409)
    return redirect("tournaments:people", tournament.session.code)


@require_POST
@tournament_view(Role.HOST)
def team(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Puts somebody into a team; "" takes them out of it."""
    member, form = _entrant(tournament, pk), TeamForm(request.POST)

    def write(team: str, **_token: str) -> None:
        services.set_team(entrant=member, team=team)

    if refusal := attempt_form(request, form, write):
        error = form.above(refusal)
        return _entrant_page(request, tournament, pk, error=error, status=409)
    return redirect("tournaments:entrant", tournament.session.code, pk)


# On one's own device ---------------------------------------------------------------------------


@require_POST
@tournament_view(Role.VIEWER)
def check_in(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Says on one's own device: I'm here. What a host marked otherwise stays."""
    row = own_row(request.membership, entrant_rows(tournament))
    form = PresenceForm({**request.POST.dict(), "presence": Presence.HERE})
    if row is None or not form.is_valid():
        raise Http404
    token = form.cleaned_data["token"]
    write = partial(services.check_in, entrant=row.entrant, token=token)
    attempt(request, partial(write, by=request.membership))
    return redirect(tournament.session.address)
