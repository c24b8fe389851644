"""The page of wishes: two people apart, a table or a seat of one's own."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.refusals import attempt, attempt_form
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.people import services
from scorekeeper.extensions.tournaments.people.forms import WishForm
from scorekeeper.extensions.tournaments.people.roll import tournament_roll
from scorekeeper.extensions.tournaments.rounds.basis import wishes_in_force
from scorekeeper.extensions.tournaments.selectors import table_count


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
