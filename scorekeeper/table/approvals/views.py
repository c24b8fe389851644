"""Approving and disputing on one's own device, a host's override, and the session's setting."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, player_of, session_view, unchanged_response
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.refusals import attempt
from scorekeeper.core.requests.sent import OtherwiseError, sent_token
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.approvals.services import ask_consent, overrule_contest, record_word
from scorekeeper.play.models import Hand, ResultReply
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.table.approvals.page import REFUSALS, find_hand, hand_approvals

WORDS_BY_KEY = {str(says): says for says in ResultReply if says != ResultReply.OVERRULED}


@require_POST
@session_view(Role.VIEWER)
def approval_reply(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Records what the device's holder says of their own result."""
    hand = find_hand(session, number, hand_token)
    says = WORDS_BY_KEY.get(request.POST.get("says", ""))
    if says is None:
        raise Http404
    place = _place(hand)
    if request.POST.get("then") == "board":
        place = reverse("scoreboard:session", args=[session.code]) + "#line"
    return _written(request, hand, partial(record_word, says=says), place)


@require_POST
@session_view(Role.HOST)
def contest_overrule(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Keeps a disputed hand as it is."""
    hand = find_hand(session, number, hand_token)
    player = player_of(session.club, request.POST.get("player", ""))
    if not _why(request):
        return _not_written(request, hand, "why")
    return _written(request, hand, partial(overrule_contest, player=player), _place(hand))


def _written(
    request: ClubRequest, hand: Hand, write: Callable[..., object], place: str
) -> HttpResponse:
    """Records a word about the hand, then redirects to ``place``."""
    if not (token := sent_token(request)):
        raise Http404
    try:
        write(hand=hand, why=_why(request), token=token, by=request.membership)
    except (StaleError, OtherwiseError):
        return _not_written(request, hand, "late")
    except ClosedError:
        return _not_written(request, hand, "closed")
    return redirect_done(request, place)


def _why(request: ClubRequest) -> str:
    return str(request.POST.get("why", "")).strip()


@require_GET
def approval_news(
    request: HttpRequest, code: str, number: int, hand_token: str
) -> HttpResponseBase:
    """Returns nothing (204) while the session is as the page of the hand shows it, else the
    approvals."""
    return unchanged_response(request, code) or _approvals(request, code, number, hand_token)


@session_view(Role.VIEWER)
def _approvals(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    hand = find_hand(session, number, hand_token)
    table = game_table(hand.game)
    context = {
        "session": session,
        "approvals": hand_approvals(session, table, hand, request.membership.player_id),
    }
    return render(request, "table/approvals/_replies.html", context)


@session_view(Role.HOST)
def approval_settings(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows and sets whether the session asks for approvals."""
    contests = []
    if request.method == "POST":
        on, by = request.POST.get("consent") == "1", request.membership
        refusal = attempt(request, lambda: ask_consent(session=session, on=on, by=by))
        if refusal is None:
            return redirect("approvals:settings", session.code)
        if isinstance(refusal, ClosedError):
            return redirect("scoreboard:session", session.code)
        contests = refusal.now
    elif session.consent:
        contests = open_contests(session)
    context = {"session": session, "contests": contests}
    status = 409 if request.method == "POST" else 200
    return render(request, "table/approvals/settings.html", context, status=status)


def _not_written(request: ClubRequest, hand: Hand, why: str) -> HttpResponse:
    """``why``: a key of REFUSALS, shown on the page of the hand."""
    conclude(request, Refused(str(REFUSALS[why])))
    return redirect(_place(hand, f"?{urlencode({'refused': why})}"))


def _place(hand: Hand, query: str = "") -> str:
    return f"{hand_address('scoreboard:hand', hand)}{query}#approvals"
