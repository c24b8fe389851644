"""A request whose database connection died is answered all the same: it runs once more.

A connection dies where it lies: the server was restarted, a firewall forgot it, somebody ended it.
The next request that is given it fails, through no fault of its own, and the table sees an error
page. So it is run again, once, on a connection that was tried first — but only when the first run
left nothing behind. That is known without asking any view, because every statement passes an
``execute_wrapper`` on its way:

- a statement that may write, sent outside a transaction, has taken effect by itself, or may have;
- one inside a transaction has not, until the transaction commits. Then ``on_commit`` tells.
- a statement that fails for the connection's sake takes its open transaction along: undone.
- a connection that dies elsewhere, with something written and not committed, died in COMMIT. Nobody
  knows how that ended. It is answered with 503, and so is whatever else must not be run again: the
  phone sends the same token once more, and a token writes once.

Waiting in vain for a connection (``PoolTimeout``) is no dead connection: there is no database, and
trying again would only double the wait. That is 503 too.

The connections are not checked beforehand (``CONN_HEALTH_CHECKS``): one more question to the server
for every poll makes it 2.0 to 2.2 × an empty view instead of 1.8 to 1.9, where 2 is the limit
(``bench.save``), and would still leave those that die on the way.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import copy
from typing import Any, cast

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict

from scorekeeper.serving import schema

logger = logging.getLogger(__name__)

READS = re.compile(
    r"\s*(?:--[^\n]*\n\s*)*(?:SELECT|SHOW|SAVEPOINT|RELEASE|ROLLBACK)\b", re.IGNORECASE
)
ENDED = ("57P01", "57P02", "57P03", "25P03", "25P04", "57P05")
"""Ended by an administrator, after a crash, while starting; for idling, for taking too long."""
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""SQLite: another program writes for too long, the disk is full, or the file may not be written."""
UNABLE = ("53", "25006", "55P03", "40P01")
"""PostgreSQL, how its reason begins: no room, no memory or no connection left; nobody may write
now; somebody else holds a lock for too long, or each of two waits for the other."""
AFTER = "5"
"""Seconds that a machine is asked to wait; a phone sends again by itself."""


class Left:
    """What one run of a request may have left behind in the database."""

    def __init__(self) -> None:
        self.open = False
        """Something was written in a transaction that has not ended."""
        self.kept = False
        """Something was, or may have been, written for good."""
        self.lost = False
        """The connection died."""

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: Mapping[str, Any],
    ) -> Any:
        if not READS.match(sql):
            self._writes(context["connection"])
        try:
            return execute(sql, params, many, context)
        except DatabaseError as error:
            if died(error, context["connection"]):
                self.open = False  # its transaction died with it, before any COMMIT
            raise

    def _writes(self, at: BaseDatabaseWrapper) -> None:
        if not at.in_atomic_block:
            self.kept = True
        else:
            self.open = True
            # For each: a savepoint that is rolled back takes what was asked for inside it along.
            at.on_commit(self._committed)

    def _committed(self) -> None:
        self.open, self.kept = False, True

    @property
    def nothing(self) -> bool:
        return not self.open and not self.kept


def died(error: BaseException, at: BaseDatabaseWrapper) -> bool:
    """Whether this error is the end of a connection, and not only of a statement.

    The error tells: a server that still speaks names its reason. The connection does not: where a
    transaction ends with an error, Django may have opened the next one already.
    """
    if at.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    reason = getattr(error.__cause__, "sqlstate", None)
    return reason is None or reason in ENDED


def is_unable(error: BaseException) -> bool:
    """Whether the database could not do it now, and nothing of it was kept: another time it can."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in BUSY
    return str(getattr(cause, "sqlstate", None) or "").startswith(UNABLE)


def is_for_now(error: DatabaseError) -> bool:
    """Whether it is busy or full, or its tables are not those of this code."""
    return is_unable(error) or schema.differs()


def found_none(error: BaseException) -> bool:
    """Whether the pool had no connection to give."""
    return type(error.__cause__).__name__ in ("PoolTimeout", "TooManyRequests", "PoolClosed")


class TriedRequest(HttpRequest):
    """One that runs under ``SecondTry``."""

    left: Left


class SecondTry:
    """Middleware, outside of all that a run leaves on a request (session, language, person)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        untouched = copy(request)
        left, response = self._run(request)
        if not left.lost:
            return response
        forget_dead_connections()
        if not left.nothing:
            logger.warning("The database was lost in the middle of a write.")
            return response
        logger.warning("The database connection was dead; the request is run again.")
        again = with_body_of(request, untouched)
        _left, response = self._run(again)
        request.resolver_match = again.resolver_match
        return response

    def _run(self, request: HttpRequest) -> tuple[Left, HttpResponse]:
        left = Left()
        cast(TriedRequest, request).left = left
        with connection.execute_wrapper(left):
            return left, self.get_response(request)

    def process_exception(self, request: TriedRequest, error: Exception) -> HttpResponse | None:
        """The page for now; ``__call__`` may take another one instead."""
        is_dead = died(error, connection)
        if not is_dead and not (isinstance(error, DatabaseError) and is_for_now(error)):
            return None
        request.left.lost = is_dead and not found_none(error)
        if not request.left.lost:
            logger.error("The database cannot be used now: %s", error)
        return not_now(request)


def not_now(request: HttpRequest) -> HttpResponse:
    """Nothing was kept, and another time it can be; a device that hears this sends again."""
    answer = render(request, "503.html", status=503)
    answer["Retry-After"] = AFTER
    return answer


def forget_dead_connections() -> None:
    """This thread's, and every other that lies in the pool."""
    with suppress(DatabaseError):
        connection.close()
    if pool := getattr(connection, "pool", None):
        pool.check()


def with_body_of(request: HttpRequest, untouched: HttpRequest) -> HttpRequest:
    """The request as it came, with the body that was read from the line already."""
    for name in ("_body", "_post", "_files", "_read_started"):
        if name in vars(request):
            setattr(untouched, name, vars(request)[name])
    for _name, files in vars(request).get("_files", MultiValueDict()).lists():
        for file in files:
            file.seek(0)
    return untouched
