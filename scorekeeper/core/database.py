"""Reading as of one moment, the check that each migration is applied, the check for a pool of
connections, and the name of a constraint that refused."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from threading import Thread
from typing import Any, Final

from django.db import (
    DatabaseError,
    IntegrityError,
    connection,
    models,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"


@contextmanager
def one_view() -> Iterator[None]:
    """All that is read in here is of one moment, and nothing can be written. It waits for nobody,
    and nobody waits for it. A transaction that has begun before goes on.

    Between two queries of a page another device may save a hand: the second would tell of a later
    table than the first, and sums made of both would be wrong. Writes hold the session instead
    (``play.locks``)."""
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


Migrations = frozenset[tuple[str, str]]
"""App and name of each."""


class _LastLook:
    """Taken when a process starts (``wsgi``), and again only while a migration is missing or when
    the database refused a statement: a process whose tables are its own asks nothing."""

    is_behind = False
    """A migration was missing at the last look, or the look failed."""


@cache
def _of_code() -> Migrations:
    return frozenset(MigrationLoader(None).graph.nodes)


def _applied() -> Migrations:
    """Those of the apps that this code has. Raises DatabaseError."""
    apps = {app for app, _name in _of_code()}
    applied = MigrationRecorder(connection).applied_migrations()
    return frozenset(migration for migration in applied if migration[0] in apps)


def is_behind() -> bool:
    """Whether a migration is missing. Raises DatabaseError."""
    try:
        _LastLook.is_behind = not _of_code() <= _applied()
    except DatabaseError:
        _LastLook.is_behind = True
        raise
    return _LastLook.is_behind


def check_at_start() -> None:
    """At the start of a process: whatever is wrong shows with the first request. In a thread, as a
    server may load the application in its loop, where Django asks no database."""
    looking = Thread(target=_look_once)
    looking.start()
    looking.join()


def _look_once() -> None:
    with suppress(DatabaseError):
        is_behind()
    connection.close()


def is_still_behind() -> bool:
    """The same for every request: asks the database only while it was so when last looked. False
    where the database does not answer: its own error says more."""
    try:
        return _LastLook.is_behind and is_behind()
    except DatabaseError:
        return False


def differs() -> bool:
    """Whether a migration is missing, or one is applied that this code does not have yet."""
    try:
        return is_behind() or _applied() != _of_code()
    except DatabaseError:
        return False


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


def was_quicker(error: IntegrityError, model: type[models.Model], *names: str) -> bool:
    """Whether one of these unique constraints of ``model`` refused. PostgreSQL names it, SQLite its
    columns."""
    named = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    if named is not None:
        return named in names
    return any(columns in str(error) for columns in _columns(model, names))


def _columns(model: type[models.Model], names: tuple[str, ...]) -> list[str]:
    table = model._meta.db_table
    columns = {field.name: f"{table}.{field.column}" for field in model._meta.local_fields}
    return [
        ", ".join(columns[field] for field in constraint.fields)
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint) and constraint.name in names
    ]
