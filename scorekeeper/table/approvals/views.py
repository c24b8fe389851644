"""Approving and disputing on one's own device, a host's override, and the session's setting."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.devices.version_check import unchanged_response
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.database.one_view import read_at_once
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.approvals.contests import ContestedError, open_contests
from scorekeeper.play.approvals.services import ask_consent, overrule_contest, record_word
from scorekeeper.play.models import Hand, LineSays
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.table.approvals.page import REFUSALS, find_hand, hand_approvals

WORDS_BY_KEY = {str(says): says for says in LineSays if says != LineSays.OVERRULED}


@require_POST
@session_view(Role.VIEWER)
def approval_reply(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Records what the device's holder says of their own result."""
    hand, says = (
        find_hand(session, number, hand_token),
        WORDS_BY_KEY.get(request.POST.get("says", "")),
    )
    token = _token(request)
    if says is None:
        raise Http404
    why = request.POST.get("why", "").strip()
    try:
        record_word(hand=hand, says=says, why=why, token=token, by=request.membership)
    except (StaleError, OtherwiseError):
        return _not_written(request, hand, "late")
    except ClosedError:
        return _not_written(request, hand, "closed")
    if request.POST.get("then") == "board":
        return redirect_done(request, reverse("scoreboard:session", args=[session.code]) + "#line")
    return redirect_done(request, _place(hand))


@require_POST
@session_view(Role.HOST)
def contest_overrule(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Keeps a disputed hand as it is."""
    hand, token = find_hand(session, number, hand_token), _token(request)
    player_pk, why = request.POST.get("player", ""), request.POST.get("why", "").strip()
    if not player_pk.isdecimal() or len(player_pk) > 18:
        raise Http404
    player = get_object_or_404(Player, pk=int(player_pk), club=session.club)
    if not why:
        return _not_written(request, hand, "why")
    try:
        overrule_contest(hand=hand, player=player, why=why, token=token, by=request.membership)
    except (StaleError, OtherwiseError):
        return _not_written(request, hand, "late")
    except ClosedError:
        return _not_written(request, hand, "closed")
    return redirect_done(request, _place(hand))


@require_GET
def approval_news(
    request: HttpRequest, code: str, number: int, hand_token: str
) -> HttpResponseBase:
    """Returns nothing (204) while the session is as the page of the hand shows it, else the
    approvals."""
    return unchanged_response(request, code) or _approvals(request, code, number, hand_token)


@session_view(Role.VIEWER)
@read_at_once
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
        try:
            on = request.POST.get("consent") == "1"
            ask_consent(session=session, on=on, by=request.membership)
            return redirect_done(request, "approvals:settings", session.code)
        except ContestedError as error:
            contests = list(error.contests)
            conclude(request, Refused(str(error.says)))
        except ClosedError:
            conclude(request, Refused(str(REFUSALS["closed"])))
            return redirect("scoreboard:session", session.code)
    elif session.consent:
        contests = open_contests(session)
    context = {"session": session, "contests": contests}
    status = 409 if request.method == "POST" else 200
    return render(request, "table/approvals/settings.html", context, status=status)


def _token(request: ClubRequest) -> str:
    token = request.POST.get("token", "")
    if not 0 < len(token) <= 64:
        raise Http404
    return token


def _not_written(request: ClubRequest, hand: Hand, why: str) -> HttpResponse:
    """``why``: a key of REFUSALS, shown on the page of the hand."""
    conclude(request, Refused(str(REFUSALS[why])))
    return redirect(_place(hand, f"?{urlencode({'refused': why})}"))


def _place(hand: Hand, query: str = "") -> str:
    return f"{hand_address('scoreboard:hand', hand)}{query}#approvals"
