"""Whether each of our connections has a PostgreSQL session of its own.

PgBouncer by transactions, or by statements, hands one session to many clients in turn. What is kept
ready there, and rows that are read bit by bit, are then somebody else's: wrong statements run.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

SHARED: Final = (
    "DATABASE_URL leads to a pool that gives the same PostgreSQL session to many clients in turn "
    "(PgBouncer with pool_mode = transaction). Point it at PostgreSQL itself, or set "
    "pool_mode = session."
)


def are_shared(here: BaseDatabaseWrapper) -> bool:
    """Asks two connections of its own, both open, which session they have, three times each: one
    session for both, or two for one, is no session of one's own. False where none answers."""
    if here.vendor != "postgresql":
        return False
    driver: Any = here.Database  # type: ignore[attr-defined]
    told = {**here.get_connection_params(), "autocommit": True}
    try:
        with ExitStack() as opened:
            two = [opened.enter_context(driver.connect(**told)) for _one in "ab"]
            first, second = ({_session(each) for _time in "abc"} for each in two)
    except driver.Error:
        return False
    return len(first) > 1 or len(second) > 1 or first == second


def _session(opened: Any) -> int:
    found: tuple[int] = opened.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    return found[0]
