"""Django's own, beside people who write: it waits seconds for a table, not without end, and tries
again when it did not get one or met somebody crosswise. Each migration is done whole or not at all,
so the next try goes on where the last one stopped.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.core.releases.compatibility import (
    must_stop_first,
    record_release,
    why_not_migrated,
)
from scorekeeper.core.requests.middleware import is_unable

TRIES: Final = 20
PATIENCE: Final = "3s"
"""For a lock, in the words of PostgreSQL. Who writes waits behind us as long."""
PAUSE: Final = 2.0
"""Seconds until the next try, in which others write."""


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--stopped", action="store_true", help="no older program is running")

    def handle(self, *args: Any, stopped: bool = False, **options: Any) -> None:
        database = connections[options["database"]]
        reason = why_not_migrated(database) or (not stopped and must_stop_first(database))
        if reason:
            raise CommandError(reason)
        for tries_left in reversed(range(TRIES)):
            try:
                with patient(database):
                    super().handle(*args, **options)
                record_release(database)
                return
            except OperationalError as error:
                if not is_unable(error):
                    raise
                reason = str(error).partition("\n")[0]
                if not tries_left:
                    raise CommandError(f"Not all migrations are applied: {reason}") from error
                self.stderr.write(f"A migration could not be applied: {reason}. Trying again.")
            time.sleep(PAUSE)


@contextmanager
def patient(database: BaseDatabaseWrapper) -> Iterator[None]:
    """On PostgreSQL; SQLite waits for a time of its own (``timeout``)."""
    if database.vendor != "postgresql":
        yield
        return
    with database.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{PATIENCE}'")
    try:
        yield
    finally:
        with database.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
