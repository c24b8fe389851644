"""What is tapped stays where it is: keys keep their place and size whatever is counted on them,
however long a name is."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.value_cards import key
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import play, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Venkataraghavan-Subramaniam"
NAMES = ("Asha", "Ben", LONG)
PLACES = """selector => [...document.querySelectorAll(selector)]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y + scrollY, width, height].map(Math.round);
  })"""
KEYS = ".line .tally__key, .line .chip, .line .cards__open"


def places(page: Page, selector: str) -> list[list[int]]:
    measured: list[list[int]] = page.evaluate(PLACES, selector)
    return measured


def moved(before: list[list[int]], after: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    """The places that moved by more than the one pixel that rounding of scrolled pages explains."""
    pairs = zip(before, after, strict=True)
    return [(a, b) for a, b in pairs if any(abs(x - y) > 1 for x, y in zip(a, b, strict=True))]


def at_width(phone: Page, width: int, height: int = 740) -> None:
    phone.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("game", ["rummy_21", "rummy_27", "rummi"])
def test_keys_stay_where_they_are_when_they_count(phone: Page, site: Site, game: str) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session(game, NAMES), site)
    before = places(phone, KEYS)
    for tally_key in scorer.line("Ben").locator(".tally__key").all():
        tally_key.tap()
        expect(tally_key.locator(".tally__n")).to_have_text("×1")
    assert not moved(before, places(phone, KEYS))


LINE_BELOW = """() => {
  const line = document.createElement("p");
  line.className = "muted offline-line";
  line.innerHTML = '<a href="#">Available offline</a>';
  document.querySelector(".page").append(line);
}"""
"""As a page has it that is available offline."""


def test_the_number_pad_stays_where_it_is_while_a_preview_comes(phone: Page, site: Site) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session("pool_rummy", NAMES), site)
    phone.evaluate(LINE_BELOW)
    scorer.won("Asha")
    expect(phone.locator("#slip")).to_contain_text("Ben")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = phone.evaluate(ON_SCREEN)
    scorer.keys(*"20", "next", *"30")
    expect(phone.locator("#slip")).to_contain_text("+30")
    assert phone.evaluate(ON_SCREEN) == before


ON_SCREEN = """() => [...document.querySelectorAll("[data-key]")].map(
  (key) => Math.round(key.getBoundingClientRect().top))"""


COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const over = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(
    (each) => each.checkVisibility() && box(each).width > 1,
  );
  const others = seen(".tally__key, .chip, .line__name, input.num, .cards__open");
  const letters = (key) => {
    const range = document.createRange();
    range.selectNodeContents(key.querySelector(".tally__face"));
    return [...range.getClientRects()].map(
      ({ left, right, top, bottom }) => ({ left, right, top: top + 4, bottom: bottom - 4 }),
    );
  };
  const badges = seen(".tally__n:not(:empty)");
  return [badges.length, badges.flatMap((badge) => {
    const key = badge.parentElement;
    const own = letters(key).filter((one) => over(box(badge), one));
    const covered = others.filter((each) => each !== key && over(box(badge), box(each)));
    return [...own, ...covered].map((each) => `${key.textContent} over ${each.className ?? "own"}`);
  })];
}"""
"""How many numbers stand on keys, and what else than its own key each of them covers."""


@pytest.mark.parametrize("game", ["rummy_21", "rummy_27", "rummi", "marriage"])
@pytest.mark.parametrize("width", [360, 390])
def test_a_number_on_a_key_covers_nothing_beside_it(
    phone: Page, site: Site, game: str, width: int
) -> None:
    at_width(phone, width)
    scorer = Scorer(phone, session(game, NAMES), site)
    view = phone.locator("[data-bycard]")
    if view.count():
        view.evaluate("each => each.click()")
    for tally_key in scorer.line("Ben").locator(".tally__key:visible").all():
        tally_key.tap()
        expect(tally_key.locator(".tally__n")).to_have_text("×1")
    count, covered = phone.evaluate(COVERED)
    assert count > 2 and covered == []


@pytest.mark.parametrize("game", ["rummy_21", "rummy_27"])
def test_a_drop_moves_no_key_of_another_row(phone: Page, site: Site, game: str) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session(game, NAMES), site)
    others = ".line:has([name=p0-points], [name=p2-points]) :is(.tally__key, .chip)"
    before = places(phone, others)
    there = places(phone, ".line:has([name=p1-points]) .chip:not(:first-child)")
    scorer.chip("Ben", "First drop")
    expect(scorer.line("Ben").locator(".tally__key").first).to_be_hidden()
    assert not moved(before, places(phone, others))
    assert not moved(there, places(phone, ".line:has([name=p1-points]) .chip:not(:first-child)"))


def test_a_long_name_leaves_value_cards_their_keys(phone: Page, site: Site) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session("rummy_21", NAMES), site)
    boxes = [key(scorer, name, word).bounding_box() for name in NAMES for word in ("Down", "Up")]
    assert all(boxes)
    down, up = boxes[::2], boxes[1::2]
    assert [place["y"] for place in down if place] == [box["y"] for box in up if box]
    assert len({(box["x"], box["width"], box["height"]) for box in down if box}) == 1
    name = scorer.line(LONG).locator(".line__name").bounding_box()
    assert name and down[2] and name["y"] + name["height"] <= down[2]["y"]


ROWS = """() => [...document.querySelectorAll(".line")]
    .map((row) => Math.round(row.getBoundingClientRect().height))"""


@pytest.mark.parametrize("names", [NAMES, ("Asha", "Ben", "Chitra")])
def test_rows_of_value_cards_are_of_one_height(
    phone: Page, site: Site, names: tuple[str, ...]
) -> None:
    """With a total, too, and a name of any length."""
    at_width(phone, 360)
    hand = {"lines": {names[0]: {"finish": "won"}, names[1]: {"points": 90, "finish": "counted"}}}
    hand["lines"][names[2]] = {"points": 100, "finish": "counted"}
    Scorer(phone, play(session("rummy_21", names), hand), site)
    assert max(heights := phone.evaluate(ROWS)) - min(heights) <= 1


def test_five_kinds_of_value_cards_stand_in_one_row_on_the_narrowest_phone(
    phone: Page, site: Site
) -> None:
    at_width(phone, 320, 640)
    scorer = Scorer(phone, session("rummy_27", NAMES), site)
    boxes = [locator.bounding_box() for locator in scorer.line("Ben").locator(".tally__key").all()]
    assert len(boxes) == 5
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box["width"] >= 48 for box in boxes if box)


def test_a_choice_is_as_wide_chosen_as_not(phone: Page, site: Site) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session("deals_rummy", ("Asha", "Bartholomew", "Dev")), site)
    before = places(phone, ".who .chip")
    scorer.won("Bartholomew")
    assert not moved(before, places(phone, ".who .chip"))


def test_both_boxes_of_gin_are_alike_however_long_a_name_is(phone: Page, site: Site) -> None:
    at_width(phone, 360)
    scorer = Scorer(phone, session("gin_rummy", ("Asha", LONG)), site)
    scorer.won("Asha")
    assert_alike(places(phone, ".line--tall .ask--number > input"))
    scorer.keys("4", "next", *"25")
    assert_alike(places(phone, ".line--tall .ask--number > input"))
    assert_alike(places(phone, ".line--tall .cards__open")[:2])


def assert_alike(boxes: list[list[int]]) -> None:
    """Two, at one height and of one size, but for a pixel in the width."""
    (_x, y, width, height), (_other, *other) = boxes
    assert (y, height) == (other[0], other[2])
    assert abs(width - other[1]) <= 1


def test_the_ring_of_a_box_is_round_where_the_box_is(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("gin_rummy", ("Asha", "Ben")), site)
    box = scorer.count("Ben").first
    radius = "each => getComputedStyle(each).borderTopLeftRadius"
    before: Any = box.evaluate(radius)
    box.focus()
    assert box.evaluate("each => each.matches(':focus-visible')")
    assert box.evaluate(radius) == before == "10px"


def test_nothing_empty_stands_above_the_keys_of_cards(phone: Page, site: Site) -> None:
    """The dock lies under them; it does not show where a page is short."""
    at_width(phone, 360)
    scorer = Scorer(phone, session("kalookie", ("Asha", "Ben")), site)
    scorer.won("Asha")
    scorer.keys("close")
    scorer.line("Ben").locator(".cards__open").tap()
    expect(phone.locator("#picker")).to_be_visible()
    expect(phone.locator(".hand__dock")).not_to_be_visible()
