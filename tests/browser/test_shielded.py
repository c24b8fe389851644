"""What every answer says to a browser of who may use it, and that what the site itself does goes
on: looked at on the served pages."""

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.error import HTTPError

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.extensions.exchange.public_season import links
from tests.helpers.factories import NAMES, play, pool_hand, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
REFUSED = ("camera", "microphone", "geolocation", "payment", "usb")
USED = ("clipboard-write", "screen-wake-lock", "web-share")


def headers_of(url: str) -> Message:
    try:
        answer = urllib.request.urlopen(url)
    except HTTPError as error:
        answer = error
    with answer:
        headers: Message = answer.headers
    return headers


def published() -> str:
    table = play(session("paplu", NAMES[:3], {"rounds": None}), pool_hand("Asha", Dev=20, Meera=30))
    link = links.create_link(club=table.game.session.club, season=None, shows_money=True, by=None)
    secret = secret_of(link)
    assert secret
    return secret


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/",
        "/nowhere/",
        "/health/",
        "/sw.js",
        static("css/app.css"),
        static("js/table_width.js"),
    ],
)
def test_every_answer_is_for_this_site_alone(site: Site, path: str) -> None:
    headers = headers_of(site.url + path)
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    for feature in REFUSED:
        assert f"{feature}=()" in headers["Permissions-Policy"]
    for feature in USED:
        assert f"{feature}=()" not in headers["Permissions-Policy"]


def test_a_page_may_use_what_it_uses_and_nothing_else(phone: Page, site: Site) -> None:
    phone.goto(site.url)
    allowed = phone.evaluate("document.featurePolicy.allowedFeatures()")
    known = set(phone.evaluate("document.featurePolicy.features()"))
    assert not set(REFUSED) & set(allowed)
    assert set(USED) & known <= set(allowed)


FRAMING = """<!doctype html><meta charset="utf-8"><title>Elsewhere</title>
<iframe src="{frame}" width="390" height="400"></iframe>
<iframe sandbox src="{frame}" width="390" height="400"></iframe>"""


@contextmanager
def elsewhere(page: str, headers: dict[str, str]) -> Iterator[str]:
    """The address of a page of another site, here on this computer."""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            for name, value in {"Content-Type": "text/html", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_told: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_season_stands_in_a_frame_of_another_site(phone: Page, site: Site) -> None:
    frame = site.url + reverse("public_season:embed", args=[published()])
    with elsewhere(FRAMING.format(frame=frame), {}) as url:
        phone.goto(url)
        whole, bare = phone.frames[1:]
        for board in (whole, bare):
            expect(board.get_by_text("Asha")).to_be_visible()
        styled = "getComputedStyle(document.querySelector('table')).borderCollapse"
        assert whole.evaluate(styled) == bare.evaluate(styled) == "collapse"


def test_numbers_of_a_season_are_for_pages_of_any_site(phone: Page, site: Site) -> None:
    numbers = site.url + reverse("public_season:season", args=[published()])
    with elsewhere("<p>Elsewhere</p>", {}) as url:
        phone.goto(url)
        assert phone.evaluate("async (url) => (await fetch(url)).status", numbers) == 200
