"""Sentences of templates have spaces where they belong, and no line is too long. How they are
formatted is a check of ``go.py lint``."""

import re
from pathlib import Path

import pytest

from scorekeeper.core.localization.words import WON
from tests.helpers.trees import templates

ROOT = Path(__file__).parents[2]
TEMPLATES = {
    path: path.read_text(encoding="utf-8") for path in templates() if path.suffix == ".html"
}
LONGEST = 160


def test_no_line_of_a_template_is_too_long() -> None:
    assert not [
        f"{path.relative_to(ROOT)}:{number}"
        for path, text in TEMPLATES.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LONGEST
    ]


def test_the_mark_of_who_won_is_written_in_one_place() -> None:
    """Every page takes it from there, so no page can use another; paper does, too."""
    code = sorted((ROOT / "scorekeeper").rglob("*.py"))
    pages = [path for path in (*TEMPLATES, *code) if WON in path.read_text(encoding="utf-8")]
    assert pages == [ROOT / "scorekeeper" / "core" / "localization" / "words.py"]


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
def test_spaces_stand_where_a_sentence_has_them(fault: str) -> None:
    found = {
        path.relative_to(ROOT): re.findall(SPACES[fault], text) for path, text in TEMPLATES.items()
    }
    assert {path: texts for path, texts in found.items() if texts} == {}
