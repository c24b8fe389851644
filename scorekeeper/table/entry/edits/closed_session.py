"""Shows what a correction changes before it is written: of an ended session, or of later hands.

The page carries what was typed, and the key of what it showed: if the result has changed since,
because somebody was paid, it is shown again.
"""

from typing import Final

from django.http import HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.core.requests.outcomes import Refused, conclude
from scorekeeper.play.models import Hand, LateKind
from scorekeeper.play.selectors import Table
from scorekeeper.play.terms import game_text
from scorekeeper.settlement.after_closing import NotAgreedError
from scorekeeper.settlement.balances.plan import session_balances
from scorekeeper.table.entry.game_pages import page

QUESTIONS: Final = {
    LateKind.AMENDED: ("Edit hand %(number)s?", ""),
    LateKind.TAKEN_BACK: ("Delete hand %(number)s?", "Delete hand"),
    LateKind.PUT_IN: ("Insert a hand before hand %(number)s?", "Insert hand"),
    LateKind.PUT_BACK: ("Restore hand %(number)s?", "Restore hand"),
}
"""Question and button of the page, in the words of the game; without its own it saves."""
PAGE_FIELDS = frozenset({"csrfmiddlewaretoken", "token", "agreed", "edit"})
"""Inputs that the page has itself."""


def agree_page(
    request: ClubRequest, table: Table, hand: Hand, error: NotAgreedError
) -> HttpResponse:
    """Shows the changes; nothing was written. ``hand``: the one to be corrected, or before which
    one is inserted."""
    session, moved = table.game.session, "agreed" in request.POST
    current, (question, button) = table.game.hands.get(pk=hand.pk), QUESTIONS[error.kind]
    terms = table.game.terms
    heading = game_text(terms, question) % {"number": current.number}
    conclude(request, Refused(heading))
    context = {
        "session": session,
        "table": table,
        "hand": current,
        "question": heading,
        "button": game_text(terms, button) if button else _("Save changes"),
        "changes": error.changes,
        "typed": error.kind in (LateKind.AMENDED, LateKind.PUT_IN),
        "handed": session_balances(session).cash,
        "moved": moved,
        "token": request.POST.get("token", ""),
        "posted": {name: texts for name, texts in request.POST.lists() if name not in PAGE_FIELDS},
    }
    return page(request, "agree", context, status=409 if moved else 200)
