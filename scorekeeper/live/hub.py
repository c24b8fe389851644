"""Asks the database for all phones at once what they would each ask every two seconds.

While anybody listens in this process one task looks four times a second at the versions of the
sessions that are watched: one short query, however many phones there are. So whatever moves a
session on is noticed, by whichever process, command or worker it was written, and a save does
nothing for it. Every other second it looks whether those who listen still may. What is sent is a
version, nothing of the session.

All of it runs in the loop of the web server; only the queries run in a thread of their own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from django.db import Error, close_old_connections, connection
from django.utils import timezone

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.live.writing import Sign, mark, signs
from scorekeeper.serving.messages import Receive, Send

logger = logging.getLogger(__name__)

LOOKS_EVERY: Final = 0.25
"""Seconds."""
CHECKS_ACCESS_EVERY: Final = 2.0
REPEATS_EVERY: Final = 2.0
"""Seconds until something is sent though nothing happened: proxies give up a line that is silent,
and a page asks by itself after 4.5 seconds (static/js/live/line.js)."""
MOST_OF_ONE: Final = 6
"""Lines of one phone; the oldest gives way."""
MOST: Final = 4000
"""Lines of one process; a phone that comes then asks instead."""


def event(line: str) -> bytes:
    """``data: 7``, as it goes over the line."""
    return f"{line}\n\n".encode()


@dataclass(eq=False, slots=True)
class Listener:
    """One phone at one session (by its id). ``writes``: it hears too who else writes."""

    session: int
    member: Membership
    hub: Hub
    writes: bool = False
    latest: str = ""
    silent_since: float = 0.0
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    send: Send | None = None
    sending: asyncio.Task[None] | None = None

    async def follow(self, receive: Receive, send: Send) -> None:
        """Stays until the phone goes, or is turned away."""
        self.send = send
        self.hub.add(self)
        waits = [asyncio.ensure_future(receive()), asyncio.ensure_future(self.ended.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(self)
            for wait in waits:
                wait.cancel()

    def hear(self, news: str, now: float) -> None:
        if self.send is None or (news == self.latest and now - self.silent_since <= REPEATS_EVERY):
            return
        if self.sending and not self.sending.done():  # it took nothing in for a while: it asks
            self.ended.set()
            return
        self.latest, self.silent_since = news, now
        data = {"type": "http.response.body", "body": event(f"data: {news}"), "more_body": True}
        self.sending = asyncio.ensure_future(self.send(data))


@dataclass
class Hub:
    """Of one process."""

    listeners: dict[Listener, None] = field(default_factory=dict)
    """In the order in which they came."""
    checked_access: float = 0.0
    task: asyncio.Task[None] | None = None
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "hub"))

    @property
    def is_full(self) -> bool:
        return len(self.listeners) >= MOST

    def add(self, listener: Listener) -> None:
        of_one = [each for each in self.listeners if each.member == listener.member]
        for oldest in of_one[: max(0, len(of_one) + 1 - MOST_OF_ONE)]:
            self.turn_away(oldest)
        self.listeners[listener] = None
        self.start()

    def start(self) -> None:
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self.run())

    def leave(self, listener: Listener) -> None:
        self.listeners.pop(listener, None)

    def turn_away(self, listener: Listener) -> None:
        self.leave(listener)
        listener.ended.set()

    async def run(self) -> None:
        """As long as anybody listens."""
        loop = asyncio.get_running_loop()
        while here := list(self.listeners):
            now = time.monotonic()
            checks = now - self.checked_access >= CHECKS_ACCESS_EVERY
            if news := await loop.run_in_executor(self.thread, look, here, checks):
                self.checked_access = now if checks else self.checked_access
                self.pass_on(news, here, now)
            await asyncio.sleep(LOOKS_EVERY)

    def pass_on(self, news: News, here: Collection[Listener], now: float) -> None:
        for listener in here:
            version = news.versions.get(listener.session)
            if version is None or listener.member.pk not in news.members:
                self.turn_away(listener)
            elif listener.writes:
                others = (
                    sign
                    for sign in news.writing.get(listener.session, [])
                    if not sign.is_of(listener.member)
                )
                listener.hear(f"{version} {mark(others)}", now)
            else:
                listener.hear(str(version), now)


hub = Hub()


# In a thread ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class News:
    versions: Mapping[int, int]
    """By session, none of one that is gone."""
    writing: Mapping[int, list[Sign]]
    """By session, where somebody listens for it."""
    members: Collection[int]
    """Those who may listen, by id."""


def look(here: Collection[Listener], checks_access: bool) -> News | None:
    """None where the database is away: the phones notice it by the silence, and ask."""
    close_old_connections()  # as before each request: this one is tested
    try:
        return read_news(here, checks_access)
    except Error:
        logger.warning("Live updates could not be looked up.", exc_info=True)
        connection.close()
    except Exception:  # the one task of all lines goes on
        logger.exception("Live updates could not be read.")
    return None


def read_news(here: Collection[Listener], checks_access: bool) -> News:
    sessions = {listener.session for listener in here}
    written = {listener.session for listener in here if listener.writes}
    versions = dict(Session.objects.filter(pk__in=sessions).values_list("pk", "version"))
    members = {listener.member.pk for listener in here}
    if checks_access:
        members = standing(members)
    return News(versions, signs(written, timezone.now()) if written else {}, members)


def standing(members: Collection[int]) -> set[int]:
    """As strict as ``access.best_membership``, of phones that were let in by it."""
    allowed = Membership.objects.filter(
        pk__in=members, revoked_at__isnull=True, link__revoked_at__isnull=True
    )
    return set(allowed.values_list("pk", flat=True))
