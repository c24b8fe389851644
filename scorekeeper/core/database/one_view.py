"""Reading a page that asks several questions as of one moment.

Between two queries of a page another device may save a hand; then the second would tell of a later
table than the first, and sums made of both would be wrong. Writes do not need this: they hold the
session (``play.locks``).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import connection, transaction
from django.http import HttpRequest

P = ParamSpec("P")
Q = TypeVar("Q", bound=HttpRequest)
R = TypeVar("R")
SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"


@contextmanager
def one_view() -> Iterator[None]:
    """All that is read in here is of one moment, and nothing can be written. It waits for nobody,
    and nobody waits for it. Within a transaction it changes nothing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(SNAPSHOT)
            yield
    else:
        with _deferred(), transaction.atomic():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """SQLite: a transaction that takes no lock for writing as it begins."""
    connection.ensure_connection()  # before that it has no mode
    sqlite: Any = connection
    usual_mode = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual_mode


def read_at_once(view: Callable[Concatenate[Q, P], R]) -> Callable[Concatenate[Q, P], R]:
    """For a view: when it only shows, what it shows is of one moment."""

    @wraps(view)
    def reading(request: Q, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if request.method not in ("GET", "HEAD"):
            return view(request, *args, **kwargs)
        with one_view():
            return view(request, *args, **kwargs)

    return reading
