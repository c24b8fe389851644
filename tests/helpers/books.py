"""The pages of ``docs/rules`` and what cites them, for the tests that follow sources."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BOOKS = ROOT / "docs" / "rules"
PAGES = sorted(BOOKS.glob("*.md"))
CODE = [*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
CASES = sorted((ROOT / "fixtures" / "variants").glob("*.json"))

HEADING = re.compile(r"#+ (?:(\d+(?:\.\d+)*)\.? )?")
LABEL = re.compile(r"(?:- \*\*(.+?)\*\*|- `(\w+)`|(\d+)\. |\| *([^|]+?) *\|)")
"""The beginning of an entry: a bold code, an option, a clause of a list, a row of a table."""
CITED = re.compile(r"\b([\w-]+\.md)`*((?:,? *(?:and |to )?§\d+(?:\.\d+)*)+)(?: (.+))?")
CODED = re.compile(r"\(\d+\)|(?:[A-Z]{1,3})?\d+[a-z]?\b|[A-Z]{3}\b")


@dataclass(frozen=True)
class Section:
    text: str
    entries: Mapping[str, str]
    """The text under a label, in one line."""


@cache
def sections(page: str) -> dict[str, Section]:
    """The sections of one page by number; a section holds its subsections too."""
    lines: dict[str, list[str]] = {}
    number = ""
    for line in (BOOKS / page).read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            number = heading[1] or number
            lines.setdefault(number, []).append("")
        elif number:
            for above in [number[:index] for index in _ends(number)]:
                lines.setdefault(above, []).append(line)
    return {number: Section("\n".join(text), dict(entries(text))) for number, text in lines.items()}


def _ends(number: str) -> list[int]:
    return [*(index for index, letter in enumerate(number) if letter == "."), len(number)]


def entries(lines: list[str]) -> Iterator[tuple[str, str]]:
    label, text = "", ""
    for line in [*lines, ""]:
        begins = LABEL.match(line)
        if begins or not line.strip():
            if label:
                yield label, text
            label, text = "", line
            if begins:
                heading = next(group for group in begins.groups() if group)
                label = plain(heading).rstrip(".").lower() if " " in heading else plain(heading)
        else:
            text += " " + line.strip()


def plain(text: str) -> str:
    return re.sub(r"[*`]", "", text).strip()


@dataclass(frozen=True)
class Citation:
    where: str
    page: str
    numbers: tuple[str, ...]
    rest: str

    @property
    def section(self) -> Section | None:
        return sections(self.page).get(self.numbers[-1])

    @property
    def label(self) -> str:
        """The entry that is meant, or nothing if all of the section is."""
        labels = self.section.entries if self.section else {}
        wanted = self.rest.lower()
        matching = [known for known in labels if _holds(wanted, known.lower())]
        return max(matching, key=len, default="")


def _holds(words: str, label: str) -> bool:
    start = words.find(label)
    return (
        start >= 0
        and not words[start + len(label) :][:1].isalnum()
        and not words[:start][-1:].isalnum()
    )


def cited(where: str, text: str) -> Iterator[Citation]:
    for match in CITED.finditer(text):
        page, numbers, rest = match.groups()
        yield Citation(where, page, tuple(re.findall(r"\d[\d.]*", numbers)), rest or "")


def in_code() -> Iterator[Citation]:
    for path in CODE:
        for citation in cited(path.name, path.read_text(encoding="utf-8")):
            yield Citation(citation.where, citation.page, citation.numbers, "")


@cache
def cases() -> tuple[dict[str, Any], ...]:
    return tuple(case for path in CASES for case in json.loads(path.read_text(encoding="utf-8")))


def of_cases() -> list[tuple[dict[str, Any], Citation]]:
    return [(case, citation) for case in cases() for citation in cited(case["id"], case["source"])]
