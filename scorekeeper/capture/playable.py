"""A game whose rules have changed since it was agreed on: its pages say so, and nothing breaks.

What was played stays as it was and can be read; only another hand, or one put right, needs rules.
"""

from __future__ import annotations

from functools import wraps
from typing import ParamSpec, Protocol

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.play.replay import NotPossibleError
from scorekeeper.play.selectors import session_table
from scorekeeper.play.todays_rules import todays_rules
from scorekeeper.serving.outcomes import Gone, Refused, conclude, led_on
from scorekeeper.wording.words import words

P = ParamSpec("P")


class RemovedError(Http404):
    """The game was removed; it may be brought back."""


class OfGame(Protocol[P]):
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


def needs_rules(view: OfGame[P]) -> OfGame[P]:
    """For a view of a game that goes on, or looks back, by its rules."""

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
            said = impossible(broken)
        except RulesChangedError as changed:
            said = words(changed)
        except RemovedError:
            return _removed(request, session, number)
        return _told(request, session, number, said)

    return playing


def _removed(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """It is told on a page of its own; a hand that was typed for it has nowhere to go."""
    if request.method == "POST":
        conclude(request, Gone(_("This game has been deleted.")))
    return led_on(request, "capture:game_removed", session.code, number)


def _told(request: ClubRequest, session: Session, number: int, said: str) -> HttpResponse:
    at = session_table(session, number)
    if at is None:
        raise Http404
    if request.method == "POST":
        conclude(request, Refused(said))
    context = {"session": session, "table": at, "said": said, "hand": None}
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "capture/_refused.html", context)
    status = 409 if request.method == "POST" else 200
    return render(request, "capture/refused.html", context, status=status)


def impossible(broken: NotPossibleError) -> str:
    return _("Hand %(number)d would not be possible then: %(why)s Edit that hand first.") % {
        "number": broken.hand.number,
        "why": words(broken.error),
    }
