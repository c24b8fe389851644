"""The number that phones ask "newer than" of."""

from __future__ import annotations

from django.db import connection

from scorekeeper.play.models import Session


def touch(session: Session) -> None:
    """Tell the phones that something changed. Call it inside the write's transaction."""
    with connection.cursor() as cursor:  # part of every save: not worth building a query for
        cursor.execute("UPDATE play_session SET version = version + 1 WHERE id = %s", [session.pk])
