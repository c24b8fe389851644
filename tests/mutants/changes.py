"""One thing wrong at a time: what is changed in a module, and every way to do so.

Strings stay, and so do decorators, annotations, log messages, assertions and what only a program
that checks types reads.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from tests.mutants.loading import FOLDER

SWAPS: Final[dict[type, type]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGS: Final = {"log", "logger", "logging"}
LENGTH: Final = 100
"""Of what a change is called."""
Node: TypeAlias = ast.expr | ast.stmt


class Mutant(NamedTuple):
    """``module`` is a path below ``scorekeeper``; ``function``, qualified, is empty for what runs
    at import; ``change`` is one of a kind in it; ``place`` counts the changes of the module."""

    module: str
    function: str
    change: str
    place: int
    line: int

    @property
    def package(self) -> str:
        """``ledger``, ``extensions/calendar``; ``settings`` of a module beside the packages."""
        *folders, _module = self.module.split("/")
        own = folders[:2] if folders[:1] == ["extensions"] else folders[:1]
        return "/".join(own) or "settings"

    @property
    def name(self) -> str:
        return f"{self.module} {self.function or 'module'}: {self.change}"

    def tree(self) -> ast.Module:
        """The module with this change."""
        tree = ast.parse((FOLDER / self.module).read_bytes())
        node, put, _function = list(_places(tree))[self.place]
        other = _changed(node)
        assert other is not None
        put(ast.copy_location(other, node))
        return ast.fix_missing_locations(tree)


def modules() -> list[str]:
    """Every module of the tree but the migrations."""
    found = sorted(path.relative_to(FOLDER) for path in FOLDER.rglob("*.py"))
    return [str(path) for path in found if "migrations" not in path.parts]


def digest_of(module: str) -> str:
    return sha256((FOLDER / module).read_bytes()).hexdigest()[:16]


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module. Changes that read alike are numbered."""
    alike: Counter[tuple[str, str]] = Counter()
    for place, (node, _put, function) in enumerate(
        _places(ast.parse((FOLDER / module).read_bytes()))
    ):
        other = _changed(node)
        assert other is not None
        change = f"{_words(node)} → {_words(other)}"
        alike[function, change] += 1
        if (number := alike[function, change]) > 1:
            change = f"{change} ({number})"
        yield Mutant(module, function, change, place, node.lineno)


def _words(node: Node) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= LENGTH else f"{text[:LENGTH]}…"


def _changed(node: Node) -> Node | None:
    """The node with one thing in it wrong; None where there is nothing to change."""
    match node:
        case ast.Compare(left, [op], others) if type(op) in SWAPS:
            return ast.Compare(left, [SWAPS[type(op)]()], others)
        case ast.BinOp(left, op, right) if type(op) in SWAPS:
            return ast.BinOp(left, SWAPS[type(op)](), right)
        case ast.BoolOp(op, values):
            return ast.BoolOp(SWAPS[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            return operand
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.Name(id=name) if name in NAMES:
            return ast.Name(NAMES[name], ast.Load())
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Raise() | ast.Expr(ast.Call()) | ast.Continue():
            return ast.Pass()
        case _:
            return None


def _places(tree: ast.Module) -> Iterator[tuple[Node, Callable[[Node], None], str]]:
    """Every node that can be changed, how to put another in its place, and its function."""
    for node, put, function in _nodes(tree, "", ""):
        if _changed(node) is not None:
            yield node, put, function


def _nodes(
    parent: ast.AST, function: str, prefix: str
) -> Iterator[tuple[Node, Callable[[Node], None], str]]:
    """``prefix`` is what the name of a function in here begins with."""
    for name, value in ast.iter_fields(parent):
        if name in ("decorator_list", "annotation", "returns"):
            continue
        inner, beginning = function, prefix
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and name == "body":
            inner = prefix + parent.name
            beginning = f"{inner}.<locals>."
        elif isinstance(parent, ast.ClassDef):
            beginning = f"{prefix}{parent.name}."
        several = isinstance(value, list)
        for place, node in enumerate(value if several else [value]):
            if not isinstance(node, ast.AST) or _is_left_alone(node):
                continue
            if isinstance(node, ast.expr | ast.stmt):
                put = (
                    partial(value.__setitem__, place) if several else partial(setattr, parent, name)
                )
                yield node, put, inner
            yield from _nodes(node, inner, beginning)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Raise(exc=ast.Name("NotImplementedError")):
            return True
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return True
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return True
        case ast.Assign(targets=[ast.Name("__all__")]):
            return True
        case ast.AnnAssign(annotation=ast.Name("TypeAlias")):
            return True
        case ast.Expr(ast.Call(func=ast.Attribute(value=ast.Name(name)))):
            return name in LOGS
        case ast.keyword(arg="strict"):  # zip checks what holds anyhow
            return True
        case _:
            return False
