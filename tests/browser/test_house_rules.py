"""House rules on devices: a game made in a few taps, rules handed from table to table."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Club, Role
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.play.models import Game
from tests.helpers import factories as make
from tests.helpers.clubs.screens import TOO_WIDE, look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [(320, 640), (390, 844)]
TAPS = 5
"""Taps to the first hand of a house game, besides its name: the list, two choices, start."""


@dataclass
class Finger:
    """Counts what it taps."""

    taps: list[str] = field(default_factory=list)

    def tap(self, what: Locator) -> None:
        what.evaluate("it => it.scrollIntoView({block: 'center'})")  # not on the edge of the dock
        what.tap()
        self.taps.append(str(what))


def host_of(club: Club, page: Page, address: str) -> Page:
    _link, secret = make.link(Role.HOST, club)
    page.goto(f"{address}/join/{secret}/")
    go(page, page.get_by_role("button", name="Join"))
    return page


def go(page: Page, what: Locator) -> None:
    """Follows this link to the page that it opens."""
    with page.expect_navigation():
        what.tap()


def chip(page: Page, words: str) -> Locator:
    return page.locator("label.chip", has_text=re.compile(rf"^\s*{re.escape(words)}\s*$"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_game_is_made_in_a_few_taps(phone: Page, site, screenshot, width: int, height: int):
    table = make.session(names=make.NAMES[:4])
    club, code = table.game.session.club, table.game.session.code
    phone.set_viewport_size({"width": width, "height": height})
    host_of(club, phone, site.url)
    phone.goto(f"{site.url}/sessions/{code}/games/new/?choose=1")
    finger = Finger()
    finger.tap(phone.get_by_role("link", name="Make your own game"))
    phone.get_by_label("Name of the game").fill("Uncle’s rummy")
    finger.tap(chip(phone, "Winner takes"))
    finger.tap(chip(phone, "Each hand"))
    expect(phone.get_by_label("Stake")).to_be_visible()
    look(phone)
    screenshot(phone, f"make-{width}")
    phone.wait_for_load_state("networkidle")  # a request left behind is a complaint
    finger.tap(phone.get_by_role("button", name="Start"))
    phone.wait_for_url("**/hand/")
    assert len(finger.taps) <= TAPS
    game = Game.objects.latest("pk")
    assert (game.title, game.options["scoring"]) == ("Uncle’s rummy", "winner_takes")
    assert ClubPreset.objects.get().name == "Uncle’s rummy"
    expect(phone.locator(".bar__end")).to_have_text("Uncle’s rummy")


@pytest.mark.parametrize(
    ("variant", "choice"), [("rummi", "Pays everybody"), ("gin_rummy", "20–10–20")]
)
def test_a_choice_that_reveals_others_stays_where_it_is(phone: Page, site, variant, choice):
    table = make.session(names=make.NAMES[:4])
    host_of(table.game.session.club, phone, site.url)
    phone.goto(f"{site.url}/sessions/{table.game.session.code}/games/new/?variant={variant}")
    phone.get_by_text("All the rules").tap()
    chosen = chip(phone, choice)
    chosen.evaluate("it => it.scrollIntoView({block: 'center'})")
    before = chosen.bounding_box()
    chosen.tap()
    expect(phone.locator(".option", has=chosen)).to_contain_text(f"{choice}: ")
    phone.wait_for_load_state("networkidle")
    assert chosen.bounding_box() == pytest.approx(before)


def test_own_buttons_are_typed_one_below_the_other_and_tapped(phone: Page, site, screenshot):
    table = make.session(names=make.NAMES[:4])
    phone.set_viewport_size({"width": 360, "height": 740})
    host_of(table.game.session.club, phone, site.url)
    code = table.game.session.code
    phone.goto(f"{site.url}/sessions/{code}/games/new/?variant=house_game&preset=")
    for place, (name, points) in enumerate([("Drop", "20"), ("Wrong show", "80")], start=1):
        phone.get_by_label(f"Name {place}").fill(name)
        phone.get_by_label(f"Points {place}", exact=True).fill(points)
    expect(phone.get_by_label("Name 3")).to_be_visible()
    for shown in ("-80", "80"):  # the keyboard for numbers may have no minus
        phone.get_by_label("Change the sign").nth(1).tap()
        expect(phone.get_by_label("Points 2", exact=True)).to_have_value(shown)
    phone.get_by_text("More", exact=True).tap()
    phone.get_by_label("Your word for won").fill("Bazi")
    screenshot(phone, "buttons")
    phone.get_by_role("button", name="Start").tap()
    phone.wait_for_url("**/hand/")
    expect(phone.get_by_text("Bazi: who?")).to_be_visible()
    phone.locator(".who label.chip", has_text="Asha").tap()
    for place, words in ((1, "Drop"), (2, "Wrong show"), (3, "Drop")):
        phone.locator(".line").nth(place).locator("label.chip", has_text=words).tap()
    expect(phone.locator(".slip__sums")).to_contain_text("Meera +80")
    look(phone)
    screenshot(phone, "own-hand")
    phone.get_by_role("button", name="Save hand 1").tap()
    expect(phone.get_by_text("Hand 1 saved.")).to_be_visible()
    phone.wait_for_load_state("networkidle")
    phone.goto(f"{site.url}/sessions/{code}/")
    expect(phone.locator(".house")).to_contain_text("Drop 20, Wrong show 80 (default none)")
    assert phone.evaluate(TOO_WIDE) <= 0
    screenshot(phone, "own-board")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rules_go_from_table_to_table(
    new_phone: Callable[..., Page], site, screenshot, width: int, height: int
):
    here, there = make.club("Friday table"), make.club("Sunday table")
    first, other = new_phone(), new_phone()
    for page in (first, other):
        page.set_viewport_size({"width": width, "height": height})
    name = f"{width}"
    host_of(here, first, site.url)
    host_of(there, other, site.url)
    first.goto(f"{site.url}/g/{here.code}/")
    go(first, first.get_by_role("link", name="House rules"))
    look(first)
    go(first, first.get_by_role("link", name="New rules"))
    look(first)
    go(first, first.get_by_role("link", name="Pool Rummy Reach the point limit"))
    first.get_by_label("Name of these rules").fill("Saturday 201")
    chip(first, "201 pool").tap()
    first.get_by_text("All the rules").tap()
    first.get_by_label("First drop").fill("30")
    look(first)
    go(first, first.get_by_role("button", name="Save", exact=True))
    expect(first.get_by_text("default: 25")).to_be_visible()
    look(first)
    go(first, first.get_by_role("button", name="Share with other groups"))
    look(first)
    screenshot(first, f"rules-link-{name}")
    # The page tells the address in the Wi-Fi; the other browser has its place at this one.
    other.goto(site.url + urlsplit(first.locator("[data-url]").input_value()).path)
    expect(other.get_by_text("default: 25")).to_be_visible()
    look(other)
    screenshot(other, f"rules-shared-{name}")
    go(other, other.get_by_role("button", name="Import into Sunday table"))
    look(other)
    screenshot(other, f"rules-import-{name}")
    go(other, other.get_by_role("button", name="Import rules", exact=True))
    kept, taken = here.presets.get(), there.presets.get()
    assert (kept.digest, kept.name) == (taken.digest, taken.name)
    go(first, first.get_by_role("button", name="Revoke"))
    expect(first.get_by_text("Shared links")).to_have_count(0)


def test_without_scripts_everything_can_be_done(new_phone: Callable[..., Page], site):
    table = make.session(names=make.NAMES[:4])
    page = new_phone(java_script_enabled=False)
    host_of(table.game.session.club, page, site.url)
    code = table.game.session.code
    page.goto(f"{site.url}/sessions/{code}/games/new/?variant=house_game&preset=")
    page.get_by_label("Name of the game").fill("Plain")
    chip(page, "By place").tap()
    page.get_by_role("button", name="Preview these rules").tap()
    expect(page.get_by_text("Points by place")).to_be_visible()
    expect(page.get_by_label("Name of the game")).to_have_value("Plain")
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/hand/")
    assert Game.objects.latest("pk").options["scoring"] == "places"
    club = table.game.session.club
    page.goto(f"{site.url}/g/{club.code}/rules/import/")
    page.get_by_label("A link, or the rules as text").fill("nothing")
    page.get_by_role("button", name="Preview rules").tap()
    expect(page.get_by_text("cannot be read")).to_be_visible()
    expect(page.get_by_label("A link, or the rules as text")).to_have_value("nothing")
