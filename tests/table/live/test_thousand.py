"""A thousand devices that connect at the same moment and listen at one process hear all news."""

import re
import resource
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from scorekeeper.clubs.locks import hold_session, touch
from scorekeeper.clubs.models import Role, Session
from tests.helpers import factories as make
from tests.helpers.served import address_of_the_test_database, environment, eventually
from tests.helpers.webserver import Server, webserver

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.programs]

PHONES, PAGES = 200, 5
NEWS = 20
WITHIN = 60  # seconds; one is usual
"""Seconds."""


@pytest.fixture(autouse=True)
def _many_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    env = environment(
        MODE="play",
        SECRET_KEY=settings.SECRET_KEY,
        DATA_DIR=str(tmp_path),
        STATIC_ROOT=str(settings.STATIC_ROOT),
        DATABASE_URL=address_of_the_test_database(),
    )
    with webserver(env, tmp_path / "scratch", "--workers=1") as server:
        yield server


@dataclass
class Ear:
    """One open line, and the last version that was heard on it; ``over``: it ended."""

    socket: socket.socket
    received: bytes = b""
    version: int = 0
    over: bool = False

    def hear(self) -> None:
        try:
            data = self.socket.recv(65536)
        except OSError:
            data = b""
        self.received += data
        self.over = self.over or not data or b" 204 " in self.received[:20]
        if versions := re.findall(rb"data: (\d+)", self.received):
            self.version = int(versions[-1])
        self.received = self.received[-200:]


@dataclass
class Hall:
    ears: list[Ear] = field(default_factory=list)
    poller: selectors.DefaultSelector = field(default_factory=selectors.DefaultSelector)

    def listen(self, seconds: float, version: int) -> None:
        """Until all that are open have heard of this version, or that long."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.deaf(version):
            for key, _events in self.poller.select(0.1):
                ear = key.data
                ear.hear()
                if ear.over:
                    self.poller.unregister(ear.socket)

    def deaf(self, version: int) -> list[Ear]:
        return [ear for ear in self.ears if not ear.over and ear.version < version]

    def ended(self) -> list[bytes]:
        return [ear.received for ear in self.ears if ear.over]


@contextmanager
def hall(server: Server, session: Session) -> Iterator[Hall]:
    hall, heads = Hall(), list[tuple[Ear, bytes]]()
    try:
        for _phone in range(PHONES):
            browser = make.client_with(Role.VIEWER, session.club)
            cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
            request = f"GET /sessions/{session.code}/live/ HTTP/1.1\r\nHost: localhost\r\n"
            request += f"Cookie: {settings.SESSION_COOKIE_NAME}={cookie}\r\n\r\n"
            for _page in range(PAGES):
                ear = Ear(socket.create_connection(("127.0.0.1", server.port), 10))
                hall.ears.append(ear)
                hall.poller.register(ear.socket, selectors.EVENT_READ, ear)
                heads.append((ear, request.encode()))
        for ear, head in heads:
            ear.socket.sendall(head)
        yield hall
    finally:
        for ear in hall.ears:
            ear.socket.close()


def news(session: Session) -> int:
    with transaction.atomic():
        touch(hold_session(session.pk))
    session.refresh_from_db()
    return session.version


def test_a_thousand_lines_at_one_process_hear_all_news(server: Server) -> None:
    session = make.session().game.session
    with hall(server, session) as listening:
        listening.listen(90, session.version)
        assert (len(listening.ears), listening.ended()) == (PHONES * PAGES, [])
        slowest = 0.0
        for _news in range(NEWS):
            version, began = news(session), time.monotonic()
            listening.listen(WITHIN, version)
            slowest = max(slowest, time.monotonic() - began)
            assert listening.deaf(version) == []
        print(f"The slowest heard after {slowest:.2f} s.")
        assert listening.ended() == []


def test_a_server_that_is_stopped_lets_go_of_its_lines(server: Server) -> None:
    session = make.session().game.session
    with hall(server, session) as listening:
        listening.listen(90, session.version)
        process = server.child.process
        assert process is not None and not listening.ended()
        process.terminate()
        assert eventually(lambda: process.poll() is not None)
