"""One thing wrong at a time: what is changed in a module, and every way to do so."""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

SWAPS: Final[dict[type, type]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
Node: TypeAlias = ast.expr | ast.stmt


class Mutant(NamedTuple):
    line: int
    words: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    for node, put in list(_expressions(tree)):
        if other := _changed(node):
            put(other)
            words = f"`{ast.unparse(node)}` → `{ast.unparse(other)}`"
            yield Mutant(node.lineno, words, ast.unparse(tree))
            put(node)


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
            return ast.Name(NAMES[name])
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Raise() | ast.Expr(ast.Call()) | ast.Continue():
            return ast.Pass()
        case _:
            return None


def _expressions(parent: ast.AST) -> Iterator[tuple[Node, Callable[[Node], None]]]:
    """Every one below, but for what decorators say, and how to put another in its place."""
    for name, value in ast.iter_fields(parent):
        if isinstance(value, ast.expr | ast.stmt):
            yield value, partial(setattr, parent, name)
        for place, node in enumerate(value if isinstance(value, list) else []):
            if isinstance(node, ast.expr | ast.stmt) and name != "decorator_list":
                yield node, partial(value.__setitem__, place)
    for child in ast.iter_child_nodes(parent):
        if child not in getattr(parent, "decorator_list", ()):
            yield from _expressions(child)
