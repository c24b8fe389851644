"""Tells an open page that others have saved its hand, or deleted one before it; the page stays.

The page asks every two seconds, as a board does, and mostly gets nothing
(``clubs.access``); or it asks when it is notified (``live``). The news is shown
above the form; nothing typed changes before a tap. The same goes for who else is writing the hand.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.clubs.access import ClubRequest, session_view, unchanged_response
from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.services import hand_in_force
from scorekeeper.table.entry.game_pages import is_closed, needs_rules, over_page, require_table
from scorekeeper.table.entry.hand_page import HandPage, news_address
from scorekeeper.table.entry.preview import stored_result
from scorekeeper.table.live.writing import session_mark


@require_GET
def hand_news(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Returns nothing (204) while the session is as the page knows it and the same others write
    (``w``); else what became of its hand, and who writes it."""
    response = unchanged_response(request, code)
    if response is None or (response.status_code == 204 and _others_write(request, code)):
        return _news(request, code, number)
    return response


def _others_write(request: HttpRequest, code: str) -> bool:
    return "w" in request.GET and request.GET["w"] != session_mark(
        code, without=device_digests(request)
    )


@session_view(Role.SCORER)
def _news(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    table = session_table(session, number)
    hand = whole_number(request.GET.get("number", ""), digits=8)
    if table is None or hand is None:
        return HttpResponse(status=204)
    news_of_hand = _news_of_hand(request, table, hand)
    context = {"session": session, "table": table, "poll": news_address(session, number)}
    context["contests"] = open_contests(session) if session.consent else []
    return render(request, "table/entry/_overtaken.html", context | news_of_hand)


def _news_of_hand(request: ClubRequest, table: Table, number: int) -> dict[str, Any]:
    """Returns what another device has done; what this one did, it knows."""
    saved_hand = hand_in_force(table.game, number) if number <= table.game.last_number else None
    if saved_hand is not None and saved_hand.by_id == request.membership.pk:
        return {}
    next_number = table.game.last_number + 1
    news: dict[str, Any] = {"over": is_closed(table), "next_number": next_number}
    if saved_hand is not None:
        news |= {"hand": saved_hand, "result": stored_result(table, saved_hand)}
    elif number > next_number:
        news["deleted"] = True
    return news


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def hand_continue(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows what was typed so far as the hand that is next now. Writes nothing."""
    table = require_table(session, number)
    if is_closed(table):
        return over_page(request, session, table, None)
    typed = request.POST.copy()
    typed.pop("dealer", None)  # of the hand that somebody else has saved
    response = HandPage.typed(request, session, number).answer_with(request, typed)
    return trigger_client_event(response, "hand-changed", after="settle")
