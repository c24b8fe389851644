"""A round: hosts draw it, look at what is wrong, publish it or take it back; others see it once it
is published."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Role
from scorekeeper.core.database.one_view import read_at_once
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import conclude, refused_form
from scorekeeper.tournaments.access import tournament_view
from scorekeeper.tournaments.answers import attempt
from scorekeeper.tournaments.models import Round, Tournament, players_of
from scorekeeper.tournaments.refusals import MovedError
from scorekeeper.tournaments.rounds import services
from scorekeeper.tournaments.rounds.flaws import draft_flaws
from scorekeeper.tournaments.rounds.forms import MoveForm, RoundForm, SwapForm
from scorekeeper.tournaments.rounds.moves import (
    Tables,
    move_published,
    moved,
    swap_published,
    swapped,
)
from scorekeeper.tournaments.rounds.pages import joined, next_step, seated_round
from scorekeeper.tournaments.rounds.standby import from_standby, most_at_table, sizes
from scorekeeper.tournaments.rounds.unseated import unseated
from scorekeeper.tournaments.selectors import entrant_rows


@require_safe
@tournament_view(Role.VIEWER)
@read_at_once
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


Write = Callable[[ClubRequest, Tournament, int, dict[str, Any]], Round]


def _written(
    request: ClubRequest, tournament: Tournament, number: int, form: WriteForm, write: Write
) -> HttpResponse:
    """Writes what a valid form asks for, and goes back to the round."""
    if not form.is_valid():
        conclude(request, refused_form(form))
        error = str(next(iter(form.errors.values()))[0])
        return _page(request, tournament, number, error)
    if error := attempt(request, lambda: write(request, tournament, number, form.cleaned_data)):
        return _page(request, tournament, _shown(tournament, number), error)
    return redirect("tournaments:round", tournament.session.code, number)


def _shown(tournament: Tournament, number: int) -> int:
    """The round to show after a refusal: this one, or the next where it is not there any more."""
    return min(number, next_step(tournament).number)


@require_POST
@tournament_view(Role.HOST)
def draw(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _written(request, tournament, number, WriteForm(request.POST), _draw)


def _draw(request: ClubRequest, tournament: Tournament, number: int, form: dict[str, Any]) -> Round:
    return services.draw_round(
        tournament=tournament, token=form["token"], by=request.membership, number=number
    )


@require_POST
@tournament_view(Role.HOST)
def publish(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    spend(acts.NEW_GAME, request, club=request.club)
    return _written(request, tournament, number, RoundForm(request.POST), _publish)


def _publish(
    request: ClubRequest, tournament: Tournament, number: int, form: dict[str, Any]
) -> Round:
    return services.publish_round(
        tournament=tournament, number=number, by=request.membership, draft=form["which"]
    )


@require_POST
@tournament_view(Role.HOST)
def take_back(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _written(request, tournament, number, RoundForm(request.POST), _take_back)


def _take_back(
    request: ClubRequest, tournament: Tournament, number: int, form: dict[str, Any]
) -> Round:
    return services.take_back_round(
        tournament=tournament, number=number, by=request.membership, which=form["which"]
    )


@require_POST
@tournament_view(Role.HOST)
def swap(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _written(request, tournament, number, SwapForm(request.POST), _swap)


def _swap(request: ClubRequest, tournament: Tournament, number: int, form: dict[str, Any]) -> Round:
    person, other = form["person"], form["other"]
    turn = _shown_round(tournament, number, form["which"], person, other)
    if turn.published_at is None:
        tables = swapped(turn, person, other)
        return _redraw(request, tournament, turn, tables, form["token"])
    return swap_published(
        tournament=tournament,
        which=turn.pk,
        person=person,
        other=other,
        token=form["token"],
        by=request.membership,
    )


@require_POST
@tournament_view(Role.HOST)
def move(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _written(request, tournament, number, MoveForm(request.POST), _move)


def _move(request: ClubRequest, tournament: Tournament, number: int, form: dict[str, Any]) -> Round:
    person, table = form["person"], form["table"]
    turn = _shown_round(tournament, number, form["which"], person)
    if table > len(turn.tables):
        raise MovedError(services.no_longer())
    if turn.published_at is None:
        tables = moved(turn, person, table)
        return _redraw(request, tournament, turn, tables, form["token"])
    return move_published(
        tournament=tournament,
        which=turn.pk,
        person=person,
        table=table,
        token=form["token"],
        by=request.membership,
    )


def _shown_round(tournament: Tournament, number: int, which: int, *people: int) -> Round:
    """Returns the round that the page showed. Raises MovedError if these people are not in it; a
    published one may get people who are not in it yet."""
    turn = tournament.rounds.filter(pk=which, number=number).first()
    if turn is None:
        raise MovedError(services.no_longer())
    if turn.published_at is None and not {*people} <= set(players_of(turn.drawn)):
        raise MovedError(services.no_longer())
    return turn


def _redraw(
    request: ClubRequest, tournament: Tournament, turn: Round, tables: Tables, token: str
) -> Round:
    """Draws these tables by hand in the place of a draft."""
    return services.draw_round(
        tournament=tournament,
        tables=tables,
        number=turn.number,
        instead_of=turn.pk,
        token=token,
        by=request.membership,
    )
