"""Answers 503, in words, where the database cannot be used now: it is away, busy or full, or its
tables are not those of this code; and where a file has no room on the disk.

Nothing is tried again here. Django tests a connection before the first statement of a request, so
one that died since the last costs nothing (``CONN_HEALTH_CHECKS``). What dies on the way may have
been kept or not; a device sends it again by itself, and its token is kept once.
"""

import logging
import sqlite3
from errno import EDQUOT, ENOSPC, EROFS
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.core.database import schema

logger = logging.getLogger(__name__)

BUSY: Final = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
}
"""SQLite: another program writes for too long, the disk is full, or the file may not be written. A
full disk also fails the files beside it, which are an input or output that went wrong."""
NO_ROOM: Final = (ENOSPC, EDQUOT, EROFS)
UNABLE: Final = ("53", "25006", "55P03", "40P01")
"""PostgreSQL, how its reason begins: no room, no memory or no connection left; nobody may write
now; somebody else holds a lock for too long, or each of two waits for the other."""
ENDED: Final = ("57P01", "57P02", "57P03", "25P03", "25P04", "57P05")
"""Ended by an administrator, after a crash, while starting; for idling, for taking too long."""
AFTER: Final = "5"
"""Seconds that a machine is asked to wait; a device sends again by itself."""


class Unavailable(MiddlewareMixin):
    """Middleware, outside of all that asks the database."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            logger.error("A file can’t be saved now: %s", error)
            return unavailable(request)
        is_for_now = isinstance(error, DatabaseError | InterfaceError) and (
            is_lost(error) or is_unable(error) or schema.differs()
        )
        if not is_for_now:
            return None
        logger.error("The database cannot be used now: %s", error)
        return unavailable(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The page for now; a device that is given it sends again."""
    page = render(request, "503.html", status=503)
    page["Retry-After"] = AFTER
    return page


def is_lost(error: BaseException) -> bool:
    """Whether PostgreSQL cannot be reached, or this connection ended: a server that still speaks
    names its reason."""
    if not isinstance(error, OperationalError | InterfaceError) or _of_sqlite(error):
        return False
    reason = getattr(error.__cause__, "sqlstate", None)
    return reason is None or reason in ENDED


def is_unable(error: BaseException) -> bool:
    """Whether the database could not do it now, and kept nothing of it: another time it can."""
    if _of_sqlite(error):
        return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in BUSY
    return str(getattr(error.__cause__, "sqlstate", None) or "").startswith(UNABLE)


def _of_sqlite(error: BaseException) -> bool:
    return isinstance(error.__cause__, sqlite3.Error)
