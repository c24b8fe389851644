"""Reading a page that asks several questions as of one moment.

Between two queries of a page another device may save a hand; then the second would tell of a later
table than the first, and sums made of both would be wrong. Writes do not need this: they hold the
session (``play.locks``).
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse

SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"


@contextmanager
def one_view() -> Iterator[None]:
    """All that is read in here is of one moment, and nothing can be written. It waits for nobody,
    and nobody waits for it. A transaction that has begun before goes on."""
    begins, is_sqlite = not connection.in_atomic_block, connection.vendor == "sqlite"
    with ExitStack() as view:
        if is_sqlite:
            view.enter_context(_read_only())
        if begins:
            view.enter_context(transaction.atomic())
        if begins and not is_sqlite:
            with connection.cursor() as cursor:
                cursor.execute(SNAPSHOT)
        yield


@contextmanager
def _read_only() -> Iterator[None]:
    """SQLite: a transaction takes no lock for writing as it begins, and statements that write are
    refused."""
    connection.ensure_connection()  # before that it has no mode
    database: Any = connection
    usual_mode, rows = database.transaction_mode, database.connection
    (was_read_only,) = rows.execute("PRAGMA query_only").fetchone()
    database.transaction_mode = "DEFERRED"
    rows.execute("PRAGMA query_only = 1")
    try:
        yield
    finally:
        rows.execute(f"PRAGMA query_only = {was_read_only}")
        database.transaction_mode = usual_mode


class ReadAtOnce:
    """Middleware: what a page shows is of one moment, whatever is asked by GET or HEAD. A view that
    writes then is named in the settings (``NOT_READ_AT_ONCE``). Must be the last, as the others
    may write. An answer that is streamed must have been read before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        with ExitStack() as request.reading:
            return self.get_response(request)

    def process_view(self, request: Any, _view: object, _args: object, _kwargs: object) -> None:
        view, only_shows = request.resolver_match, request.method in ("GET", "HEAD")
        named = {view.view_name, view.namespace} & settings.NOT_READ_AT_ONCE
        if only_shows and not named and _is_reached():
            request.reading.enter_context(one_view())

    def process_exception(self, request: Any, error: Exception) -> None:
        """The page about an error is made after the reading."""
        request.reading.__exit__(type(error), error, error.__traceback__)


def _is_reached() -> bool:
    """Whether there is a database. A page that needs none, such as the rule book, goes on without
    it; one that needs it says what is wrong when it reads."""
    try:
        connection.ensure_connection()
    except OperationalError:
        return False
    return True
