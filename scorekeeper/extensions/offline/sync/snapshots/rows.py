"""Reads rows for a snapshot as the database gives them, without Django's objects: a row is a list
of what JSON can hold."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import DateField, DateTimeField, JSONField, Q

from scorekeeper.extensions.offline.sync.snapshots.tables import RowModel, columns

Row: TypeAlias = list[Any]
RowsByModel: TypeAlias = dict[RowModel, list[Row]]
Convert = Callable[[Any], Any]


def read_rows(
    model: RowModel,
    where: Q,
    names: Collection[str] | None = None,
    *,
    order: Sequence[str] = ("pk",),
    limit: int | None = None,
) -> list[Row]:
    """Returns rows with their columns; with ``names`` these alone, and None in the others; with a
    ``limit`` at most one more, which shows that there are more. One query."""
    wanted = [c.attname for c in columns(model) if names is None or c.attname in names]
    rows = model._base_manager.filter(where).order_by(*order).values_list(*wanted)
    database = connections[DEFAULT_DB_ALIAS]
    try:
        compiler = (rows if limit is None else rows[: limit + 1]).query.get_compiler
        statement = compiler(connection=database).as_sql()
    except EmptyResultSet:
        return []
    with database.cursor() as cursor:
        cursor.execute(*statement)
        stored: list[Any] = cursor.fetchall()
    if names is not None:
        stored = [_widen(model, names, values) for values in stored]
    return json_rows(model, stored)


def add_rows(rows: RowsByModel, model: RowModel, more: Iterable[Row]) -> None:
    """Adds the rows that are not present yet."""
    present = rows.setdefault(model, [])
    ids = {row[0] for row in present}
    present += [row for row in more if row[0] not in ids]


# Values -----------------------------------------------------------------------------------------


def json_rows(model: RowModel, rows: list[Any]) -> list[Row]:
    """Converts rows of the database to what JSON can hold."""
    conversions, converted = _conversions(model), []
    for values in rows:
        row = list(values)
        for index, convert in conversions:
            if row[index] is not None:
                row[index] = convert(row[index])
        converted.append(row)
    return converted


@cache
def _conversions(model: RowModel) -> list[tuple[int, Convert]]:
    """Returns the conversions of a model's columns, by index."""
    conversions: list[tuple[int, Convert]] = []
    for index, column in enumerate(columns(model)):
        if isinstance(column, DateTimeField):
            conversions.append((index, _iso_time))
        elif isinstance(column, DateField):
            conversions.append((index, lambda value: value.isoformat()))
        elif isinstance(column, JSONField):
            conversions.append((index, json.loads))
    return conversions


def _iso_time(value: datetime) -> str:
    """SQLite returns times in UTC without a zone."""
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()


def _widen(model: RowModel, names: Collection[str], values: Sequence[Any]) -> Row:
    row: Row = [None] * len(columns(model))
    for index, value in zip(_column_indexes(model, frozenset(names)), values, strict=True):
        row[index] = value
    return row


@cache
def _column_indexes(model: RowModel, names: frozenset[str]) -> list[int]:
    return [index for index, column in enumerate(columns(model)) if column.attname in names]


@cache
def column_index(model: RowModel, attname: str) -> int:
    return [column.attname for column in columns(model)].index(attname)


# As text ------------------------------------------------------------------------------------------


def to_json(value: Any) -> str:
    """Returns compact JSON; equal values give equal text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rows_to_json(rows: Mapping[RowModel, list[Row]]) -> dict[RowModel, str]:
    """Returns each model's rows as JSON without the outer brackets, to be joined with others."""
    return {model: to_json(model_rows)[1:-1] for model, model_rows in rows.items() if model_rows}
