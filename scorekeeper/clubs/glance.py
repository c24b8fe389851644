"""The cheapest honest answer to "is there anything new?", asked by every phone every two seconds.

One hand-written query says both whether this browser may look and what the night's version is.
It must be exactly as strict as ``access.best_membership``; a test compares the two.

While there is nothing new the answer has no content: nothing to translate, to frame or to guard by
a policy. So the middleware gives it before all that is made ready for a page; that, and not the
query, is most of what an empty view costs (``bench.reading``).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound

from scorekeeper.clubs.models import Membership, Phone, Session, ShareLink
from scorekeeper.clubs.phones import keys

NIGHT = re.compile(r"/nights/([0-9A-Za-z]+)/")
GLANCED = "glanced"
"""Marks a request of which is known that there is something to send."""
NOT_KEPT = {"Cache-Control": "no-store, private"}
VERSION = f"""
    SELECT night.version
    FROM {Session._meta.db_table} night
    JOIN {Phone._meta.db_table} phone ON phone.digest IN ({{keys}})
    JOIN {Membership._meta.db_table} held
      ON held.phone_id = phone.id AND held.club_id = night.club_id
    LEFT JOIN {ShareLink._meta.db_table} link ON link.id = held.link_id
    WHERE night.code = %s AND night.removed_at IS NULL
      AND held.revoked_at IS NULL
      AND link.revoked_at IS NULL
      AND (held.session_id IS NULL OR held.session_id = night.id)
    LIMIT 1
"""


def version_in_sight(request: HttpRequest, code: str) -> int | None:
    """The version of this night; None if there is none, or this browser may not see it."""
    held = keys(request)
    if not held:
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION.format(keys=", ".join(["%s"] * len(held))), [*held, code])
        row = cursor.fetchone()
    return row[0] if row else None


class Glance:
    """Middleware: answers a page's poll, ``?v=`` at an address of its night, unless there is
    something to send: that is for the view, and so is what a scorer asks besides (``w``). Stands
    after what reads the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.META.get("HTTP_HX_REQUEST") == "true":
            night = NIGHT.match(request.path_info)
            if night and "v" in request.GET and "w" not in request.GET:
                request.get_host()  # raises DisallowedHost, as it would further in
                if answer := nothing_new(request, night[1]):
                    return answer
                setattr(request, GLANCED, True)
        return self.get_response(request)


def nothing_new(request: HttpRequest, code: str) -> HttpResponse | None:
    """The answer to a phone that shows version ``?v=`` of this night: 204 while that is the
    newest, 404 when it may not look any more, None when there is something to send."""
    if hasattr(request, GLANCED):
        return None
    version = version_in_sight(request, code)
    if version is None:
        return HttpResponseNotFound(headers=NOT_KEPT)
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204, headers=NOT_KEPT)
    return None
