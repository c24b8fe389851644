"""Templates are formatted, and their sentences have spaces where they belong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.core.localization.words import WON
from tests.helpers.trees import templates

ROOT = Path(__file__).parents[2]
TEMPLATES = [path for path in templates() if path.suffix == ".html"]
LONGEST = 160


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_of_a_template_is_too_long(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [number for number, line in enumerate(lines, 1) if len(line) > LONGEST]


def test_the_mark_of_who_won_is_written_in_one_place() -> None:
    """Every page takes it from there, so no page can use another; paper does, too."""
    code = sorted((ROOT / "scorekeeper").rglob("*.py"))
    pages = [path for path in (*TEMPLATES, *code) if WON in path.read_text(encoding="utf-8")]
    assert pages == [ROOT / "scorekeeper" / "core" / "localization" / "words.py"]


def test_templates_are_formatted() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "djlint", "--check", "templates", "scorekeeper/extensions"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


BLOCK = r"(?:\{% (?:end)?(?:if|for)\b[^%]*%\})"
CLOSED = r"(?:</(?:bdi|b|strong|span)>)*"
WORD = r"(?:<(?:bdi|b|strong|span)\b|\{\{|\{% (?:block)?translate)"
SPACES = {
    "none after a full stop or a colon": rf"(?<![:;.,])[.,:;]{CLOSED}{BLOCK}+{WORD}",
    "none after a dot between two values": rf"\s·(?:\w|{WORD})",
    "one before a full stop or a colon": rf"(?m)^\s*{BLOCK}*[.,:;!?)]",
}
"""A line break is a space, and where there is none, there is no space."""


@pytest.mark.parametrize("fault", SPACES)
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_spaces_stand_where_a_sentence_has_them(path: Path, fault: str) -> None:
    assert re.findall(SPACES[fault], path.read_text(encoding="utf-8")) == []
