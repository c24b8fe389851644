"""Our files, for tests that look at the code itself: modules as Python reads them (each is parsed
once in a process, and walked once), scripts and templates."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All in it, as ``ast.walk`` goes."""
    return tuple(ast.walk(parsed(path)))


@cache
def scripts() -> tuple[Path, ...]:
    """The core's, and those of extensions."""
    folders = [ROOT / "static", *ROOT.glob("scorekeeper/extensions/*/static")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.js")))


@cache
def templates() -> tuple[Path, ...]:
    """The core's, and those of extensions."""
    folders = [ROOT / "templates", *ROOT.glob("scorekeeper/extensions/*/templates")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.*")))
