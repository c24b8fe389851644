"""Polls the database once for all connected devices, instead of each asking every two seconds.

While there are listeners in this process, one task reads the versions of their sessions four times
a second: one short query for all devices. So every change is noticed, whichever process, command or
worker wrote it, and a save does nothing for it. Every other second it checks whether listeners
still have access. Only versions are sent, no content.

Everything runs in the loop of the web server; only the queries run in a thread of their own.
"""

import asyncio
import logging
import time
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from django.db import Error, close_old_connections, connection
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.requests.sent import required_number
from scorekeeper.core.server.network import Receive, Send
from scorekeeper.table.live.devices import ActiveWriter, active_writers, note_writing, writers_mark

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.25
"""Seconds."""
ACCESS_CHECK_SECONDS: Final = 2.0
REPEAT_SECONDS: Final = 2.0
"""Seconds until something is sent although nothing happened: proxies close silent connections, and
a page asks by itself after 4.5 seconds (static/js/live/connection.js)."""
MAX_PER_DEVICE: Final = 6
"""Connections per device; the oldest is closed."""
MAX_LISTENERS: Final = 4000
"""Connections per process; further devices poll instead."""


def event(line: str) -> bytes:
    """Returns a line as it is sent, such as ``data: 7``."""
    return f"{line}\n\n".encode()


@dataclass(eq=False, slots=True)
class Listener:
    """One device connected to one session (id). ``writes``: it is also told who else writes."""

    session: int
    member: Membership
    hub: "Hub"
    writes: bool = False
    latest: str = ""
    silent_since: float = 0.0
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    send: Send | None = None
    sending: asyncio.Task[None] | None = None

    async def follow(self, receive: Receive, send: Send) -> None:
        """Runs until the device disconnects or is turned away."""
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
        if self.send is None or (news == self.latest and now - self.silent_since <= REPEAT_SECONDS):
            return
        if self.sending and not self.sending.done():  # it has not read for a while, and will poll
            self.ended.set()
            return
        self.latest, self.silent_since = news, now
        data = {"type": "http.response.body", "body": event(f"data: {news}"), "more_body": True}
        self.sending = asyncio.ensure_future(self.send(data))


@dataclass
class Hub:
    """The listeners of one process."""

    listeners: dict[Listener, None] = field(default_factory=dict)
    """They are in the order of connection."""
    checked_access: float = 0.0
    task: asyncio.Task[None] | None = None
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "hub"))

    @property
    def is_full(self) -> bool:
        return len(self.listeners) >= MAX_LISTENERS

    def add(self, listener: Listener) -> None:
        of_device = [
            connected for connected in self.listeners if connected.member == listener.member
        ]
        for oldest in of_device[: max(0, len(of_device) + 1 - MAX_PER_DEVICE)]:
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
        """Runs while there are listeners."""
        loop = asyncio.get_running_loop()
        while listeners := list(self.listeners):
            now = time.monotonic()
            checks_access = now - self.checked_access >= ACCESS_CHECK_SECONDS
            if news := await loop.run_in_executor(self.thread, poll, listeners, checks_access):
                self.checked_access = now if checks_access else self.checked_access
                self.pass_on(news, listeners, now)
            await asyncio.sleep(POLL_SECONDS)

    def pass_on(self, news: "News", listeners: Collection[Listener], now: float) -> None:
        for listener in listeners:
            version = news.versions.get(listener.session)
            if version is None or listener.member.pk not in news.members:
                self.turn_away(listener)
            elif listener.writes:
                writers = (
                    writer
                    for writer in news.writing.get(listener.session, [])
                    if not writer.is_of(listener.member)
                )
                listener.hear(f"{version} {writers_mark(writers)}", now)
            else:
                listener.hear(str(version), now)


hub = Hub()


# In a thread ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class News:
    versions: Mapping[int, int]
    """The version of each session; a deleted one has none."""
    writing: Mapping[int, list[ActiveWriter]]
    """The writers of each session of which a listener wants them."""
    members: Collection[int]
    """Ids of the members who have access."""


def poll(listeners: Collection[Listener], checks_access: bool) -> News | None:
    """Returns None if the database is unavailable: devices notice the silence, and poll."""
    close_old_connections()  # as before each request, which tests the connection
    try:
        return read_news(listeners, checks_access)
    except Error:
        logger.warning("Live updates could not be looked up.", exc_info=True)
        connection.close()
    except Exception:  # the task serves all connections and must go on
        logger.exception("Live updates could not be read.")
    return None


def read_news(listeners: Collection[Listener], checks_access: bool) -> News:
    sessions = {listener.session for listener in listeners}
    with_writers = {listener.session for listener in listeners if listener.writes}
    versions = dict(Session.objects.filter(pk__in=sessions).values_list("pk", "version"))
    members = {listener.member.pk for listener in listeners}
    if checks_access:
        members = allowed_members(members)
    return News(
        versions, active_writers(with_writers, timezone.now()) if with_writers else {}, members
    )


def allowed_members(members: Collection[int]) -> set[int]:
    """Returns the members who still have access, by the rules of ``access.best_membership``."""
    allowed = Membership.objects.filter(
        pk__in=members,
        revoked_at__isnull=True,
        link__revoked_at__isnull=True,
        club__blocked_at__isnull=True,
    )
    return set(allowed.values_list("pk", flat=True))


RETRY = 3000
"""Milliseconds until a browser reconnects."""


@require_GET
@session_view(Role.VIEWER)
def news(request: ClubRequest, session: Session) -> HttpResponse | StreamingHttpResponse:
    """Sends the session's version on every change over an open connection (``scorekeeper.asgi``);
    204 if no connection can stay open: the page then asks every two seconds. ``w``: also sends a
    mark of who is writing."""
    scope = request.META.get("asgi.scope")
    if scope is None or hub.is_full:
        return HttpResponse(status=204)
    writes = "w" in request.GET and request.role >= Role.SCORER
    scope["listener"] = Listener(session.pk, request.membership, hub, writes=writes)
    response = StreamingHttpResponse([event(f"retry: {RETRY}")], content_type="text/event-stream")
    response["Content-Encoding"] = "identity"  # or it would be buffered for compression
    response["X-Accel-Buffering"] = "no"  # a proxy must not buffer it
    return response


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
def writing(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Records that this device has begun the hand, is still entering it, or ``leaves``."""
    hand = required_number(request, "number")
    game = session.games.filter(number=number).first()
    if game is None:
        raise Http404
    if session.closed_at is None:
        leaves = "leaves" in request.POST
        note_writing(game=game, hand=hand, by=request.membership, leaves=leaves)
    return HttpResponse(status=204)
