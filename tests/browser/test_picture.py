"""The pictures of README, user guide and app manifest: each is taken on a walk over the pages.

``python3 docs/screenshots.py`` keeps them.
"""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.pictures import clubs_session
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site

ROOT = Path(__file__).parents[2]
PICTURES: dict[str, tuple[str, ...]] = runpy.run_path(str(ROOT / "docs" / "screenshots.py"))[
    "PICTURES"
]
LARGEST = 150_000


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_each_picture_is_taken_on_the_walk(
    phone: Page, site: Site, screenshot: Callable[..., Path], complaints: Complaints
):
    complaints.announce(*CUT)
    taken = []

    def take(page: Page, name: str) -> None:
        taken.append(name)
        screenshot(page, f"picture-{name}", full=False)

    clubs_session(phone, site.url, take)
    assert taken == list(PICTURES)


@pytest.mark.parametrize("place", [place for places in PICTURES.values() for place in places])
def test_a_picture_is_small_enough_for_a_page(place: str):
    with Image.open(ROOT / place) as picture:
        assert picture.size == ((1280, 720) if place in PICTURES["tv"] else (780, 1688))
    assert (ROOT / place).stat().st_size <= LARGEST


MANIFEST = ROOT / "static" / "app.webmanifest"


def pictures() -> list[dict[str, str]]:
    document = json.loads(MANIFEST.read_text(encoding="utf-8"))
    of_shortcuts = [icon for shortcut in document["shortcuts"] for icon in shortcut["icons"]]
    return [*document["icons"], *document["screenshots"], *of_shortcuts]


@pytest.mark.parametrize(
    "listed_picture", pictures(), ids=lambda listed_picture: listed_picture["src"]
)
def test_the_app_s_pictures_are_as_its_manifest_says(listed_picture: dict[str, str]):
    path = MANIFEST.parent / listed_picture["src"]
    assert path.stat().st_size <= LARGEST
    if path.suffix == ".svg":
        assert listed_picture["sizes"] == "any"
        return
    with Image.open(path) as picture:
        assert "{}x{}".format(*picture.size) == listed_picture["sizes"]
        alpha = picture.convert("RGBA").getchannel("A").getextrema()
    if listed_picture.get("purpose") == "maskable":
        assert alpha == (255, 255), "a phone cuts it, nothing of it shows through"


def test_an_app_has_what_every_device_asks_for():
    document = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert (document["id"], document["start_url"], document["scope"]) == ("/", "/", "/")
    sizes = {(icon.get("purpose", "any"), icon["sizes"]) for icon in document["icons"]}
    kinds = {(kind, size) for kind in ("any", "maskable") for size in ("192x192", "512x512")}
    assert sizes >= kinds
    assert {screenshot["form_factor"] for screenshot in document["screenshots"]} == {
        "narrow",
        "wide",
    }


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_takes_the_site_for_an_app_and_finds_all_that_it_names(phone: Page, site):
    phone.goto(f"{site.url}/")
    browser = phone.context.new_cdp_session(phone)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == [], manifest["errors"]
    assert manifest["url"].endswith(".webmanifest")
    document = json.loads(manifest["data"])
    for picture in (
        *pictures(),
        *({"src": urljoin(site.url, s["url"])} for s in document["shortcuts"]),
    ):
        answer = phone.request.get(urljoin(manifest["url"], picture["src"]))
        assert answer.ok, picture
    missing = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert missing == [], missing
