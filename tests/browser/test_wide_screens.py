"""A tablet shows the scores beside the hand that is written; a device loads nothing of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from scorekeeper.play.selectors import Table
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import NAMES, play, pool_hand, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return session("pool_rummy", NAMES[:3])


STRICT = """Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
    if (!navigator.userActivation.hasBeenActive) throw new DOMException("", "NotAllowedError");
    return Object.assign(new EventTarget(), {release: async () => {}});
}}})"""
"""A browser that lets a screen stay awake from the first touch on; the one of the tests has no
screen, and refuses."""


def heard(page: Page) -> list[str]:
    urls: list[str] = []

    def hear(request: Request) -> None:
        urls.append(request.url)

    page.on("request", hear)
    return urls


def test_scores_stand_beside_the_hand_on_a_tablet_and_never_on_a_phone(
    new_phone: Callable[..., Page], table: Table, site: Site
) -> None:
    page = new_phone()
    page.add_init_script(STRICT)
    page.set_viewport_size({"width": 1180, "height": 820})
    tablet = Scorer(page, table, site)
    beside = page.locator(".beside")
    expect(beside.locator(".seat")).to_have_count(3)
    expect(beside).to_contain_text("Hand 1")
    hand, scores = page.locator("#capture").bounding_box(), beside.bounding_box()
    assert hand and scores and hand["x"] + hand["width"] <= scores["x"]
    expect(page.locator("html")).to_have_attribute("data-awake", "refused")

    tablet.won("Asha")
    expect(page.locator("html")).to_have_attribute("data-awake", "yes")
    tablet.chip("Dev", "First drop")
    tablet.chip("Meera", "First drop")
    tablet.save()
    expect(beside).to_contain_text("Hand 2")
    expect(beside.locator(".sheet__number")).to_have_count(1)
    play(table, pool_hand("Dev", Asha=5, Meera=7))
    expect(beside.locator(".sheet__number")).to_have_count(2)

    page = new_phone()
    urls = heard(page)
    phone = Scorer(page, table, site)
    expect(phone.save_button).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("html")).to_have_attribute("data-awake", "refused")
    assert not [url for url in urls if "/newer/" in url or "/board." in url]
    expect(page.locator(".beside")).to_be_hidden()


ALONG = """() => {
    const said = document.createElement("p");
    said.className = "muted offline-line";
    said.append("Available offline");
    document.querySelector(".page").append(said);
    scrollTo(0, document.body.scrollHeight);
    const dock = document.querySelector(".dock").getBoundingClientRect();
    return said.getBoundingClientRect().top - dock.bottom;
}"""
"""Says that the session is available offline; how far below the bar at the foot that lies."""


@pytest.mark.parametrize("width", [360, 1000])
def test_what_is_said_of_offline_use_lies_below_the_bar_at_the_foot(
    phone: Page, site: Site, width: int
) -> None:
    table = play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=5, Meera=7))
    Scorer(phone, table, site)
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(f"{site.url}/sessions/{table.game.session.code}/")
    assert phone.evaluate(ALONG) >= 0
