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


LOOP = re.compile(
    r"{% (for|empty|endfor)\b|{% include \"([^\"]+)\"|class=\"(btn [^\"]*btn--primary)"
)


def repeated(text: str, *, inside: bool) -> tuple[set[str], int]:
    """Returns what is included within loops, and how many primary buttons are there without a
    condition. ``inside``: the whole text is repeated."""
    depth: list[bool] = []
    included, buttons = set(), 0
    for word, name, button in LOOP.findall(text):
        if word == "endfor":
            depth.pop()
        elif word:
            depth = [*depth[: -1 if word == "empty" else None], word == "for"]
        elif name and (inside or any(depth)):
            included.add(name)
        elif button and "{%" not in button and (inside or any(depth)):
            buttons += 1
    return included, buttons


def test_what_is_repeated_has_no_primary_button() -> None:
    """A page has one at most. Browsers count them where a walk leads."""
    by_name = {str(path).rpartition("/templates/")[2]: text for path, text in TEMPLATES.items()}
    waiting, faults = set(), set()
    for name, text in by_name.items():
        included, buttons = repeated(text, inside=False)
        waiting |= included
        faults |= {name} if buttons else set()
    seen: set[str] = set()
    while waiting - seen:
        seen.add(name := (waiting - seen).pop())
        included, buttons = repeated(by_name.get(name, ""), inside=True)
        waiting |= included
        faults |= {name} if buttons else set()
    assert not faults
