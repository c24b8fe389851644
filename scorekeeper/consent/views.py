"""Accepting and contesting on the own phone, a host's override, and the switch of a night."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.glance import unchanged_response
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.consent.shown import REFUSALS, hand_at, of_hand
from scorekeeper.play.contests import ContestedError, open_contests
from scorekeeper.play.line_words import ask_consent, overrule_contest, record_word
from scorekeeper.play.models import Hand, LineSays
from scorekeeper.play.places import hand_address
from scorekeeper.play.selectors import game_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.serving.tokens import OtherwiseError

SAID = {str(says): says for says in LineSays if says != LineSays.OVERRULED}


@require_POST
@session_view(Role.VIEWER)
def line(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """What the holder of the phone says of his own line."""
    hand, says = hand_at(session, number, which), SAID.get(request.POST.get("says", ""))
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
        return done(request, reverse("board:night", args=[session.code]) + "#line")
    return done(request, _place(hand))


@require_POST
@session_view(Role.HOST)
def overruled(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """The hand stands though somebody contests it."""
    hand, token = hand_at(session, number, which), _token(request)
    whose, why = request.POST.get("player", ""), request.POST.get("why", "").strip()
    if not whose.isdecimal() or len(whose) > 18:
        raise Http404
    player = get_object_or_404(Player, pk=int(whose), club=session.club)
    if not why:
        return _not_written(request, hand, "why")
    try:
        overrule_contest(hand=hand, player=player, why=why, token=token, by=request.membership)
    except (StaleError, OtherwiseError):
        return _not_written(request, hand, "late")
    except ClosedError:
        return _not_written(request, hand, "closed")
    return done(request, _place(hand))


@require_GET
def said(request: HttpRequest, code: str, number: int, which: str) -> HttpResponseBase:
    """Nothing (204) while the night is as the page of the hand shows it, else what was said."""
    return unchanged_response(request, code) or _said(request, code, number, which)


@session_view(Role.VIEWER)
@read_at_once
def _said(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    hand = hand_at(session, number, which)
    at = game_table(hand.game)
    told = {"session": session, "said": of_hand(session, at, hand, request.membership.player_id)}
    return render(request, "consent/_said.html", told)


@session_view(Role.HOST)
def asked(request: ClubRequest, session: Session) -> HttpResponse:
    """Whether this night asks everybody."""
    contests = []
    if request.method == "POST":
        try:
            on = request.POST.get("consent") == "1"
            ask_consent(session=session, on=on, by=request.membership)
            return done(request, "consent:asked", session.code)
        except ContestedError as stand:
            contests = list(stand.contests)
            conclude(request, Refused(str(stand.says)))
        except ClosedError:
            conclude(request, Refused(str(REFUSALS["closed"])))
            return redirect("board:night", session.code)
    elif session.consent:
        contests = open_contests(session)
    context = {"session": session, "contests": contests}
    status = 409 if request.method == "POST" else 200
    return render(request, "consent/asked.html", context, status=status)


def _token(request: ClubRequest) -> str:
    token = request.POST.get("token", "")
    if not 0 < len(token) <= 64:
        raise Http404
    return token


def _not_written(request: ClubRequest, hand: Hand, why: str) -> HttpResponse:
    """``why``: of REFUSALS, which the page of the hand says."""
    conclude(request, Refused(str(REFUSALS[why])))
    return redirect(_place(hand, f"?{urlencode({'refused': why})}"))


def _place(hand: Hand, query: str = "") -> str:
    return f"{hand_address('board:hand', hand)}{query}#said"
