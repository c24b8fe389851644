"""The page of two hands for one place: both are shown, and nothing that was typed is lost.

Either somebody else's hand is in the place where this one was to be saved; or this one was saved
already with other answers, because its page was sent again after a change and the first response
was lost. The saved hand may be kept, or edited to what was typed.
"""

import hashlib
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization.words import together
from scorekeeper.core.requests.outcomes import Conflict, conclude
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.variant import Terms
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force, session_table
from scorekeeper.play.services import InPlace
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.answers import table_entry_reports
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.table.entry.game_pages import page, posted_changes, posted_reason


def table_for_token(session: Session, table: Table, token: str) -> tuple[Table, Fold[Any, Any]]:
    """Returns the current table, and the game on which answers with this token are to be read: as
    it was when the hand with this token was dealt, else as it is."""
    with one_view():
        current = session_table(session, table.game.number) or table
        hand = hand_by_token(current.game, token)
        return current, replay_before(
            current, hand, hands_in_force(current.game)
        ) if hand else current.fold


def stale_page(
    request: ClubRequest, table: Table, form: HandForm, number: int, saved_hand: Hand | None
) -> HttpResponse:
    """``saved_hand``: somebody else's hand in the place of this one, if it was not deleted."""
    context = {
        "hand": saved_hand,
        "number": number,
        "changes": posted_changes(request),
        "may_add": True,
    }
    context |= {"may_correct": saved_hand is not None}
    return _both(request, table, form, context)


def edited_page(
    request: ClubRequest,
    table: Table,
    form: HandForm,
    hand: Hand,
    saved_hand: Hand | None,
    led: dict[str, list[str]],
) -> HttpResponse:
    """``hand``: the version that was to be edited; ``saved_hand``: what is in its place now, if it
    was not deleted; ``led``: the inputs with the answers for later hands."""
    context = {
        "hand": saved_hand,
        "number": hand.number,
        "is_edit": True,
        "changes": table.game.change_count,
        "may_correct": saved_hand is not None,
        "may_add": saved_hand is None and not table.game.closed_at,
        "posted": posted_values(form) | (led if saved_hand else {}),
    }
    return _both(request, table, form, context)


def mismatch_page(
    request: ClubRequest, now: InPlace, *, includes_left: bool = False
) -> HttpResponse:
    """``now``: with the hand that the token has written; the request has what was typed now."""
    table, hand = now.table, now.hand
    assert hand is not None
    form = HandForm(table.rules, now.fold, table.names, request.POST, includes_left=includes_left)
    form.is_valid()
    is_closed = table.game.session.closed_at
    context = {
        "hand": hand,
        "is_own": True,
        "changes": table.game.change_count,
        "may_correct": not is_closed and hand.voided_at is None,
        "may_add": not is_closed and table.game.closed_at is None,
    }
    return _both(request, table, form, context)


def _both(
    request: ClubRequest, table: Table, form: HandForm, context: dict[str, Any]
) -> HttpResponse:
    token, hand = str(request.POST.get("token", "")), context["hand"]
    if hand is not None:
        hand.game = table.game
    heading = _heading(
        table.game.terms,
        hand,
        context.get("number", 0),
        is_own="is_own" in context,
        is_edit="is_edit" in context,
    )
    message = unescape(strip_tags(heading))
    conclude(request, Conflict(message, theirs=hand.token if hand else ""))
    page_context = {
        "session": table.game.session,
        "table": table,
        "sent_token": token,
        "heading": heading,
        "token_next": token_after(token, "next"),
        "token_instead": token_after(token, "instead"),
        "rows": compare_entries(table, table.entry(hand) if hand else None, form.entry),
        "posted": posted_values(form),
        "reason": posted_reason(request),
        "next_number": table.game.last_number + 1,
        "hands_after": table.game.last_number - hand.number if hand else 0,
    }
    return page(request, "conflict", page_context | context, status=409)


def _heading(
    terms: Terms, hand: Hand | None, number: int, *, is_own: bool, is_edit: bool
) -> SafeString:
    """Returns what the page is about; ``number``: of the hand that was sent."""
    if hand is None and is_edit:
        return SafeString(
            game_text(terms, "Hand %(number)s was deleted while you edited it") % {"number": number}
        )
    if hand is None:
        return SafeString(
            game_text(terms, "Hand %(number)s is no longer the next hand") % {"number": number}
        )
    values = {"number": hand.number, "who": escape(hand.who or _("Somebody"))}
    if is_own:
        return SafeString(
            game_text(terms, "Hand %(number)s was already saved, but with other answers") % values
        )
    if is_edit:
        return SafeString(
            game_text(terms, "<bdi>%(who)s</bdi> has edited hand %(number)s too") % values
        )
    return SafeString(game_text(terms, "<bdi>%(who)s</bdi> already saved hand %(number)s") % values)


def token_after(token: str, purpose: str) -> str:
    """Returns the token of the write that follows a stale one: always the same for one purpose."""
    return hashlib.sha256(f"{token} {purpose}".encode()).hexdigest()[:32]


# Both entries, side by side ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One question about the deal ("") or a person, with both answers."""

    about: str
    question: str
    saved: str
    typed: str

    @property
    def differs(self) -> bool:
        return self.saved != self.typed


def compare_entries(
    table: Table, saved: Entry[Any, Any] | None, typed: Entry[Any, Any]
) -> list[ComparisonRow]:
    """Returns all answers of either entry, in the order of the table."""
    saved_answers = _answers(table, saved) if saved else {}
    typed_answers = _answers(table, typed)
    order = ["", *table.rules.line_names(table.fold, table.names, together)]
    questions = sorted({**saved_answers, **typed_answers}, key=lambda key: order.index(key[0]))
    return [
        ComparisonRow(*key, saved_answers.get(key, "–"), typed_answers.get(key, "–"))
        for key in questions
    ]


def _answers(table: Table, entry: Entry[Any, Any]) -> dict[tuple[str, str], str]:
    return {
        (report.about, question): answer
        for report in table_entry_reports(table, entry)
        for question, answer in report.answers
    }
