"""A device without a network, in a process of its own."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scorekeeper.extensions.offline.pocket.building import empty_database
from tests.extensions.offline.sync.device import Inside, in_plain_python

TABLES = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"


@pytest.fixture(scope="session")
def inside(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("along")
    empty = Path(folder / "empty")
    with django_db_blocker.unblock():
        write_empty(empty)
    process = in_plain_python(empty, folder)
    yield process
    process.stop()


def write_empty(file: Path) -> None:
    """All tables without a row. SQLite has made them for the tests already, or for those before."""
    kept = os.environ.get("MIGRATED", "")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            copy_tables(cursor, file)
    elif Path(kept).is_file():
        with closing(sqlite3.connect(kept)) as migrated:
            copy_tables(migrated.cursor(), file)
    else:
        file.write_bytes(empty_database())


def copy_tables(cursor: Any, file: Path) -> None:
    cursor.execute(TABLES)
    with closing(sqlite3.connect(file)) as database:
        for (statement,) in cursor.fetchall():
            database.execute(statement)
        database.commit()
