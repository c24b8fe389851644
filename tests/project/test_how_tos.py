"""What the how-tos show is what the program takes: the game in ``adding-a-game.md`` is played, and
those for a page and for a write are followed to the letter on a copy of the tree."""

import ast
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest

from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.cases.files import differences, read_cases
from scorekeeper.engine.variant import AnyVariant
from tests.helpers.project.how_tos import DOCS, ROOT
from tests.helpers.served import environment

STEP = re.compile(
    r"<!-- (new|below|end|run)(?: (\S+))?(?: ([^\n]+?))? -->\n```\w*\n(.+?)```\n", re.DOTALL
)
"""What is done, to which file, below which line, and the code or commands."""
AS_BY_HAND = {"SCREENSHOTS": "no", "TEST_DATABASE": "sqlite", "MIGRATED": ""}
"""A run of all tests that are named, whatever .ci/run has set for its own."""


def block(page: str, mark: str) -> str:
    """The code between two marks."""
    text = (DOCS / page).read_text(encoding="utf-8")
    match = re.search(rf"<!-- {mark} -->\n```\w+\n(.+?)```\n<!-- /{mark} -->", text, re.DOTALL)
    assert match
    return match[1]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> AnyVariant:
    """The game of the page, as if its module stood in the folder."""
    module: Any = ModuleType("scorekeeper.variants.three_thirteen")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(block("adding-a-game.md", "game"), "adding-a-game.md", "exec"), vars(module))
    variant: AnyVariant = module.variant
    return variant


def test_the_game_of_the_page_settles_its_cases(shown: AnyVariant) -> None:
    cases = read_cases(block("adding-a-game.md", "cases").encode(), {shown.key: shown})
    assert len(cases) == 2
    for case in cases:
        assert list(differences(case["expect"], settle(shown, case))) == [], case["id"]


def test_it_ends_after_eleven_deals_and_pays_the_lowest_total(shown: AnyVariant) -> None:
    hand = {"lines": {"A": {"won": True}, "B": {"points": 3}}}
    result = settle(shown, {"options": {}, "seats": ["A", "B"], "hands": [hand] * 11})
    assert result["over"]
    assert result["money"] == {"A": 3300, "B": -3300}


# A page and a write, on a copy of the tree -------------------------------------------------------


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what git tracks, and of what is new here."""
    copy = tmp_path / "tree"
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    return copy


def follow(how_to: str, tree: Path) -> None:
    """Does each step of a how-to in the tree, and runs its commands there."""
    steps = STEP.findall((DOCS / how_to).read_text(encoding="utf-8"))
    assert steps
    for verb, name, line, code in steps:
        if verb == "run":
            for command in code.splitlines():
                run(command, tree)
        else:
            file = tree / name
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            assert bool(text) == (verb != "new"), name
            after = f"{text}\n\n{code}" if verb == "end" else code
            file.write_text(inserted(text, line, code) if line else after, encoding="utf-8")


def inserted(text: str, line: str, code: str) -> str:
    """The code below the one line that is, or else has, these words."""
    lines = text.splitlines(keepends=True)
    whole = [number for number, text in enumerate(lines, 1) if text.rstrip() == line]
    [number] = whole or [number for number, text in enumerate(lines, 1) if line in text]
    return "".join([*lines[:number], code, *lines[number:]])


def run(command: str, tree: Path) -> None:
    python, program, action, *words = shlex.split(command)
    assert (python, program) == ("python3", "go.py")
    ours = {"test": ["-m", "pytest", "-q", "-n", "0"], "manage": ["manage.py"]}[action]
    done = subprocess.run(
        [sys.executable, *ours, *words],
        cwd=tree,
        env={k: v for k, v in environment(**AS_BY_HAND).items() if not k.startswith("PYTEST_")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}{done.stderr[-2000:]}"


def lint(how_to: str, tree: Path) -> None:
    """As ``go.py lint`` does, of what the how-to adds."""
    names = [
        name for _verb, name, *_rest in STEP.findall((DOCS / how_to).read_text("utf-8")) if name
    ]
    code = [name for name in names if name.endswith(".py")]
    templates = [name for name in names if name.endswith(".html")]
    checks = (
        ["ruff", "check", "-q", *code],
        ["ruff", "format", "-q", "--check", *code],
        ["djlint", "--check", "--quiet", *templates],
        ["djlint", "--lint", "--quiet", *templates],
    )
    for check in checks:
        subprocess.run([sys.executable, "-m", *check], cwd=tree, check=True)


@pytest.mark.parametrize("how_to", ["adding-a-page.md", "adding-a-write.md"])
def test_what_a_how_to_imports_is_there_or_made_by_it(how_to: str) -> None:
    """At once, where following it takes a minute."""
    steps = STEP.findall((DOCS / how_to).read_text(encoding="utf-8"))
    new = {name: code for verb, name, _line, code in steps if verb == "new" and name[-3:] == ".py"}
    added = set(re.findall(r"^class (\w+)", "".join(code for *_, code in steps), re.MULTILINE))
    for code in new.values():
        for node in ast.walk(ast.parse(code)):
            if (
                not isinstance(node, ast.ImportFrom)
                or f"{node.module}".replace(".", "/") + ".py" in new
            ):
                continue
            module = import_module(str(node.module))
            names = {alias.name for alias in node.names} - added
            known = {*dir(module), *(m.name for m in iter_modules(getattr(module, "__path__", [])))}
            assert names <= known, (node.module, names - known)


@pytest.mark.parametrize("how_to", ["adding-a-page.md", "adding-a-write.md"])
@pytest.mark.programs
def test_following_a_how_to_adds_what_it_says(how_to: str, tree: Path) -> None:
    follow(how_to, tree)
    lint(how_to, tree)
