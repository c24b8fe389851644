"""Set-up that ``test_dead_connections.py`` shares with other tests."""

from __future__ import annotations

import psycopg
from django.db import connection


def kill_all() -> None:
    """End every connection of this database but our own, as a restart of the server would."""
    told = connection.settings_dict
    with psycopg.connect(
        host=told["HOST"],
        port=told["PORT"] or None,
        user=told["USER"],
        password=told["PASSWORD"] or None,
        dbname="postgres",
        autocommit=True,
    ) as admin:
        ended = admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            [told["NAME"]],
        ).fetchall()
    assert ended
