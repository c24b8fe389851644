"""A phone that enters hands at a table, and what it shows."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.factories import NAMES, client_with, session
from tests.helpers.served import Site


class Scorer:
    """A device with the capture page of a game; it counts its taps."""

    def __init__(self, page: Page, table: Table, site: Site) -> None:
        self.page, self.taps = page, 0
        self.url = f"{site.url}/sessions/{table.game.session.code}/games/{table.game.number}/hand/"
        browser = client_with(Role.SCORER, table.game.session.club)
        page.goto("about:blank")  # a page of another club would ask for its news with this cookie
        cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
        )
        page.goto(self.url)

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def won(self, name: str) -> None:
        self.tap(self.page.locator(".who .chip", has_text=name))

    def line(self, name: str) -> Locator:
        return self.page.locator(".line", has=self.page.get_by_text(name, exact=True))

    def count(self, name: str) -> Locator:
        return self.line(name).locator("[data-pad]")

    def chip(self, name: str, label: str) -> None:
        self.tap(self.line(name).locator(".chip", has_text=label))

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tap(self.page.locator(f"#pad [data-key='{key}']"))

    @property
    def save_button(self) -> Locator:
        return self.page.locator(".hand__save")

    def save(self) -> None:
        self.tap(self.save_button)

    def usual_hand(self) -> None:
        """Six seats: one win, two drops, three counts of two digits."""
        self.won("Asha")
        self.chip("Dev", "First drop")
        self.chip("Meera", "Middle drop")
        self.keys("2", "3", "4", "1", "1", "2")

    def expect_saved(self, number: int) -> None:
        saved = re.compile(rf"(Hand|Round) {number} saved\.")
        expect(self.page.get_by_text(saved)).to_be_visible()


Scorers = Callable[..., Scorer]


def points(table: Table) -> list[list[float]]:
    hands = Hand.objects.filter(game=table.game, voided_at__isnull=True).order_by("number")
    return [list(_newest(hand).values()) for hand in hands]


def _newest(hand: Hand) -> dict[int, float]:
    """Points by seat; a later revision replaces an earlier one."""
    return {s.seat: s.points for s in hand.scores.order_by("seat", "revision")}


USUAL: list[list[float]] = [[0, 20, 40, 23, 41, 12]]


NO_SIGNAL = "You’re offline"


SMALL_TARGETS = """() => [...document.querySelectorAll("button, summary, .chip, input.num, .bar a")]
    .filter((one) => one.getClientRects().length)
    .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
    .filter(([, box]) => box.height && (box.width < 47.5 || box.height < 47.5))
    .map(([name, box]) => `${name} ${box.width} × ${box.height}`)"""


@pytest.fixture
def table() -> Table:
    return session("pool_rummy", NAMES)


@pytest.fixture
def scorer(new_phone: Callable[..., Page], table: Table, site: Site) -> Scorers:
    def take_out(width: int = 390, height: int = 844) -> Scorer:
        page = new_phone()
        page.set_viewport_size({"width": width, "height": height})
        return Scorer(page, table, site)

    return take_out
