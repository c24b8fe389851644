"""Whether this code works on the tables that are there.

An update migrates first, so old code meets newer tables for a while: each release says which is the
oldest version that may. New code never works on older tables. A program that cannot work ends at
its start, with a sentence.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Final

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.version import get_version_tuple

from scorekeeper import __version__
from scorekeeper.core import database
from scorekeeper.core.releases.models import Release

OLDEST_COMPATIBLE: Final = "1.0.0"
"""The oldest version whose code works on the tables of this one. A migration that takes away or
renames what this version still uses, or adds a column that its inserts must fill, raises it."""
TOO_OLD: Final = (
    "This is Scorekeeper {version}. Version {newest} migrated the database, and needs {oldest} or "
    "newer everywhere. Nothing was changed. Start that version."
)
STOP_FIRST: Final = (
    "Version {older} migrated this database last, and its programs cannot work on the tables of "
    "{version}. Nothing was changed. Stop them, then run: python manage.py migrate --stopped"
)
NOT_MIGRATED: Final = (
    "The tables are older than Scorekeeper {version}. Nothing was started. "
    "Run: python manage.py migrate"
)


def newest_release(database: BaseDatabaseWrapper = connection) -> Release | None:
    """The newest version that migrated these tables. Raises DatabaseError."""
    if not _is_recorded(database):
        return None
    releases = Release.objects.using(database.alias)
    return max(releases, key=lambda row: get_version_tuple(row.version), default=None)


def _is_recorded(database: BaseDatabaseWrapper) -> bool:
    return Release._meta.db_table in database.introspection.table_names()


def incompatibility(*, is_to_migrate: bool = False) -> str:
    """Why this program cannot work on the tables; "" if it can, or if the database does not answer
    now. In a thread, as a server may load the application in its loop, where Django asks no
    database. ``is_to_migrate``: whether missing migrations are no reason."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_look, is_to_migrate).result()


def _look(is_to_migrate: bool) -> str:
    with closing(connection), suppress(DatabaseError):
        if reason := why_not_migrated(connection):
            return reason
        if not is_to_migrate and database.is_behind():
            return NOT_MIGRATED.format(version=__version__)
    return ""


def why_not_migrated(database: BaseDatabaseWrapper) -> str:
    """Why this code may not touch the tables at all; "" if it may. Raises DatabaseError."""
    newest, own = newest_release(database), get_version_tuple(__version__)
    if newest is None or get_version_tuple(newest.oldest_compatible) <= own:
        return ""
    oldest = newest.oldest_compatible
    return TOO_OLD.format(version=__version__, newest=newest.version, oldest=oldest)


def must_stop_first(database: BaseDatabaseWrapper) -> str:
    """Why older programs may not go on while this version migrates; "" if they may."""
    newest = newest_release(database)
    oldest = get_version_tuple(OLDEST_COMPATIBLE)
    if newest is None or get_version_tuple(newest.version) >= oldest:
        return ""
    return STOP_FIRST.format(older=newest.version, version=__version__)


def record_release(database: BaseDatabaseWrapper) -> None:
    """After migrating. All of it, or the table of this record alone may be missing."""
    if _is_recorded(database):
        Release.objects.using(database.alias).get_or_create(
            version=__version__, defaults={"oldest_compatible": OLDEST_COMPATIBLE}
        )
