"""Plans of queries: each is explained by PostgreSQL just before it is run."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

EXPLAINED = {"SELECT", "UPDATE", "DELETE", "WITH"}


@dataclass
class Reads:
    """``faults``: by query, what it reads too much of. ``most``: rows of each watched table that a
    query may read without reading too many."""

    most: dict[str, float]
    faults: dict[str, str] = field(default_factory=dict)
    queries: int = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        verb = sql.lstrip(" (").split(" ", 1)[0].upper()
        if verb in EXPLAINED and not many:
            self.queries += 1
            self._explain(sql, params, runs=verb == "SELECT")
        return execute(sql, params, many, context)

    def _explain(self, sql: str, params: Any, runs: bool) -> None:
        options = "ANALYZE, TIMING OFF, FORMAT JSON" if runs else "FORMAT JSON"
        with connection.connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN ({options}) {sql}", params)
            plan = cursor.fetchone()[0][0]["Plan"]
        for node in nodes(plan):
            table, read = node.get("Relation Name", ""), rows_read(node)
            is_whole = node["Node Type"] == "Seq Scan" and node.get("Actual Loops", 1)
            if table in self.most and (is_whole or read > self.most[table]):
                self.faults[sql] = f"{node['Node Type']} of {table}, {read:,.0f} rows"


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def rows_read(node: dict[str, Any]) -> float:
    """In all loops, and also those that a filter leaves out; as planned where it was not run."""
    if "Actual Rows" not in node:
        return float(node["Plan Rows"])
    rows = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return float(rows * node["Actual Loops"])


def sizes() -> dict[str, int]:
    """Rows of each table, as the server last counted them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r'")
        return dict(cursor.fetchall())


@contextmanager
def explained(most: dict[str, float]) -> Iterator[Reads]:
    reads = Reads(most)
    with connection.execute_wrapper(reads):
        yield reads


@contextmanager
def without(ways: Collection[str]) -> Iterator[None]:
    """The planner avoids these, such as ``seqscan``, wherever an index leads another way."""
    with connection.cursor() as cursor:
        for way in ways:
            cursor.execute(f"SET enable_{way} = off")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for way in ways:
                cursor.execute(f"RESET enable_{way}")
