"""A phone tells that a hand was saved, and a big screen comes back by itself."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.helpers.browser.capture import Scorers, scorer, table
from tests.helpers.factories import NAMES, play, pool_hand, session
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site, eventually
from tests.helpers.table.watching import address, joined

__all__ = ["scorer", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOLD = """
window.told = [];
window.SpeechSynthesisUtterance = class { constructor(words) { this.words = words; } };
Object.defineProperty(window, "speechSynthesis", {value: {
    speak: (one) => window.told.push(`${one.lang}: ${one.words}`), cancel: () => {},
}});
navigator.vibrate = (time) => window.told.push(time);
"""
"""A device with a voice and a motor: what it said and did. That of the tests has neither."""
FIRST = pool_hand("Asha", Dev=43, Meera="first_drop")
SECOND = pool_hand("Dev", Asha=2, Meera=26)


def signals(page: Page) -> Any:
    return page.evaluate("window.told")


def heard_after_the_first(page: Page) -> Any:
    return signals(page)[1:]


def switch(page: Page, name: str) -> None:
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name=name).tap()
    page.locator(".menu > summary").tap()


def test_a_saved_hand_is_felt_and_read_where_that_is_switched_on(
    scorer: Scorers, screenshot: Callable[..., Path]
) -> None:
    phone = scorer()
    phone.page.add_init_script(TOLD)
    phone.page.reload()
    phone.usual_hand()
    phone.save()
    phone.expect_saved(1)
    assert signals(phone.page) == [40]
    phone.page.locator(".menu > summary").tap()
    screenshot(phone.page, "signals-menu", full=False)
    phone.page.locator(".menu > summary").tap()
    switch(phone.page, "Read each hand aloud")
    hand = "Asha wins, Dev 20, Meera 40, Omar 23"
    assert signals(phone.page)[1].startswith(f"en: Hand 1 saved. {hand}")
    switch(phone.page, "Vibrate when a hand is saved")
    phone.usual_hand()
    phone.save()
    phone.expect_saved(2)
    page = phone.page.locator("html")
    expect(page).to_have_js_property("lang", "en")
    assert [value for value in signals(phone.page) if value == 40] == [40]
    assert signals(phone.page)[-1].startswith(f"en: Hand 2 saved. {hand}")
    phone.page.reload()
    phone.page.locator(".menu > summary").tap()
    aloud = phone.page.get_by_role("button", name="Read each hand aloud")
    expect(aloud).to_have_attribute("aria-pressed", "true")


def test_a_device_without_voice_and_motor_offers_nothing(scorer: Scorers) -> None:
    phone = scorer()
    phone.page.add_init_script(
        "delete window.speechSynthesis; delete Navigator.prototype.vibrate;"
        "Object.defineProperty(window, 'speechSynthesis', {value: undefined});"
    )
    phone.page.reload()
    phone.page.locator(".menu > summary").tap()
    expect(phone.page.get_by_text("Language")).to_be_visible()
    expect(phone.page.locator("[data-signal]:visible, [data-signals]:visible")).to_have_count(0)
    phone.page.locator(".menu > summary").tap()
    phone.usual_hand()
    phone.save()
    phone.expect_saved(1)


def test_the_board_and_the_big_screen_read_what_another_phone_saves(
    new_phone: Callable[..., Page], site: Site
) -> None:
    table = play(session("pool_rummy", NAMES[:3]), FIRST)
    pages = {}
    for name in ("scoreboard:session", "scoreboard:tv"):
        page = pages[name] = new_phone()
        page.add_init_script(TOLD)
        joined(page, site, table)
        page.goto(address(site, name, table))
    switch(pages["scoreboard:session"], "Read each hand aloud")
    pages["scoreboard:tv"].get_by_role("button", name="Read each hand aloud").tap()
    for page in pages.values():
        assert signals(page) == ["en: Hand 1: Asha wins, Dev 43, Meera 20."]
    play(table, SECOND)
    for page in pages.values():
        expect(page.locator("[data-aloud^='Hand 2']")).to_be_attached()
        told = eventually(partial(heard_after_the_first, page))
        assert told == ["en: Hand 2: Dev wins, Asha 2, Meera 26."]


@pytest.fixture
def screen(phone: Page, site: Site) -> tuple[Page, Table]:
    """A big screen whose clock stands still until a test moves it."""
    table = play(session("pool_rummy", NAMES[:3]), FIRST)
    joined(phone, site, table, Role.VIEWER)
    phone.set_viewport_size({"width": 1280, "height": 720})
    phone.clock.install()
    phone.goto(address(site, "scoreboard:tv", table))
    expect(phone.locator(".screen__last")).to_contain_text("Hand 1")
    return phone, table


def test_a_big_screen_recovers_alone_after_five_minutes_without_a_network(
    screen: tuple[Page, Table], complaints: Complaints
) -> None:
    page, table = screen
    complaints.announce(*CUT)
    since = page.evaluate("new Date().toLocaleTimeString([], {timeStyle: 'short'})")
    page.context.set_offline(True)
    page.clock.run_for("05:00")
    expect(page.locator("#offline")).to_contain_text(f"No connection. Last seen {since}")
    play(table, SECOND)
    page.clock.run_for("00:10")
    expect(page.locator(".screen__last")).to_contain_text("Hand 1")
    page.context.set_offline(False)
    page.clock.run_for("00:03")
    expect(page.locator(".screen__last")).to_contain_text("Hand 2")
    expect(page.locator("#offline")).to_be_hidden()


def test_a_line_that_swallows_what_is_asked_is_noticed_too(
    screen: tuple[Page, Table], complaints: Complaints
) -> None:
    page, table = screen
    complaints.announce(*CUT)
    held: list[Route] = []
    for pattern in ("**/newer/**", "**/live/**"):
        page.route(pattern, lambda route: held.append(route))
    with page.expect_request("**/newer/**"):
        page.clock.run_for("00:45")
    page.clock.run_for("00:11")
    expect(page.locator("#offline")).to_contain_text("No connection. Last seen")
    for pattern in ("**/newer/**", "**/live/**"):
        page.unroute(pattern)
    play(table, SECOND)
    page.clock.run_for("00:13")
    expect(page.locator(".screen__last")).to_contain_text("Hand 2")
    expect(page.locator("#offline")).to_be_hidden()
