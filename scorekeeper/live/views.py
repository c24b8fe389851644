"""A phone listens for news of a night, or says that it writes a hand of it."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts
from scorekeeper.live.hub import Listener, event, hub
from scorekeeper.live.writing import note_writing

RETRY = 3000
"""Milliseconds until a browser opens a line again that broke."""


@require_GET
@session_view(Role.VIEWER)
def news(request: ClubRequest, session: Session) -> HttpResponse | StreamingHttpResponse:
    """Stays open (``scorekeeper.asgi``), and sends the session's version whenever it changes; 204
    where no connection can stay open: then the page asks every two seconds. ``w``: and who writes
    has changed."""
    scope = request.META.get("asgi.scope")
    if scope is None or hub.is_full:
        return HttpResponse(status=204)
    writes = "w" in request.GET and request.role >= Role.SCORER
    scope["listener"] = Listener(session.pk, request.membership, hub, writes=writes)
    begun = StreamingHttpResponse([event(f"retry: {RETRY}")], content_type="text/event-stream")
    begun["Content-Encoding"] = "identity"  # or it would be gathered, to be compressed
    begun["X-Accel-Buffering"] = "no"  # a proxy hands it on at once
    return begun


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
