"""The number that phones ask "newer than" of."""

from __future__ import annotations

from django.db import connection
from django.db.models import F, QuerySet

from scorekeeper.play.models import Session


def touch(session: Session) -> None:
    """Tell the phones that something changed. Call it inside the write's transaction."""
    with connection.cursor() as cursor:  # part of every save: not worth building a query for
        cursor.execute("UPDATE play_session SET version = version + 1 WHERE id = %s", [session.pk])


def touch_all(sessions: QuerySet[Session]) -> None:
    """For what many evenings show, such as the name of somebody who played in them."""
    sessions.update(version=F("version") + 1)
