"""The page of two hands for one place: both are shown, nothing that was typed is lost.

Somebody else's stands where this one was to be saved; or this one was saved already, but with other
answers: its page was sent again after a change, and the first answer had been lost. What stands may
be kept, or put right as typed now.
"""

from __future__ import annotations

import hashlib
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.capture.comparison import compared
from scorekeeper.capture.forms import HandForm, as_posted
from scorekeeper.capture.pages import page
from scorekeeper.capture.sent import changes_of, reason_of
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.models import Hand
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force, session_table
from scorekeeper.serving.one_view import one_view
from scorekeeper.serving.outcomes import Conflict, conclude


def known(session: Session, at: Table, token: str) -> tuple[Table, Fold[Any, Any]]:
    """The table now, and the game on which answers with this token are to be read: as it stood
    when the hand was dealt that it wrote, else as it stands."""
    with one_view():
        now = session_table(session, at.game.number) or at
        hand = hand_by_token(now.game, token)
        return now, replay_before(now, hand, hands_in_force(now.game)) if hand else now.fold


def stale(
    request: ClubRequest, at: Table, form: HandForm, number: int, theirs: Hand | None
) -> HttpResponse:
    """``theirs``: somebody else's hand in the place of this one, if it was not taken back."""
    told = {"hand": theirs, "number": number, "changes": changes_of(request), "may_add": True}
    told |= {"may_correct": theirs is not None}
    return _both(request, at, form, told)


def otherwise(
    request: ClubRequest, session: Session, number: int, hand: Hand, *, everybody: bool = False
) -> HttpResponse:
    """``hand``: what the token has written; what was typed now is in the request."""
    with one_view():
        at = session_table(session, number)
        assert at is not None
        hand.refresh_from_db(fields=["number", "voided_at"])
        fold = replay_before(at, hand, hands_in_force(at.game))
    form = HandForm(at.rules, fold, at.names, request.POST, everybody=everybody)
    form.is_valid()
    closed = session.closed_at or at.game.session.closed_at
    told = {
        "hand": hand,
        "mine": True,
        "changes": at.game.change_count,
        "may_correct": not closed and hand.voided_at is None,
        "may_add": not closed and at.game.closed_at is None,
    }
    return _both(request, at, form, told)


def _both(request: ClubRequest, at: Table, form: HandForm, told: dict[str, Any]) -> HttpResponse:
    sent, hand = str(request.POST.get("token", "")), told["hand"]
    if hand is not None:
        hand.game = at.game
    heading = _heading(hand, told.get("number", 0), mine="mine" in told)
    said = unescape(strip_tags(heading))
    conclude(request, Conflict(said, theirs=hand.token if hand else ""))
    context = {
        "session": at.game.session,
        "table": at,
        "sent": sent,
        "heading": heading,
        "token_next": token_after(sent, "next"),
        "token_instead": token_after(sent, "instead"),
        "rows": compared(at, at.entry(hand) if hand else None, form.entry),
        "posted": as_posted(form),
        "reason": reason_of(request),
        "next_number": at.game.last_number + 1,
        "hands_after": at.game.last_number - hand.number if hand else 0,
    }
    return page(request, "conflict", context | told, status=409)


def _heading(hand: Hand | None, number: int, *, mine: bool) -> SafeString:
    """What the page is about; ``number``: of the hand that was sent."""
    if hand is None:
        return SafeString(_("Hand %(number)s is no longer the next hand") % {"number": number})
    told = {"number": hand.number, "who": escape(hand.who or _("Somebody"))}
    if mine:
        return SafeString(_("Hand %(number)s was already saved, but with other answers") % told)
    return SafeString(_("<bdi>%(who)s</bdi> already saved hand %(number)s") % told)


def token_after(token: str, what: str) -> str:
    """Of the write that takes the place of a stale one: the same, however often it is offered."""
    return hashlib.sha256(f"{token} {what}".encode()).hexdigest()[:32]
