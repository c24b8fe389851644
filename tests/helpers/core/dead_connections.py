"""A database that ends its connections, as when it is restarted."""

import psycopg
from django.db import connection


def kill_all() -> None:
    """End every connection of this database but our own, as a restart of the server would."""
    settings = connection.settings_dict
    with psycopg.connect(
        host=settings["HOST"],
        port=settings["PORT"] or None,
        user=settings["USER"],
        password=settings["PASSWORD"] or None,
        dbname="postgres",
        autocommit=True,
    ) as admin:
        ended = admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            [settings["NAME"]],
        ).fetchall()
    assert ended
