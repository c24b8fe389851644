"""A phone listens for news of a night, or says that it writes a hand of it."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts
from scorekeeper.live.hub import Listener, hub
from scorekeeper.live.writing import note_writing
from scorekeeper.serving import held


@require_GET
@session_view(Role.VIEWER)
def news(request: ClubRequest, session: Session) -> held.Answer:
    """Stays open, and says the night's version whenever it changes; 204 where no connection can
    stay open: then the page asks every two seconds. ``w``: and who writes has changed."""
    writes = "w" in request.GET and request.role >= Role.SCORER
    listener = Listener(session.pk, request.membership, hub, writes=writes)
    return held.answer(listener)


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
def writing(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """This phone has begun the hand, is still at it, or ``leaves``."""
    told = request.POST.get("number", "")
    if not (told.isdecimal() and len(told) < 9):
        raise BadRequest("a hand has a number")
    game = session.games.filter(number=number).first()
    if game is None:
        raise Http404
    if session.closed_at is None:
        leaves = "leaves" in request.POST
        note_writing(game=game, hand=int(told), by=request.membership, leaves=leaves)
    return HttpResponse(status=204)
