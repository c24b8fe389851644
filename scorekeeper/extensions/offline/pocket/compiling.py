"""Runs inside the runtime when the app is built: turns sources into what its Python loads at once.

A device would compile at each start, for it has nowhere to keep what comes of it. Docstrings stay
behind, and which line is which: nobody reads either there. A class keeps an empty docstring, or
dataclasses would write theirs at each start.
"""

import ast
from collections.abc import Callable
from importlib import _bootstrap_external
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

NOWHERE = 0xF8
"""In a table of lines: so many instructions, less one in the last three bits, have none."""
HOLDERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compile_all(folder: str) -> int:
    """Each module below, in place of its source. How many."""
    sources = sorted(Path(folder).rglob("*.py"))
    for source in sources:
        source.with_suffix(".pyc").write_bytes(compiled(source, folder))
        source.unlink()
    return len(sources)


def compiled(source: Path, folder: str) -> bytes:
    text = source.read_bytes()
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, HOLDERS):
            shorten(node)
    name = source.relative_to(folder).as_posix()
    code = without_lines(compile(tree, name, "exec", dont_inherit=True, optimize=0))
    packed: Callable[..., bytearray] = vars(_bootstrap_external)["_code_to_hash_pyc"]
    return bytes(packed(code, source_hash(text), False))


def shorten(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    if ast.get_docstring(node, clean=False) is None:
        return
    first = node.body[0]
    assert isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    first.value.value = " "


def without_lines(code: CodeType) -> CodeType:
    """All that is left of the table is how many instructions there are: eight to a byte."""
    inner = (
        without_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    eights, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\xff" * eights + (bytes([NOWHERE | rest - 1]) if rest else b"")
    return code.replace(co_consts=tuple(inner), co_linetable=lines)
