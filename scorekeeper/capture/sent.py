"""What a request about a hand says: its number, its token, the hands it names."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.play.models import Hand
from scorekeeper.play.places import LONGEST_TOKEN
from scorekeeper.play.selectors import Table
from scorekeeper.wording.words import new_token


def number_of(request: HttpRequest) -> int:
    told = request.POST.get("number", "")
    if not (told.isdecimal() and len(told) < 9):
        raise BadRequest("a hand has a number")
    return int(told)


def token_of(request: HttpRequest) -> str:
    token = str(request.POST.get("token", ""))
    if not 0 < len(token) <= LONGEST_TOKEN:
        raise BadRequest("a write has a token")
    return token


def token_sent(request: HttpRequest) -> str:
    """The token that came along, if any: whether there must be one is asked later."""
    return str(request.POST.get("token", ""))


def token_or_new(request: HttpRequest) -> str:
    """Pages that only look may have lost theirs."""
    return str(request.POST.get("token", ""))[:LONGEST_TOKEN] or new_token()


def found(request: HttpRequest, at: Table, name: str) -> Hand | None:
    """The hand of this game that the address names, with the one in whose place it came."""
    told = request.GET.get(name, "")
    if not told:
        return None
    hand = at.game.hands.select_related("replaces").filter(token=told).first()
    if hand is not None and hand.replaces is not None:
        hand.replaces.game = at.game
    return hand


def changes_of(request: HttpRequest) -> int:
    """How many changes of seats the page knew of; a page that says nothing knew of none."""
    told = request.POST.get("changes", "")
    return int(told) if told.isdecimal() and len(told) < 6 else 0


def seats_changed(request: HttpRequest, at: Table) -> bool:
    return changes_of(request) != at.game.change_count


def earlier(request: HttpRequest, at: Table, name: str) -> Hand | None:
    """The hand that is corrected (``amends``), or ``before`` which one was left out."""
    told = request.POST.get(name, "")
    return get_object_or_404(at.game.hands, token=told) if told else None


def reason_of(request: HttpRequest) -> str:
    return str(request.POST.get("reason", "")).strip()
