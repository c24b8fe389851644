"""Nothing of ours is longer than somebody reads in one go."""

import ast
from pathlib import Path

from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path for path in (ROOT / "scorekeeper").rglob("*.py") if path.parent.name != "migrations"
)
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
"""Lines. What is longer is divided: a game into a folder, a room's module by what it is about."""


def test_no_module_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    too_long = {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > LONGEST_MODULE}
    assert too_long == {}


def test_no_function_is_too_long() -> None:
    too_long = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": length
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    }
    assert too_long == {}
