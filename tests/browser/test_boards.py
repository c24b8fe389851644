"""The board as it is held: tables whole in view, twelve on the narrowest phone, and the tap after
a game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session
from tests.helpers.served import Site, eventually

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIX = ("Maximiliana", "Ravi", "Priyamvada", "Li", "Asha", "Bartholomew")
TWELVE = (*NAMES, "Bartholomew", "Sunita", "Tenzin", "Lakshmi", "Priyamvada", "Yusuf")

OVERLAPS = """all => all.flatMap(row => {
  const written = cell => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), boxes = [];
    for (let text; (text = texts.nextNode());) {
      if (text.parentElement.closest(".visually-hidden")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(...range.getClientRects());
    }
    return {left: Math.min(...boxes.map(b => b.left)), right: Math.max(...boxes.map(b => b.right))};
  };
  const cells = [...row.children].slice(1).map(written);
  return cells.filter((box, n) => n && cells[n - 1].right > box.left);
})"""
"""Cells of a row whose writing runs into that of the cell before."""


@pytest.fixture
def opened(new_phone: Callable[..., Page], site: Site) -> Callable[..., Page]:
    """A host's device at the board of this session."""

    def take_out(table: Table, width: int, height: int, **options: Any) -> Page:
        page = new_phone(**options)
        page.set_viewport_size({"width": width, "height": height})
        browser = client_with(Role.HOST, table.game.session.club)
        name = settings.SESSION_COOKIE_NAME
        for cookie, value in ((name, browser.cookies[name].value), ("money", "1")):
            page.context.add_cookies([{"name": cookie, "value": value, "url": site.url}])
        page.goto(f"{site.url}/sessions/{table.game.session.code}/")
        return page

    return take_out


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"]


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


def test_twelve_seats_at_320_pixels(
    opened: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    hands = [pool_hand(name, **{n: 80 for n in TWELVE if n != name}) for name in TWELVE[:3]]
    page = opened(play(session("paplu", TWELVE, {"point_value": 1200}), *hands), 320, 640)
    tabs = page.locator(".tabs > a")
    assert len({top(tab) for tab in tabs.all()}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    sheet = page.locator(".board__sheet .table-scroll")
    for opened_too in (False, True):
        if opened_too:
            page.get_by_text("Running totals").tap()
            expect(page.locator(".sheet__sum").first).to_be_visible()
        assert page.locator(".sheet tr").evaluate_all(OVERLAPS) == []
    number = page.locator(".sheet__number").first
    before = left(number)
    sheet.evaluate("table => { table.scrollLeft = table.scrollWidth }")
    assert sheet.evaluate("table => table.scrollLeft") > 0
    assert left(number) == before
    screenshot(page, "board-twelve-seats")


LONG = ("Priyamvada", "Priyanka", "Bartholomew", "Alexandra One", "Alexandra Two", "Maximilian")
SIDEWAYS = """() => [...document.querySelectorAll(".table-scroll:has(> table)")]
    .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map(box => `${box.ariaLabel ?? box.className}: ${box.scrollWidth} > ${box.clientWidth}`)"""
"""Tables of which a part is behind a sideways swipe."""


def nothing_is_sideways(page: Page, *widths: int) -> None:
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        settled(page)
        assert page.evaluate(SIDEWAYS) == [], width
        rows = page.locator(".table-scroll:not(.fit--told) > .sheet tr")
        assert rows.evaluate_all(OVERLAPS) == []


def settled(page: Page) -> None:
    """The page is drawn as its scripts want it at this width."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def money_alone(names: tuple[str, ...], stake: int) -> Table:
    places = [{"points": 7 * seat} for seat in range(len(names))]
    hands = [dict(zip(names[shift:] + names[:shift], places, strict=True)) for shift in (0, 2)]
    rummi = session("rummi", names, {"stake": stake})
    return play(rummi, *({"deal": {}, "lines": lines} for lines in hands))


def points_and_money(names: tuple[str, ...], value: int) -> Table:
    hands = [pool_hand(name, **{n: 80 for n in names if n != name}) for name in names[:3]]
    return play(session("paplu", names, {"point_value": value}), *hands)


@pytest.mark.parametrize(
    ("begun", "players", "stake"),
    [
        (points_and_money, 4, 150_050),
        (points_and_money, 6, 100),
        (points_and_money, 6, 150_050),
        (money_alone, 4, 100),
        (money_alone, 5, 1_250_000),
    ],
)
def test_the_table_of_hands_is_whole_on_a_phone(
    opened: Callable[..., Page],
    screenshot: Callable[..., Path],
    begun: Callable[..., Table],
    players: int,
    stake: int,
) -> None:
    page = opened(begun(LONG[:players], stake), 360, 740)
    expect(page.locator(".sheet__number")).to_have_count(len(page.locator(".sheet tbody").all()))
    nothing_is_sideways(page, 390, 360)
    assert page.get_by_text("won", exact=True).count() > 0, "the mark is heard too"
    screenshot(page, f"hands-{begun.__name__}-{players}-{stake}")


def test_short_names_in_the_table_of_hands_are_told_apart(opened: Callable[..., Page]) -> None:
    page = opened(points_and_money(LONG, 100), 360, 740)
    heads = page.locator(".sheet__name > bdi").all_inner_texts()
    assert len(set(heads)) == 6 and max(map(len, heads)) <= 7, heads


def test_standings_show_six_players_on_a_phone(opened: Callable[..., Page], site: Site) -> None:
    table = points_and_money(NAMES[:6], 100)
    page = opened(table, 360, 740)
    page.goto(f"{site.url}/g/{table.game.session.club.code}/standings/")
    last = page.locator(".season tbody tr").nth(5).bounding_box()
    assert last and last["y"] + last["height"] <= 740
    more = page.locator(".season__more").first
    expect(more).to_be_hidden()
    page.get_by_text("More about each player").tap()
    expect(more).to_be_visible()


LABELS_OUTSIDE = """svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll(".chart__line text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
  }).map(text => text.textContent);
}"""


def test_partners_are_named_whole_beside_their_line(
    opened: Callable[..., Page],
) -> None:
    names = ("Lenard", "Wolfgang", "Niamhie", "Wilhelmin")
    table = session("canasta", names, side=2)
    sides = ("Lenard+Niamhie", "Wolfgang+Wilhelmin")
    lines = {sides[0]: {"went_out": True, "melded": 700, "natural": 1}, sides[1]: {"in_hand": 60}}
    page = opened(play(table, *[{"deal": {}, "lines": lines}] * 2), 390, 844)
    chart = page.locator("svg.chart")
    assert chart.evaluate(LABELS_OUTSIDE) == []
    labels = chart.locator(".chart__line text").all_text_contents()
    assert sorted(label.strip().strip(" +") for label in labels) == sorted(names)


def test_the_points_of_a_pool_are_whole_with_what_they_are_in_all(
    opened: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    end = pool_hand(LONG[0], **dict.fromkeys(LONG[1:], 79))
    last = pool_hand(LONG[0], **dict.fromkeys(LONG[1:], "wrong_show"))
    table = play(session("pool_rummy", LONG, {"fee": 1_250_000}), end, last)
    page = opened(table, 360, 740)
    nothing_is_sideways(page, 390, 360, 320)
    page.goto(f"{page.url}games/1/hand/")
    expect(page.get_by_text("Total").first).to_be_attached()
    for details in page.locator("main details").all():
        details.evaluate("each => { each.open = true }")
    nothing_is_sideways(page, 390, 360)
    screenshot(page, "pool-points-summed")


@pytest.mark.parametrize("begun", [points_and_money, money_alone])
def test_other_tables_of_many_with_large_amounts_are_whole(
    opened: Callable[..., Page], begun: Callable[..., Table], screenshot: Callable[..., Path]
) -> None:
    table = begun(LONG[: 5 if begun is money_alone else 6], 1_250_050)
    session = table.game.session
    code, first = session.code, Hand.objects.filter(game=table.game).earliest("pk")
    places = {
        "hand": hand_address("scoreboard:hand", first),
        "player": reverse("scoreboard:player", args=[code, table.players[2].pk]),
        "settle": reverse("settlement:settle", args=[code]),
        "end": reverse("starting:game_close", args=[code, 1]),
        "season": reverse("seasons:table", args=[session.club.code]),
    }
    page = opened(table, 360, 740)
    for name, place in places.items():
        page.goto(urljoin(page.url, place))
        expect(page.locator("main h1, main h2").first).to_be_visible()
        nothing_is_sideways(page, 390, 360)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        screenshot(page, f"six-{begun.__name__}-{name}")


def test_an_edge_shows_that_there_is_more_than_a_phone_holds(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(points_and_money(TWELVE, 1200), 360, 740)
    settled(page)
    box = page.locator(".board__sheet .table-scroll")
    assert light_at_the_right(box, tmp_path) < light_in_the_middle(box, tmp_path) - 8
    number = page.locator(".sheet__number").first
    before = left(number)
    box.evaluate("each => { each.scrollLeft = each.scrollWidth }")
    assert left(number) == before
    settled(page)
    assert light_at_the_right(box, tmp_path) >= light_in_the_middle(box, tmp_path) - 2


def light_at_the_right(box: Locator, folder: Path) -> int:
    return _lightest(box, folder, 1)


def light_in_the_middle(box: Locator, folder: Path) -> int:
    return _lightest(box, folder, 0.5)


def _lightest(box: Locator, folder: Path, place: float) -> int:
    """The paper between the letters, in a column of pixels."""
    box.screenshot(path=folder / "box.png")
    with Image.open(folder / "box.png") as seen:
        edge = min(int(seen.width * place), seen.width - 4)
        column = seen.convert("L").crop((edge, seen.height // 3, edge + 1, seen.height - 8))
        return max(column.tobytes())


def test_on_a_phone_what_the_big_screen_says_of_a_seat_stands_below_its_name(
    opened: Callable[..., Page],
) -> None:
    table = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=43, Meera="first_drop"))
    page = opened(table, 360, 740)
    page.goto(f"{page.url}tv/")
    for seat in page.locator(".screen__seat").all():
        name, locator = seat.locator("bdi").first, seat.locator(".screen__notes > span").first
        assert abs(left(name) - left(locator)) <= 3


def test_one_tap_after_a_game_begins_the_same_again(
    opened: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    end = pool_hand("Asha", Dev="wrong_show", Meera="wrong_show")
    table = play(session("pool_rummy", NAMES[:3]), end, end)
    page = opened(table, 390, 844)
    expect(page.locator(".winner")).to_contain_text("Asha")
    screenshot(page, "board-game-over")
    page.get_by_role("button", name="Same game again").tap()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    assert page.url.endswith("/games/2/hand/")


# The end of a game --------------------------------------------------------------------------------


WHOLE = """() => [...document.querySelectorAll(".table-scroll")].every(
  (one) => one.scrollWidth <= one.clientWidth,
)"""


@pytest.mark.parametrize("game", ["pool_rummy", "deals_rummy"])
def test_how_it_came_about_is_whole_in_view_right_after_the_last_hand(
    phone: Page, site: Site, game: str
) -> None:
    """Six players at 360 pixels, reached from the page of the hand."""
    options = {"pool_rummy": {"pool": 61}, "deals_rummy": {"deals": 2}}[game]
    drops = {SIX[1]: "first_drop", SIX[2]: "middle_drop"}
    others = {name: 33 + 2 * place for place, name in enumerate(SIX[3:])}
    table = play(session(game, SIX, options), pool_hand(SIX[0], **drops, **others))
    phone.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(phone, table, site)
    scorer.won(SIX[0])
    for person in range(1, 6):
        phone.locator(f"[name=p{person}-points]").fill(str(45 + person))
    scorer.save()
    expect(phone.get_by_role("heading", name="Breakdown")).to_be_visible()
    assert phone.locator(".table-scroll").count()
    assert eventually(lambda: phone.evaluate(WHOLE))
