"""The picture in the README: a hand of pool rummy being written down.

It is made anew with every run; ``python docs/screenshot.py`` puts the newest one into the README,
once somebody has looked at it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect

from tests import factories as make
from tests.factories import pool_hand

NAMES = ("Asha", "Dev", "Meera", "Omar")
PICTURE = Path(__file__).parents[2] / "docs" / "screenshot.png"
LARGEST = 150_000
ALIKE = """() => 1 === new Set([...document.querySelectorAll("[data-key]")]
    .filter((key) => /^[0-9]$/.test(key.dataset.key))
    .map((key) => getComputedStyle(key).backgroundColor)).size"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_picture_in_the_readme(phone: Page, site, screenshot: Callable[..., Path]):
    at = make.play(
        make.night("pool_rummy", NAMES),
        pool_hand("Meera", Asha=43, Dev="first_drop", Omar=26),
        pool_hand("Asha", Dev=18, Meera="first_drop", Omar="middle_drop"),
    )
    cookie = make.host_client(at.game.session.club).cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
    )
    phone.goto(site.url + reverse("capture:hand_new", args=[at.game.session.code, 1]))
    seat = {name: phone.locator(".line", has=phone.get_by_text(name, exact=True)) for name in NAMES}
    phone.get_by_role("group", name="Who won?").get_by_text("Dev", exact=True).tap()
    seat["Meera"].get_by_text("First drop").tap()
    seat["Omar"].get_by_text("Middle drop").tap()
    pad = phone.get_by_role("group", name="Number pad")
    for key in "31":
        pad.get_by_role("button", name=key, exact=True).tap()
    expect(phone.locator("#slip summary")).to_contain_text("Asha +31")
    phone.evaluate("scrollTo(0, 0)")
    phone.wait_for_function(ALIKE)  # the tapped key has its own colour again
    expect(seat["Asha"].get_by_label("Points")).to_have_value("31")
    screenshot(phone, "readme", full=False)


def test_the_picture_is_small_enough_for_a_page():
    with Image.open(PICTURE) as picture:
        assert picture.size == (780, 1688)
    assert PICTURE.stat().st_size <= LARGEST
