"""Every source leads to a clause of ``docs/rules``, and says there what the program does."""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

from scorekeeper.engine.questions.kinds import Question, questions
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.books import ORIGINS, with_options
from tests.helpers.books import (
    BOOKS,
    CASES,
    CITED,
    CODE,
    CODED,
    PAGES,
    ROOT,
    cases,
    cited,
    in_code,
    of_cases,
    sections,
)


def test_there_is_something_to_follow() -> None:
    assert len(list(in_code())) > 100
    assert len(of_cases()) > 250


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
        (citation.where, citation.page, number)
        for citation in in_code()
        for number in citation.numbers
        if number not in sections(citation.page)
    } == set()


def test_pages_cite_sections_that_are_there() -> None:
    assert {
        (page.name, citation.page, number)
        for page in PAGES
        for citation in cited(
            page.name, page.read_text(encoding="utf-8").replace("](", " ").replace(")", "")
        )
        for number in citation.numbers
        if number not in sections(citation.page)
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
        for case, citation in of_cases()
        if not citation.section or (CODED.match(citation.rest) and not citation.label)
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
        files = [path for path in CODE if name in (path.stem, path.parent.name)]
        text = "".join(path.read_text(encoding="utf-8") for path in files)
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
def test_the_index_leads_from_a_game_to_its_code(key: str) -> None:
    row = next(
        row for row in (BOOKS / "README.md").read_text().splitlines() if f"| `{key}` |" in row
    )
    variants = ROOT / "scorekeeper" / "variants"
    assert f"`{key}.py`" in row
    text = (variants / f"{key}.py").read_text(encoding="utf-8")
    shared = set(re.findall(r"scorekeeper\.variants(?:\.| import )(_\w+)", text))
    named = set(re.findall(r"`(_\w+)\.py`", row))
    assert shared - {"_glossary"} <= named  # words, and no rules
    assert all((variants / f"{name}.py").exists() for name in named)


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
    all_questions = [*questions(rules.options), *questions(rules.deal), *questions(rules.line)]
    assert {q.name for q in all_questions if f"`{q.name}`" not in named} == set()
    words = re.sub(r"[`|,;:()]", " ", named).split()
    assert {
        (q.name, answer) for q in all_questions for answer in _answers(q) if answer not in words
    } == set()


def _answers(question: Question) -> Iterator[str]:
    if issubclass(question.type, Enum):
        yield from (member.value for member in question.type if isinstance(member.value, str))
