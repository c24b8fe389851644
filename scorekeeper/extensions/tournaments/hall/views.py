"""The hall while a round is played: tables, clock, referee, cards on the tables, the big screen.

A card's code opens the hand of whatever round is being played at its table, all day. Its secret is
derived from the day's invite link for scorers and the table's number, so that revoking that link
ends all cards. Anybody who scans it may write at this table alone: each round has an invite link of
its own, which the card redeems.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django import forms
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest, best_membership, session_view
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.invitations.services import derive_secret, ensure_link, find_link
from scorekeeper.clubs.models import Membership, Role, Session, author_fields
from scorekeeper.core import clock
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.requests.outcomes import Gone, conclude
from scorekeeper.core.requests.private import private
from scorekeeper.core.requests.refusals import attempt_form
from scorekeeper.core.requests.sent import LineField, OtherwiseError, first_answer
from scorekeeper.core.server.network import device_url
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.hall.selectors import (
    MOST_MINUTES,
    add_time,
    last_hands,
    table_states,
    waiting_calls,
)
from scorekeeper.extensions.tournaments.models import Call, Round, Ruling, TableSession, Tournament
from scorekeeper.extensions.tournaments.ranking.page import ranking_context
from scorekeeper.extensions.tournaments.selectors import day_mark, published, table_count
from scorekeeper.extensions.tournaments.services import hold_day

MORE_MINUTES: Final = (5, 10)
"""Offered by one tap each."""


class MoreTimeForm(WriteForm):
    minutes = forms.IntegerField(min_value=1, max_value=MOST_MINUTES)
    table = forms.IntegerField(min_value=1, max_value=99, required=False)

    def __init__(self, turn: Round, data: QueryDict) -> None:
        super().__init__(data)
        self.turn = turn

    def clean_table(self) -> TableSession | None:
        number = self.cleaned_data["table"]
        return get_object_or_404(self.turn.table_sessions, number=number) if number else None


class CallForm(WriteForm):
    text = LineField(required=False, max_length=200)


class RulingForm(CallForm):
    text = LineField(
        label=gettext_lazy("Ruling, and the rule it rests on"),
        max_length=300,
        widget=forms.Textarea({"rows": 3, "dir": "auto"}),
        error_messages={"required": gettext_lazy("Enter the ruling and the rule it rests on.")},
    )


# What the page of the day shows -----------------------------------------------------------------


def hall_context(tournament: Tournament) -> dict[str, Any]:
    """Returns the round that is being played, its tables, its clock (when the first table that
    still plays ends), and the calls of other tables that nobody has answered."""
    turn = published(tournament).last()
    calls = {"waiting_calls": waiting_calls(tournament, turn)}
    if turn is None:
        return calls
    states = table_states(turn)
    ends = [state.ends_at for state in states if state.ends_at and not state.is_over]
    return calls | {
        "playing_round": turn,
        "hall_tables": states,
        "hall_done": sum(state.is_over for state in states),
        "hall_clock": min(ends, default=None),
        "now": clock.now(),
        "more_minutes": MORE_MINUTES,
    }


def _current_table(tournament: Tournament, number: int) -> TableSession | None:
    """Returns the table of the round that is being played; None while nobody sits there."""
    turn = published(tournament).last()
    tables = TableSession.objects.select_related("session__club")
    return tables.filter(round=turn, number=number).first() if turn is not None else None


def _empty_table(
    request: HttpRequest, tournament: Tournament, number: int, status: int = 404
) -> HttpResponse:
    """Says that nobody sits at this table, or nobody any more: its round was withdrawn."""
    context = {"tournament": tournament, "number": number}
    if status != 200:
        context["session"] = tournament.session
    return render(request, "tournaments/hall/empty_table.html", context, status=status)


@require_safe
@tournament_view(Role.VIEWER)
def table(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Shows a table of the round that is being played."""
    context = _table_context(tournament, number)
    if context is None:
        return _empty_table(request, tournament, number)
    return render(request, "tournaments/hall/table.html", context)


def _table_context(tournament: Tournament, number: int) -> dict[str, Any] | None:
    context = hall_context(tournament)
    state = next((s for s in context.get("hall_tables", ()) if s.number == number), None)
    if state is None:
        return None
    return context | {
        "tournament": tournament,
        "session": tournament.session,
        "state": state,
        "call_form": CallForm(),
        "ruling_form": RulingForm(),
        "rulings": _rulings(state.table),
    }


def _rulings(table: TableSession) -> QuerySet[Call]:
    answered = Call.objects.filter(table=table, ruling__isnull=False)
    return answered.select_related("ruling").order_by("-pk")


@require_safe
@tournament_view(Role.VIEWER)
def screen(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows the big screen of the hall: clock, seats, ranking, last hands."""
    mark = day_mark(tournament)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    context = hall_context(tournament) | ranking_context(tournament, mark, None)
    context |= {"tournament": tournament, "session": tournament.session, "mark": mark}
    context["last_hands"] = last_hands(context.get("hall_tables", []))
    part = "_screen" if request.htmx and "mark" in request.GET else "screen"
    return render(request, f"tournaments/hall/{part}.html", context)


# Writing ----------------------------------------------------------------------------------------


@require_POST
@tournament_view(Role.HOST)
def more_time(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    turn = published(tournament).last()
    if turn is None:
        raise Http404
    form = MoreTimeForm(turn, request.POST)
    of_table = form.cleaned_data["table"] if form.is_valid() else None
    write = partial(add_time, turn=turn)
    return _written(request, tournament, form, write, of_table.number if of_table else None)


@require_POST
@tournament_view(Role.VIEWER)
def call(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A table calls the referee."""
    of_table = _current_table(tournament, number)
    if of_table is None:
        conclude(request, Gone(_("This table was withdrawn.")))
        return _empty_table(request, tournament, number, 410)
    write = partial(call_referee, tournament=tournament, table=of_table)
    return _written(request, tournament, CallForm(request.POST), write, number)


@session_view(Role.VIEWER)
def referee(request: ClubRequest, session: Session) -> HttpResponse:
    """Calls the referee to the table that plays in this session, of whatever round: also from a
    device that may see this table alone."""
    tables = TableSession.objects.select_related("round__tournament__session__club")
    of_table = get_object_or_404(tables, session=session)
    of_table.session = session
    tournament, form, refusal = of_table.round.tournament, CallForm(request.POST or None), None
    if request.method == "POST":
        more = {"tournament": tournament, "table": of_table, "by": request.membership}
        refusal = attempt_form(request, form, call_referee, **more)
        if refusal is None:
            return redirect("tournaments:referee", session.code)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "table": of_table,
        "call": Call.objects.filter(table=of_table, ruling__isnull=True).first(),
        "call_form": form,
        "ruling_form": RulingForm(),
        "rulings": _rulings(of_table),
        "error": form.above(refusal),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "tournaments/hall/referee.html", context, status=status)


@tournament_view(Role.HOST)
def ruling(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Shows a call of any round with the form to answer it; answers it."""
    calls = Call.objects.select_related("table__round", "by__player", "signature", "ruling")
    answered = get_object_or_404(calls, pk=pk, table__round__tournament=tournament)
    form, refusal = RulingForm(request.POST or None), None
    if request.method == "POST":
        more = {"tournament": tournament, "call": answered, "by": request.membership}
        refusal = attempt_form(request, form, rule, **more)
        if refusal is None:
            is_played = answered.table.round == published(tournament).last()
            return _after(tournament, answered.table.number if is_played else None)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "call": answered,
        "form": form,
        "error": form.above(refusal),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "tournaments/hall/ruling.html", context, status=status)


def _written(
    request: ClubRequest,
    tournament: Tournament,
    form: WriteForm,
    write: Callable[..., object],
    number: int | None,
) -> HttpResponse:
    """Writes what a valid form asks for, and leads back to the table, or to the day. What is
    refused says why, and what was typed stays."""
    refusal = attempt_form(request, form, write, by=request.membership)
    if refusal is None:
        return _after(tournament, number)
    error = form.above(refusal)
    context = {"tournament": tournament, "session": tournament.session, "error": error}
    if number:
        context |= _table_context(tournament, number) or {}
        context["call_form"] = form
    name = "table" if number else "refused"
    return render(request, f"tournaments/hall/{name}.html", context, status=409)


def _after(tournament: Tournament, number: int | None) -> HttpResponse:
    """Leads to the table of this number, or to the day."""
    session = tournament.session
    if number:
        return redirect("tournaments:table", session.code, number)
    return redirect(session.address)


# Cards on the tables ----------------------------------------------------------------------------


@partial(private, referrer="same-origin")
@require_safe
def card(request: HttpRequest, secret: str, code: str, number: int) -> HttpResponse:
    """Opens the hand of a table's game for a device that writes there; others may join first."""
    check(acts.MISSED_LINK, request)
    tournaments = Tournament.objects.select_related("session__club")
    tournament = tournaments.filter(session__code=code, session__removed_at=None).first()
    if tournament is None or not opens(tournament, number, secret):
        spend(acts.MISSED_LINK, request)
        return render(request, "clubs/join_not.html", status=404)
    of_table = _current_table(tournament, number)
    if of_table is None:
        return _empty_table(request, tournament, number, 200)
    session = of_table.session
    held = best_membership(request, session.club, session)
    if held is None or held.role < Role.SCORER:
        return redirect("clubs:join", table_secret(of_table))
    game = session.games.order_by("number").last()
    if game is None or game.closed_at:
        return redirect(session.address)
    return redirect(reverse("entry:hand_new", args=[session.code, game.number]))


# Calls and rulings -----------------------------------------------------------------------------


@transaction.atomic
def call_referee(
    *, tournament: Tournament, table: TableSession, text: str, token: str, by: Membership | None
) -> Call:
    """Calls the referee to a table; while a call of it is open, that one stays the call. Raises
    ClosedError; OtherwiseError if this token, or the open call, says something else."""
    day = hold_day(tournament)
    calls = Call.objects.filter(table=table)
    if (first := first_answer(calls, token, lambda call: call.text == text)) is not None:
        return first
    if (waiting := calls.filter(ruling__isnull=True).first()) is not None:
        if text not in ("", waiting.text):
            raise OtherwiseError(waiting)
        return waiting
    locks.touch(day)
    return Call.objects.create(table=table, text=text, token=token, **author_fields(by))


@transaction.atomic
def rule(
    *, tournament: Tournament, call: Call, text: str, token: str, by: Membership | None
) -> Ruling:
    """Answers a call. Raises ClosedError; OtherwiseError if it was answered otherwise."""
    day = hold_day(tournament)
    first = Ruling.objects.filter(call=call).first()
    if first is not None:
        if first.text != text:
            raise OtherwiseError(first)
        return first
    locks.touch(day)
    return Ruling.objects.create(call=call, text=text, token=token, **author_fields(by))


# Secrets of cards ------------------------------------------------------------------------------


SALT = "tournament table"


def card_secret(tournament: Tournament, number: int) -> str | None:
    """Returns the secret of a table's card; None while the day has no invite link for scorers."""
    session = tournament.session
    pair = find_link(club=session.club, role=Role.SCORER, session=session)
    if pair is None:
        return None
    return derive_secret(SALT, f"{pair[0].serial} {number}", settings.SECRET_KEY)


def card_urls(request: ClubRequest, tournament: Tournament) -> list[str]:
    """Returns the addresses in the codes of all cards, by number, "" where no other device can
    reach this computer. Without an invite link for scorers the day gets one. Raises
    TooMuchError."""
    session = tournament.session
    if card_secret(tournament, 1) is None:
        spend(acts.NEW_LINK, request, club=request.club)
        ensure_link(club=request.club, role=Role.SCORER, session=session, by=request.membership)
    places = (
        reverse("tournaments:card", args=[card_secret(tournament, number), session.code, number])
        for number in range(1, table_count(tournament) + 1)
    )
    return [device_url(request, place) or "" for place in places]


def opens(tournament: Tournament, number: int, secret: str) -> bool:
    """Returns whether this is the secret of the table's card."""
    expected = card_secret(tournament, number)
    return expected is not None and constant_time_compare(expected, secret)


def table_secret(table: TableSession) -> str:
    """Returns the secret of the invite link with which a device writes at this table."""
    session = table.session
    _link, secret = ensure_link(club=session.club, role=Role.SCORER, session=session)
    return secret
