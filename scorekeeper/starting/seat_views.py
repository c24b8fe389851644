"""Who sits at a running game: somebody leaves, comes back or joins between two hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs import selectors as clubs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Membership, Player, Role, Session
from scorekeeper.engine import playing
from scorekeeper.engine import seating as engine
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.play import seating
from scorekeeper.play.models import ChangeKind, Hand, SeatChange
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import Table, hands_in_force, seat_changes, session_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.play.todays_rules import todays_rules
from scorekeeper.serving.one_view import one_view, read_at_once
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.starting.joining import JoinForm
from scorekeeper.wording.words import words

TOKEN_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the game, and whether its person may leave it or come back to it; if not, why."""

    person: int
    player: Player
    has_left: bool
    deals: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class ChangeMade:
    """A change of seats that was made: who, what, and from which hand on."""

    change: SeatChange
    player: Player
    number: int
    said: str


@session_view(Role.SCORER)
@read_at_once
def seats(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Who plays on: a list to tap. Refused where nobody comes or goes."""
    at = session_table(session, number)
    if at is None:
        raise Http404
    if not at.state.seats_may_change or session.closed_at:
        return _fixed(request, at)
    try:
        with todays_rules():
            at.fold  # noqa: B018  # refused as a whole, not as one of the changes
            if request.method != "POST":
                return _page(request, at, JoinForm(at, clubs.members(session.club)))
            return _act(request, at)
    except RulesChangedError as changed:
        return _fixed(request, at, words(changed))


def _fixed(request: ClubRequest, at: Table, said: str = "") -> HttpResponse:
    """Nobody comes or goes, and why: by the rules, or ``said``. What was sent is refused."""
    context = {"session": at.game.session, "table": at, "said": said}
    status = 409 if request.method == "POST" else 200
    if request.method == "POST":
        conclude(request, Refused(said or _("Players can’t change in this game")))
    return render(request, "starting/seats_fixed.html", context, status=status)


def _act(request: ClubRequest, at: Table) -> HttpResponse:
    """Do what the button said: ``leave:3``, ``back:3``, ``undo:17`` or ``join``."""
    act, _colon, told = request.POST.get("do", "").partition(":")
    joining = act == "join"
    players = clubs.members(at.game.session.club)
    form = JoinForm(at, players, request.POST if joining else None)
    if act not in ACTS or not (joining or (told.isdecimal() and len(told) < 18)):
        raise BadRequest("a button says what it does")
    if joining and not form.is_valid():
        return _page(request, at, form)
    try:
        change = ACTS[act](request, at, form if joining else int(told))
    except EntryError as error:
        if not joining:
            return _page(request, at, form, said=words(error), status=409)
        form.refuse(error)
        return _page(request, at, form)
    except OtherwiseError:
        said = _("This was already sent with something else. Check who is playing, then try again.")
        with one_view():
            return _page(request, _fresh(at), form, said=said, status=409)
    except StaleError:
        said = _("The players have changed. Check who is playing, then try again.")
        with one_view():
            return _page(request, _fresh(at), form, said=said, status=409)
    except ClosedError:
        conclude(request, Refused(_("This session has ended.")))
        return redirect("board:night", at.game.session.code)
    place = reverse("starting:seats", args=[at.game.session.code, at.game.number])
    # To its beginning, where it is said: else the form's own "#join" goes on in the browser.
    return done(request, f"{place}?{urlencode({'done': change.pk})}#main")


def _fresh(at: Table) -> Table:
    now = session_table(at.game.session, at.game.number)
    assert now is not None
    return now


def _leave(request: ClubRequest, at: Table, person: Any) -> SeatChange:
    return seating.leave_game(game=at.game, person=person, **_write(request))


def _back(request: ClubRequest, at: Table, person: Any) -> SeatChange:
    return seating.come_back(game=at.game, person=person, **_write(request))


def _join(request: ClubRequest, at: Table, form: Any) -> SeatChange:
    spend(acts.NEW_PLAYERS, request, club=at.game.session.club)
    return seating.join_game(game=at.game, player=form.who, options=form.options, **_write(request))


def _undo(request: ClubRequest, at: Table, pk: Any) -> SeatChange:
    change = get_object_or_404(SeatChange, game=at.game, pk=pk)
    change.game = at.game
    return seating.undo_seat_change(change=change, by=request.membership)


ACTS = {"leave": _leave, "back": _back, "join": _join, "undo": _undo}


def _write(request: ClubRequest) -> dict[str, Any]:
    """What every write brings along."""
    token = str(request.POST.get("token", ""))
    if not 0 < len(token) <= TOKEN_LENGTH:
        raise BadRequest("a write has a token")
    by: Membership = request.membership
    return {
        "seen": TableVersion(_told(request, "number"), _told(request, "changes")),
        "token": token,
        "by": by,
    }


def _told(request: HttpRequest, name: str) -> int:
    told = request.POST.get(name, "")
    if not (told.isdecimal() and len(told) < 9):
        raise BadRequest(f"a change of seats has a {name}")
    return int(told)


# The page ------------------------------------------------------------------------------------


def _page(
    request: ClubRequest, at: Table, form: JoinForm, *, said: str = "", status: int = 200
) -> HttpResponse:
    if request.method == "POST":
        conclude(request, Refused(said or form.wrong))
    steps = list(_steps(at))
    made = next((s for s in steps if str(s.change.pk) == request.GET.get("done")), None)
    context = {
        "session": at.game.session,
        "table": at,
        "chairs": _chairs(at),
        "form": form,
        "said": said,
        "number": at.game.last_number + 1,
        "steps": steps,
        "done": made,
        "undo": made is not None and seating.can_be_undone(at.game, made.change),
    }
    return render(request, "starting/seats.html", context, status=status)


def _chairs(at: Table) -> list[Chair]:
    fold, dealer = at.fold, playing.next_dealer(at.rules, at.fold)

    def why_not(person: int) -> str:
        moves = engine.come_back if person in fold.left else engine.leave
        try:
            moves(at.rules, fold, person)
        except EntryError as error:
            return words(error)
        return ""

    return [
        Chair(person, player, person in fold.left, person == dealer, why_not(person))
        for person, player in enumerate(at.players)
    ]


def _steps(at: Table) -> Iterator[ChangeMade]:
    """The changes that stand, the newest first."""
    known = at.game.change_count  # where one joined meanwhile, this table has no seat for him yet
    hands = hands_in_force(at.game) if known else []
    for change in reversed(seat_changes(at.game)[:known]):
        player, number = at.players[change.person], _from_hand(at, change, hands)
        yield ChangeMade(change, player, number, _said(change, player, number))


def _from_hand(at: Table, change: SeatChange, hands: list[Hand]) -> int:
    """The number of the first hand after this change."""
    after = (hand.number for hand in hands if hand.changes >= change.place)
    return next(after, at.game.last_number + 1)


def _said(change: SeatChange, player: Player, number: int) -> str:
    told = {"name": player.name, "number": number}
    match change.kind:
        case ChangeKind.LEAVE:
            return _("%(name)s left, from hand %(number)d on.") % told
        case ChangeKind.BACK:
            return _("%(name)s came back, from hand %(number)d on.") % told
        case _:
            return _("%(name)s joined, from hand %(number)d on.") % told
