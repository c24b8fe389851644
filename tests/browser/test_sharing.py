"""A result goes out of the device: as an image with its text, or as the text alone.

``navigator.share`` is what a browser without a screen has not: the page gets one that writes down
what it was given.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.clubs.screens import look
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RECORDER = """
    let calls = 0;
    navigator.canShare = ({ files }) => %(files)s;
    navigator.share = async ({ files = [], text }) => {
        calls += 1;
        if (calls <= %(refused)d) throw new DOMException("too late", "NotAllowedError");
        const told = await Promise.all(files.map(async (file) => {
            const bytes = [...new Uint8Array(await file.arrayBuffer())];
            return { name: file.name, type: file.type, bytes };
        }));
        document.documentElement.dataset.sent = JSON.stringify({ text, files: told });
    };
"""


def recording(page: Page, *, files: bool = True, refused: int = 0) -> None:
    values = {"files": str(files).lower(), "refused": refused}
    page.add_init_script(RECORDER % values)


def sent(page: Page) -> Any:
    page.locator("html[data-sent]").wait_for()
    return json.loads(page.locator("html").get_attribute("data-sent") or "")


@pytest.fixture
def pooled() -> Any:
    names = ("Asha", "Bartholomew", "Dev", "Meera")
    return make.play(
        make.session("pool_rummy", names, {"fee": 250000}),
        make.pool_hand("Bartholomew", Asha=24, Dev="first_drop", Meera=31),
        make.pool_hand("Asha", Bartholomew=38, Dev=8, Meera="middle_drop"),
        make.pool_hand("Dev", Asha=79, Bartholomew=30, Meera=2),
        make.pool_hand("Meera", Bartholomew=79, Dev=80),
    )


@pytest.fixture
def taken(new_phone: Callable[..., Page], site: Site, pooled: Any) -> Callable[..., Page]:
    """``taken("settle/")``: a small device on this page of the session."""

    def take(path: str, colours: str = "light", role: Role = Role.VIEWER, **options: Any) -> Page:
        page = new_phone(color_scheme=colours)
        page.set_viewport_size({"width": 360, "height": 740})
        session = pooled.game.session
        value = make.client_with(role, session.club).cookies[settings.SESSION_COOKIE_NAME].value
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": value, "url": site.url}])
        if options.pop("records", True):
            recording(page, **options)
        page.goto(f"{site.url}/sessions/{session.code}/{path}")
        return page

    return take


def test_a_tap_sends_the_image_that_is_shown_and_its_text(taken, pooled):
    page = taken("games/1/image/")
    shown = page.get_by_role("img", name="Meera won the game")
    expect(shown).to_be_visible()
    assert shown.evaluate("img => img.decode().then(() => img.naturalWidth)") == 1080
    page.get_by_role("button", name="Share").tap()
    shared = sent(page)
    assert shared["text"] == page.locator("[data-text]").input_value()
    assert "Pool Rummy: Meera won the game" in shared["text"]
    [file] = shared["files"]
    assert file["type"] == "image/png" and file["name"] == "Friday table 2026-11-20 game 1.png"
    parts, source = urlsplit(page.url), shown.get_attribute("src")
    seen = page.request.get(
        f"{parts.scheme}://{parts.netloc}{source}", headers={"Accept-Language": "en-IN"}
    )
    assert seen.body() == bytes(file["bytes"])
    with Image.open(io.BytesIO(bytes(file["bytes"]))) as image:
        assert image.width == 1080


def test_who_settles_up_sends_the_session_with_who_pays_whom(taken):
    page = taken("settle/")
    page.get_by_role("button", name="Share").tap()
    shared = sent(page)
    assert "Asha pays Meera" in shared["text"] and len(shared["files"]) == 1


def test_a_device_that_sends_no_files_sends_the_text(taken):
    page = taken("image/", files=False)
    page.get_by_role("button", name="Share").tap()
    shared = sent(page)
    assert shared["files"] == [] and "Meera won the game" in shared["text"]


def test_a_tap_that_waited_too_long_is_asked_for_once_more(taken):
    page = taken("image/", refused=1)
    page.get_by_role("button", name="Share").tap()
    page.get_by_role("button", name="Tap again").tap()
    assert len(sent(page)["files"]) == 1


def test_where_nothing_can_be_sent_it_is_saved_or_copied(taken):
    page = taken("image/", records=False)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.get_by_text("Text", exact=True).tap()
    page.get_by_role("button", name="Copy text").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.locator("[data-text]").input_value()
    assert page.evaluate("navigator.clipboard.readText()").replace("\r", "") == text
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save image").tap()
    assert saved.value.suggested_filename == "Friday table 2026-11-20.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_result_leads_to_its_image(colours, taken, pooled, screenshot):
    hand = Hand.objects.get(game=pooled.game, number=3)
    ways = {
        "settle/": ("View image", "Meera won the game"),
        "": ("Share", "Meera won the game"),
        "games/1/hand/": ("Share", "Meera won the game"),
        f"games/1/hands/{hand.token}/": ("Share", "Dev wins, Asha is out"),
    }
    for number, (path, (link, caption)) in enumerate(ways.items(), start=1):
        page = taken(path, colours, role=Role.SCORER)
        screenshot(page, f"share-{number}-from-{colours}")
        page.get_by_role("link", name=link, exact=True).tap()
        image = page.get_by_role("img", name=caption)
        expect(image).to_be_visible()
        image.evaluate("img => img.decode()")
        screenshot(page, f"share-{number}-page-{colours}", full=False)
        look(page)
        page.get_by_role("link", name="Back").tap()
        expect(page.get_by_role("link", name=link, exact=True)).to_be_visible()
