"""Which tests run which function, kept beside the repository: ``data/mutants/map.sqlite3``."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import Final, NamedTuple

from tests.mutants.loading import ROOT

KEPT: Final = ROOT / "data" / "mutants"
AT_IMPORT: Final = "(at import)"
"""Instead of a test: what runs while modules are imported."""
TABLES: Final = """
CREATE TABLE IF NOT EXISTS test (id INTEGER PRIMARY KEY, node TEXT UNIQUE, seconds REAL);
CREATE TABLE IF NOT EXISTS function (
    id INTEGER PRIMARY KEY, module TEXT, name TEXT, UNIQUE (module, name)
);
CREATE TABLE IF NOT EXISTS ran (
    function INTEGER, test INTEGER, PRIMARY KEY (function, test)
) WITHOUT ROWID;
"""
RUNS: Final = "FROM ran JOIN function ON function.id = function JOIN test ON test.id = test"


class Run(NamedTuple):
    seconds: float
    functions: set[tuple[str, str]]


class Test(NamedTuple):
    node: str
    seconds: float


class Map:
    def __init__(self) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        self.path = KEPT / "map.sqlite3"
        with self._open() as base:
            base.executescript(TABLES)

    def _open(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.path, timeout=120, isolation_level=None))

    def keep(self, runs: Mapping[str, Run]) -> None:
        """Replaces what was known of these tests."""
        with self._open() as base:
            base.execute("BEGIN IMMEDIATE")
            rows = base.execute("SELECT module, name, id FROM function")
            functions = {(module, name): pk for module, name, pk in rows}
            for function in set().union(*(run.functions for run in runs.values())):
                if function not in functions:
                    made = base.execute(
                        "INSERT INTO function (module, name) VALUES (?, ?)", function
                    )
                    functions[function] = made.lastrowid
            for node, run in runs.items():
                self._keep_one(base, node, run.seconds, [functions[one] for one in run.functions])
            base.execute("COMMIT")

    def _keep_one(
        self, base: sqlite3.Connection, node: str, seconds: float, functions: list[int]
    ) -> None:
        [test] = base.execute(
            "INSERT INTO test (node, seconds) VALUES (?, ?) ON CONFLICT (node)"
            " DO UPDATE SET seconds = excluded.seconds RETURNING id",
            (node, seconds),
        ).fetchone()
        if node != AT_IMPORT:  # each process imports what it needs
            base.execute("DELETE FROM ran WHERE test = ?", (test,))
        pairs = [(function, test) for function in functions]
        base.executemany("INSERT OR IGNORE INTO ran VALUES (?, ?)", pairs)

    def runs_at_import(self, module: str, function: str) -> bool:
        return bool(
            self._rows(
                f"SELECT node, seconds {RUNS} WHERE module = ? AND name = ? AND node = ?",
                (module, function, AT_IMPORT),
            )
        )

    def tests_of(self, module: str, function: str) -> list[Test]:
        """The tests that run this function; without one, any function of the module."""
        return self._rows(
            f"SELECT DISTINCT node, seconds {RUNS}"
            " WHERE module = ? AND (name = ? OR ? = '') AND node <> ?",
            (module, function, function, AT_IMPORT),
        )

    def tests_in(self, beginning: str) -> list[Test]:
        return self._rows("SELECT node, seconds FROM test WHERE node LIKE ?", (f"{beginning}%",))

    def _rows(self, query: str, values: tuple[str, ...]) -> list[Test]:
        with self._open() as base:
            return [Test(*row) for row in base.execute(query, values)]
