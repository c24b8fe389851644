"""The group's tournaments, setting one up, and the page of its day."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import (
    Conflict,
    conclude,
    redirect_done,
    refused_form,
)
from scorekeeper.core.requests.refusals import attempt
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.tournaments import selectors, services
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.forms import DayForm, TournamentForm
from scorekeeper.extensions.tournaments.hall.views import hall_context
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.people.views import SignUpForm, may_sign_up
from scorekeeper.extensions.tournaments.prizes import award_in_force
from scorekeeper.extensions.tournaments.ranking.page import ranking_context
from scorekeeper.extensions.tournaments.rounds.pages import rounds_context
from scorekeeper.extensions.tournaments.services import (
    create_tournament,
    end_tournament,
    open_tables_of,
)
from scorekeeper.play.services import ClosedError


@require_safe
@club_view(Role.VIEWER)
def tournament_list(request: ClubRequest, club: Club) -> HttpResponse:
    context = {"club": club, "tournaments": selectors.tournaments(club)}
    return render(request, "tournaments/list.html", context)


@club_view(Role.HOST)
def tournament_new(request: ClubRequest, club: Club) -> HttpResponse:
    """Sets up a tournament. ``like``: the code of an earlier one whose plan is proposed."""
    earlier = selectors.tournaments(club).filter(session__code=request.GET.get("like", ""))
    form = TournamentForm(club, request.POST or None, like=earlier.first())
    if not form.is_valid():
        if form.is_bound:
            conclude(request, refused_form(form))
        return _setup_page(request, form, 200)
    cleaned = form.cleaned_data
    spend(acts.NEW_SESSION, request, club=club)
    if cleaned["names"]:
        spend(acts.NEW_PLAYERS, request, times=len(cleaned["names"]), club=club)
    try:
        tournament = create_tournament(
            club=club,
            name=cleaned["name"],
            played_on=cleaned["played_on"],
            plan=form.plan(),
            players=form.listed,
            names=cleaned["names"],
            token=cleaned["token"],
            by=request.membership,
        )
    except OtherwiseError:
        form.add_error(None, _("This page has already started another tournament. Reload it."))
        conclude(request, Conflict(form.error))
        return _setup_page(request, form, 409)
    return redirect_done(request, tournament.session.address)


def _setup_page(request: ClubRequest, form: TournamentForm, status: int) -> HttpResponse:
    context = {"club": form.club, "form": form, "earlier": selectors.tournaments(form.club)[:5]}
    return render(request, "tournaments/new.html", context, status=status)


@require_safe
@tournament_view(Role.VIEWER)
def day(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows the day; a page that shows it already (``mark``) gets what has changed, or nothing."""
    mark = selectors.day_mark(tournament)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "mark": mark,
        **ranking_context(tournament, mark),
    }
    context |= hall_context(tournament)
    context |= rounds_context(request, tournament)
    asks = not context["own_entrant"] and may_sign_up(tournament)
    context["settles"] = bool(tournament.plan.fee and currencies.are_shown())
    if context["step"] == "end":
        context["awards_prizes"] = context["settles"] and award_in_force(tournament) is None
    context["sign_up"] = SignUpForm() if asks and not request.role.is_host else None
    part = request.htmx and "mark" in request.GET
    return render(request, "tournaments/_day.html" if part else "tournaments/day.html", context)


@tournament_view(Role.HOST)
def change_day(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Puts the tournament on another day."""
    session = tournament.session
    form = DayForm(request.POST or None, initial={"played_on": session.played_on})
    status = 200
    if form.is_valid():
        try:
            services.change_day(
                tournament=tournament,
                played_on=form.cleaned_data["played_on"],
                by=request.membership,
            )
            return redirect_done(request, "tournaments:day", session.code)
        except ClosedError:
            form.add_error(None, _("This tournament has ended. Reopen it first."))
            status = 409
    if form.is_bound:
        conclude(request, refused_form(form))
    context = {"tournament": tournament, "session": session, "form": form}
    return render(request, "tournaments/change_day.html", context, status=status)


@tournament_view(Role.HOST)
def end(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Ends the tournament, once what has not been finished was shown."""
    error, by = "", request.membership
    if request.method == "POST":
        refusal = attempt(request, partial(end_tournament, tournament=tournament, by=by))
        if refusal is None:
            return redirect("tournaments:day", tournament.session.code)
        error = refusal.sentence
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "open_tables": open_tables_of(tournament),
        "error": error,
    }
    return render(request, "tournaments/end.html", context, status=409 if error else 200)
