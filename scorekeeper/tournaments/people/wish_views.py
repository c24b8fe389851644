"""The page of wishes: two people apart, a table or a seat of one's own."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.outcomes import conclude, refused_form
from scorekeeper.tournaments.access import tournament_view
from scorekeeper.tournaments.answers import attempt
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.people import services
from scorekeeper.tournaments.people.forms import WishForm
from scorekeeper.tournaments.people.roll import tournament_roll
from scorekeeper.tournaments.rounds.basis import wishes_in_force
from scorekeeper.tournaments.selectors import table_count


@tournament_view(Role.HOST)
def wishes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    form, error = WishForm(tournament, request.POST or None), ""
    if form.is_valid():
        wish = form.cleaned_data
        wish["entrant"].tournament = tournament
        error = attempt(request, lambda: services.add_wish(**wish, by=request.membership))
        if not error:
            return redirect("tournaments:wishes", tournament.session.code)
    elif form.is_bound:
        conclude(request, refused_form(form))
        error = str(next(iter(form.errors.values()))[0])
    return _page(request, tournament, error)


@require_POST
@tournament_view(Role.HOST)
def wish_withdraw(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    error = attempt(request, lambda: services.withdraw_wish(tournament=tournament, pk=pk))
    if error:
        return _page(request, tournament, error)
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
