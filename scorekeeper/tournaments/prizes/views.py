"""The page on which a host posts entry fees and prizes, and undoes them."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.requests.outcomes import (
    Conflict,
    Refused,
    Stale,
    conclude,
    redirect_done,
    refused_form,
)
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.play.services import ClosedError
from scorekeeper.tournaments.access import tournament_view
from scorekeeper.tournaments.models import Award, Tournament
from scorekeeper.tournaments.prizes.forms import PrizesForm, shown_key
from scorekeeper.tournaments.prizes.selectors import award_in_force, posted, sharing
from scorekeeper.tournaments.prizes.services import (
    NothingToPostError,
    RankingChangedError,
    post_prizes,
    undo_prizes,
)
from scorekeeper.tournaments.ranking.views import ended_message


@tournament_view(Role.HOST, money=True)
def prizes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows fees and prizes by the ranking as it stands, or as they were posted; posts them."""
    if request.method != "POST":
        return _page(request, tournament)
    form = PrizesForm(request.POST)
    if not form.is_valid():
        conclude(request, refused_form(form))
        return _page(request, tournament, str(next(iter(form.errors.values()))[0]))
    try:
        post_prizes(
            tournament=tournament,
            shown=form.cleaned_data["shown"],
            token=form.cleaned_data["token"],
            by=request.membership,
        )
    except ClosedError:
        error = ended_message()
        conclude(request, Refused(error))
    except NothingToPostError:
        error = _("There is nothing to post: nobody pays or wins anything.")
        conclude(request, Refused(error))
    except RankingChangedError:
        error = _("The ranking has changed since you saw it. Check the prizes again.")
        conclude(request, Stale(error))
    except OtherwiseError:
        error = _("Prizes have already been posted.")
        conclude(request, Conflict(error))
    else:
        return redirect_done(request, "tournaments:prizes", tournament.session.code)
    return _page(request, tournament, error, status=409)


@require_POST
@tournament_view(Role.HOST, money=True)
def prizes_undo(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    award = get_object_or_404(Award, pk=pk, tournament=tournament)
    try:
        undo_prizes(tournament=tournament, award=award, by=request.membership)
    except ClosedError:
        conclude(request, Refused(ended_message()))
        return _page(request, tournament, ended_message(), status=409)
    return redirect_done(request, "tournaments:prizes", tournament.session.code)


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
        "error": error,
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=status)
