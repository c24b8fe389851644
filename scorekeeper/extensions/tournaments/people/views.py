"""The roll call: who is here, by the host or on each one's own device; who plays for whom; what
people wish; and how people who have the day's link put themselves on its list, where the hosts
allow it, until the first round is published.
"""

from functools import partial
from typing import Any, Final

from django import forms
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.services import add_players, clean_name, say_who
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import conclude, refused_form
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import LineField
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Entrant, Presence, Tournament
from scorekeeper.extensions.tournaments.people import services
from scorekeeper.extensions.tournaments.people.forms import (
    LateForm,
    PresenceForm,
    SubstituteForm,
    TeamForm,
    WishForm,
)
from scorekeeper.extensions.tournaments.rounds.basis import wishes_in_force
from scorekeeper.extensions.tournaments.rounds.pages import next_step
from scorekeeper.extensions.tournaments.selectors import (
    STATES,
    EntrantRow,
    entrant_rows,
    not_listed,
    own_row,
    published,
    roll,
    table_count,
    tournament_roll,
)
from scorekeeper.extensions.tournaments.services import MOST_PEOPLE, add_entrants, hold_day

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


# Wishes ----------------------------------------------------------------------------------------


@tournament_view(Role.HOST)
def wishes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _page(request, tournament, "")
    form = WishForm(tournament, request.POST)
    if refusal := attempt_form(request, form, services.add_wish, by=request.membership):
        return _page(request, tournament, refusal.sentence)
    return redirect("tournaments:wishes", tournament.session.code)


@require_POST
@tournament_view(Role.HOST)
def wish_withdraw(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    write = partial(services.withdraw_wish, tournament=tournament, pk=pk)
    if refusal := attempt(request, write):
        return _page(request, tournament, refusal.sentence)
    return redirect("tournaments:wishes", tournament.session.code)


def _page(request: ClubRequest, tournament: Tournament, error: str) -> HttpResponse:
    teams: dict[str, list[str]] = {}
    roll = tournament_roll(tournament)
    for row in roll.rows:
        if row.entrant.team:
            teams.setdefault(row.entrant.team, []).append(str(row.entrant))
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "wishes": wishes_in_force(tournament),
        "roll": roll,
        "teams": sorted(teams.items()),
        "tables": range(1, table_count(tournament) + 1),
        "seats": range(1, tournament.plan.largest + 1),
        "error": error,
    }
    status = 409 if error else 200
    return render(request, "tournaments/people/wishes.html", context, status=status)


# Signing up ------------------------------------------------------------------------------------


class SignUpForm(WriteForm):
    """The name is asked where nobody has said whose device it is."""

    name = LineField(
        label=gettext_lazy("Your name"),
        error_messages={"required": gettext_lazy("Enter a name.")},
        widget=forms.TextInput({"dir": "auto", "autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


def may_sign_up(tournament: Tournament) -> bool:
    is_open = tournament.plan.sign_up and tournament.session.closed_at is None
    return is_open and not published(tournament).exists()


@transaction.atomic
def sign_up(*, tournament: Tournament, name: str, token: str, by: Membership) -> Entrant:
    """Adds the device's player to the list; where it has none, the player of this name, who becomes
    its player. Raises ClosedError, ValidationError (name)."""
    hold_day(tournament)
    if not may_sign_up(tournament):
        raise Refusal(_("Sign-up is over. Ask a host."))
    if tournament.entrants.count() >= MOST_PEOPLE:
        raise Refusal(_("The list is full. Ask a host."))
    club = tournament.session.club
    player = by.player or add_players(club=club, names=[name])[0]
    (entrant,) = add_entrants(tournament=tournament, players=[player], token=token, by=by)
    if by.player is None:
        say_who(membership=by, player=player)
    return entrant


@require_POST
@tournament_view(Role.VIEWER)
def sign_up_view(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Signs up; what was typed stays if it is refused."""
    membership = request.membership
    known = {"name": str(membership.player)} if membership.player else {}
    form = SignUpForm({**request.POST.dict(), **known})
    if form.is_valid():
        if not known:
            spend(acts.NEW_PLAYERS, request, club=request.club)
        name, token = form.cleaned_data["name"], form.cleaned_data["token"]
        refusal = attempt(
            request,
            lambda: sign_up(tournament=tournament, name=name, token=token, by=membership),
        )
        if refusal is None:
            return redirect(tournament.session.address)
        form.add_error("name", refusal)
    else:
        conclude(request, refused_form(form))
    context = {"tournament": tournament, "session": tournament.session, "sign_up": form}
    return render(request, "tournaments/people/sign_up.html", context, status=409)
