"""Whether the tables are those of this code: each of its migrations is applied.

Looked at when a process starts (``wsgi``), and again only while one is missing or when the database
refused a statement: a process whose tables are its own asks nothing.
"""

from contextlib import suppress
from functools import cache
from threading import Thread

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Migrations = frozenset[tuple[str, str]]
"""App and name of each."""


class _LastLook:
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
