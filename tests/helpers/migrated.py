"""The tables are made once for a run of several processes; each begins with a copy of them.

``MIGRATED`` in the environment names a file that keeps those of SQLite for the next run of the same
code: ``.ci/run`` has two.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.helpers.served import ROOT, address_of_database, environment

NAME = "scorekeeper_migrated"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: Any
) -> None:
    """One process alone makes its own, and so do those that are given somebody's server."""
    is_ours = os.environ.get("TEST_DATABASE", "sqlite") in ("sqlite", "postgres")
    if not is_ours or "PYTEST_XDIST_WORKER" not in os.environ:
        return
    with django_db_blocker.unblock():
        once(migrate)
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = name()
    else:
        begin_with(Path(name()))


def folder() -> Path:
    """The folder that all processes of the run share."""
    return Path(os.environ["SCOREKEEPER_TESTS"])


def name() -> str:
    """Returns the name of the database, or of its file."""
    return NAME if connection.vendor == "postgresql" else f"{folder()}/{NAME}.sqlite3"


def once(make: Callable[[], None]) -> None:
    """Lets the process that comes first make it; the others wait."""
    with (folder() / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder() / "migrated"
        if not done.exists():
            make()
            done.touch()


def migrate() -> None:
    kept = Path(os.environ.get("MIGRATED") or folder() / "kept")
    if connection.vendor == "sqlite" and kept.exists():
        shutil.copyfile(kept, name())
        return
    if connection.vendor == "postgresql":
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {NAME}")
    env = environment(
        MODE="play",
        SECRET_KEY=settings.SECRET_KEY,
        DATA_DIR=str(folder()),
        DATABASE_URL=address_of_database(name()),
    )
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    if connection.vendor == "sqlite":
        shutil.copyfile(name(), kept)


def begin_with(path: Path) -> None:
    """SQLite has no templates: the file is copied where Django has made room for it."""
    creation: Any = connection.creation
    make = creation._create_test_db

    def copied(*arguments: Any, **named: Any) -> str:
        file: str = make(*arguments, **named)
        shutil.copyfile(path, file)
        return file

    creation._create_test_db = copied
