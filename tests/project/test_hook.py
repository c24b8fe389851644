"""The hook before a commit runs the checks of CI, on what the commit changes and no more."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = ROOT / ".githooks" / "pre-commit"
WITNESS = """#!/bin/sh
echo "$(basename "$0") $*" >> calls
[ ! -e fails ] || { echo "line 1 is wrong"; exit 1; }
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository whose tools only say what they were asked."""
    for tool in (".venv/bin/python", "node_modules/.bin/biome"):
        (tmp_path / tool).parent.mkdir(parents=True)
        (tmp_path / tool).write_text(WITNESS)
        (tmp_path / tool).chmod(0o755)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "core.hooksPath", str(HOOK.parent))
    return tmp_path


def git(where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    return subprocess.run(
        ["git", *who, *words], cwd=where, env=plain, capture_output=True, text=True
    )


def commit(where: Path, *names: str) -> subprocess.CompletedProcess[str]:
    for name in names:
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        (where / name).write_text("1\n")
        git(where, "add", name)
    return git(where, "commit", "-m", "Change")


def messages(where: Path) -> list[str]:
    calls = where / "calls"
    return calls.read_text().splitlines() if calls.exists() else []


def test_code_is_checked_where_it_changed_and_types_everywhere(clone: Path) -> None:
    (clone / "other.py").write_text("not committed")
    assert commit(clone, "a.py", "b/c.py").returncode == 0
    assert messages(clone) == [
        "python -m ruff check a.py b/c.py",
        "python -m ruff format --check a.py b/c.py",
        "python -m mypy",
    ]


def test_templates_and_scripts_have_their_own_checks(clone: Path) -> None:
    commit(clone, "templates/table/scoreboard/board.html", "static/js/a.js", "README.md")
    assert messages(clone) == [
        "python -m djlint --lint templates/table/scoreboard/board.html",
        "python -m djlint --check templates/table/scoreboard/board.html",
        "biome ci static/js/a.js",
    ]


def test_nothing_is_run_for_words_or_for_what_is_taken_out(clone: Path) -> None:
    commit(clone, "a.py")
    (clone / "calls").unlink()
    git(clone, "rm", "--quiet", "a.py")
    assert commit(clone, "README.md").returncode == 0
    assert messages(clone) == []


def test_what_is_wrong_is_shown_and_not_committed(clone: Path) -> None:
    (clone / "fails").touch()
    refused = commit(clone, "a.py")
    assert refused.returncode == 1
    assert "line 1 is wrong" in refused.stderr + refused.stdout
    assert "Not committed: ruff, ruff format, mypy." in refused.stderr + refused.stdout
    assert git(clone, "log").returncode != 0


def test_the_tools_are_those_of_go_py_lint() -> None:
    """Whatever ``lint`` runs, the hook runs too."""
    lint = (ROOT / "go.py").read_text().split("def lint")[1].split("\n\n")[0]
    hook = HOOK.read_text()
    assert {tool for tool in ("ruff", "mypy", "djlint") if f'"{tool}"' in lint} == {
        tool for tool in ("ruff", "mypy", "djlint") if f'"{tool}"' in hook
    }
