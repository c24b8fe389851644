"""The cheapest honest answer to "is there anything new?", asked by every phone every two seconds.

One hand-written query says both whether this browser may look and what the night's version is.
It must be exactly as strict as ``access.best_membership``; a test compares the two.
"""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest

from scorekeeper.clubs.access import memberships
from scorekeeper.clubs.models import Membership, ShareLink
from scorekeeper.play.models import Session

VERSION = f"""
    SELECT night.version
    FROM {Session._meta.db_table} night
    JOIN {Membership._meta.db_table} held ON held.club_id = night.club_id
    LEFT JOIN {ShareLink._meta.db_table} link ON link.id = held.link_id
    WHERE night.code = %s
      AND held.id IN ({{ids}})
      AND held.revoked_at IS NULL
      AND link.revoked_at IS NULL
      AND (held.session_id IS NULL OR held.session_id = night.id)
    LIMIT 1
"""  # noqa: S608  (the names of our own tables)


def version_in_sight(request: HttpRequest, code: str) -> int | None:
    """The version of this night; None if there is none, or this browser may not see it."""
    held = memberships(request)
    if not held:
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION.format(ids=", ".join(["%s"] * len(held))), [code, *held])
        row = cursor.fetchone()
    return row[0] if row else None
