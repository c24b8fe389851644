"""The walk that the pictures of README and user guide are taken on: a session of pool rummy."""

import re
from collections.abc import Callable
from typing import Final, TypeAlias
from urllib.parse import urljoin

from playwright.sync_api import Page, ViewportSize, expect

from tests.helpers.browser.session import NAMES, POOL, save, settle_up, start, tab, write
from tests.helpers.served import eventually

TakePicture: TypeAlias = Callable[[Page, str], None]
HANDS: Final = tuple(hand.slip + hand.taps for hand in POOL.hands)
TELEVISION: Final[ViewportSize] = {"width": 1280, "height": 720}
KEYS_ALIKE: Final = """() => 1 === new Set([...document.querySelectorAll("[data-key]")]
    .filter((key) => /^[0-9]$/.test(key.dataset.key))
    .map((key) => getComputedStyle(key).backgroundColor)).size"""
"""The tapped key has its own colour again."""


def clubs_session(host: Page, address: str, take: TakePicture) -> None:
    """A session from the first page to the standings; ``take`` is called at each main screen."""
    start(host, address, POOL, lambda page, name: from_the_top(page, name, take))
    write(host, HANDS[0])
    save(host, 1)
    write(host, HANDS[1])
    expect(host.locator("#slip > details > summary")).to_contain_text(NAMES[-1])
    host.evaluate("scrollTo(0, 0)")
    assert eventually(lambda: host.evaluate(KEYS_ALIKE))
    take(host, "hand")
    save(host, 2)
    write(host, HANDS[2])
    save(host, 3)
    watch(host, take)
    write(host, HANDS[3])
    save(host, 4)
    save_offline(host, take)
    finish(host, take)


def from_the_top(page: Page, _name: str, take: TakePicture) -> None:
    page.evaluate("scrollTo(0, 0)")
    take(page, "start")


def watch(host: Page, take: TakePicture) -> None:
    """The scoreboard on a phone and on a television."""
    host.get_by_role("link", name="Scores").tap()
    expect(host.get_by_text("Hand 4 ·")).to_be_visible()
    take(host, "scoreboard")
    board, size = host.url, host.viewport_size
    link = host.locator("a", has_text=re.compile(r"TV scoreboard\s*$")).first.get_attribute("href")
    television = urljoin(board, link)
    host.set_viewport_size(TELEVISION)
    host.goto(f"{television}?ask=no")
    expect(host.locator(".screen__last")).to_contain_text("Hand 3")
    take(host, "tv")
    assert size
    host.set_viewport_size(size)
    host.goto(board)
    host.locator(".dock").get_by_role("link").first.tap()
    expect(host.get_by_role("heading", name="Hand 4")).to_be_visible()


def save_offline(host: Page, take: TakePicture) -> None:
    """The last hand is saved without a network, and sent when it is back."""
    write(host, HANDS[4])
    expect(host.locator("#slip > details > summary")).to_contain_text("+60")
    host.context.set_offline(True)
    host.get_by_role("button", name="Close the number pad").tap()
    host.get_by_role("button", name="Save hand 5").tap()
    expect(host.locator("#net")).to_be_visible()
    take(host, "offline")
    host.context.set_offline(False)
    expect(host.get_by_text("Hand 5 saved.")).to_be_visible()


def finish(host: Page, take: TakePicture) -> None:
    settle_up(host)
    expect(host.locator(".transfer")).to_have_count(len(POOL.transfers))
    take(host, "settle-up")
    for payer, payee, _amount in POOL.transfers:
        host.get_by_role("button", name=f"Mark as paid {payer} → {payee}").tap()
        expect(host.get_by_role("button", name=f"Undo {payer} → {payee}")).to_be_visible()
    host.get_by_role("button", name="End session").tap()
    expect(host.get_by_role("button", name="Reopen session")).to_be_visible()
    tab(host, "Statement")
    host.get_by_role("button", name="Create PDF").first.tap()
    expect(host.get_by_role("link", name="Download PDF").first).to_be_visible()
    take(host, "statement")
    tab(host, "Season")
    expect(host.locator(".season tbody tr")).to_have_count(len(NAMES))
    take(host, "standings")
