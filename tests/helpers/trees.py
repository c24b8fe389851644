"""Our modules as Python reads them, for tests that look at the code itself: each file is parsed
once in a process, and walked once."""

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All in it, as ``ast.walk`` goes."""
    return tuple(ast.walk(parsed(path)))
