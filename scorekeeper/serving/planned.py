"""Statements that PostgreSQL plans once for each connection, and not each time.

To plan the query that every poll asks takes the server 300 µs, to answer it 40; psycopg can have
it kept ready, which Django never asks for. Only for statements written by hand whose text is always
the same: there are few of them, and each is asked with every poll, page or save. They pass Django
as any other does (errors, transactions, what listens to them). On SQLite, and while Django logs
statements (``DEBUG``), it is the usual cursor.

So each connection needs a session of its own (``sessions``).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


def connection() -> BaseDatabaseWrapper:
    """This thread's connection itself: Django's ``connection`` looks it up at each touch."""
    return connections[DEFAULT_DB_ALIAS]


def cursor() -> CursorWrapper:
    here: Any = connection()
    if here.vendor != "postgresql" or here.queries_logged:  # what is kept ready logs no text
        usual: CursorWrapper = here.cursor()
        return usual
    here.ensure_connection()
    wrapped: CursorWrapper = here._prepare_cursor(_kept_ready()(here.connection))
    return wrapped


@cache
def _kept_ready() -> type[Any]:
    """psycopg's cursor that hands values over beside the statement; imported only where it is."""
    from django.db.backends.postgresql.base import ServerBindingCursor

    return ServerBindingCursor
