"""The button that draws for seats and dealer on the page that starts a game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.play.draws import draw_seats
from scorekeeper.play.services import ClosedError
from scorekeeper.serving.outcomes import Done, conclude
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.starting.forms import GameForm


def draw_for(request: ClubRequest, session: Session, form: GameForm) -> None:
    """For seats and dealer, once for each time the page was shown."""
    token = request.POST.get("draw", "")
    if not (form.may_draw and 0 < len(token) <= 64 and form.options.is_valid()):
        return
    try:
        form.take_seats(
            draw_seats(session=session, players=form.seated, token=token, by=request.membership)
        )
        conclude(request, Done())
    except ClosedError:
        form.add_error(None, _("This night is closed."))
    except OtherwiseError:
        again = _("This page has drawn already, for others. Load it again to draw once more.")
        form.add_error(None, again)
