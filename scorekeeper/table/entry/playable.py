"""Handles games whose rules have changed since they were agreed on: the pages say so, and nothing
breaks.

What was played stays readable; only another hand, or an edit, needs rules.
"""

from collections.abc import Sequence
from functools import wraps
from typing import ParamSpec, Protocol

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import Gone, Refused, conclude, redirect_page
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.play.current_rules import todays_rules
from scorekeeper.play.edits.leading import impossible
from scorekeeper.play.replays.replay import NotPossibleError
from scorekeeper.play.selectors import session_table

P = ParamSpec("P")


class RemovedError(Http404):
    """The game was removed; it may be restored."""


class GameView(Protocol[P]):
    """A view of the game of this number."""

    def __call__(
        self,
        request: ClubRequest,
        session: Session,
        /,
        number: int,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponse: ...


def needs_rules(view: GameView[P]) -> GameView[P]:
    """Decorates a view that applies the rules of a game."""

    @wraps(view)
    def playing(
        request: ClubRequest,
        session: Session,
        /,
        number: int,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponse:
        try:
            with todays_rules():
                return view(request, session, number, *args, **kwargs)
        except NotPossibleError as broken:
            table = session_table(session, number)
            reason = impossible_message(broken, table.names if table else ())
        except RulesChangedError as changed:
            reason = words(changed)
        except RemovedError:
            return _removed(request, session, number)
        return _refusal_page(request, session, number, reason)

    return playing


def _removed(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Redirects to the page of the removed game; a hand typed for it cannot be saved."""
    if request.method == "POST":
        conclude(request, Gone(_("This game has been deleted.")))
    return redirect_page(request, "entry:game_deleted", session.code, number)


def _refusal_page(request: ClubRequest, session: Session, number: int, reason: str) -> HttpResponse:
    table = session_table(session, number)
    if table is None:
        raise Http404
    if request.method == "POST":
        conclude(request, Refused(reason))
    context = {"session": session, "table": table, "reason": reason, "hand": None}
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "table/entry/_refused.html", context)
    status = 409 if request.method == "POST" else 200
    return render(request, "table/entry/refused.html", context, status=status)


def impossible_message(broken: NotPossibleError, names: Sequence[str]) -> str:
    return words(impossible(broken.hand, broken.error, names))
