"""An argument that nobody looks at has a reason: the function is handed to somebody who calls it
with more than it needs (a hook of ``Variant``, a case of ``singledispatch``, a view, a receiver).
Ruff looks at all other rooms (``ARG`` in ``pyproject.toml``); the rooms of shapes are looked at
here."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[2]
FILES = {
    ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p
    for p in sorted((ROOT / "scorekeeper").rglob("*.py"))
}
OF_SHAPES = ("scorekeeper.variants", "scorekeeper.engine", "scorekeeper.questions")

Told = tuple[str, str]
"""A module and a name in it."""


def imported(module: str) -> dict[str, Told]:
    return {
        name.asname or name.name: (node.module or "", name.name)
        for node in nodes(FILES[module])
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def local(function: ast.FunctionDef | ast.Lambda) -> list[ast.Name]:
    """Where it says a name of its own."""
    inside = list(ast.walk(function))
    names = [n for n in inside if isinstance(n, ast.Name)]
    bound = {n.id for n in names if isinstance(n.ctx, ast.Store)}
    bound |= {n.arg for n in inside if isinstance(n, ast.arg)}
    return [n for n in names if n.id in bound]


def handed_on(module: str) -> Iterator[Told]:
    """Functions that are named without being called."""
    known, inside = imported(module), nodes(FILES[module])
    called = {id(n.func) for n in inside if isinstance(n, ast.Call)}
    functions = [n for n in inside if isinstance(n, ast.FunctionDef | ast.Lambda)]
    own = {id(name) for function in functions for name in local(function)}
    for node in inside:
        if id(node) in called or id(node) in own:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield known.get(node.id, (module, node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield ".".join(known.get(node.value.id, ("", ""))), node.attr


@cache
def promised(module: str) -> set[str]:
    """Names in a Protocol, which several modules keep in their own ways."""
    return {
        statement.name
        for node in nodes(FILES[module])
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
        for statement in node.body
        if isinstance(statement, ast.FunctionDef)
    }


@cache
def all_handed_on() -> set[Told]:
    return {name for module in FILES for name in handed_on(module)}


def unlooked_at(function: ast.FunctionDef) -> list[str]:
    read = {
        n.id for statement in function.body for n in ast.walk(statement) if isinstance(n, ast.Name)
    }
    args = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    is_method = bool(args) and args[0].arg in ("self", "cls")
    return [a.arg for a in args[is_method:] if a.arg not in read and not a.arg.startswith("_")]


def says_nothing(function: ast.FunctionDef) -> bool:
    """Only a signature: of a Protocol, or one that the cases of ``singledispatch`` fill."""
    return all(isinstance(statement, ast.Expr | ast.Raise) for statement in function.body)


@pytest.mark.parametrize("module", [name for name in FILES if name.startswith(OF_SHAPES)])
def test_an_argument_that_nobody_looks_at_belongs_to_a_shape(module: str) -> None:
    package = module.rpartition(".")[0]
    of_room = [name for name in FILES if name.rpartition(".")[0] == package]
    promises = {name for other in of_room for name in promised(other)}
    functions = [n for n in nodes(FILES[module]) if isinstance(n, ast.FunctionDef)]
    unused = [
        (function.name, unlooked_at(function))
        for function in functions
        if unlooked_at(function)
        and not function.decorator_list
        and not says_nothing(function)
        and function.name not in promises
        and (module, function.name) not in all_handed_on()
    ]
    assert unused == []
