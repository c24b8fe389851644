"""Reads from a request about a hand: its number, its token, the hands it names."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.sent import LONGEST_TOKEN, whole_number
from scorekeeper.play.edits.seatings import least_changes, seated_by, seatings
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table


def optional_token(request: HttpRequest) -> str:
    """Returns the token, if any: whether there must be one is checked later."""
    return str(request.POST.get("token", ""))


def token_or_new(request: HttpRequest) -> str:
    """Returns the token; pages that only look may have lost theirs."""
    return str(request.POST.get("token", ""))[:LONGEST_TOKEN] or new_token()


def hand_in_address(request: HttpRequest, table: Table, name: str) -> Hand | None:
    """Returns the hand of this game named in the address, with the one it replaced."""
    token = request.GET.get(name, "")
    if not token:
        return None
    hand = table.game.hands.select_related("replaces").filter(token=token).first()
    if hand is not None and hand.replaces is not None:
        hand.replaces.game = table.game
    return hand


def posted_changes(request: HttpRequest) -> int:
    """Returns how many seat changes the page knew of; 0 if it does not say."""
    return whole_number(request.POST.get("changes", ""), digits=5) or 0


def seats_changed(request: HttpRequest, table: Table) -> bool:
    return posted_changes(request) != table.game.change_count


def posted_hand(request: HttpRequest, table: Table, name: str) -> Hand | None:
    """Returns the hand that is corrected (``amends``), or ``before`` which one is inserted."""
    token = request.POST.get(name, "")
    return get_object_or_404(table.game.hands, token=token) if token else None


def chosen_seating(request: HttpRequest, table: Table, before: Hand) -> Hand:
    """Returns the hand before which one is inserted; as the place of a hand that was dealt to those
    who sat there earlier, if the request says so."""
    text = request.POST.get("seats") or request.GET.get("seats", "")
    changes = whole_number(text, digits=5)
    if changes is None or not least_changes(table, before) <= changes < before.changes:
        return before
    chosen = (seating for seating in seatings(table, before) if seating.changes == changes)
    return next((seated_by(before, seating) for seating in chosen), before)


def posted_reason(request: HttpRequest) -> str:
    return str(request.POST.get("reason", "")).strip()
