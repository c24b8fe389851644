"""A pytest plugin: writes down which functions of ``scorekeeper`` each test runs, in what time.

Each function gets a first line that notes its number: tracing would make everything four times as
slow. What a fixture of a module runs counts for every test of its file. What runs while modules are
imported is kept apart: such a function is tried in a new process.
"""

import ast
import builtins
import time
from collections import defaultdict
from collections.abc import Generator
from typing import Any, Final

import pytest

from tests.mutants.loading import change_on_import
from tests.mutants.map import AT_IMPORT, Map, Run

AT_ONCE: Final = 100
"""Tests that are written down together."""
NOTE: Final = "note_run_of_function"
functions: list[tuple[str, str]] = []
"""Module and qualified name, by number."""
seen: set[int] = set()
of_file: defaultdict[str, set[int]] = defaultdict(set)
runs: dict[str, Run] = {}
failed: set[str] = set()


def noting(module: str, tree: ast.Module) -> ast.Module:
    if "migrations" not in module:
        _note(module, tree, "")
    return ast.fix_missing_locations(tree)


def _note(module: str, parent: ast.AST, outer: str) -> None:
    for node in ast.iter_child_nodes(parent):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                _note(module, node, f"{outer}{name}.<locals>.")
                call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(len(functions))], [])
                place = 1 if ast.get_docstring(node, clean=False) is not None else 0
                node.body.insert(place, ast.copy_location(ast.Expr(call), node.body[0]))
                functions.append((module, outer + name))
            case ast.ClassDef(name=name):
                _note(module, node, f"{outer}{name}.")
            case _:
                _note(module, node, outer)


builtins.note_run_of_function = seen.add  # type: ignore[attr-defined]
change_on_import(noting)


def names(numbers: set[int]) -> set[tuple[str, str]]:
    return {functions[number] for number in numbers}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Generator[None, Any, Any]:
    before = set(seen)
    seen.clear()
    try:
        return (yield)
    finally:
        if fixturedef.scope in ("module", "class", "package"):
            of_file[request.node.nodeid.split("::")[0]].update(seen)
        elif fixturedef.scope == "session":
            seen.clear()
        seen.update(before)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    if AT_IMPORT not in runs:
        runs[AT_IMPORT] = Run(0.0, names(seen))
    seen.clear()
    begun = time.process_time()
    try:
        return (yield)
    finally:
        took = time.process_time() - begun
        if item.nodeid not in failed:
            runs[item.nodeid] = Run(took, names(seen | of_file[item.nodeid.split("::")[0]]))
        if len(runs) >= AT_ONCE:
            keep()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        failed.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or not session.config.getoption("-n", None):
        keep()


def keep() -> None:
    Map().keep(runs)
    for node in runs.keys() - {AT_IMPORT}:
        del runs[node]
