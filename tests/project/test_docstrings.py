"""Docstrings and comments name what exists, and docstrings begin as plain sentences do."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "scorekeeper").rglob("*.py"))

QUOTED = re.compile(r"``([^`\n]+)``")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?=(?:\(\))?\Z)")
FILE = re.compile(r"[\w./-]+\.(?:css|html|js|json|md|py|txt)")
FOLDER = re.compile(r"(?:docs|scorekeeper|static|templates|tests)/[\w/-]+")
COMMAND = re.compile(r"manage\.py (\w+)")
MADE = {"index.html", "runtime.json", "sw.js"}
"""Files of a release for devices that the repository does not have."""

FRAGMENTS = ("As", "By", "Of", "What", "Where", "Who", "Whoever", "Whom", "Whose")
"""No sentence that says what a thing is or does begins with one of these."""


def names_of(body: list[ast.stmt]) -> set[str]:
    """Returns what the statements bind, those of branches included."""
    bound: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    bound.add(node.name)
                case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                    bound.add(node.id if isinstance(node, ast.Name) else node.attr)
                case ast.alias():
                    bound.add((node.asname or node.name).split(".")[-1])
    return bound


@cache
def modules() -> dict[str, set[str]]:
    """Returns the names that each module of ours binds, by its dotted path."""
    found = {}
    for path in SOURCES:
        parts = path.relative_to(ROOT).with_suffix("").parts
        dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[dotted] = names_of(ast.parse(path.read_text(encoding="utf-8")).body)
    return found


@cache
def classes() -> dict[str, set[str]]:
    """Returns the members of each class of ours, by its name; inherited ones included."""
    own: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                own.setdefault(node.name, set()).update(names_of(node.body))
                for base in node.bases:
                    name = base.value if isinstance(base, ast.Subscript) else base
                    bases.setdefault(node.name, set()).add(ast.unparse(name).split(".")[-1])

    for _step in range(5):  # deeper than any of ours inherits
        for owner, above in bases.items():
            own[owner].update(*(own.get(base, set()) for base in above))
    return own


@cache
def files() -> frozenset[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(listed.stdout.splitlines())


def is_known(name: str) -> bool:
    """Whether a dotted name is a module, something in a module, or a member of a class. A module
    may be named by the end of its path."""
    parts = name.split(".")
    if parts[0] in classes():
        return len(parts) == 1 or parts[1] in classes()[parts[0]]
    for length in range(len(parts), 0, -1):
        end = ".".join(parts[:length])
        for path, bound in modules().items():
            if path == end or path.endswith(f".{end}"):
                rest = parts[length:]
                if not rest or (rest[0] in bound and (len(rest) == 1 or is_known(".".join(rest)))):
                    return True
    return find_spec(parts[0]) is not None and parts[0] not in {path.stem for path in SOURCES}


def is_file(name: str) -> bool:
    name = name.rstrip("/")
    return name in MADE or any(
        f"/{path}".endswith(f"/{name}") or f"/{name}/" in f"/{path}" for path in files()
    )


def exists(name: str) -> bool:
    if command := COMMAND.match(name):
        return command[1] in get_commands()
    if FILE.fullmatch(name) or FOLDER.fullmatch(name):
        return is_file(name)
    if dotted := DOTTED.match(name):
        return is_known(dotted[0])
    return True


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yields the docstrings and comments of a module, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


@pytest.mark.parametrize("room", sorted({path.relative_to(ROOT).parts[1] for path in SOURCES}))
def test_a_docstring_or_comment_names_only_what_exists(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in SOURCES
        if path.relative_to(ROOT).parts[1] == room
        for line, text in texts(path.read_text(encoding="utf-8"))
        for name in QUOTED.findall(text)
        if not exists(name)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("clubs.locks", True),
        ("clubs.keys", False),
        ("scorekeeper.asgi", True),
        ("engine.transfers.settle_up", True),
        ("engine.transfers.settle_down", False),
        ("LateCorrection.hand", True),
        ("LateCorrection.foot", False),
        ("logging.config.dictConfig", True),
        ("docs/rules/FORMAT.md", True),
        ("docs/rules", True),
        ("docs/laws", False),
        ("templates/nowhere.html", False),
        ("manage.py verify CLUB", True),
        ("manage.py falsify CLUB", False),
        ("/metrics", True),
        ("1234.50", True),
    ],
)
def test_a_name_of_something_that_is_gone_would_be_noticed(name: str, there: bool) -> None:
    assert exists(name) is there


def test_no_docstring_begins_as_a_fragment() -> None:
    begins = re.compile(rf"(?:{'|'.join(FRAGMENTS)})\b")
    wrong = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in SOURCES
        for text in docstrings(path.read_text(encoding="utf-8"))
        if begins.match(text)
    ]
    assert wrong == []
