"""Whether each of our connections has a PostgreSQL session of its own.

PgBouncer by transactions, or by statements, hands one session to many clients in turn. What is kept
ready there, and rows that are read bit by bit, are then somebody else's: wrong statements run.
"""

from contextlib import ExitStack
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

SHARED: Final = (
    "DATABASE_URL leads to a pool that gives the same PostgreSQL session to many clients in turn "
    "(PgBouncer with pool_mode = transaction). Point it at PostgreSQL itself, or set "
    "pool_mode = session."
)


def are_shared(database: BaseDatabaseWrapper) -> bool:
    """Asks two connections of its own, both open, which session they have, three times each: one
    session for both, or two for one, is no session of one's own. False where none answers."""
    if database.vendor != "postgresql":
        return False
    driver: Any = database.Database  # type: ignore[attr-defined]
    parameters = {**database.get_connection_params(), "autocommit": True}
    try:
        with ExitStack() as opened:
            both = [opened.enter_context(driver.connect(**parameters)) for _one in "ab"]
            first, second = ({_session(opened_one) for _time in "abc"} for opened_one in both)
    except driver.Error:
        return False
    return len(first) > 1 or len(second) > 1 or first == second


def _session(opened: Any) -> int:
    record: tuple[int] = opened.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    return record[0]
