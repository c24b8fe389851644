"""A site of its own for a few seconds: an empty database and a data folder, to restore into.

On PostgreSQL it is a schema beside the site's tables, which needs the right ``CREATE`` on the
database (its owner has it). Without that right, or behind a pool that does not let a client choose
its schema, it is an SQLite file, as for any other site.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError, connection

from scorekeeper.core.server.subprocesses import die_with_parent
from scorekeeper.extensions.operation.backups.archive import BackupError

PREFIX: Final = "scorekeeper_scratch_"
"""Of a schema's name; the session that made it follows. A backup that was killed leaves one, and
the next removes it."""
NICENESS: Final = 10
"""So that the processes of the site come first."""


@contextmanager
def scratch_site(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of its processes. ``folder`` is empty and will be its data folder."""
    schema = _make_schema()
    url = _address(schema) if schema else f"sqlite:///{folder / 'scorekeeper.sqlite3'}"
    try:
        yield {**os.environ, "DATA_DIR": str(folder), "DATABASE_URL": url}
    finally:
        if schema:
            _drop(schema)


def run(environment: dict[str, str], *arguments: str) -> None:
    """A command of ours in that site. Raises BackupError with what it said last."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_politely,
    )
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines() or ["no word"]
        raise BackupError(f"It could not be restored and verified: {lines[-1]}")


def _politely() -> None:
    die_with_parent()
    os.nice(NICENESS)


def _make_schema() -> str | None:
    if connection.vendor != "postgresql":
        return None
    _drop_abandoned()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [session] = cursor.fetchone() or [0]
            schema = f"{PREFIX}{session}"
            cursor.execute(f"CREATE SCHEMA {schema}")
    except DatabaseError:
        return None
    if _is_reached(schema):
        return schema
    _drop(schema)
    return None


def _is_reached(schema: str) -> bool:
    """A pool in between may refuse the option, or drop it."""
    driver: Any = connection.Database  # type: ignore[attr-defined]
    options = {**connection.get_connection_params(), "options": f"-c search_path={schema}"}
    try:
        with driver.connect(**options) as opened:
            row = opened.execute("SELECT current_schema()", prepare=False).fetchone()
    except driver.Error:
        return False
    return bool(row == (schema,))


def _drop_abandoned() -> None:
    text = (
        "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) AND NOT EXISTS "
        "(SELECT FROM pg_stat_activity WHERE nspname = %s || pid AND pid <> pg_backend_pid())"
    )
    with connection.cursor() as cursor:
        cursor.execute(text, [PREFIX, PREFIX])
        abandoned = [name for [name] in cursor.fetchall()]
    for schema in abandoned:
        _drop(schema)


def _drop(schema: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {connection.ops.quote_name(schema)} CASCADE")


def _address(schema: str) -> str:
    """The site's own, with another place for its tables."""
    site: dict[str, Any] = connection.settings_dict
    account = f"{quote(site['USER'], '')}:{quote(site['PASSWORD'], '')}"
    host = f"/{site['HOST']}" if site["HOST"].startswith("/") else site["HOST"]
    port = f":{site['PORT']}" if site["PORT"] else ""
    encryption = {key: value for key, value in site["OPTIONS"].items() if key.startswith("ssl")}
    query = urlencode({**encryption, "options": f"-c search_path={schema}"}, quote_via=quote)
    return f"postgres://{account}@{host}{port}/{quote(site['NAME'], '')}?{query}"
