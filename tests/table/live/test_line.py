"""The real web server holds the lines on which phones hear of news, and pages listen there."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, Request, expect

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.browser.capture import Scorers, scorer, table
from tests.helpers.factories import pool_hand
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site, eventually
from tests.helpers.table.watching import address, joined
from tests.helpers.webserver import status_of

__all__ = ["scorer", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Line:
    """An open line, as the wire has it."""

    def __init__(self, site: Site, table: Table, browser: Client, query: str = "") -> None:
        place = urlsplit(site.url)
        self.socket = socket.create_connection((place.hostname or "", place.port or 0), 10)
        cookie = browser.cookies.get(settings.SESSION_COOKIE_NAME)
        head = [
            f"GET /sessions/{table.game.session.code}/live/{query} HTTP/1.1",
            f"Host: {place.netloc}",
        ]
        head += [f"Cookie: {settings.SESSION_COOKIE_NAME}={cookie.value}"] if cookie else []
        self.socket.sendall("\r\n".join([*head, "Accept-Encoding: gzip", "", ""]).encode())
        self.received = b""

    def hears(self, words: bytes, seconds: float = 10) -> bool:
        """Whether that was said; waits for it."""
        self.socket.settimeout(seconds)
        with suppress(TimeoutError):
            while words not in self.received and (more := self.socket.recv(65536)):
                self.received += more
        return words in self.received

    def ends(self, seconds: float = 10) -> bool:
        self.socket.settimeout(seconds)
        with suppress(TimeoutError):
            while more := self.socket.recv(65536):
                self.received += more
            return True
        return False


Opens = Callable[..., Line]


@pytest.fixture
def opens(site: Site) -> Iterator[Opens]:
    with ExitStack() as stack:

        def take_up(table: Table, browser: Client, query: str = "") -> Line:
            line = Line(site, table, browser, query)
            stack.callback(line.socket.close)
            return line

        yield take_up


def version(table: Table) -> int:
    table.game.session.refresh_from_db()
    return table.game.session.version


def test_a_save_is_told_on_every_open_line_and_nothing_but_its_version(
    table: Table, opens: Opens
) -> None:
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    lines = [opens(table, browser) for _phone in range(3)]
    before = version(table)
    for line in lines:
        assert line.hears(b"data: %d\n\n" % before), line.received
        assert b"200 OK" in line.received and b"text/event-stream" in line.received
        assert b"no-store" in line.received and b"x-accel-buffering: no" in line.received
    make.play(table, hand(table))
    for line in lines:
        assert line.hears(b"data: %d\n\n" % version(table), 2), line.received
        body = line.received.partition(b"\r\n\r\n")[2].decode()
        words = {word for word in body.split() if ":" not in word}
        assert all(len(word) < 5 and int(word, 16) >= 0 for word in words), body


def hand(table: Table) -> dict[str, object]:
    first, *others = table.names
    return pool_hand(first, **dict.fromkeys(others, 12))


def test_more_lines_than_threads_stop_nobody(table: Table, opens: Opens, site: Site) -> None:
    phones = [make.client_with(Role.VIEWER, table.game.session.club) for _phone in range(8)]
    lines = [opens(table, phone) for phone in phones for _page in range(5)]
    assert all(line.hears(b"data: ") for line in lines)
    port = urlsplit(site.url).port or 0
    assert [status_of(port, "/health/") for _time in range(5)] == [200] * 5
    for line in lines[::2]:
        line.socket.close()
    make.play(table, hand(table))
    assert all(line.hears(b"data: %d\n\n" % version(table), 3) for line in lines[1::2])


def test_a_stranger_has_no_line_and_one_that_is_revoked_ends(table: Table, opens: Opens) -> None:
    assert opens(table, Client()).hears(b"404 Not Found")
    link, secret = make.link(Role.VIEWER, table.game.session.club)
    guest = clubs.redeem_link(token=secret)
    assert guest
    line = opens(table, make.client_as(guest))
    assert line.hears(b"data: ")
    clubs.revoke_link(link=link)
    assert line.ends(), "hung up on"
    assert line.received.endswith(b"0\r\n\r\n"), "and said so"
    assert opens(table, make.client_as(guest)).hears(b"404 Not Found")


def polls(page: Page) -> list[str]:
    urls: list[str] = []

    def count(request: Request) -> None:
        if "/newer/" in request.url or "/news/" in request.url:
            urls.append(request.url)

    page.on("request", count)
    return urls


def listening(page: Page, url: str) -> None:
    with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
        page.goto(url)


def test_a_page_that_listens_asks_only_when_it_is_told(
    phone: Page, site: Site, table: Table
) -> None:
    joined(phone, site, table)
    phone.clock.install()
    urls = polls(phone)
    heard: list[object] = []
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    network.on("Network.eventSourceMessageReceived", lambda event: heard.append(event))
    listening(phone, address(site, "scoreboard:session", table))
    assert eventually(lambda: phone.evaluate("true") and heard), "the first word"
    phone.clock.run_for("00:01")
    del urls[:]
    phone.clock.run_for("00:03")  # of a page's clock that asks every two
    assert urls == []
    make.play(table, hand(table))
    expect(phone.get_by_text("Hand 2 ·")).to_be_visible()
    assert len(urls) == 1


def test_a_page_that_loses_its_line_asks_again_as_it_always_did(
    phone: Page, site: Site, table: Table, complaints: Complaints
) -> None:
    complaints.announce(*CUT)
    phone.route("**/live/**", lambda route: route.abort())
    joined(phone, site, table)
    phone.goto(address(site, "scoreboard:session", table))
    for _time in range(2):
        with phone.expect_request("**/newer/**"):
            pass
    make.play(table, hand(table))
    expect(phone.get_by_text("Hand 2 ·")).to_be_visible()


SILENT_LINE = """
window.EventSource = class {
  constructor() { window.line = this; setTimeout(() => this.onmessage({ data: "1" }), 100); }
  close() {}
};
"""


def test_a_page_whose_line_says_nothing_asks_by_itself_within_five_seconds(
    phone: Page, site: Site, table: Table
) -> None:
    phone.add_init_script(SILENT_LINE)
    joined(phone, site, table)
    phone.clock.install()
    urls = polls(phone)
    phone.goto(address(site, "scoreboard:session", table))
    assert eventually(lambda: phone.evaluate("Boolean(window.line?.onmessage)"))
    phone.clock.run_for("00:01")
    phone.evaluate(
        "window.line.onmessage({ data: document.querySelector('[hx-get]')"
        ".getAttribute('hx-get').match(/v=(\\d+)/)[1] })"
    )
    make.play(table, hand(table))
    del urls[:]
    phone.clock.run_for("00:04")
    assert urls == [], "the line is still believed"
    phone.clock.run_for("00:01")
    assert eventually(lambda: phone.evaluate("true") and urls)
    expect(phone.get_by_text("Hand 2 ·")).to_be_visible()


def test_a_second_scorer_reads_who_is_writing_before_he_types(
    scorer: Scorers, complaints: Complaints
) -> None:
    slow, fast = scorer(), scorer()
    locator = slow.page.locator(".writing")
    expect(locator).to_have_count(0)
    fast.usual_hand()
    expect(locator).to_have_text("Scorer is entering hand 1")
    expect(fast.page.locator(".writing")).to_have_count(0)
    fast.page.goto("about:blank")
    expect(locator).to_have_count(0)
    fast.page.goto(fast.url)
    fast.chip("Dev", "Middle drop")
    expect(locator).to_have_count(1)
    fast.save()
    fast.expect_saved(1)
    expect(slow.page.locator(".overtaken")).to_contain_text("Scorer saved hand 1: Asha wins")
    expect(locator).to_have_count(0)


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_who_puts_the_phone_away_or_undoes_is_not_shown_as_entering(scorer: Scorers) -> None:
    slow, fast = scorer(), scorer()
    locator = slow.page.locator(".writing")
    fast.usual_hand()
    expect(locator).to_have_count(1)
    fast.page.evaluate(HIDE)
    expect(locator).to_have_count(0)
    fast.page.reload()
    fast.chip("Dev", "Middle drop")
    expect(locator).to_have_count(1)
    fast.save()
    fast.expect_saved(1)
    expect(slow.page.locator(".overtaken")).to_be_visible()
    fast.page.get_by_role("button", name="Undo").tap()
    expect(fast.page.get_by_text("Hand 1 deleted.")).to_be_visible()
    slow.page.reload()
    expect(slow.page.locator("h1")).to_have_text("Hand 1")
    expect(locator).to_have_count(0)
