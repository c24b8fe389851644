"""Runs inside a phone: the rows of a snapshot into an empty, migrated database of SQLite.

What is written there afterwards gets keys from ``FIRST_OWN`` on, so that no row made on a phone is
taken for one of the server's, nor for one of another table. The phone's own secret never leaves it,
so that a new one is made here, good in this database alone.
"""

from __future__ import annotations

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

from scorekeeper.along.tables import RowColumn, RowModel
from scorekeeper.capture import blank
from scorekeeper.clubs.models import Membership, Phone
from scorekeeper.clubs.phones import SECRETS
from scorekeeper.clubs.services import digest

FIRST_OWN: Final = 2**40
"""No row that is made on the phone has a smaller key."""
APART: Final = 2**24
"""From the first key of a table to that of the next: no two tables ever share one."""
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def land(told: Mapping[str, Any]) -> str:
    """Write the rows of ``snapshot`` into the database, which has none of them. Gives the value of
    the session cookie. Raises ValueError where they cannot be, and nothing is written then.

    Of another release: what is not known here is left out, what is not told gets its default.
    """
    if connection.vendor != "sqlite":
        raise RuntimeError("A session is loaded on a device, never into a server's database.")
    secret = token_urlsafe(32)
    try:
        with transaction.atomic():
            _insert_all(told["rows"])
            _own(told["mine"], secret)
            connection.check_constraints()
            _own_keys()
    except (DatabaseError, ValidationError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"This session can't be loaded here: {error!r}") from error
    forget()
    return _cookie(secret)


def forget() -> None:
    """Nothing that was drawn or worked out of an earlier database is shown again."""
    for name in settings.CACHES:
        caches[name].clear()
    blank.clear_cache()


# Rows ------------------------------------------------------------------------------------------


def _ours() -> Iterator[RowModel]:
    """Every model of this project; in any order, since keys are compared at the end."""
    return (each for each in apps.get_models() if each.__module__.startswith("scorekeeper."))


def _insert_all(told: Mapping[str, Mapping[str, Any]]) -> None:
    for model in _ours():
        if (table := told.get(model._meta.db_table)) and table["rows"]:
            _insert(model, table["columns"], table["rows"])


def _insert(model: RowModel, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """As they are told, without signals, and without today's date anywhere."""
    fields = model._meta.concrete_fields
    at = {name: place for place, name in enumerate(names)}
    places = [(each, at.get(each.attname)) for each in fields]
    usual = {each: each.get_default() for each, place in places if place is None}
    quote = connection.ops.quote_name
    into = ", ".join(quote(str(each.column)) for each in fields)
    table = quote(model._meta.db_table)
    text = f"INSERT INTO {table} ({into}) VALUES ({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.executemany(
            text,
            [
                [
                    _kept(each, usual[each] if place is None else row[place])
                    for each, place in places
                ]
                for row in rows
            ],
        )


def _kept(column: RowColumn, value: Any) -> Any:
    """The value as the database holds it; what was not told is empty."""
    if value is None and not column.null:
        value = _empty(column)
    return column.get_db_prep_save(column.to_python(value), connection)


def _empty(column: RowColumn) -> Any:
    """Raises ValueError for what a row cannot be without: its key, or whose it is."""
    if column.primary_key or column.is_relation:
        raise ValueError(f"a row without its {column.attname}")
    if isinstance(column, models.DateTimeField):
        return LONG_AGO
    if isinstance(column, models.DateField):
        return LONG_AGO.date()
    return 0 if (usual := column.get_default()) is None else usual


def _own(mine: Mapping[str, int], secret: str) -> None:
    """This browser, and the place that it has."""
    known = Phone.objects.filter(pk=mine["phone"]).update(digest=digest(secret))
    if not (known and Membership.objects.filter(pk=mine["membership"], phone=mine["phone"])):
        raise ValueError("This device has no access to this session.")


def _own_keys() -> None:
    """What counts the keys of each of our tables begins anew, in a range of its own; somewhere in
    it, so that a page drawn before the night landed again names no other row by its key."""
    tables = sorted(each._meta.db_table for each in _ours())
    with connection.cursor() as cursor:
        cursor.executemany("DELETE FROM sqlite_sequence WHERE name = %s", [[t] for t in tables])
        cursor.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
            [
                [table, FIRST_OWN + place * APART + randbelow(APART // 2)]
                for place, table in enumerate(tables)
            ],
        )


def _cookie(secret: str) -> str:
    """Signed with the phone's key, as the site's is with its own."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SECRETS] = [secret]
    store.save()
    return str(store.session_key)
