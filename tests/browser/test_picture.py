"""The pictures in the README and of the app that is to be installed: an evening of pool rummy.

They are made anew with every run; ``python docs/screenshot.py`` keeps the newest ones, once
somebody has looked at them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

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
    expect(phone.locator("#slip > details > summary")).to_contain_text("Asha +31")
    phone.evaluate("scrollTo(0, 0)")
    phone.wait_for_function(ALIKE)  # the tapped key has its own colour again
    expect(seat["Asha"].get_by_label("Points")).to_have_value("31")
    screenshot(phone, "readme", full=False)
    phone.goto(site.url + reverse("board:night", args=[at.game.session.code]))
    expect(phone.get_by_text("Hand 3 ·")).to_be_visible()
    screenshot(phone, "app-board", full=False)
    phone.set_viewport_size({"width": 1280, "height": 720})
    phone.goto(site.url + reverse("board:tv", args=[at.game.session.code]) + "?ask=no")
    expect(phone.locator(".screen__last")).to_contain_text("Hand 2")
    screenshot(phone, "app-screen", full=False)


def test_the_picture_is_small_enough_for_a_page():
    with Image.open(PICTURE) as picture:
        assert picture.size == (780, 1688)
    assert PICTURE.stat().st_size <= LARGEST


MANIFEST = Path(__file__).parents[2] / "static" / "app.webmanifest"


def pictures() -> list[dict[str, str]]:
    told = json.loads(MANIFEST.read_text(encoding="utf-8"))
    of_shortcuts = [icon for each in told["shortcuts"] for icon in each["icons"]]
    return [*told["icons"], *told["screenshots"], *of_shortcuts]


@pytest.mark.parametrize("told", pictures(), ids=lambda told: told["src"])
def test_the_app_s_pictures_are_as_its_manifest_says(told: dict[str, str]):
    path = MANIFEST.parent / told["src"]
    assert path.stat().st_size <= LARGEST
    if path.suffix == ".svg":
        assert told["sizes"] == "any"
        return
    with Image.open(path) as picture:
        assert "{}x{}".format(*picture.size) == told["sizes"]
        alpha = picture.convert("RGBA").getchannel("A").getextrema()
    if told.get("purpose") == "maskable":
        assert alpha == (255, 255), "a phone cuts it, nothing of it shows through"


def test_an_app_has_what_every_phone_asks_for():
    told = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert (told["id"], told["start_url"], told["scope"]) == ("/", "/", "/")
    of = {(icon.get("purpose", "any"), icon["sizes"]) for icon in told["icons"]}
    kinds = {(kind, size) for kind in ("any", "maskable") for size in ("192x192", "512x512")}
    assert of >= kinds
    assert {each["form_factor"] for each in told["screenshots"]} == {"narrow", "wide"}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_takes_the_site_for_an_app_and_finds_all_that_it_names(phone: Page, site):
    phone.goto(f"{site.url}/")
    browser = phone.context.new_cdp_session(phone)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == [], found["errors"]
    assert found["url"].endswith(".webmanifest")
    told = json.loads(found["data"])
    for each in (*pictures(), *({"src": urljoin(site.url, s["url"])} for s in told["shortcuts"])):
        answer = phone.request.get(urljoin(found["url"], each["src"]))
        assert answer.ok, each
    missing = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert missing == [], missing
