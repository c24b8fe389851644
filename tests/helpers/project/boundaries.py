"""The imports of a module of the project."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[3]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)} imports by dots"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
