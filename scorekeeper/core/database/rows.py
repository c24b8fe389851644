"""Statements put together once, for the one request that must be quick: the save of a hand.

Django spends four times as long on building the query for one row, or on preparing six small rows
for ``bulk_create``, as the database on answering: of the 8 ms of such a request on SQLite these
statements save 1.6. Constraints are the database's as ever; signals are not offered. Reading by
``raw`` costs 190 µs a row, because it looks up the order of columns each time.

A model's ``__init__`` looks at every field for what might have been passed instead: 25 µs a row, of
which a save reads ten and writes eighteen. ``fetch`` and ``new_row`` put the values where it would
have put them, in 4.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Generic, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.base import ModelState
from django.db.models.sql import Query

from scorekeeper.core import clock

M = TypeVar("M", bound=models.Model)
N = TypeVar("N", bound=models.Model)
Converters: TypeAlias = dict[int, tuple[list[Any], Any]]
"""By place in a row: what makes the database's value ours, and the column they are asked with."""

_converters: WeakKeyDictionary[Any, dict[type[models.Model], Converters]] = WeakKeyDictionary()
"""Per connection: a thread has its own."""


@dataclass(frozen=True, slots=True)
class Insert:
    head: str
    places: str
    tail: str
    values: "itemgetter[tuple[Any, ...]]"
    """Of what a row holds: its columns, in order."""
    prepared: "tuple[tuple[int, models.Field[Any, Any]], ...]"
    """Columns that hold what is not told as it lies there, such as dates and JSON: where."""
    stamped: "tuple[tuple[int, models.Field[Any, Any]], ...]"
    """Those that hold the time of writing."""

    def values_of(self, rows: Iterable[models.Model], now: Any) -> Iterator[Any]:
        """Yields the values of all these rows, one after another."""
        database = connections[DEFAULT_DB_ALIAS]
        stamps = [(place, field.get_db_prep_save(now, database)) for place, field in self.stamped]
        for row in rows:
            values = list(self.values(vars(row)))
            for place, value in stamps:
                values[place] = value
            for place, field in self.prepared:
                values[place] = field.get_db_prep_save(values[place], database)
            yield from values


# Reading -----------------------------------------------------------------------------------


def columns(model: type[models.Model], alias: str) -> str:
    """All columns of a model in a statement in which its table is called ``of``."""
    return ", ".join(f'{alias}."{field.column}"' for field in model._meta.concrete_fields)


def fetch(model: type[M], text: str, values: Sequence[Any]) -> list[M]:
    """The rows of a statement whose first columns are ``columns(model, …)``."""
    read = _Reader(model)
    return [read(record) for record in _records(text, values)]


def fetch_with(
    model: type[M], other: type[N], text: str, values: Sequence[Any]
) -> list[tuple[M, N]]:
    """The same, and after each row's columns those of another row."""
    read = _Reader(model)
    read_other = _Reader(other, len(read.names))
    return [(read(record), read_other(record)) for record in _records(text, values)]


def find_one(model: type[M], **where: Any) -> M | None:
    """The row whose columns (attribute names, such as ``club_id``) have these values, if any."""
    return next(iter(fetch(model, _select(model, *where), list(where.values()))), None)


@cache
def _select(model: type[models.Model], *names: str) -> str:
    quote = connection.ops.quote_name
    conditions = " AND ".join(f"{quote(name)} = %s" for name in names)
    table = quote(model._meta.db_table)
    return f"SELECT {columns(model, table)} FROM {table} WHERE {conditions}"


def _records(text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        records: list[tuple[Any, ...]] = cursor.fetchall()
        return records


class _Reader(Generic[M]):
    """Makes rows of a model from what a statement found, whose columns begin at ``begin``."""

    def __init__(self, model: type[M], begin: int = 0) -> None:
        self.model, self.names, self.begin = model, _names(model), begin
        self.database = connections[DEFAULT_DB_ALIAS]
        self.conversions = _conversions(model, self.database)

    def __call__(self, record: Sequence[Any]) -> M:
        values = list(record[self.begin : self.begin + len(self.names)])
        for place, (converters, column) in self.conversions.items():
            for convert in converters:
                values[place] = convert(values[place], column, self.database)
        row = _with_values(self.model, zip(self.names, values, strict=True))
        row._state.adding, row._state.db = False, self.database.alias
        return row


def _with_values(model: type[M], values: Iterable[tuple[str, Any]]) -> M:
    """A row that holds these values by attribute, every column among them."""
    row = model.__new__(model)
    row.__dict__.update(values)
    row._state = ModelState()
    return row


@cache
def _names(model: type[models.Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


def _conversions(model: type[models.Model], database: BaseDatabaseWrapper) -> Converters:
    """Returns the converters of the columns, as Django's own queries find them."""
    by_model = _converters.setdefault(database, {})
    if model not in by_model:
        table = model._meta.db_table
        compiler = Query(model).get_compiler(connection=database)
        by_model[model] = compiler.get_converters(
            [field.get_col(table) for field in model._meta.concrete_fields]
        )
    return by_model[model]


# Writing -----------------------------------------------------------------------------------


def new_row(model: type[M], **values: Any) -> M:
    """A new row, not yet written: these values by attribute (``club_id``), else the defaults."""
    constant, computed = _defaults(model)
    row = _with_values(model, constant.items())
    row.__dict__.update((name, default()) for name, default in computed if name not in values)
    row.__dict__.update(values)
    return row


@cache
def _defaults(
    model: type[models.Model],
) -> tuple[dict[str, Any], list[tuple[str, Callable[[], Any]]]]:
    """Returns default values by attribute, and the defaults that are called for each row."""
    fields = model._meta.concrete_fields
    computed = {f.attname: f.default for f in fields if callable(f.default) and f.has_default()}
    constant = {f.attname: f.get_default() for f in fields if f.attname not in computed}
    return constant, list(computed.items())


def insert(rows: Sequence[models.Model], *, replace: tuple[str, ...] = ()) -> None:
    """Write new rows of one model. ``replace``: on a row already there by the model's one unique
    constraint, put these columns in its place."""
    if not rows:
        return
    statement = _statement(type(rows[0]), replace)
    values = list(statement.values_of(rows, clock.now()))
    with connection.cursor() as cursor:
        cursor.execute(
            statement.head + ",".join([statement.places] * len(rows)) + statement.tail, values
        )


def insert_with_times(rows: Sequence[models.Model]) -> None:
    """Write new rows of one model with the times they tell, which a save would put to now; each
    gets its key. For rows that come from elsewhere (``documents``)."""
    if not rows:
        return
    statement, database = _statement(type(rows[0]), ()), connections[DEFAULT_DB_ALIAS]
    fields = [field for field in rows[0]._meta.concrete_fields if not field.primary_key]
    values = [
        field.get_db_prep_save(getattr(row, field.attname), database)
        for row in rows
        for field in fields
    ]
    text = statement.head + ",".join([statement.places] * len(rows)) + _returning_key(rows[0])
    with database.cursor() as cursor:
        cursor.execute(text, values)
        for row, (primary_key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding, row._state.db = primary_key, False, database.alias


def insert_one(row: models.Model) -> None:
    """Write one new row, which gets its key."""
    statement, now = _statement(type(row), ()), clock.now()
    for _place, field in statement.stamped:
        setattr(row, field.attname, now)
    text = statement.head + statement.places + _returning_key(row)
    with connection.cursor() as cursor:
        cursor.execute(text, list(statement.values_of([row], now)))
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _returning_key(row: models.Model) -> str:
    return f" RETURNING {connection.ops.quote_name(str(row._meta.pk.column))}"


def update(model: type[models.Model], where: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """Change the row whose columns have these values (None: is null); False if there is none."""
    conditions = tuple((name, value is None) for name, value in where.items())
    text, fields = _update(model, tuple(changes), conditions)
    database = connections[DEFAULT_DB_ALIAS]
    values = [
        field.get_db_prep_save(value, database)
        for field, value in zip(fields, changes.values(), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.execute(text, [*values, *(v for v in where.values() if v is not None)])
        return bool(cursor.rowcount)


@cache
def _update(
    model: type[models.Model], names: tuple[str, ...], where: tuple[tuple[str, bool], ...]
) -> "tuple[str, list[models.Field[Any, Any]]]":
    quote = connection.ops.quote_name
    fields = {field.attname: field for field in model._meta.concrete_fields}
    changes = ", ".join(f"{quote(str(fields[name].column))} = %s" for name in names)
    conditions = " AND ".join(
        f"{quote(str(fields[name].column))} {'IS NULL' if is_null else '= %s'}"
        for name, is_null in where
    )
    text = f"UPDATE {quote(model._meta.db_table)} SET {changes} WHERE {conditions}"
    return text, [fields[name] for name in names]


@cache
def _statement(model: type[models.Model], replace: tuple[str, ...]) -> Insert:
    quote = connection.ops.quote_name
    fields = [f for f in model._meta.concrete_fields if not f.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    stamped = {n: field for n, field in enumerate(fields) if getattr(field, "auto_now_add", False)}
    return Insert(
        f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ",
        f"({', '.join(['%s'] * len(fields))})",
        _on_conflict(model, replace) if replace else "",
        itemgetter(*(field.attname for field in fields)),
        tuple(
            (place, field)
            for place, field in enumerate(fields)
            if place not in stamped
            and (isinstance(field, models.DateField) or hasattr(field, "from_db_value"))
        ),
        tuple(stamped.items()),
    )


def _on_conflict(model: type[models.Model], replace: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    (unique,) = (c for c in model._meta.constraints if isinstance(c, models.UniqueConstraint))
    columns = [model._meta.get_field(name) for name in unique.fields]
    keys = ", ".join(quote(str(field.column)) for field in columns)  # type: ignore[union-attr]
    changes = ", ".join(f"{quote(name)} = excluded.{quote(name)}" for name in replace)
    return f" ON CONFLICT ({keys}) DO UPDATE SET {changes}"
