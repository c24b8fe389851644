"""The examples of ``docs/rules`` say the same as the cases, the brute force and the program."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.books import PAGES, cited, of_cases, sections
from tests.helpers.brute.published import PUBLISHED
from tests.helpers.worked import WORKED

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


def worked() -> list[tuple[dict[str, Any], str]]:
    """Cases beside the example that works them out."""
    return [
        (case, citation.section.entries[citation.label])
        for case, citation in of_cases()
        if citation.section
        and EXAMPLE.fullmatch(citation.label)
        and not re.match(rf"{citation.label}\. ", citation.section.entries[citation.label])
        and ", as items" not in citation.rest
        and "error" not in case["expect"]
    ]


def test_every_example_is_checked() -> None:
    citations = [
        *(citation for _, citation in of_cases()),
        *(next(cited(s, s)) for s, *_ in WORKED),
    ]
    checked = {(citation.page, citation.label) for citation in citations}
    checked |= {(page, code) for page, code, _ in by_brute_force()}
    missed = [
        (page.name, number, label)
        for page in PAGES
        for number, section in sections(page.name).items()
        for label, entry in section.entries.items()
        if EXAMPLE.fullmatch(label) and entry.startswith("- **") and "." not in number
        if (page.name, label) not in checked
    ]
    assert missed == []


def by_brute_force() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Page, code and case of the hands of ``tests/brute``."""
    for name, (variant, _options, cards, expect) in PUBLISHED.items():
        if code := re.search(r"-([A-Z]\d+)", name):
            in_book = "7" if "-V" in name else "6"
            page, number = COUNTED.get(variant) or ("basic_rummy.md", in_book)
            counts = {key: value for key, value in expect.items() if key not in ("jokers", "aces")}
            assert code[1] in sections(page)[number].entries
            yield page, code[1], {"id": name, "cards": cards, "expect": counts}


@pytest.mark.parametrize(
    ("name", "code", "case"),
    [pytest.param(*row, id=row[2]["id"]) for row in by_brute_force()],
)
def test_a_hand_that_is_counted_by_brute_force_is_worked_out_alike(
    name: str, code: str, case: dict[str, Any]
) -> None:
    entry = next(s.entries[code] for s in sections(name).values() if code in s.entries)
    assert [due for due in expected(case) if not any(says(entry, form) for form in due)] == []


@pytest.mark.parametrize(
    ("source", "variant", "options", "seats", "hands"), WORKED, ids=[row[0] for row in WORKED]
)
def test_an_example_without_a_case_says_what_the_program_does(
    source: str, variant: str, options: dict[str, Any], seats: str, hands: Any
) -> None:
    (citation,) = cited(source, source)
    assert citation.section
    case: dict[str, Any] = {"options": options, "expect": {}}
    if isinstance(hands, dict):
        case |= {"cards": hands, "expect": {seats: None}}
    else:
        case |= {"seats": seats.split() if " " in seats else list(seats), "hands": hands}
    result = settle(VARIANTS[variant], case)
    assert "error" not in result
    entry = citation.section.entries[citation.label]
    wanted = {key: result[key] for key in case["expect"] or result}
    due = [*expected(case | {"expect": wanted})]
    assert due
    assert [forms for forms in due if not any(says(entry, form) for form in forms)] == []


@pytest.mark.parametrize("book", PAGES, ids=lambda book: book.name)
def test_the_sums_in_a_page_are_right(book: Path) -> None:
    text = re.sub(r"\s+", " ", book.read_text(encoding="utf-8"))
    ascii_ = str.maketrans("−×÷", "-*/")
    wrong = [
        match[0]
        for match in SUM.finditer(text)
        if round(eval(match[1].translate(ascii_)), 2) != float(match[2].translate(ascii_))
    ]
    assert wrong == []


def test_there_are_sums() -> None:
    sums = [SUM.findall(re.sub(r"\s+", " ", page.read_text())) for page in PAGES]
    assert sum(map(len, sums)) > 60


@pytest.mark.parametrize(("case", "sentence"), worked(), ids=[case["id"] for case, _ in worked()])
def test_an_example_says_what_its_case_expects(case: dict[str, Any], sentence: str) -> None:
    assert [due for due in expected(case) if not any(says(sentence, form) for form in due)] == []


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


def _seats(amounts: Mapping[str, int]) -> Iterator[set[str]]:
    yield from (_forms(seat, value) for seat, value in amounts.items())


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
