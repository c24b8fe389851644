"""Answers the poll "is there anything new?" that every device sends every two seconds.

One hand-written query checks access and reads the session's version. It must be exactly as strict
as ``access.best_membership``; a test compares the two.

An unchanged session is answered without content by a middleware, before the work that every page
needs (translation, framing, policies): that work, not the query, is most of what an empty view
costs (``bench`` measures it).
"""

import re
from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound

from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.models import Club, Device, Membership, Session, ShareLink

SESSION = re.compile(r"/sessions/([0-9A-Za-z]+)/")
CHECKED = "version_checked"
"""Attribute that marks a request already checked: there is something to send."""
NO_STORE = {"Cache-Control": "no-store, private"}
VERSION = f"""
    SELECT session.version
    FROM {Session._meta.db_table} session
    JOIN {Club._meta.db_table} club ON club.id = session.club_id AND club.blocked_at IS NULL
    JOIN {Device._meta.db_table} device ON device.digest IN ({{keys}})
    JOIN {Membership._meta.db_table} held
      ON held.device_id = device.id AND held.club_id = session.club_id
    LEFT JOIN {ShareLink._meta.db_table} link ON link.id = held.link_id
    WHERE session.code = %s AND session.removed_at IS NULL
      AND held.revoked_at IS NULL
      AND link.revoked_at IS NULL
      AND (held.session_id IS NULL OR held.session_id IN (session.id, session.part_of_id))
    LIMIT 1
"""


def visible_version(request: HttpRequest, code: str) -> int | None:
    """Returns the session's version; None if it does not exist or this browser may not see it."""
    digests = device_digests(request)
    if not digests:
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION.format(keys=", ".join(["%s"] * len(digests))), [*digests, code])
        row = cursor.fetchone()
    return row[0] if row else None


class VersionPoll:
    """Middleware: answers a poll (``?v=`` at an address of a session) when nothing is new. The view
    answers the others, and polls with a scorer's question (``w``). Must follow the session
    middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.META.get("HTTP_HX_REQUEST") == "true":
            session = SESSION.match(request.path_info)
            if session and "v" in request.GET and "w" not in request.GET:
                request.get_host()  # raises DisallowedHost, as it would further in
                if response := unchanged_response(request, session[1]):
                    return response
                setattr(request, CHECKED, True)
        return self.get_response(request)


def unchanged_response(request: HttpRequest, code: str) -> HttpResponse | None:
    """Returns 204 while the device's version ``?v=`` is the newest, 404 to a browser that never had
    access, None when the view has something to say: what is new, or why there is no access."""
    if hasattr(request, CHECKED):
        return None
    if not device_digests(request):
        return HttpResponseNotFound(headers=NO_STORE)
    version = visible_version(request, code)
    if version is not None and request.GET.get("v") == str(version):
        return HttpResponse(status=204, headers=NO_STORE)
    return None
