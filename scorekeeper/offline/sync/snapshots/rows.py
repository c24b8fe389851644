"""Reads rows for a snapshot by SQL that is built once.

A snapshot runs some 25 queries, always the same, after each hand and for each offline device.
Django takes 0.9 ms to build a query and its objects, SQLite 0.1 ms to run it: with SQL built once
and raw rows, sixty hands take a quarter of the time.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import DateField, DateTimeField, JSONField, Q

from scorekeeper.offline.sync.snapshots.tables import LIGHT, RowModel, columns

NO_KEY: Final = -1
"""A key no row has."""
MARKS: Final = (-1_000_001, -1_000_002, -1_000_003)
MARK_TIME: Final = datetime(1971, 2, 3, 4, 5, 6, tzinfo=UTC)
"""Placeholder values while the SQL is built; real ones replace them at each run."""

Row: TypeAlias = list[Any]
Value: TypeAlias = "int | datetime | Collection[int]"
Convert = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class FixedQuery:
    """A query of a model's rows. ``where`` gets ``times`` datetimes, then ``keys`` keys. ``light``:
    read only the columns in ``LIGHT``; the others are None."""

    model: RowModel
    where: Callable[..., Q]
    times: int = 0
    keys: int = 1
    light: bool = False

    def __call__(self, *values: Value) -> list[Row]:
        """Returns the rows by key. One query."""
        statement = _statement(self, connections[DEFAULT_DB_ALIAS].vendor)
        rows = statement.fetch_rows(values)
        if self.light:
            rows = [_widen(self.model, LIGHT[self.model], row) for row in rows]
        return json_rows(self.model, rows)

    @property
    def names(self) -> list[str]:
        names = [column.attname for column in columns(self.model)]
        return [name for name in names if not self.light or name in LIGHT[self.model]]


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL split at its parameters; each slot is an index into the values, or -1 and a constant."""

    parts: Sequence[str]
    slots: Sequence[tuple[int, Any]]

    def fetch_rows(self, values: Sequence[Value]) -> list[Any]:
        text, params = [self.parts[0]], list[Any]()
        for (position, constant), part in zip(self.slots, self.parts[1:], strict=True):
            value = constant if position < 0 else values[position]
            if isinstance(value, Collection) and not isinstance(value, str):
                keys = sorted(value) or [NO_KEY]
                text.append(",".join(["%s"] * len(keys)))
                params += keys
            else:
                text.append("%s")
                params.append(_adapt(value))
            text.append(part)
        with connection.cursor() as cursor:
            cursor.execute("".join(text), params)
            rows: list[Any] = cursor.fetchall()
            return rows


@cache
def _statement(question: FixedQuery, _vendor: str) -> Statement:
    marks = [*[MARK_TIME] * question.times, *MARKS[: question.keys]]
    rows = question.model._base_manager.filter(question.where(*marks)).order_by("pk")
    query = rows.values_list(*question.names).query
    text, values = query.get_compiler(connection=connections[DEFAULT_DB_ALIAS]).as_sql()
    mark_values: list[Any] = [_adapt(mark) for mark in marks]
    slots = [
        (mark_values.index(value), None) if value in mark_values else (-1, value)
        for value in values
    ]
    return Statement(text.split("%s"), slots)


def _adapt(value: Any) -> Any:
    if isinstance(value, datetime):
        return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(value)
    return value


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


# Rows of others -----------------------------------------------------------------------------------


def read_columns(
    model: RowModel, where: Q, names: Collection[str], *order: str, limit: int
) -> list[Row]:
    """Returns rows with these columns, the others None, at most ``limit`` + 1 of them: the last one
    shows that there are more. One query."""
    attnames = [column.attname for column in columns(model) if column.attname in names]
    rows = model._base_manager.filter(where).order_by(*order).values_list(*attnames)[: limit + 1]
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(*rows.query.get_compiler(connection=database).as_sql())
        return json_rows(model, [_widen(model, names, values) for values in cursor.fetchall()])


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
