"""Lets the syntax tree of a module be changed while it is imported; its file stays as it is."""

import ast
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "scorekeeper"
Change: TypeAlias = Callable[[str, ast.Module], ast.Module]
"""Takes the path of a module below ``FOLDER``, and its tree."""


def change_on_import(change: Change) -> None:
    get_code = SourceFileLoader.get_code

    def changed_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = Path(self.get_filename(fullname))
        if not path.is_relative_to(FOLDER):
            return get_code(self, fullname)
        tree = ast.parse(path.read_bytes(), str(path))
        tree = change(str(path.relative_to(FOLDER)), tree)
        return compile(tree, str(path), "exec", dont_inherit=True)

    SourceFileLoader.get_code = changed_code  # type: ignore[method-assign, assignment]
