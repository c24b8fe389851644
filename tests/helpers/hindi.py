"""The texts of a page or paper in Hindi, and the sessions whose pages are read."""

import csv
import io
import re
from html import unescape
from typing import Any

from django.test import Client
from pypdf import PdfReader

from scorekeeper.statements.models import Statement
from scorekeeper.variants import VARIANTS

HINDI = {"accept-language": "hi-IN,hi;q=0.9,en;q=0.5"}
PEOPLE = ("आशा", "देव", "मीरा", "उमर")
NAMES = {"Scorekeeper", *" ".join(rules.name for rules in VARIANTS.values()).split()}
"""The program's own, and those of the games: they are called so."""
SIGNS = {
    *"AKQJSHDC",
    "JK",
    "PDF",
    "QR",
    "CSV",
    "ZIP",
    "INR",
    "Wi",
    "Fi",
    "https",
    "English",
    "Card",
}
BANKS = {"UPI", "IBAN", "PayNow", "DuitNow", "UEN", "MyKad", "EUR", "SGD", "MYR", "JSON", "ZIP"}
WORD = re.compile(r"[A-Za-z]+")
DIGEST = re.compile(r"\b[0-9a-f]{4}(?:\s+[0-9a-f]{4}){15}\b")

Lines = dict[str, dict[str, Any]]


def lines(*player_lines: dict[str, Any]) -> Lines:
    return dict(zip(PEOPLE, player_lines, strict=False))


def count(points: int, **more: Any) -> dict[str, Any]:
    return {"finish": "counted", "points": points, **more}


WON = {"finish": "won"}
FIRST, MIDDLE, WRONG = ({"finish": name} for name in ("first_drop", "middle_drop", "wrong_show"))
SESSION: dict[str, tuple[dict[str, Any], int, list[dict[str, Any]]]] = {
    "rummi": (
        {"cap": 1000},
        4,
        [
            {
                "deal": {"result": "points"},
                "lines": lines({"points": 12, "jokers": 2}, {"points": 1}, {"points": 45},
                               {"no_passport": True}),
            },
            {"deal": {"result": "hu"}, "lines": lines({"won": True}, {}, {}, {"jokers": 3})},
            {"deal": {"result": "tien_hu"}, "lines": lines({"won": True})},
            {"deal": {"result": "void"}, "lines": lines({"foul": True}, {}, {}, {})},
        ],
    ),
    "pool_rummy": (
        {},
        4,
        [
            {"lines": lines(WON, count(80), FIRST, MIDDLE)},
            {"lines": lines(WON, count(40), WRONG, FIRST)},
            {"deal": {"outcome": "void"}, "lines": {}},
        ],
    ),
    "rummy_21": (
        {"max_loss": 240},
        4,
        [
            {"deal": {}, "lines": lines(WON, count(29, no_turn=True), count(34), WRONG)},
            {"deal": {}, "lines": lines(FIRST, WON, MIDDLE, count(150))},
        ],
    ),
    "marriage": (
        {"foul": "next_hand"},
        4,
        [
            {
                "deal": {"declared": "dublees"},
                "lines": lines({**WON, "maal": 5}, {"status": "seen", "maal": 3},
                               {"status": "unseen"}, {"status": "foul"}),
            },
            {"deal": {}, "lines": lines({"status": "seen", "maal": 2}, {**WON, "maal": 1},
                                        {"status": "unseen"}, {"status": "unseen"})},
        ],
    ),
    "gin_rummy": (
        {"target": 100, "big_gin_bonus": 31},
        2,
        [
            {"deal": {"result": "knock"},
             "lines": lines({"knocked": True, "deadwood": 4}, {"deadwood": 32})},
            {"deal": {"result": "knock"},
             "lines": lines({"knocked": True, "deadwood": 9}, {"deadwood": 3})},
            {"deal": {"result": "gin"}, "lines": lines({"knocked": True}, {"deadwood": 40})},
            {"deal": {"result": "big_gin"}, "lines": lines({"knocked": True}, {"deadwood": 55})},
        ],
    ),
}  # fmt: skip


SPOKEN = "aria-label|placeholder|title|alt|data-(?:again|copied|copy-it|refused|turned)"

# What a page says ------------------------------------------------------------------------------


def text_of(page: str) -> str:
    """Everything that can be read or heard: texts, and the attributes that are spoken or shown."""
    [title] = re.findall(r"<title>(.*?)</title>", page, re.DOTALL) or [""]
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r'<option [^>]*value="[A-Za-z_]+/?.*?</option>', " ", page)  # time zones, money
    page = re.sub(r'<span class="option__source">.*?</span>', " ", page)  # titles of the rule books
    page = re.sub(r'<p class="seal".*?</p>', " ", page)
    spoken = re.findall(rf'(?:{SPOKEN})="([^"]*)"', page)
    return unescape(" ".join([title, re.sub(r"<[^>]*>", " ", page), *spoken]))


def english(text: str, *names: str) -> list[str]:
    known = NAMES | SIGNS | BANKS | set(WORD.findall(" ".join(names)))
    text = re.sub(r"[a-z]+://\S+|\b\d?\d:\d\d\s[ap]m\b", " ", text)
    return sorted({word for word in WORD.findall(text) if word not in known})


def read(browser: Client, address: str, *names: str) -> str:
    return told_in_hindi(browser.get(address), *names)


def told_in_hindi(answer: Any, *names: str, status: int = 200) -> str:
    """The page, which says nothing in English but ``names``."""
    page: str = answer.content.decode()
    assert answer.status_code == status, text_of(page)
    assert '<html lang="hi"' in page
    assert english(text_of(page), *names) == [], answer.request["PATH_INFO"]
    return page


def written(statement: Statement) -> str:
    statement.refresh_from_db()
    rows = csv.reader(io.StringIO(statement.table.read().decode("utf-8-sig")))
    drawn = " ".join(page.extract_text() for page in PdfReader(statement.file).pages)
    drawn, digests = DIGEST.subn(" ", drawn)
    assert digests or statement.season_id
    return drawn + " ".join(cell for row in rows for cell in row)
