"""What a correction of a closed night changes, shown before it is written.

The page carries on what was typed, and the key of what it showed: does it come out otherwise by
then, because somebody was paid meanwhile, it is shown again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from scorekeeper.capture.pages import page
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Hand, LateKind
from scorekeeper.play.selectors import Table
from scorekeeper.serving.outcomes import Refused, conclude
from scorekeeper.settling.after_closing import CorrectionResult, NotAgreedError, correct_hand
from scorekeeper.settling.standing import standing

QUESTIONS: Final = {
    LateKind.AMENDED: (_("Edit hand %(number)s?"), _("Save changes")),
    LateKind.TAKEN_BACK: (_("Delete hand %(number)s?"), _("Delete hand")),
    LateKind.PUT_IN: (_("Insert a hand before hand %(number)s?"), _("Insert hand")),
    LateKind.PUT_BACK: (_("Restore hand %(number)s?"), _("Restore hand")),
}
"""What the page asks, and what its button says."""
OWN = frozenset({"csrfmiddlewaretoken", "token", "agreed", "edit"})
"""What the page says itself."""


def as_agreed(
    request: ClubRequest, session: Session, kind: LateKind, write: Callable[[], Hand]
) -> CorrectionResult:
    """Raises NotAgreedError, and what ``write`` does."""
    agreed = str(request.POST.get("agreed", ""))
    return correct_hand(
        session=session, kind=kind, write=write, agreed=agreed, by=request.membership
    )


def agree_page(request: ClubRequest, at: Table, hand: Hand, asked: NotAgreedError) -> HttpResponse:
    """``hand``: the one to be corrected, or before which one was left out; nothing was written."""
    session, moved = at.game.session, "agreed" in request.POST
    told, (question, button) = at.game.hands.get(pk=hand.pk), QUESTIONS[asked.kind]
    asks = question % {"number": told.number}
    conclude(request, Refused(asks))
    context = {
        "session": session,
        "table": at,
        "hand": told,
        "question": asks,
        "button": button,
        "changes": asked.changes,
        "typed": asked.kind in (LateKind.AMENDED, LateKind.PUT_IN),
        "handed": standing(session).cash,
        "moved": moved,
        "token": request.POST.get("token", ""),
        "posted": {name: texts for name, texts in request.POST.lists() if name not in OWN},
    }
    return page(request, "agree", context, status=409 if moved else 200)
