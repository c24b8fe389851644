"""The ranking of a tournament, its files, penalties, and ties at a cut."""

from functools import partial

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import conclude
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Penalty, Tournament
from scorekeeper.extensions.tournaments.ranking import services
from scorekeeper.extensions.tournaments.ranking.files import ranking_csv, results_json
from scorekeeper.extensions.tournaments.ranking.forms import CutForm, PenaltyForm
from scorekeeper.extensions.tournaments.ranking.page import all_penalties, cut_text, ranking_html
from scorekeeper.extensions.tournaments.ranking.selectors import CutState, cut_state
from scorekeeper.extensions.tournaments.rounds.play_off import fits_a_table, open_play_off
from scorekeeper.extensions.tournaments.selectors import day_mark
from scorekeeper.statements.files.names import disposition


@require_safe
@tournament_view(Role.VIEWER)
def ranking(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows the ranking; a page that shows it already (``mark``) gets only what has changed."""
    mark = day_mark(tournament)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    html = ranking_html(tournament, mark, is_host=request.role.is_host)
    if request.htmx and "mark" in request.GET:
        return HttpResponse(html)
    context = {"tournament": tournament, "session": tournament.session, "ranking": html}
    return render(request, "tournaments/ranking/ranking.html", context)


@require_safe
@tournament_view(Role.VIEWER)
def ranking_file(_request: ClubRequest, tournament: Tournament) -> HttpResponse:
    headers = {"Content-Disposition": disposition(_name_parts(tournament), "csv")}
    content = ranking_csv(tournament)
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@tournament_view(Role.VIEWER)
def results_file(_request: ClubRequest, tournament: Tournament) -> HttpResponse:
    headers = {"Content-Disposition": disposition(_name_parts(tournament), "json")}
    options = {"ensure_ascii": False, "indent": 1}
    return JsonResponse(results_json(tournament), json_dumps_params=options, headers=headers)


def _name_parts(tournament: Tournament) -> list[str]:
    return [tournament.session.club.name, str(tournament), tournament.session.file_day]


# Penalties ---------------------------------------------------------------------------------


@tournament_view(Role.HOST)
def penalties(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Lists the penalties in force, and gives one."""
    if request.method != "POST":
        return _penalties_page(request, tournament, PenaltyForm(tournament), 200)
    form = PenaltyForm(tournament, request.POST)
    more = {"tournament": tournament, "by": request.membership}
    if refusal := attempt_form(request, form, services.give_penalty, **more):
        status = 200 if form.errors else 409
        return _penalties_page(request, tournament, form, status, refusal)
    return redirect("tournaments:penalties", tournament.session.code)


@require_POST
@tournament_view(Role.HOST)
def penalty_withdraw(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    penalty = get_object_or_404(Penalty, pk=pk, tournament=tournament)
    write = partial(services.withdraw_penalty, tournament=tournament, penalty=penalty)
    if refusal := attempt(request, partial(write, by=request.membership)):
        return _penalties_page(request, tournament, PenaltyForm(tournament), 409, refusal)
    return redirect("tournaments:penalties", tournament.session.code)


def _penalties_page(
    request: ClubRequest,
    tournament: Tournament,
    form: PenaltyForm,
    status: int,
    refusal: Refusal | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "form": form,
        "error": form.above(refusal),
        "penalties": all_penalties(tournament),
    }
    return render(request, "tournaments/ranking/penalties.html", context, status=status)


# A tie at the cut --------------------------------------------------------------------------


@tournament_view(Role.HOST)
def cut(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Asks who plays on of those who are tied across the cut before the next round."""
    state = cut_state(tournament)
    if request.method != "POST":
        return _cut_page(request, tournament, state, 200)
    if state is None or not state.line.tied:
        refusal = services.not_tied()
        conclude(request, refusal.outcome)
        return _cut_page(request, tournament, state, 409, refusal.sentence)
    form = CutForm(state, request.POST)
    if form.plays_off and form.is_valid():
        return _play_off(request, tournament)
    more = {"tournament": tournament, "cut": state.cut, "by": request.membership}
    refused = attempt_form(request, form, services.pick_for_cut, **more)
    if form.errors:
        return _cut_page(request, tournament, state, 200, form.error)
    if refused:
        return _cut_page(request, tournament, cut_state(tournament), 409, refused.sentence)
    return redirect("tournaments:ranking", tournament.session.code)


def _play_off(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    spend(acts.NEW_GAME, request, club=request.club)
    write = partial(open_play_off, tournament=tournament, by=request.membership)
    if refusal := attempt(request, write):
        return _cut_page(request, tournament, cut_state(tournament), 409, refusal.sentence)
    return redirect("tournaments:cut", tournament.session.code)


def _cut_page(
    request: ClubRequest,
    tournament: Tournament,
    state: CutState | None,
    status: int,
    error: str = "",
) -> HttpResponse:
    if state is None and not error:
        return redirect("tournaments:ranking", tournament.session.code)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "state": state,
        "cut": cut_text(state.cut) if state else "",
        "may_play_off": state is not None and fits_a_table(tournament, state),
        "error": error,
    }
    return render(request, "tournaments/ranking/cut.html", context, status=status)
