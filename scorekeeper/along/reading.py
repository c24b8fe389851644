"""Rows as a snapshot tells them, read by statements that are built once.

A snapshot asks some twenty-five questions, always the same, after each hand and for each phone that
took the night along. Django takes 0.9 ms to build such a query and to make its rows ours, SQLite
0.1 to answer it: built once, and read as they lie there, sixty hands take a quarter of the time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import DateField, DateTimeField, JSONField, Q

from scorekeeper.along.tables import LIGHT, RowModel, columns

NOBODY: Final = -1
"""A key that no row has."""
MARKS: Final = (-1_000_001, -1_000_002, -1_000_003)
MOMENT: Final = datetime(1971, 2, 3, 4, 5, 6, tzinfo=UTC)
"""What stands in a statement as it is built, where a value is put when it is asked."""

RowTold: TypeAlias = list[Any]
Value: TypeAlias = "int | datetime | Collection[int]"
Convert = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class BuiltOnce:
    """Which rows of a model: ``where`` is given a mark for each value of ``times`` and then of
    keys. ``light``: only those columns that are told of rows of others, the rest is None."""

    model: RowModel
    where: Callable[..., Q]
    times: int = 0
    keys: int = 1
    light: bool = False

    def __call__(self, *values: Value) -> list[RowTold]:
        """In the order of their keys. One query."""
        asked = _statement(self, connections[DEFAULT_DB_ALIAS].vendor)
        found = asked.found(values)
        if self.light:
            found = [_spread(self.model, LIGHT[self.model], row) for row in found]
        return told(self.model, found)

    @property
    def names(self) -> list[str]:
        names = [each.attname for each in columns(self.model)]
        return [name for name in names if not self.light or name in LIGHT[self.model]]


@dataclass(frozen=True, slots=True)
class BuiltText:
    """The text between the values; and which of them stands in each place, or what always does."""

    parts: Sequence[str]
    places: Sequence[tuple[int, Any]]

    def found(self, values: Sequence[Value]) -> list[Any]:
        text, told = [self.parts[0]], list[Any]()
        for (which, always), part in zip(self.places, self.parts[1:], strict=True):
            value = always if which < 0 else values[which]
            if isinstance(value, Collection) and not isinstance(value, str):
                some = sorted(value) or [NOBODY]
                text.append(",".join(["%s"] * len(some)))
                told += some
            else:
                text.append("%s")
                told.append(_adapted(value))
            text.append(part)
        with connection.cursor() as cursor:
            cursor.execute("".join(text), told)
            rows: list[Any] = cursor.fetchall()
            return rows


@cache
def _statement(question: BuiltOnce, _vendor: str) -> BuiltText:
    marks = [*[MOMENT] * question.times, *MARKS[: question.keys]]
    rows = question.model._base_manager.filter(question.where(*marks)).order_by("pk")
    query = rows.values_list(*question.names).query
    text, values = query.get_compiler(connection=connections[DEFAULT_DB_ALIAS]).as_sql()
    known: list[Any] = [_adapted(mark) for mark in marks]
    places = [(known.index(value), None) if value in known else (-1, value) for value in values]
    return BuiltText(text.split("%s"), places)


def _adapted(value: Any) -> Any:
    if isinstance(value, datetime):
        return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(value)
    return value


# Values -----------------------------------------------------------------------------------------


def told(model: RowModel, rows: list[Any]) -> list[RowTold]:
    """As JSON can hold them, of what lies in the database."""
    conversions, converted = _conversions(model), []
    for values in rows:
        row = list(values)
        for place, convert in conversions:
            if row[place] is not None:
                row[place] = convert(row[place])
        converted.append(row)
    return converted


@cache
def _conversions(model: RowModel) -> list[tuple[int, Convert]]:
    """By place."""
    found: list[tuple[int, Convert]] = []
    for place, each in enumerate(columns(model)):
        if isinstance(each, DateTimeField):
            found.append((place, _moment))
        elif isinstance(each, DateField):
            found.append((place, lambda value: value.isoformat()))
        elif isinstance(each, JSONField):
            found.append((place, json.loads))
    return found


def _moment(value: datetime) -> str:
    """SQLite keeps them without saying that they are in UTC."""
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()


# Rows of others -----------------------------------------------------------------------------------


def read_light(
    model: RowModel, where: Q, names: Collection[str], *order: str, most: int
) -> list[RowTold]:
    """Of each of these rows these columns, the others as None. One query; one row more than
    ``most`` says that there are more."""
    light = [each.attname for each in columns(model) if each.attname in names]
    rows = model._base_manager.filter(where).order_by(*order).values_list(*light)[: most + 1]
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(*rows.query.get_compiler(connection=here).as_sql())
        return told(model, [_spread(model, names, values) for values in cursor.fetchall()])


def _spread(model: RowModel, names: Collection[str], values: Sequence[Any]) -> RowTold:
    row: RowTold = [None] * len(columns(model))
    for place, value in zip(_places(model, frozenset(names)), values, strict=True):
        row[place] = value
    return row


@cache
def _places(model: RowModel, names: frozenset[str]) -> list[int]:
    return [place for place, each in enumerate(columns(model)) if each.attname in names]


@cache
def place_of(model: RowModel, attname: str) -> int:
    return [each.attname for each in columns(model)].index(attname)


# As text ------------------------------------------------------------------------------------------


def as_text(told: Any) -> str:
    """The same makes the same text."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def rows_as_text(rows: Mapping[RowModel, list[RowTold]]) -> dict[RowModel, str]:
    """Of each model its rows one after another, to be put in a list with others."""
    return {model: as_text(found)[1:-1] for model, found in rows.items() if found}
