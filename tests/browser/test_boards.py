"""The board as it is held: twelve at a table on the narrowest phone, and the tap after a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.factories import NAMES, client_with, night, play, pool_hand
from tests.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
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
    """A host's phone at the board of this night."""

    def take_out(at: Table, width: int, height: int, **told: Any) -> Page:
        page = new_phone(**told)
        page.set_viewport_size({"width": width, "height": height})
        browser = client_with(Role.HOST, at.game.session.club)
        name = settings.SESSION_COOKIE_NAME
        for cookie, value in ((name, browser.cookies[name].value), ("money", "1")):
            page.context.add_cookies([{"name": cookie, "value": value, "url": site.url}])
        page.goto(f"{site.url}/nights/{at.game.session.code}/")
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
    page = opened(play(night("paplu", TWELVE, {"point_value": 1200}), *hands), 320, 640)
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


def test_one_tap_after_a_game_begins_the_same_again(
    opened: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    end = pool_hand("Asha", Dev="wrong_show", Meera="wrong_show")
    at = play(night("pool_rummy", NAMES[:3]), end, end)
    page = opened(at, 390, 844)
    expect(page.locator(".winner")).to_contain_text("Asha")
    screenshot(page, "board-game-over")
    page.get_by_role("button", name="Same game again").tap()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    assert page.url.endswith("/games/2/hand/")
