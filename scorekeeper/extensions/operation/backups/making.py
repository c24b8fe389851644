"""Writes the site into a file, as of one moment, while everything runs."""

from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import __version__
from scorekeeper.core import database
from scorekeeper.core.database import one_view
from scorekeeper.extensions.operation.backups import rows, secrets
from scorekeeper.extensions.operation.backups.archive import (
    BackupError,
    Manifest,
    SecretPart,
    TablePart,
    Writer,
)


def write(path: Path) -> Manifest:
    """Returns what is in it. Raises BackupError."""
    if database.differs():
        raise BackupError("The tables are not those of this version. Run migrate first.")
    writer = Writer(path)
    try:
        with one_view():
            manifest = Manifest(
                program=__version__,
                made_at=datetime.now(UTC).isoformat(),
                database=connection.vendor,
                migrations=_applied(),
                key=secrets.key_digest(settings.SECRET_KEY),
                tables=_tables(writer),
            )
        for name, content in secrets.present().items():
            digest, _lines = writer.add(f"secrets/{name}", [content])
            manifest.secrets.append(SecretPart(name, digest))
        writer.finish(manifest)
    finally:
        writer.close()
    return manifest


def _applied() -> list[str]:
    """Returns the migrations of this site's apps. An extension that it left out may have some too:
    its rows are not in the file, and nothing could make its tables."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in apps.app_configs)


def _tables(writer: Writer) -> list[TablePart]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for setting in rows.AS_TEXT.split("; "):
                cursor.execute(setting)
    parts = []
    for model in rows.copied_models():
        table, columns = model._meta.db_table, rows.columns(model)
        digest, lines = writer.add(f"tables/{table}", rows.read(table, list(columns)))
        parts.append(TablePart(table, columns, lines, digest))
    return parts
