"""Seats of a running game: players leave, come back or join between two hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs import selectors as clubs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.sent import (
    OtherwiseError,
    required_number,
    required_token,
    whole_number,
)
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.seats import changes as engine
from scorekeeper.play import seating
from scorekeeper.play.current_rules import todays_rules
from scorekeeper.play.models import ChangeKind, Hand, SeatChange
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import Table, hands_in_force, seat_changes, session_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.play.terms import game_text
from scorekeeper.questions.rules import RuleInWords
from scorekeeper.table.starting.joining import JoinForm


@dataclass(frozen=True, slots=True)
class Chair:
    """A person of the game, and why they may not leave or come back, if so. ``place``: the number
    of the place at the table, which a successor shares with those before."""

    place: int
    person: int
    player: Player
    has_left: bool
    deals: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class SeatChangeRow:
    """A seat change: who, what, and from which hand on."""

    change: SeatChange
    player: Player
    number: int
    sentence: str


@session_view(Role.SCORER)
def seats(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows who plays on, to tap. Refused if players cannot change."""
    table = session_table(session, number)
    if table is None:
        raise Http404
    if not table.state.seats_may_change or session.closed_at:
        return _fixed(request, table)
    try:
        with todays_rules():
            table.fold  # noqa: B018  # refused as a whole, not as one of the changes
            if request.method != "POST":
                return _page(request, table, JoinForm(table, clubs.members(session.club)))
            return _act(request, table)
    except RulesChangedError as changed:
        return _fixed(request, table, words(changed))


def _fixed(request: ClubRequest, table: Table, error: str = "") -> HttpResponse:
    """Explains that players cannot change, by the rules or ``error``; a write is refused."""
    context = {"session": table.game.session, "table": table, "error": error}
    status = 409 if request.method == "POST" else 200
    if request.method == "POST":
        conclude(request, Refused(error or _("Players can’t change in this game")))
    return render(request, "table/starting/seats_fixed.html", context, status=status)


def _act(request: ClubRequest, table: Table) -> HttpResponse:
    """Applies the button's action: ``leave:3``, ``back:3``, ``undo:17`` or ``join``."""
    act, _colon, target = request.POST.get("do", "").partition(":")
    is_joining = act == "join"
    players = clubs.members(table.game.session.club)
    form = JoinForm(table, players, request.POST if is_joining else None)
    number = whole_number(target)
    if act not in ACTS or not (is_joining or number is not None):
        raise BadRequest("a button says what it does")
    if is_joining and form.data.get("seat") and form.in_place_of is None:
        raise BadRequest("a seat is a number")
    if is_joining and not form.is_valid():
        return _page(request, table, form)
    try:
        change = ACTS[act](request, table, form if is_joining else number)
    except EntryError as error:
        if not is_joining:
            return _page(request, table, form, error=words(error), status=409)
        form.refuse(error)
        return _page(request, table, form)
    except (OtherwiseError, StaleError) as error:
        message = (
            _("The players have changed. Check who is playing, then try again.")
            if isinstance(error, StaleError)
            else _(
                "This was already sent with something else. Check who is playing, then try again."
            )
        )
        with one_view():
            current = session_table(table.game.session, table.game.number)
            assert current is not None
            return _page(request, current, form, error=message, status=409)
    except ClosedError:
        conclude(request, Refused(_("This session has ended.")))
        return redirect("scoreboard:session", table.game.session.code)
    address = reverse("starting:seats", args=[table.game.session.code, table.game.number])
    # To the top, where the change is shown: else the browser keeps the form's "#join".
    return redirect_done(request, f"{address}?{urlencode({'done': change.pk})}#main")


def _leave(request: ClubRequest, table: Table, person: Any) -> SeatChange:
    return seating.leave_game(game=table.game, person=person, **_write(request))


def _back(request: ClubRequest, table: Table, person: Any) -> SeatChange:
    return seating.come_back(game=table.game, person=person, **_write(request))


def _join(request: ClubRequest, table: Table, form: Any) -> SeatChange:
    spend(acts.NEW_PLAYERS, request, club=table.game.session.club)
    return seating.join_game(
        game=table.game,
        player=form.who,
        options=form.options,
        in_place_of=form.in_place_of,
        **_write(request),
    )


def _undo(request: ClubRequest, table: Table, pk: Any) -> SeatChange:
    change = get_object_or_404(SeatChange, game=table.game, pk=pk)
    change.game = table.game
    return seating.undo_seat_change(change=change, by=request.membership)


ACTS = {"leave": _leave, "back": _back, "join": _join, "undo": _undo}


def _write(request: ClubRequest) -> dict[str, Any]:
    """Returns the arguments that every write needs."""
    known = (required_number(request, name) for name in ("number", "changes"))
    token, by = required_token(request), request.membership
    return {"version": TableVersion(*known), "token": token, "by": by}


# The page ------------------------------------------------------------------------------------


def _page(
    request: ClubRequest, table: Table, form: JoinForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    if request.method == "POST":
        conclude(request, Refused(error or form.first_error))
    changes = list(_change_rows(table))
    last_change = next((s for s in changes if str(s.change.pk) == request.GET.get("done")), None)
    context = {
        "session": table.game.session,
        "table": table,
        "chairs": _chairs(table),
        "form": form,
        "error": error,
        "number": table.game.last_number + 1,
        "changes": changes,
        "last_change": last_change,
        "unchanged_rules": _unchanged_rules(table),
        "undo": last_change is not None and seating.can_be_undone(table.game, last_change.change),
    }
    return render(request, "table/starting/seats.html", context, status=status)


def _unchanged_rules(table: Table) -> list[RuleInWords]:
    """Returns the rules that would be others by default for the players who are there."""
    names = engine.options_of_other_number(table.rules, table.fold)
    return [rule for rule in table.agreement.all() if rule.name in names]


def _chairs(table: Table) -> list[Chair]:
    fold, dealer = table.fold, playing.next_dealer(table.rules, table.fold)

    def why_not(person: int) -> str:
        change = engine.come_back if person in fold.left else engine.leave
        try:
            change(table.rules, fold, person)
        except EntryError as error:
            return words(error)
        return ""

    return [
        Chair(
            place,
            person,
            table.players[person],
            person in fold.left,
            person == dealer,
            why_not(person),
        )
        for place, persons in enumerate(fold.places, 1)
        for person in persons
    ]


def _change_rows(table: Table) -> Iterator[SeatChangeRow]:
    """Yields the changes in force, newest first."""
    change_count = table.game.change_count  # players who joined since have no seat in this table
    hands = hands_in_force(table.game) if change_count else []
    for change in reversed(seat_changes(table.game)[:change_count]):
        player, number = table.players[change.person], _from_hand(table, change, hands)
        yield SeatChangeRow(change, player, number, _change_sentence(table, change, number))


def _from_hand(table: Table, change: SeatChange, hands: list[Hand]) -> int:
    """Returns the number of the first hand after this change."""
    after = (hand.number for hand in hands if hand.changes >= change.place)
    return next(after, table.game.last_number + 1)


def _change_sentence(table: Table, change: SeatChange, number: int) -> str:
    terms, values = table.game.terms, {"name": table.players[change.person].name, "number": number}
    if change.in_place_of is not None:
        values["other"] = table.players[change.in_place_of].name
        took = game_text(terms, "%(name)s now sits in %(other)s’s seat, from hand %(number)d on.")
        return took % values
    match change.kind:
        case ChangeKind.LEAVE:
            return game_text(terms, "%(name)s left, from hand %(number)d on.") % values
        case ChangeKind.BACK:
            return game_text(terms, "%(name)s came back, from hand %(number)d on.") % values
        case _:
            return game_text(terms, "%(name)s joined, from hand %(number)d on.") % values
