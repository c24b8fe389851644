"""A device listens for news of a session, or reports that it enters a hand of it."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.requests.sent import required_number
from scorekeeper.table.live.hub import Listener, event, hub
from scorekeeper.table.live.writing import note_writing

RETRY = 3000
"""Milliseconds until a browser reconnects."""


@require_GET
@session_view(Role.VIEWER)
def news(request: ClubRequest, session: Session) -> HttpResponse | StreamingHttpResponse:
    """Sends the session's version on every change over an open connection (``scorekeeper.asgi``);
    204 if no connection can stay open: the page then asks every two seconds. ``w``: also sends a
    mark of who is writing."""
    scope = request.META.get("asgi.scope")
    if scope is None or hub.is_full:
        return HttpResponse(status=204)
    writes = "w" in request.GET and request.role >= Role.SCORER
    scope["listener"] = Listener(session.pk, request.membership, hub, writes=writes)
    response = StreamingHttpResponse([event(f"retry: {RETRY}")], content_type="text/event-stream")
    response["Content-Encoding"] = "identity"  # or it would be buffered for compression
    response["X-Accel-Buffering"] = "no"  # a proxy must not buffer it
    return response


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
def writing(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Records that this device has begun the hand, is still entering it, or ``leaves``."""
    hand = required_number(request, "number")
    game = session.games.filter(number=number).first()
    if game is None:
        raise Http404
    if session.closed_at is None:
        leaves = "leaves" in request.POST
        note_writing(game=game, hand=hand, by=request.membership, leaves=leaves)
    return HttpResponse(status=204)
