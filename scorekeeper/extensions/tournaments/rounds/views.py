"""A round: hosts draw it, look at what is wrong, publish it or take it back; others see it once it
is published."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.refusals import attempt_form
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Round, Tournament
from scorekeeper.extensions.tournaments.rounds import services
from scorekeeper.extensions.tournaments.rounds.basis import from_standby, most_at_table, sizes
from scorekeeper.extensions.tournaments.rounds.flaws import draft_flaws
from scorekeeper.extensions.tournaments.rounds.pages import joined, next_step, seated_round
from scorekeeper.extensions.tournaments.rounds.services import move_person, swap_seats
from scorekeeper.extensions.tournaments.rounds.unseated import unseated
from scorekeeper.extensions.tournaments.selectors import entrant_rows

BIG = 2**53


class RoundForm(WriteForm):
    """``which``: the id of the round that the page shows."""

    which = forms.IntegerField(min_value=1, max_value=BIG)


class MoveForm(RoundForm):
    """A player, by id, and a table from 1; 0: they sit out."""

    person = forms.IntegerField(min_value=1, max_value=BIG)
    table = forms.IntegerField(min_value=0, max_value=99)


class SwapForm(RoundForm):
    """Two players, by id."""

    person = forms.IntegerField(min_value=1, max_value=BIG)
    other = forms.IntegerField(min_value=1, max_value=BIG)

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if not self.errors and cleaned["person"] == cleaned["other"]:
            raise ValidationError(_("Choose two different people."))


@require_safe
@tournament_view(Role.VIEWER)
def round_page(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _page(request, tournament, number)


def _page(
    request: ClubRequest, tournament: Tournament, number: int, error: str = ""
) -> HttpResponse:
    """Shows the round in force, or that it was withdrawn; a draft, and the way to draw the next
    one, to hosts alone."""
    step = next_step(tournament)
    turn = tournament.rounds.filter(number=number, withdrawn_at__isnull=True).first()
    is_hidden = turn is None and (number != step.number or step.is_last)
    if is_hidden or ((turn is None or turn.is_draft) and not request.role.is_host):
        return _withdrawn_page(request, tournament, number)
    context: dict[str, Any] = {
        "tournament": tournament,
        "session": tournament.session,
        "number": number,
        "turn": turn,
        "step": step,
        "is_latest": turn is not None and turn == step.latest,
        "error": error,
    }
    if turn is not None:
        plan = tournament.plan
        context |= {"seated": seated_round(turn), "flaws": draft_flaws(turn)}
        context |= {"most_agreed": sizes(plan)[1], "most_players": most_at_table(plan)}
    if context["is_latest"] and turn is not None and request.role.is_host:
        waiting = unseated(tournament, turn, entrant_rows(tournament))
        context |= {"unseated": waiting, "unseated_names": joined(waiting)}
    if turn is not None and turn.is_draft:
        context["moved_up"] = joined(from_standby(turn))
    return render(request, "tournaments/rounds/round.html", context, status=409 if error else 200)


def _withdrawn_page(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Says that this round was published and withdrawn. Raises Http404 for any other."""
    withdrawn = {"published_at__isnull": False, "withdrawn_at__isnull": False}
    if not tournament.rounds.filter(number=number, **withdrawn).exists():
        raise Http404
    context = {"tournament": tournament, "number": number}
    return render(request, "tournaments/rounds/withdrawn.html", context, status=410)


def _written(
    request: ClubRequest,
    tournament: Tournament,
    number: int,
    form: WriteForm,
    write: Callable[..., object],
) -> HttpResponse:
    """Writes what a valid form asks for, and goes back to the round."""
    if refusal := attempt_form(request, form, write, by=request.membership):
        shown = number if form.errors else _shown(tournament, number)
        return _page(request, tournament, shown, refusal.sentence)
    return redirect("tournaments:round", tournament.session.code, number)


def _shown(tournament: Tournament, number: int) -> int:
    """The round to show after a refusal: this one, or the next where it is not there any more."""
    return min(number, next_step(tournament).number)


@require_POST
@tournament_view(Role.HOST)
def draw(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    write = partial(services.draw_round, tournament=tournament, number=number)
    return _written(request, tournament, number, WriteForm(request.POST), write)


@require_POST
@tournament_view(Role.HOST)
def publish(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    spend(acts.NEW_GAME, request, club=request.club)

    def write(which: int, by: Membership, **_token: str) -> Round:
        return services.publish_round(tournament=tournament, number=number, by=by, draft=which)

    return _written(request, tournament, number, RoundForm(request.POST), write)


@require_POST
@tournament_view(Role.HOST)
def take_back(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    def write(which: int, by: Membership, **_token: str) -> Round:
        return services.take_back_round(tournament=tournament, number=number, by=by, which=which)

    return _written(request, tournament, number, RoundForm(request.POST), write)


@require_POST
@tournament_view(Role.HOST)
def swap(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    write = partial(swap_seats, tournament=tournament, number=number)
    return _written(request, tournament, number, SwapForm(request.POST), write)


@require_POST
@tournament_view(Role.HOST)
def move(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    write = partial(move_person, tournament=tournament, number=number)
    return _written(request, tournament, number, MoveForm(request.POST), write)
