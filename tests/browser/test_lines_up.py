"""Where things stand on pages that are read: words begin where their neighbours do, and nothing
touches or crosses what it does not belong to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Club, Role
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game
from tests.helpers import factories as make
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEFT = """selector => {
  const all = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    if (!all.currentNode.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(all.currentNode);
    return Math.round(range.getBoundingClientRect().left);
  }
}"""
SPILLED = """tiles => [...tiles.querySelectorAll("a")].filter((tile) => {
  const words = document.createRange();
  words.selectNodeContents(tile);
  return words.getBoundingClientRect().right > tile.getBoundingClientRect().right;
}).map((tile) => tile.textContent.trim())"""
"""The tiles whose words leave them."""
BROKEN = """tiles => [...tiles.querySelectorAll("a")].flatMap((tile) => {
  const text = [...tile.childNodes].find((each) => each.nodeType === 3 && each.data.trim());
  const sign = tile.querySelector("svg").getBoundingClientRect();
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const boxes = [...range.getClientRects()];
    return new Set(boxes.map((box) => box.top)).size > 1 || boxes[0].left < sign.right + 3;
  }).map((word) => word[0]);
})"""
"""The words of tiles that are broken or touch the sign before them."""
NAMES = ("Asha", "Bartholomew", "Dev", "Meera")
Opened = Callable[[Table, str], Page]


@pytest.fixture
def opened(phone: Page, site: Site) -> Opened:
    """A host's device of 360 px on a page of the session."""

    def go(table: Table, path: str) -> Page:
        let_in(phone, table.game.session.club, site)
        phone.set_viewport_size({"width": 360, "height": 740})
        phone.goto(f"{site.url}/sessions/{table.game.session.code}/{path}")
        return phone

    return go


def let_in(phone: Page, club: Club, site: Site) -> None:
    name = settings.SESSION_COOKIE_NAME
    cookie = make.client_with(Role.HOST, club).cookies[name].value
    phone.context.add_cookies([{"name": name, "value": cookie, "url": site.url}])


def rummi(hands: int) -> Table:
    """Everybody has one joker or one ace more than the next, so that all kinds move money."""
    jokers: dict[str, dict[str, Any]] = {
        "Asha": {"jokers": 2},
        "Bartholomew": {"aces": [2, 0, 0, 0]},
        "Dev": {"jokers": 1},
    }
    points: dict[str, dict[str, Any]] = {
        name: {"points": 10 * (1 + place)} for place, name in enumerate(NAMES)
    }
    lines = {name: line | jokers.get(name, {}) for name, line in points.items()}
    table = make.session("rummi", NAMES, {"deals": hands})
    return make.play(table, *[{"deal": {"result": "points"}, "lines": lines}] * hands)


def sums() -> Table:
    """Amounts of two to four digits."""
    table = make.session("points_rummy", NAMES, {"point_value": 1000})
    return make.play(table, make.pool_hand("Asha", Bartholomew=2, Dev=80, Meera=9))


def left(page: Page, selector: str) -> int:
    edge: int = page.evaluate(LEFT, selector)
    return edge


def test_a_quiet_button_begins_where_the_words_above_it_do(opened: Opened) -> None:
    page = opened(make.session("gin_rummy", NAMES[:2]), "")
    name, card = left(page, ".board__now h2"), left(page, ".board__now .btn--quiet")
    assert abs(name - card) <= 1


def test_reasons_and_money_of_a_hand_begin_at_one_line(opened: Opened) -> None:
    table = rummi(1)
    page = opened(table, f"games/1/hands/{Hand.objects.get(game=table.game).token}/")
    heading, name, money = (
        left(page, f".card {selector}") for selector in ("h2", ".reasons th", ".list")
    )
    assert heading == name == money


def test_each_kind_of_joker_and_ace_stands_in_a_line_of_its_own(opened: Opened) -> None:
    table = rummi(1)
    page = opened(table, f"games/1/hands/{Hand.objects.get(game=table.game).token}/")
    page.locator("summary", has_text="Payments").tap()
    locator = page.locator(".pays .reasons__why", has_text="2 jokers fewer")
    lines = locator.inner_text().splitlines()
    assert lines == ["2 jokers fewer × ₹0.50", "1 pair of aces more × ₹2"]


def test_what_came_of_four_players_fits_a_phone(opened: Opened) -> None:
    page = opened(rummi(2), "games/1/hand/")
    sums = page.locator(".table-scroll:has(.sums)").last
    assert sums.locator("tbody th").all_inner_texts() == [
        *("Places", "Jokers", "Pairs of aces", "Total")
    ]
    assert sums.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_what_came_of_six_players_fits_the_narrowest_phone(
    opened: Opened, screenshot: Callable[..., Path]
) -> None:
    names = make.NAMES[:6]
    others = make.pool_hand(names[0], **dict.fromkeys(names[1:], 40))
    options = {"pool": 61, "rejoin_up_to": 41, "fee": 12_000}
    table = make.play(make.session("pool_rummy", names, options), others)
    back = make.pool_hand(names[0], **{names[1]: 40}, **dict.fromkeys(names[2:], 1))
    table = make.play(table, back)
    close_game(game=table.game)
    page = opened(table, "games/1/hand/")
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        sums = page.locator(".table-scroll:has(.sums)").last
        assert sums.evaluate("each => each.scrollWidth <= each.clientWidth"), width
        screenshot(page, f"sums-{width}")


def test_no_word_of_the_groups_page_touches_the_icon_beside_it(opened: Opened, site: Site) -> None:
    table = sums()
    page = opened(table, "")
    page.goto(f"{site.url}/g/{table.game.session.club.code}/")
    for width in (320, 340, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator(".tiles").evaluate(SPILLED) == [], width


def test_no_word_of_a_tile_is_broken_or_touches_its_sign(phone: Page, site: Site) -> None:
    """Also with wider text, such as of another font."""
    club = make.session().game.session.club
    let_in(phone, club, site)
    for width in (320, 360, 390):
        phone.set_viewport_size({"width": width, "height": 740})
        phone.goto(f"{site.url}/g/{club.code}/")
        for space in ("0", "0.06em", "0.12em"):
            phone.evaluate("space => { document.body.style.letterSpacing = space }", space)
            tiles = phone.locator(".tiles")
            found = tiles.evaluate(BROKEN), tiles.evaluate(SPILLED)
            assert found == ([], []), (width, space)


CONTROLS = "button, nav, .tabs, .btn, select, summary, .chips, input"


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("", "Hands so far"),
        ("settle/", "Who pays whom"),
        ("games/1/hands/{token}/", "What was entered"),
        ("games/1/table-card/", "Who cuts"),
        ("../../g/{code}/standings/", "Standings over time"),
        ("../../g/{code}/", "Players"),
    ],
)
def test_on_paper_there_is_content_alone(opened: Opened, path: str, content: str) -> None:
    table = sums()
    session, hand = table.game.session, Hand.objects.get(game=table.game)
    page = opened(table, path.format(token=hand.token, code=session.club.code))
    shown = page.locator("main").locator(CONTROLS).filter(visible=True)
    expect(shown.first).to_be_visible()
    page.emulate_media(media="print")
    assert [text.strip() for text in shown.all_inner_texts()] == []
    expect(page.get_by_text(content).first).to_be_visible()


def test_on_paper_no_bar_lies_over_the_newest_hand(opened: Opened) -> None:
    page = opened(sums(), "")
    expect(page.locator(".dock")).to_be_visible()
    page.emulate_media(media="print")
    for bar in (".bar", ".dock"):
        expect(page.locator(bar)).to_be_hidden()
    expect(page.get_by_role("link", name="Hand 1").first).to_be_visible()


def test_no_line_of_a_chart_crosses_what_it_is_worth(opened: Opened) -> None:
    hand = make.pool_hand("Asha", Bartholomew=24, Dev=12, Meera=31)
    page = opened(make.play(make.session("paplu", NAMES, {"rounds": None}), hand, hand), "")
    charts = page.locator(".chart")
    assert charts.count()
    crossed: Any = charts.first.evaluate(
        """chart => {
          const lines = [...chart.querySelectorAll("line, polyline")];
          const begin = Math.min(...lines.map((each) => each.getBoundingClientRect().left));
          const words = [...chart.querySelectorAll(".chart__grid text")];
          return words.filter((each) => each.getBoundingClientRect().right > begin).length;
        }"""
    )
    assert crossed == 0
    assert charts.first.evaluate(
        """chart => [...chart.querySelectorAll("text")].every((each) =>
          each.getBoundingClientRect().left >= chart.getBoundingClientRect().left)"""
    )


def test_a_rule_keeps_clear_of_the_sentence_above_it(opened: Opened) -> None:
    page = opened(rummi(1), "settle/")
    sentence = page.locator("p.muted", has_text="settle everything").bounding_box()
    first = page.locator(".transfers").first.bounding_box()
    assert sentence and first
    assert first["y"] - sentence["y"] - sentence["height"] >= 8


def test_money_stands_in_one_column(opened: Opened) -> None:
    page = opened(sums(), "")
    page.get_by_text("Show money").tap()
    expect(page.locator(".seat__money").first).to_be_visible()
    edges = {
        place["x"] for each in page.locator(".seat__money").all() if (place := each.bounding_box())
    }
    assert len(edges) == 1


def test_the_button_of_a_seasons_page_stands_level_with_its_selects(opened: Opened) -> None:
    table = rummi(2)
    page = opened(table, "")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(page.url.split("/sessions/")[0] + f"/g/{table.game.session.club.code}/standings/")
    bottoms = page.locator(".choice :is(select, .btn)").evaluate_all(
        "all => all.map(each => Math.round(each.getBoundingClientRect().bottom))"
    )
    assert len(bottoms) == 4 and len(set(bottoms)) == 1


def test_the_name_of_a_statement_is_in_sight_once_it_is_created(opened: Opened) -> None:
    page = opened(rummi(2), "statements/")
    page.set_viewport_size({"width": 360, "height": 360})
    page.get_by_role("button", name="Create PDF").first.click()
    page.wait_for_url("**/#statement-*")
    offer = page.locator(".offer:has(:target)")
    top = offer.locator("h2").evaluate("name => name.getBoundingClientRect().top")
    bar = page.locator(".bar").evaluate("bar => bar.getBoundingClientRect().bottom")
    assert top >= bar


@pytest.mark.parametrize("path", ["games/1/hands/", "standings"])
def test_a_long_name_breaks_within_its_card(opened: Opened, path: str) -> None:
    table = rummi(1)
    table.game.session.club.players.filter(name="Bartholomew").update(
        name="Venkatanarasimharajuvaripeta"
    )
    page = opened(table, f"{path}{table.game.hands.get().token}/" if "hands" in path else "")
    if path == "standings":
        page.goto(
            page.url.partition("/sessions/")[0] + f"/g/{table.game.session.club.code}/standings/"
        )
    place = page.locator(".reasons, .season").first
    assert place.evaluate("it => it.scrollWidth <= it.parentElement.clientWidth")


def test_on_a_phone_on_its_side_the_row_that_is_entered_stays_in_sight(opened: Opened) -> None:
    page = opened(make.session(names=make.NAMES[:4]), "games/1/hand/")
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".who__chips label").first.tap()
    row = page.locator(".line:has(.padded)")
    page.locator("[data-pad]:visible").last.tap()
    expect(page.locator("#pad")).to_be_visible()
    field, dock = (
        row.locator("[data-pad]").bounding_box(),
        page.locator(".hand__dock").bounding_box(),
    )
    assert field and dock
    assert field["y"] >= 56 and field["y"] + field["height"] <= dock["y"]
