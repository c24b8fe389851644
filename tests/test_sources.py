"""Every source leads to a clause of ``docs/rules``, and says there what the program does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.questions import Question, questions
from scorekeeper.rulebook.books import ORIGINS, with_options
from scorekeeper.variants import VARIANTS
from tests.brute.published import PUBLISHED

ROOT = Path(__file__).parent.parent
BOOKS = ROOT / "docs" / "rules"
PAGES = sorted(BOOKS.glob("*.md"))
CODE = [*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
CASES = sorted((ROOT / "fixtures" / "variants").glob("*.json"))

HEADING = re.compile(r"#+ (?:(\d+(?:\.\d+)*)\.? )?")
LABEL = re.compile(r"(?:- \*\*(.+?)\*\*|- `(\w+)`|(\d+)\. |\| *([^|]+?) *\|)")
"""What begins an entry: a bold code, an option, a clause of a list, a row of a table."""
CITED = re.compile(r"\b([\w-]+\.md)`*((?:,? *(?:and |to )?§\d+(?:\.\d+)*)+)(?: (.+))?")
CODED = re.compile(r"\(\d+\)|(?:[A-Z]{1,3})?\d+[a-z]?\b|[A-Z]{3}\b")
EXAMPLE = re.compile(r"[A-Z]{1,3}\d+[a-z]?|\d+|deal \d|CUT|value arithmetic")


COUNTED = {
    "rummy_21": ("rummy_21.md", "6.1"),
    "rummy_27": ("rummy_27.md", "4"),
    "marriage": ("marriage.md", "7"),
    "vazhushal": ("vazhushal.md", "6"),
    "gin_rummy": ("gin_rummy.md", "10"),
    "rummi": ("rummi.md", "8"),
    **dict.fromkeys(("paplu", "points_rummy", "deals_rummy"), ("indian_rummy.md", "7.1")),
}
"""Where the hands of ``tests/brute`` are worked out."""
SUM = re.compile(
    r"(?<![\w.,])([−(]*\d[\d.()]*(?: [+−×÷] [\d.()]+)+) = \**(−?\d+(?:\.\d+)?)(?!\w| [+−×÷=])"
)


@dataclass(frozen=True)
class Section:
    text: str
    entries: Mapping[str, str]
    """What stands under a label, in one line."""


@cache
def sections(page: str) -> dict[str, Section]:
    """Of one page, by number; a section holds its subsections too."""
    lines: dict[str, list[str]] = {}
    number = ""
    for line in (BOOKS / page).read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            number = heading[1] or number
            lines.setdefault(number, []).append("")
        elif number:
            for above in [number[:at] for at in _ends(number)]:
                lines.setdefault(above, []).append(line)
    return {number: Section("\n".join(said), dict(entries(said))) for number, said in lines.items()}


def _ends(number: str) -> list[int]:
    return [*(at for at, letter in enumerate(number) if letter == "."), len(number)]


def entries(lines: list[str]) -> Iterator[tuple[str, str]]:
    label, said = "", ""
    for line in [*lines, ""]:
        begins = LABEL.match(line)
        if begins or not line.strip():
            if label:
                yield label, said
            label, said = "", line
            if begins:
                found = next(group for group in begins.groups() if group)
                label = plain(found).rstrip(".").lower() if " " in found else plain(found)
        else:
            said += " " + line.strip()


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
        found = [known for known in labels if _holds(wanted, known.lower())]
        return max(found, key=len, default="")


def _holds(words: str, label: str) -> bool:
    at = words.find(label)
    return at >= 0 and not words[at + len(label) :][:1].isalnum() and not words[:at][-1:].isalnum()


def cited(where: str, text: str) -> Iterator[Citation]:
    for found in CITED.finditer(text):
        page, numbers, rest = found.groups()
        yield Citation(where, page, tuple(re.findall(r"\d[\d.]*", numbers)), rest or "")


def in_code() -> Iterator[Citation]:
    for path in CODE:
        for found in cited(path.name, path.read_text(encoding="utf-8")):
            yield Citation(found.where, found.page, found.numbers, "")


@cache
def cases() -> tuple[dict[str, Any], ...]:
    return tuple(case for path in CASES for case in json.loads(path.read_text(encoding="utf-8")))


def of_cases() -> list[tuple[dict[str, Any], Citation]]:
    return [(case, found) for case in cases() for found in cited(case["id"], case["source"])]


def test_there_is_something_to_follow() -> None:
    assert len(list(in_code())) > 100
    assert len(of_cases()) > 250
    assert len(worked()) > 120


@pytest.mark.parametrize("book", PAGES, ids=lambda book: book.name)
def test_sections_of_a_page_are_numbered_in_order(book: Path) -> None:
    text = book.read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^## (\d+)\.", text, re.MULTILINE)]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert numbers[0] in (0, 1)


def test_every_page_that_is_named_is_there() -> None:
    known = {path.name for path in ROOT.rglob("*.md") if ".venv" not in path.parts}
    named = re.compile(r"(?<![\w/.*-])[\w-]+\.md\b")
    missing = {
        (path.name, page)
        for path in [*CODE, *CASES, *PAGES]
        for page in named.findall(path.read_text(encoding="utf-8"))
        if page not in known
    }
    assert missing == set()


def test_every_section_that_code_cites_is_there() -> None:
    assert {
        (found.where, found.page, number)
        for found in in_code()
        for number in found.numbers
        if number not in sections(found.page)
    } == set()


def test_pages_cite_sections_that_are_there() -> None:
    assert {
        (page.name, found.page, number)
        for page in PAGES
        for found in cited(
            page.name, page.read_text(encoding="utf-8").replace("](", " ").replace(")", "")
        )
        for number in found.numbers
        if number not in sections(found.page)
    } == set()


def test_within_a_page_a_section_is_one_of_its_own() -> None:
    own = re.compile(r"(?<!\.md )(?<!\.md`\) )§(\d+(?:\.\d+)*)")
    lost = {
        (page.name, number)
        for page in PAGES
        for number in own.findall(re.sub(CITED, "", re.sub(r"\]\(.+?\)", "", page.read_text())))
        if number not in sections(page.name)
    }
    assert lost == set()


def test_every_section_and_code_that_a_case_cites_is_there() -> None:
    lost = [
        (case["id"], case["source"])
        for case, found in of_cases()
        if not found.section or (CODED.match(found.rest) and not found.label)
    ]
    assert lost == []


def test_a_case_says_where_it_is_from() -> None:
    loose = re.compile(r"generated|worked by hand: .+|NAMES-western\.md, refused")
    assert [
        case["id"]
        for case in cases()
        if not CITED.match(case["source"]) and not loose.fullmatch(case["source"])
    ] == []


def test_the_source_of_an_option_is_a_clause_or_a_word_that_the_index_explains() -> None:
    explained = sections("README.md")["1"].entries
    assert set(ORIGINS) <= set(explained)
    for rules in VARIANTS.values():
        for question in questions(rules.options):
            source = question.kind.source
            if source in ORIGINS:
                continue
            assert CITED.fullmatch(source), (rules.key, question.name, source)


def test_refusals_by_number_are_those_of_the_page() -> None:
    numbered = sections("NAMES-western.md")["1"].entries
    for name in ("_western", "_contract"):
        text = (ROOT / "scorekeeper" / "variants" / f"{name}.py").read_text(encoding="utf-8")
        codes = set(re.findall(r"\bC\d+\b", text))
        assert codes
        assert codes <= set(numbered)


@pytest.mark.parametrize("book", PAGES, ids=lambda book: book.name)
def test_the_options_in_a_page_are_those_declared(book: Path) -> None:
    text = book.read_text(encoding="utf-8")
    assert with_options(text, book.name, VARIANTS) == text, (
        "run: python3 go.py manage rule_books --write"
    )


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_has_its_options_in_one_book(key: str) -> None:
    listed = [page.name for page in PAGES if f"<!-- options {key} -->" in page.read_text()]
    assert len(listed) == 1
    row = next(
        row for row in (BOOKS / "README.md").read_text().splitlines() if f"| `{key}` |" in row
    )
    assert listed[0] in row


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_question_and_answer_has_its_name_where_the_index_says(key: str) -> None:
    row = next(
        row for row in (BOOKS / "README.md").read_text().splitlines() if f"| `{key}` |" in row
    )
    page, number = re.findall(r"([\w-]+\.md)\)? §(\d+)", row)[-1]
    named = sections(page)[number].text
    if page == "NAMES-indian.md":
        named += "".join(sections(page)[shared].text for shared in ("0", "1", "2"))
    if page == "NAMES-western.md":
        named += sections(page)["1"].text
    rules = VARIANTS[key]
    asked = [*questions(rules.options), *questions(rules.deal), *questions(rules.line)]
    assert {q.name for q in asked if f"`{q.name}`" not in named} == set()
    words = re.sub(r"[`|,;:()]", " ", named).split()
    assert {
        (q.name, answer) for q in asked for answer in _answers(q) if answer not in words
    } == set()


def _answers(question: Question) -> Iterator[str]:
    if issubclass(question.type, Enum):
        yield from (member.value for member in question.type if isinstance(member.value, str))


def worked() -> list[tuple[dict[str, Any], str]]:
    """Cases beside the example that works them out."""
    return [
        (case, found.section.entries[found.label])
        for case, found in of_cases()
        if found.section
        and EXAMPLE.fullmatch(found.label)
        and not re.match(rf"{found.label}\. ", found.section.entries[found.label])
        and ", as items" not in found.rest
        and "error" not in case["expect"]
    ]


@pytest.mark.parametrize("name", [name for name in PUBLISHED if re.search(r"-[A-Z]\d", name)])
def test_a_hand_that_is_counted_by_brute_force_is_worked_out_alike(name: str) -> None:
    variant, options, cards, expect = PUBLISHED[name]
    page, number = COUNTED.get(variant) or ("basic_rummy.md", "7" if "-V" in name else "6")
    known = sections(page)[number].entries
    code = re.findall(r"-([A-Z]\d+[a-z]?)", name)[0]
    said = known.get(code) or known[code.rstrip("ab")]
    counts = {key: value for key, value in expect.items() if key not in ("jokers", "aces")}
    case = {"cards": cards, "expect": counts, "options": options}
    assert [due for due in expected(case) if not any(says(said, form) for form in due)] == []


@pytest.mark.parametrize("book", PAGES, ids=lambda book: book.name)
def test_the_sums_in_a_page_are_right(book: Path) -> None:
    text = re.sub(r"\s+", " ", book.read_text(encoding="utf-8"))
    ascii_ = str.maketrans("−×÷", "-*/")
    wrong = [
        found[0]
        for found in SUM.finditer(text)
        if round(eval(found[1].translate(ascii_)), 2) != float(found[2].translate(ascii_))
    ]
    assert wrong == []


def test_there_are_sums() -> None:
    found = [SUM.findall(re.sub(r"\s+", " ", page.read_text())) for page in PAGES]
    assert sum(map(len, found)) > 60


@pytest.mark.parametrize(("case", "said"), worked(), ids=[case["id"] for case, _ in worked()])
def test_an_example_says_what_its_case_expects(case: dict[str, Any], said: str) -> None:
    assert [due for due in expected(case) if not any(says(said, form) for form in due)] == []


def says(text: str, form: str) -> bool:
    """Whether the text has exactly this, and not as a part of a longer word or number."""
    return bool(re.search(rf"(?<!\w){re.escape(form)}(?!\w|\.\d)", text))


def test_saying_is_exact() -> None:
    assert says("so A +18, B", "A +18")
    assert says("so **A +18.**", "A +18")
    assert not any(says(text, "A +18") for text in ("A +180", "A +18.50", "AA +18", "A −18"))


def expected(case: Mapping[str, Any]) -> Iterator[set[str]]:
    """What the example has to say, each in one of several forms."""
    expect = case["expect"]
    if "cards" in case:
        yield from ({hand, "same"} for hand in _hands(case["cards"]))
        yield from ({_answer(key, value)} for key, value in expect.items() if _told(value))
        return
    points, money = expect.get("points", {}), expect.get("money", {})
    yield from _seats(points)
    if any(money.values()) and not _proportional(points, money):
        for seat, value in money.items():
            yield {*_forms(seat, value), *_forms(seat, value, 100), *_forms(seat, value / 100)}
    for kept in ("totals", "first_meld"):
        yield from _seats(expect.get(kept, {}))
    for column in expect.get("columns", ()):
        yield from _seats(column["totals"])


def _hands(cards: Mapping[str, Any]) -> Iterator[str]:
    """The cards of the question, as they have to stand in the example."""
    for key in ("hand", "knocker", "opponent"):
        if cards.get(key):
            yield cards[key]


def _told(value: object) -> bool:
    return isinstance(value, int)


def _answer(key: str, value: int) -> str:
    """An answer about cards: a number in bold, or yes and no."""
    if isinstance(value, bool):
        words = {"tien_hu": "Tien Hu", "may_knock": "may knock", "valid": "show"}
        return f"{words.get(key, key)} {'yes' if value else 'no'}"
    return f"**{_signed(value)}**"


def _seats(of: Mapping[str, int]) -> Iterator[set[str]]:
    yield from (_forms(seat, value) for seat, value in of.items())


def _forms(seat: str, value: float, unit: int = 1) -> set[str]:
    """``A +18`` or ``A 18``; in whole units of money ``A +18.00``."""
    if not value:
        return {f"{seat} 0"}
    number = f"{abs(value):g}" if unit == 1 else f"{abs(value) / unit:.2f}"
    return {f"{seat} {sign}{number}" for sign in (("−",) if value < 0 else ("+", ""))}


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _proportional(points: Mapping[str, int], money: Mapping[str, int]) -> bool:
    """Whether the money is the points at one price, so that saying them says it."""
    if points.keys() != money.keys():
        return False
    prices = {money[seat] / points[seat] for seat in points if points[seat]}
    return len(prices) == 1 and all(bool(points[seat]) == bool(money[seat]) for seat in points)
