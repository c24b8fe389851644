"""One word, one meaning: a name of a class, or of a type, stands once outside the games.

Each game has its ``Options``, ``Deal`` and ``Line``, and words of its own; those are its own
business. Everywhere else who reads ``Plan`` need not ask which.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trees import parsed

CODE = Path(__file__).parent.parent / "scorekeeper"
NOT_LOOKED_AT = {"variants", "migrations"}
AS_RULES_SEE_IT_AND_AS_IT_IS_KEPT = {"Game", "Payment"}
"""The same thing, and so the same word: a value in the engine, a row in its room."""
OF_DJANGO = {"Command"}
"""Django finds commands by this name."""


def types_of(tree: ast.Module) -> Iterator[str]:
    """Classes, and names for types, that stand in no other class."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.Name()):
                if name[0].isupper() and not name.isupper():
                    yield name


def twice(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for module, tree in trees.items():
        for name in types_of(tree):
            found[name].append(module)
    return {name: modules for name, modules in found.items() if len(modules) > 1}


def test_a_name_stands_once_outside_the_games() -> None:
    files = [p for p in sorted(CODE.rglob("*.py")) if not NOT_LOOKED_AT & {*p.parts}]
    trees = {str(p.relative_to(CODE)): parsed(p) for p in files}
    assert twice(trees).keys() == AS_RULES_SEE_IT_AND_AS_IT_IS_KEPT | OF_DJANGO


@pytest.mark.parametrize(
    "source", ["class Plan: ...", "Plan: TypeAlias = int", "Plan = Mapping[str, int]", "Plan = int"]
)
def test_a_second_one_would_be_noticed(source: str) -> None:
    trees = {"a.py": ast.parse("class Plan: ..."), "b.py": ast.parse(source)}
    assert twice(trees) == {"Plan": ["a.py", "b.py"]}
