"""Restores a backup into an empty site: all of it, or nothing.

The whole file is checked before anything is written. Then the tables are made as they were when it
was written, its rows are loaded in one transaction, and the migrations of this version follow.
"""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.clubs.models import Club
from scorekeeper.core.server.authority import Authority
from scorekeeper.extensions.operation.backups import rows, secrets
from scorekeeper.extensions.operation.backups.archive import BackupError, Manifest, Reader

NOT_EMPTY: Final = "This site is not empty: {table} has rows. Nothing was changed."
IN_USE: Final = "Something still uses the database: stop Scorekeeper first. Nothing was changed."


def restore(file: Path, *, may_set_aside: bool = False) -> Manifest:
    """Raises BackupError, and then the site is as it was."""
    reader = Reader(file)
    targets = _targets(reader.manifest)
    aside = set_aside() if may_set_aside else None
    try:
        _require_empty_site()
        _make_tables(targets)
        with transaction.atomic():
            _load(reader)
    except Exception as error:
        if aside:
            _put_back(aside)
        if isinstance(error, DatabaseError | LookupError | ValueError):  # the file is foreign
            raise BackupError(f"The rows could not be loaded: {error}".strip()) from error
        raise
    call_command("migrate", verbosity=0)
    Club.objects.update(expires_at=None)  # nobody could open an unused group since: a new notice
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return reader.manifest


def _targets(manifest: Manifest) -> list[tuple[str, str]]:
    """The last migration of each app. Raises BackupError for one that this version lacks."""
    graph = MigrationExecutor(connection).loader.graph
    applied = [tuple(name.split(".", 1)) for name in manifest.migrations]
    nodes = [(app, name) for app, name in applied]
    if missing := [".".join(node) for node in nodes if node not in graph.nodes]:
        raise BackupError(
            f"The backup was made by version {manifest.program}, with a part that is not installed "
            f"here ({missing[0]}). Use that version, or a newer one with the same settings."
        )
    earlier = {
        before
        for node in nodes
        for before in graph.forwards_plan(node)[:-1]
        if before[0] == node[0]
    }
    return [node for node in nodes if node not in earlier]


def _require_empty_site() -> None:
    present = set(connection.introspection.table_names())
    for model in rows.copied_models():
        table = model._meta.db_table
        if model._meta.label in rows.WRITTEN_BY_MIGRATE or table not in present:
            continue
        if rows.count(table):
            raise BackupError(NOT_EMPTY.format(table=table))


def _make_tables(targets: list[tuple[str, str]]) -> None:
    try:
        MigrationExecutor(connection).migrate(targets)
    except IrreversibleError as error:
        raise BackupError("Restore into a database without tables, before migrate.") from error


def _load(reader: Reader) -> None:
    """The secrets last: without the rows nothing needs them, and the rows need them."""
    with connection.cursor() as cursor:
        for label in rows.WRITTEN_BY_MIGRATE:
            table = connection.ops.quote_name(apps.get_model(label)._meta.db_table)
            cursor.execute(f"DELETE FROM {table}")
    for part in reader.manifest.tables:
        with reader.open(part) as file:
            rows.write(part, file)
        if rows.count(part.name) != part.rows:
            raise BackupError(f"{part.name} has another number of rows than the backup.")
    rows.continue_sequences({part.name for part in reader.manifest.tables})
    for secret in reader.manifest.secrets:
        with reader.open(secret) as file:
            secrets.replace(secret.name, file.read())
    if any(secret.name.startswith(secrets.AUTHORITY) for secret in reader.manifest.secrets):
        authority = Authority(settings.AUTHORITY_DIR)
        authority.server_certificate.unlink(missing_ok=True)  # the next start makes it


def set_aside() -> Path | None:
    """Moves the database of a table away, with copies of its secrets; returns the folder. Nothing
    is deleted."""
    if connection.vendor != "sqlite":
        raise BackupError("On PostgreSQL, make an empty database and name it in DATABASE_URL.")
    database = Path(connection.settings_dict["NAME"])
    if not database.exists():
        return None
    try:
        with connection.cursor() as cursor:  # works only alone, and leaves one whole file
            cursor.execute("PRAGMA busy_timeout = 1000")
            cursor.execute("PRAGMA journal_mode = DELETE")
    except DatabaseError as error:
        raise BackupError(IN_USE) from error
    connection.close()
    folder = Path(settings.DATA_DIR) / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    folder.mkdir(mode=0o700)
    for name in secrets.present():
        (folder / name).parent.mkdir(mode=0o700, exist_ok=True)
        shutil.copy2(Path(settings.DATA_DIR) / name, folder / name)
    database.rename(folder / database.name)
    return folder


def _put_back(folder: Path) -> None:
    """Undoes ``set_aside`` after a restore that was refused."""
    connection.close()
    database = Path(connection.settings_dict["NAME"])
    for suffix in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    (folder / database.name).rename(database)
    shutil.copytree(folder, settings.DATA_DIR, dirs_exist_ok=True)
    shutil.rmtree(folder)
