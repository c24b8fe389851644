"""Databases for tests at a small cost: a session that all tests of a module share, and tables that
are emptied row by row."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TransactionTestCase

STAY = {"django_migrations", "django_content_type", "auth_permission"}
"""Written once, when the tables are made."""


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What fixtures of a module make after this one is there for each of its tests, which all begin
    with just that: a test's own writes are taken back as ever. Not for tests that commit."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True, scope="session")
def _tables_are_emptied_row_by_row() -> Iterator[None]:
    """After a test that commits, Django truncates every table, empty or not, and then makes the
    permissions anew that nobody here asks for: ten times what it costs to delete a few rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty())
        yield


def empty() -> None:
    run(deletions())


def run(statements: list[str]) -> None:
    """In one go where the database takes several statements at once."""
    with transaction.atomic(), connection.cursor() as cursor:
        for sql in ["; ".join(statements)] if connection.vendor == "postgresql" else statements:
            cursor.execute(sql)


def deletions() -> list[str]:
    return [f"DELETE FROM {table}" for table in tables()]


@lru_cache
def tables() -> list[str]:
    """Quoted names of all that tests write to."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted({*names} - STAY)]


class Kept:
    """All rows as they stand, to be put back as often as it takes: cheaper than to make them."""

    def __init__(self) -> None:
        self.tables = []
        with connection.cursor() as cursor:
            for table in tables():
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")
                if cursor.fetchone():
                    self.tables.append(table)
                    cursor.execute(f"CREATE TABLE {self.beside(table)} AS SELECT * FROM {table}")

    def beside(self, table: str) -> str:
        return connection.ops.quote_name(f"kept_{id(self)}_{table[1:-1]}")

    def put_back(self) -> None:
        every = [f"INSERT INTO {table} SELECT * FROM {self.beside(table)}" for table in self.tables]
        run([*deletions(), *every])
        cache.clear()  # what was drawn of the same sessions at the same versions
