"""Rows of a table as text, as ``COPY`` writes them: the same on both databases.

PostgreSQL reads and writes this text itself. For SQLite this module does: a line per row, a tab
between values, ``\\N`` for null.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from io import TextIOWrapper
from itertools import islice
from typing import IO, Any, Final

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models

from scorekeeper.core.travel import travel_of
from scorekeeper.extensions.operation.backups.archive import BLOCK, TablePart

LOGGED_IN: Final = "sessions"
"""The label of Django's app with the keys of server admins who are logged in: good here only."""
WRITTEN_BY_MIGRATE: Final = {"contenttypes.ContentType", "auth.Permission"}
"""Rows that an empty site has."""
NULL: Final = "\\N"
ESCAPED: Final = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
MEANT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
PLAIN: Final = "plain"
KINDS: Final = {"BooleanField": "boolean", "DateTimeField": "instant", "BinaryField": "bytes"}
UNKNOWN: Final = {"DurationField", "TimeField", "DecimalField", "UUIDField", "IPAddressField"}
"""Databases write them differently, and no table has one yet."""
AS_TEXT: Final = (
    "SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'; SET LOCAL bytea_output = 'hex'; "
    "SET LOCAL extra_float_digits = 1"
)
PAGE: Final = 2000
"""Rows that are read or written at once on SQLite."""


def copied_models() -> list[type[models.Model]]:
    """Returns all models but those that say that their rows mean nothing elsewhere."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
        and not model._meta.proxy
        and model._meta.app_label != LOGGED_IN
        and ((travel := travel_of(model)) is None or travel.in_backup)
    ]


def columns(model: type[models.Model]) -> dict[str, str]:
    return {str(field.column): kind_of(field) for field in model._meta.local_concrete_fields}


def kind_of(model_field: "models.Field[Any, Any]") -> str:
    name = model_field.get_internal_type()
    if name in UNKNOWN:
        raise NotImplementedError(f"Backups do not know how databases write a {name}.")
    return KINDS.get(name, PLAIN)


# Reading ----------------------------------------------------------------------------------------


def read(table: str, names: Sequence[str]) -> Iterator[bytes]:
    """In a transaction; on PostgreSQL after ``AS_TEXT``."""
    selected = f"SELECT {_listed(names)} FROM {connection.ops.quote_name(table)}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            text = f"COPY ({selected}) TO STDOUT"
            with connection.wrap_database_errors, cursor.copy(text) as copy:
                for block in copy:
                    yield bytes(block)
            return
        cursor.execute(selected)
        while rows := cursor.fetchmany(PAGE):
            yield "".join(map(_line, rows)).encode()


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(connection.ops.quote_name, names))


def _line(row: Sequence[Any]) -> str:
    return "\t".join(map(_text, row)) + "\n"


def _text(value: Any) -> str:
    if value is None:
        return NULL
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, bytes):
        return f"\\\\x{value.hex()}"
    if isinstance(value, datetime):
        return f"{value}+00"
    return str(value).translate(ESCAPED)


# Writing ----------------------------------------------------------------------------------------


def write(part: TablePart, file: IO[bytes]) -> None:
    """In a transaction."""
    table = connection.ops.quote_name(part.name)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            text = f"COPY {table} ({_listed(part.columns)}) FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(text) as copy:
                while block := file.read(BLOCK):
                    copy.write(block)
            return
        places = ", ".join(["%s"] * len(part.columns))
        text = f"INSERT INTO {table} ({_listed(part.columns)}) VALUES ({places})"
        rows = _rows(file, list(part.columns.values()))
        while page := list(islice(rows, PAGE)):
            cursor.executemany(text, page)


def _rows(file: IO[bytes], kinds: Sequence[str]) -> Iterator[list[Any]]:
    readers = [READERS[kind] for kind in kinds]
    for line in TextIOWrapper(file, "utf-8", newline="\n"):
        values = line[:-1].split("\t")
        yield [
            None if value == NULL else reader(value)
            for reader, value in zip(readers, values, strict=True)
        ]


def _plain(value: str) -> str:
    return (
        ESCAPE.sub(lambda escape: MEANT.get(escape[1], escape[1]), value)
        if "\\" in value
        else value
    )


READERS: Final[dict[str, Callable[[str], Any]]] = {
    PLAIN: _plain,
    "boolean": lambda value: value == "t",
    "instant": lambda value: str(datetime.fromisoformat(value).replace(tzinfo=None)),
    "bytes": lambda value: bytes.fromhex(value.removeprefix("\\\\x")),
}
"""What SQLite stores. The affinity of a column makes numbers of plain texts."""


def count(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
        [number] = cursor.fetchone() or [0]
    return int(number)


def continue_sequences(tables: Collection[str]) -> None:
    """The next row of these tables gets a number that no row has. SQLite does so by itself. A model
    that is newer than the backup has no table yet."""
    restored = [model for model in copied_models() if model._meta.db_table in tables]
    statements = connection.ops.sequence_reset_sql(no_style(), restored)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
