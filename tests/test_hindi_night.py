"""A whole night in Hindi, from the first screen to the paper: what is not a name is not English.

What was written by a phone that reads English is read by one that reads Hindi.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scorekeeper.capture.forms import HandForm, as_posted
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, table
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Statement
from scorekeeper.variants import VARIANTS
from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HINDI = {"accept-language": "hi-IN,hi;q=0.9,en;q=0.5"}
PEOPLE = ("आशा", "देव", "मीरा", "उमर")
NAMES = {"Scorekeeper", *" ".join(rules.name for rules in VARIANTS.values()).split()}
"""The program's own, and those of the games: they are called so."""
SIGNS = {*"AKQJSHDC", "JK", "PDF", "QR", "CSV", "INR", "Wi", "Fi", "https", "English", "Card"}
WORD = re.compile(r"[A-Za-z]+")

Lines = dict[str, dict[str, Any]]


def lines(*told: dict[str, Any]) -> Lines:
    return dict(zip(PEOPLE, told, strict=False))


def count(points: int, **more: Any) -> dict[str, Any]:
    return {"finish": "counted", "points": points, **more}


WON = {"finish": "won"}
FIRST, MIDDLE, WRONG = ({"finish": name} for name in ("first_drop", "middle_drop", "wrong_show"))
NIGHT: dict[str, tuple[dict[str, Any], int, list[dict[str, Any]]]] = {
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


# What a page says ------------------------------------------------------------------------------


def said(page: str) -> str:
    """What can be read or heard: texts, and the attributes that are spoken or shown."""
    [title] = re.findall(r"<title>(.*?)</title>", page, re.DOTALL) or [""]
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r'<option [^>]*value="[A-Za-z_]+/?.*?</option>', " ", page)  # time zones, money
    page = re.sub(r'<span class="option__source">.*?</span>', " ", page)  # titles of the rule books
    spoken = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*)"', page)
    return unescape(" ".join([title, re.sub(r"<[^>]*>", " ", page), *spoken]))


def english(text: str, *names: str) -> list[str]:
    known = NAMES | SIGNS | set(WORD.findall(" ".join(names)))
    text = re.sub(r"https?://\S+|\b\d?\d:\d\d\s[ap]m\b", " ", text)
    return sorted({word for word in WORD.findall(text) if word not in known})


def read(browser: Client, address: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    assert '<html lang="hi"' in page
    assert english(said(page), "शुक्रवार") == [], address


# The night -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def _english_again() -> Iterator[None]:
    yield
    translation.activate("en")


def typed(at: Table, hand: dict[str, Any]) -> dict[str, object]:
    entry = load_entry(at.rules, at.fold, {"deal": {}, **hand}, at.names)
    form = HandForm(at.rules, at.fold, at.names, entry=entry)
    fields = {name: values for name, values in as_posted(form).items() if values}
    return {**fields, "number": at.game.last_number + 1, "token": make.token()}


def put_down(browser: Client, at: Table, hand: dict[str, Any]) -> Table:
    """Looked at on the slip, and saved."""
    code, number = at.game.session.code, at.game.number
    told = typed(at, hand)
    empty = {"number": told["number"], "token": told["token"]}
    for fields in (empty, told):
        slip = browser.post(reverse("capture:slip", args=[code, number]), fields, headers=HTMX)
        assert english(said(slip.content.decode())) == []
    kept = browser.post(reverse("capture:hand_new", args=[code, number]), told, follow=True)
    assert english(said(kept.content.decode())) == []
    at.game.refresh_from_db()
    return table(at.game)


HTMX = {**HINDI, "hx-request": "true"}


def written(statement: Statement) -> str:
    statement.refresh_from_db()
    rows = csv.reader(io.StringIO(statement.table.read().decode("utf-8-sig")))
    drawn = " ".join(page.extract_text() for page in PdfReader(statement.file).pages)
    return drawn + " ".join(cell for row in rows for cell in row)


@pytest.mark.usefixtures("_english_again")
def test_the_first_screens_are_hindi():
    read(Client(headers=HINDI), "/")
    club = make.club("शुक्रवार")
    browser = make.host_client(club, headers=HINDI)
    for name in ("home:club", "clubs:settings", "clubs:share", "clubs:phones", "clubs:happened"):
        read(browser, reverse(name, args=[club.code]))
    read(browser, reverse("starting:night_new", args=[club.code]))


@pytest.mark.usefixtures("_english_again")
@pytest.mark.parametrize("key", NIGHT)
def test_a_night_has_no_english_left(key: str):
    options, seats, hands = NIGHT[key]
    at = make.night(key, PEOPLE[:seats], options, at=make.club("शुक्रवार"))
    session = at.game.session
    browser = make.host_client(session.club, headers=HINDI)
    read(browser, f"{reverse('starting:game_new', args=[session.code])}?variant={key}")
    read(browser, reverse("starting:game_rules", args=[session.code, at.game.number]))
    for hand in hands:
        if not at.game.closed_at:
            read(browser, reverse("capture:hand_new", args=[session.code, at.game.number]))
            read(browser, reverse("board:night", args=[session.code]))
            at = put_down(browser, at, hand)
    assert at.game.last_number >= 2
    for kept in Hand.objects.filter(game=at.game):
        read(browser, reverse("board:hand", args=[session.code, kept.pk]))
    for name in ("board:night", "board:tv"):
        read(browser, reverse(name, args=[session.code]))
    read(browser, reverse("board:player", args=[session.code, at.players[0].pk]))
    read(browser, reverse("settling:settle", args=[session.code]))
    read(browser, reverse("standings:table", args=[session.club.code]))
    read(browser, reverse("statements:list", args=[session.code]))


@pytest.mark.usefixtures("_english_again")
@pytest.mark.parametrize("key", NIGHT)
def test_its_paper_and_its_table_are_hindi_too(key: str):
    options, seats, hands = NIGHT[key]
    at = make.night(key, PEOPLE[:seats], options, at=make.club("शुक्रवार"))
    for hand in hands:
        if not at.game.closed_at:
            at = make.play(at, {"deal": {}, **hand})
    browser = make.host_client(at.game.session.club, headers=HINDI)
    list_ = reverse("statements:list", args=[at.game.session.code])
    for player in ("", str(at.players[0].pk)):
        browser.post(list_, {"player": player})
    for statement in Statement.objects.all():
        statements.produce(statement.pk)
        assert english(written(statement)) == []
