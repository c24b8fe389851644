"""Runs on the device: writes a snapshot's rows to an empty, migrated SQLite database.

Rows written there later get keys from ``FIRST_OF_DEVICE`` on, different for each table, so that
they cannot be mistaken for a row of the server or of another table. The device's own secret is not
part of a snapshot; a new one is made here, valid in this database alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from secrets import randbelow, token_urlsafe
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction

from scorekeeper.clubs.devices.services import SECRETS
from scorekeeper.clubs.models import Device, Membership
from scorekeeper.clubs.services import digest
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE
from scorekeeper.extensions.offline.sync.snapshots.tables import RowColumn, RowModel
from scorekeeper.table.entry.templatetags import capture

KEY_RANGE: Final = 2**24
"""Number of keys reserved for each table."""
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def land(payload: Mapping[str, Any]) -> str:
    """Writes the rows of ``snapshot`` to the empty database; returns the session cookie's value.
    Raises ValueError if that is impossible; nothing is written then.

    A snapshot of another release: unknown columns are skipped, missing ones get their default.
    """
    if connection.vendor != "sqlite":
        raise RuntimeError("A session is loaded on a device, never into a server's database.")
    secret = token_urlsafe(32)
    try:
        with transaction.atomic():
            _insert_all(payload["rows"])
            _own_device(payload["mine"], secret)
            connection.check_constraints()
            _reset_sequences()
    except (DatabaseError, ValidationError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"This session can't be loaded here: {error!r}") from error
    clear_caches()
    return _cookie(secret)


def clear_caches() -> None:
    """Clears everything cached from an earlier database."""
    for name in settings.CACHES:
        caches[name].clear()
    capture.clear_cache()


# Rows ------------------------------------------------------------------------------------------


def _own_models() -> Iterator[RowModel]:
    """Returns all models of this project, in any order: constraints are checked at the end."""
    return (model for model in apps.get_models() if model.__module__.startswith("scorekeeper."))


def _insert_all(tables: Mapping[str, Mapping[str, Any]]) -> None:
    for model in _own_models():
        if (table := tables.get(model._meta.db_table)) and table["rows"]:
            _insert(model, table["columns"], table["rows"])


def _insert(model: RowModel, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Inserts the rows unchanged, without signals or ``auto_now``."""
    fields = model._meta.concrete_fields
    index_by_name = {name: index for index, name in enumerate(names)}
    column_indexes = [(column, index_by_name.get(column.attname)) for column in fields]
    defaults = {column: column.get_default() for column, index in column_indexes if index is None}
    quote = connection.ops.quote_name
    column_names = ", ".join(quote(str(column.column)) for column in fields)
    table = quote(model._meta.db_table)
    sql = f"INSERT INTO {table} ({column_names}) VALUES ({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.executemany(
            sql,
            [
                [
                    _stored_value(column, defaults[column] if index is None else row[index])
                    for column, index in column_indexes
                ]
                for row in rows
            ],
        )


def _stored_value(column: RowColumn, value: Any) -> Any:
    """Returns the value as the database stores it, or the column's empty value for None."""
    if value is None and not column.null:
        value = _empty_value(column)
    return column.get_db_prep_save(column.to_python(value), connection)


def _empty_value(column: RowColumn) -> Any:
    """Returns the column's empty value. Raises ValueError for keys and relations."""
    if column.primary_key or column.is_relation:
        raise ValueError(f"a row without its {column.attname}")
    if isinstance(column, models.DateTimeField):
        return LONG_AGO
    if isinstance(column, models.DateField):
        return LONG_AGO.date()
    return 0 if (default := column.get_default()) is None else default


def _own_device(ids: Mapping[str, int], secret: str) -> None:
    """Gives the snapshot's device the new secret. Raises ValueError if it has no membership."""
    is_updated = Device.objects.filter(pk=ids["device"]).update(digest=digest(secret))
    if not (is_updated and Membership.objects.filter(pk=ids["membership"], device=ids["device"])):
        raise ValueError("This device has no access to this session.")


def _reset_sequences() -> None:
    """Starts each table's keys at a random place of its own range, so that a page drawn before a
    second landing cannot name another row."""
    tables = sorted(model._meta.db_table for model in _own_models())
    with connection.cursor() as cursor:
        cursor.executemany("DELETE FROM sqlite_sequence WHERE name = %s", [[t] for t in tables])
        cursor.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
            [
                [table, FIRST_OF_DEVICE + index * KEY_RANGE + randbelow(KEY_RANGE // 2)]
                for index, table in enumerate(tables)
            ],
        )


def _cookie(secret: str) -> str:
    """Returns the value of a session cookie with the secret, signed with the device's key."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SECRETS] = [secret]
    store.save()
    return str(store.session_key)
