"""Devices that keep the score of a session of a site, and the line between each and the site."""

import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import Error, Page, expect

from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.browser.capture import Scorer
from tests.helpers.served import Site, eventually

LONG = 90_000
"""Milliseconds that a busy machine may take to start the app on a device."""
CUT_OFF = (503, "net::ERR_", "htmx:", "status of 503", "navigator.vibrate", "Failed to fetch")

KEPT = """async (name, work) => {
  const [{ name: ours }] = await indexedDB.databases();
  const done = (asked) => new Promise((told) => { asked.onsuccess = () => told(asked.result); });
  const kept = await done(indexedDB.open(ours));
  const found = await done(work(kept.transaction(name).objectStore(name)));
  kept.close();
  return found;
}"""
KEPT_COUNT = f"(name) => ({KEPT})(name, (all) => all.count())"
KEPT_VERSION = f"""(code) =>
  ({KEPT})("sessions", (all) => all.get(code))
    .then((session) => session && JSON.parse(session.text).version)"""
KEPT_HELD = f"""(key) => ({KEPT})("held", (all) => all.get(key)).then((held) => held ?? null)"""
"""What lies on a device, read beside the worker."""

HEARD = """(session) => navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const states = [];
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.session !== session) return;
    if (states.push(data.state) === 2 || data.state === "none") done(states);
  });
  active.postMessage({ ask: "take", session });
}))"""
"""What a page hears that asks for the session: what is here, and what became of asking the site."""

OPEN, DEAD, MUTE, DEAF, DOOR = "open", "dead", "mute", "deaf", "door"
"""A line hands all on; or it ends every connection; or what is sent is swallowed; or what is sent
arrives, and the answer is swallowed; or somebody stands in front who sends forms elsewhere."""
ELSEWHERE = (
    b"HTTP/1.1 302 Found\r\nLocation: /health/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


@dataclass
class Line:
    """Plain TCP from a port of its own to the site."""

    site: Site
    how: str = OPEN
    pairs: list[tuple[socket.socket, socket.socket]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.door = socket.create_server(("localhost", 0))
        self.goes_on = True
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.door.getsockname()[1]}"

    def become(self, how: str) -> None:
        """From now on; what was under way is lost, but for where it only grows silent."""
        self.how = how
        if how in (OPEN, DEAD, DOOR):
            self._hang_up()

    def close(self) -> None:
        self.goes_on = False
        self.door.close()
        self._hang_up()

    def _hang_up(self) -> None:
        pairs, self.pairs = self.pairs, []
        for end in (connection for pair in pairs for connection in pair):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        there = urlsplit(self.site.url)
        while self.goes_on:
            try:
                phone, _address = self.door.accept()
            except OSError:
                return
            if self.how == DEAD:
                phone.close()
                continue
            server = socket.create_connection((there.hostname or "", there.port or 0))
            self.pairs.append((phone, server))
            for ends, silent in (((phone, server), MUTE), ((server, phone), DEAF)):
                threading.Thread(target=self._carry, args=(*ends, silent), daemon=True).start()

    def _carry(self, source: socket.socket, other: socket.socket, silent: str) -> None:
        with suppress(OSError):
            while content := source.recv(65536):
                if self.how == DOOR and content.startswith(b"POST "):
                    source.sendall(ELSEWHERE)
                    break
                if self.how in (OPEN, DOOR) or self.how not in (DEAD, silent, MUTE):
                    other.sendall(content)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(site: Site) -> Iterator[Line]:
    line = Line(site)
    try:
        yield line
    finally:
        line.close()


class Keeper(Scorer):
    """A device that keeps score at the end of a line of its own, with the session taken along."""

    def __init__(
        self,
        page: Page,
        table: Table,
        url: str,
        mine: Membership | None = None,
        held: Sequence[Membership] = (),
    ) -> None:
        """``url``: of the site, or of a line to it; ``mine``: whose device it is, a scorer's;
        ``held``: all places of the phone, if it has others."""
        self.page, self.taps, self.table = page, 0, table
        self.mine = mine or make.member(Role.SCORER, table.game.session.club)
        self.session = f"{url}/sessions/{table.game.session.code}/"
        self.url = f"{self.session}games/{table.game.number}/hand/"
        name = settings.SESSION_COOKIE_NAME
        cookie = make.client_as(*(held or [self.mine])).cookies[name].value
        page.context.add_cookies([{"name": name, "value": cookie, "url": url}])
        page.goto(self.url)
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-pocket", "ready", timeout=LONG)
        controlled = "() => navigator.serviceWorker.controller !== null"
        assert eventually(lambda: self.page.evaluate(controlled))

    def go(self, url: str) -> None:
        """There, though the page loads anew by itself where something was delivered."""
        for _try in range(3):
            try:
                self.page.goto(url)
                return
            except Error as error:
                if "interrupted by another navigation" not in error.message:
                    raise
                self.page.wait_for_load_state()  # its own goes first
        self.page.goto(url)

    # The network

    def cut(self) -> None:
        """As in flight mode: the browser knows it."""
        self.page.context.set_offline(True)

    def back(self) -> None:
        self.page.context.set_offline(False)
        self.wake()

    def wake(self) -> None:
        """The worker, where nothing tells the browser that the line goes on again."""
        with suppress(Error):  # what was delivered has the page load anew: it asks as it begins
            self.page.evaluate("dispatchEvent(new Event('online'))")

    def killed(self) -> None:
        """As a browser ends a worker that was asked nothing for a while."""
        devtools = self.page.context.new_cdp_session(self.page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        devtools.detach()

    # What is written

    def expect_saved(self, number: int) -> None:
        saved = re.compile(rf"Hand {number} saved( on this phone)?\.")
        expect(self.page.get_by_text(saved)).to_be_visible(timeout=LONG)

    def hand(self, number: int, winner: str = "Asha", **counts: int) -> str:
        """A hand by touch: its token."""
        expect(self.page.get_by_role("heading", name=f"Hand {number}")).to_be_visible(timeout=LONG)
        token = self.token
        self.won(winner)
        for name, points in counts.items():
            self.count(name).tap()
            self.keys(*str(points))
            expect(self.count(name)).to_have_value(str(points))
        self.save()
        self.expect_saved(number)
        return token

    @property
    def token(self) -> str:
        return self.page.locator("#hand input[name=token]").input_value()

    # What lies on the device

    def outbox(self) -> list[dict[str, Any]]:
        """As it is saved as a file."""
        ask = "(at) => fetch(at).then((answer) => answer.text())"
        try:
            outbox = json.loads(self.page.evaluate(ask, f"{self.session}offline/outbox.json"))
        except Error:  # the page has loaded anew meanwhile
            return self.outbox()
        items: list[dict[str, Any]] = outbox["items"]
        return items

    def kept(self, store: str) -> int:
        """How many of these (sessions, outbox) the device keeps."""
        try:
            count: int = self.page.evaluate(KEPT_COUNT, store)
        except Error:  # the page has loaded anew meanwhile
            return self.kept(store)
        return count

    def held(self, key: str) -> Any:
        return self.page.evaluate(KEPT_HELD, key)

    def caches(self) -> list[str]:
        """What the browser keeps of releases."""
        caches: list[str] = self.page.evaluate("caches.keys()")
        return sorted(caches)

    def expect_delivered(self) -> None:
        assert eventually(lambda: not self.outbox()), self.outbox()

    def expect_fresh(self) -> None:
        """The device has what the site has: a moment after a page has shown it."""

        def is_fresh() -> bool:
            session = Session.objects.get(pk=self.table.game.session_id)
            return bool(self.page.evaluate(KEPT_VERSION, session.code) == session.version)

        assert eventually(is_fresh), "the phone did not fetch what the site has"


def in_force(table: Table) -> list[Hand]:
    """The hands that count, on the server."""
    return list(Hand.objects.filter(game=table.game, voided_at__isnull=True).order_by("number"))


def tokens(table: Table) -> list[str]:
    return [hand.token for hand in in_force(table)]


def points(hand: Hand) -> Mapping[int, float]:
    """By seat, as it counts."""
    return {score.seat: score.points for score in hand.scores.order_by("seat", "revision")}
