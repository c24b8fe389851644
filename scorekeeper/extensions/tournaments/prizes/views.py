"""The page on which a host posts entry fees and prizes, and undoes them."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.refusals import attempt, attempt_form
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Award, Tournament
from scorekeeper.extensions.tournaments.prizes.forms import PrizesForm, shown_key
from scorekeeper.extensions.tournaments.prizes.selectors import award_in_force, posted, sharing
from scorekeeper.extensions.tournaments.prizes.services import post_prizes, undo_prizes
from scorekeeper.extensions.tournaments.rounds.pages import next_step


@tournament_view(Role.HOST, money=True)
def prizes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows fees and prizes by the ranking as it stands, or as they were posted; posts them."""
    if request.method != "POST":
        return _page(request, tournament)
    form, by = PrizesForm(request.POST), request.membership
    if refusal := attempt_form(request, form, post_prizes, tournament=tournament, by=by):
        status = 200 if form.errors else 409
        return _page(request, tournament, refusal.sentence, status=status)
    return redirect("tournaments:prizes", tournament.session.code)


@require_POST
@tournament_view(Role.HOST, money=True)
def prizes_undo(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    award = get_object_or_404(Award, pk=pk, tournament=tournament)
    write = partial(undo_prizes, tournament=tournament, award=award, by=request.membership)
    if refusal := attempt(request, write):
        return _page(request, tournament, refusal.sentence, status=409)
    return redirect("tournaments:prizes", tournament.session.code)


def _page(
    request: ClubRequest, tournament: Tournament, error: str = "", *, status: int = 200
) -> HttpResponse:
    now, award = sharing(tournament), award_in_force(tournament)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "sharing": posted(award) if award else now,
        "shown": shown_key(now),
        "award": award,
        "is_changed": award is not None and award.sums != now.sums,
        "step": next_step(tournament),
        "error": error,
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=status)
