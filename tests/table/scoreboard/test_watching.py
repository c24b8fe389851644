"""A second device at the table: it follows the game, says when it cannot, and lets go when told."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Response, expect

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.axe import unfit
from tests.helpers.factories import pool_hand
from tests.helpers.table.watching import address, joined

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVERY_TWO = re.compile(r"every 2s\b")
FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
SECOND = pool_hand("Dev", Asha="middle_drop", Meera=26, Omar="first_drop")


@pytest.fixture
def table() -> Table:
    return make.play(make.session(), FIRST)


def test_a_save_is_on_the_other_device_when_it_asks_next_two_seconds_later(phone, site, table):
    joined(phone, site, table)
    phone.goto(address(site, "scoreboard:session", table))
    expect(phone.get_by_text("Hand 2 ·")).to_be_visible()
    expect(phone.locator("[hx-trigger*='wake']")).to_have_attribute("hx-trigger", EVERY_TWO)
    make.play(table, SECOND)
    statuses: list[int] = []

    def count(answer: Response) -> None:
        if "/newer/" in answer.url:
            statuses.append(answer.status)

    phone.on("response", count)
    expect(phone.get_by_text("Hand 3 ·")).to_be_visible()
    assert statuses.index(200) == len(statuses) - 1, (
        "there was nothing new for the questions before"
    )
    expect(phone.locator("#news")).to_have_text("Hand 3 is next.")


def test_what_was_opened_stays_open_when_the_board_is_redrawn(phone, site, table):
    joined(phone, site, table)
    phone.goto(address(site, "scoreboard:session", table))
    phone.locator("#more > summary").click()
    expect(phone.get_by_text("TV scoreboard", exact=True)).to_be_visible()
    make.play(table, SECOND)
    expect(phone.get_by_text("Hand 3 ·")).to_be_visible()
    expect(phone.get_by_text("TV scoreboard", exact=True)).to_be_visible()


def test_a_device_without_connection_says_when_it_last_saw_the_table(
    phone, site, table, complaints
):
    joined(phone, site, table)
    phone.goto(address(site, "scoreboard:session", table))
    expect(phone.locator("#offline")).to_be_hidden()
    phone.context.set_offline(True)
    expect(phone.locator("#offline")).to_contain_text("No connection. Last seen")
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_be_hidden()
    complaints.clear()  # the browser reports every request that failed meanwhile


def test_a_revoked_device_is_told_and_shows_nothing_more(phone, site, table, complaints):
    link = joined(phone, site, table)
    phone.goto(address(site, "scoreboard:session", table))
    expect(phone.get_by_text("Asha").first).to_be_visible()
    clubs.revoke_link(link=link)
    expect(phone.get_by_role("heading", name="This link has been revoked")).to_be_visible()
    expect(phone.get_by_text("Asha")).to_have_count(0)
    complaints.clear()  # the refused request


def test_a_scorer_s_page_empties_at_the_next_tap(phone, site, table, complaints):
    link = joined(phone, site, table, Role.SCORER)
    phone.goto(address(site, "scoreboard:session", table))
    phone.get_by_role("link", name="Enter hand 2").click()
    drop = phone.locator("label.chip:has([name=p1-finish][value=first_drop])")
    expect(drop).to_be_visible()
    phone.wait_for_load_state("networkidle")
    clubs.revoke_link(link=link)
    drop.click()
    expect(phone.get_by_role("heading", name="This link has been revoked")).to_be_visible()
    expect(phone.get_by_text("Asha")).to_have_count(0)
    expect(phone.get_by_role("button", name="Save hand 2")).to_have_count(0)
    complaints.clear()  # the refused request


def test_a_phone_in_the_pocket_does_not_ask(phone, site, table):
    joined(phone, site, table)
    phone.add_init_script(
        "Object.defineProperty(document, 'hidden', {get: () => window.pocketed ?? false})"
    )
    phone.clock.install()
    phone.goto(address(site, "scoreboard:session", table))
    phone.evaluate("window.pocketed = true")
    urls: list[str] = []

    def count(request: Request) -> None:
        if "/newer/" in request.url:  # icons and the like may still be on their way
            urls.append(request.url)

    phone.on("request", count)
    phone.clock.run_for("01:00")
    assert urls == []
    with phone.expect_request("**/newer/**"):
        phone.evaluate(
            "window.pocketed = false; document.dispatchEvent(new Event('visibilitychange'))"
        )
    assert len(urls) == 1


def test_paid_on_one_device_shows_on_the_other(new_phone: Callable[..., Page], site):
    deal = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}}}
    table = make.play(make.session("rummi", make.NAMES[:2]), deal)
    scorer, other = new_phone(), new_phone()
    joined(scorer, site, table, Role.HOST)
    joined(other, site, table)
    for page in (scorer, other):
        page.goto(address(site, "settlement:settle", table))
    expect(other.get_by_role("button", name="Mark as paid")).to_have_count(0)
    scorer.get_by_role("button", name="Mark as paid Dev → Asha").click()
    expect(scorer.get_by_role("heading", name="Nothing to pay right now")).to_be_visible()
    expect(other.get_by_role("heading", name="Nothing to pay right now")).to_be_visible()


def test_typing_a_part_is_not_disturbed_by_news(phone, site):
    deal = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}}}
    table = make.play(make.session("rummi", make.NAMES[:2]), deal)
    joined(phone, site, table, Role.HOST)
    phone.clock.install()
    phone.goto(address(site, "settlement:settle", table))
    phone.locator(".transfer__more summary").click()
    phone.get_by_label("Part payment").fill("0.5")
    make.play(table, deal)
    phone.clock.run_for("01:00")
    expect(phone.get_by_label("Part payment")).to_have_value("0.5")


@pytest.mark.parametrize("width", [320, 390])
def test_every_screen_fits_and_has_no_axe_violations(new_phone, site, table, width, screenshot):
    table = make.play(table, SECOND)
    phone = new_phone()
    phone.set_viewport_size({"width": width, "height": 740})
    joined(phone, site, table, Role.HOST)
    hand = table.game.hands.first()
    assert hand
    screens = {
        "board": address(site, "scoreboard:session", table),
        "hand": site.url + hand_address("scoreboard:hand", hand),
        "player": address(site, "scoreboard:player", table, table.players[0].pk),
        "tv": address(site, "scoreboard:tv", table),
        "settle": address(site, "settlement:settle", table),
        "standings": site.url + reverse("seasons:table", args=[table.game.session.club.code]),
        "season": site.url + reverse("seasons:season_new", args=[table.game.session.club.code]),
    }
    for name, path in screens.items():
        phone.goto(path)
        assert list(unfit(phone)) == [], name
        wide = phone.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"
        screenshot(phone, f"board-{name}-{width}")
