"""Somebody else saves the hand that is being written here: the open page says so, and stays.

The page asks every two seconds, as a board does, and mostly hears nothing (``clubs.glance``); or it
asks when it is told that there is something (``live``). What it is told stands above the form;
nothing that was typed is touched before somebody taps. So it is with who else is writing the hand.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.capture.pages import is_closed, over_page, sheet_shown, sheet_typed, the_table
from scorekeeper.capture.playable import needs_rules
from scorekeeper.capture.result import result_kept
from scorekeeper.capture.sheet import asks_at
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.glance import unchanged_response
from scorekeeper.clubs.models import Role, Session
from scorekeeper.clubs.phones import device_digests
from scorekeeper.limits import acts
from scorekeeper.live.writing import mark_of
from scorekeeper.play.contests import open_contests
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.services import hand_in_force
from scorekeeper.serving.one_view import read_at_once


@require_GET
def overtaken(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Nothing (204) while the night is as the page knows it, and the same others write (``w``);
    else what became of its hand, and who writes it."""
    answer = unchanged_response(request, code)
    if answer is None or (answer.status_code == 204 and _others_write(request, code)):
        return _news(request, code, number)
    return answer


def _others_write(request: HttpRequest, code: str) -> bool:
    return "w" in request.GET and request.GET["w"] != mark_of(code, without=device_digests(request))


@session_view(Role.SCORER)
@read_at_once
def _news(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    at, hand = session_table(session, number), _hand(request)
    if at is None or hand is None:
        return HttpResponse(status=204)
    told = _told(request, at, hand)
    news = {"session": session, "table": at, "poll": asks_at(session, number)}
    news["contests"] = open_contests(session) if session.consent else []
    return render(request, "capture/_overtaken.html", news | told)


def _hand(request: HttpRequest) -> int | None:
    told = request.GET.get("number", "")
    return int(told) if told.isdecimal() and len(told) < 9 else None


def _told(request: ClubRequest, at: Table, number: int) -> dict[str, Any]:
    """What another phone has done; what this one did, it knows."""
    theirs = hand_in_force(at.game, number) if number <= at.game.last_number else None
    if theirs is not None and theirs.by_id == request.membership.pk:
        return {}
    told: dict[str, Any] = {"over": is_closed(at)}
    if theirs is not None:
        next_number = at.game.last_number + 1
        told |= {"hand": theirs, "result": result_kept(at, theirs), "next_number": next_number}
    return told


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def go_on(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """The page with what was typed so far, as the hand that is next now. Writes nothing."""
    at = the_table(session, number)
    if is_closed(at):
        return over_page(request, session, at, None)
    typed = request.POST.copy()
    typed.pop("dealer", None)  # of the hand that somebody else has saved
    shown = sheet_shown(request, sheet_typed(request, session, number), typed)
    return trigger_client_event(shown, "hand-changed", after="settle")
