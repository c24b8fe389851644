"""A hall of phones at one process of the real web server: none of its lines ends early."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings

from scorekeeper.clubs.models import Role
from scorekeeper.live.hub import MOST_OF_ONE
from scorekeeper.play.selectors import Table
from tests import factories as make
from tests.factories import pool_hand
from tests.served import address_of_the_test_database, environment, eventually
from tests.webserver import Server, webserver

pytestmark = [pytest.mark.in_turn, pytest.mark.django_db(transaction=True)]

LINES, NEWS = 1000, 20
DRAW = pool_hand("Asha", Dev=1)


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    told = environment(
        MODE="play",
        SECRET_KEY=settings.SECRET_KEY,
        DATA_DIR=str(tmp_path_factory.mktemp("site")),
        STATIC_ROOT=str(settings.STATIC_ROOT),
        DATABASE_URL=address_of_the_test_database(),
    )
    with webserver(told, tmp_path_factory.mktemp("scratch"), "--workers=1") as running:
        yield running


class Hall:
    """Many open lines, each with what it heard."""

    def __init__(self, at: Table, port: int, stack: ExitStack) -> None:
        self.heard: dict[socket.socket, bytes] = {}
        self.ended: list[socket.socket] = []
        self.selector = stack.enter_context(selectors.DefaultSelector())
        for _phone in range(-(-LINES // MOST_OF_ONE)):
            cookie = make.client_with(Role.VIEWER, at.game.session.club).cookies
            value = cookie[settings.SESSION_COOKIE_NAME].value
            for _line in range(min(MOST_OF_ONE, LINES - len(self.heard))):
                line = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
                line.sendall(
                    f"GET /nights/{at.game.session.code}/live/ HTTP/1.1\r\nHost: localhost\r\n"
                    f"Cookie: {settings.SESSION_COOKIE_NAME}={value}\r\n\r\n".encode()
                )
                self.heard[line] = b""
                self.selector.register(line, selectors.EVENT_READ)

    def listen(self, words: bytes, seconds: float = 20) -> int:
        """How many have heard that, once all have or the time is over."""
        until = time.monotonic() + seconds
        while self.count(words) < LINES and time.monotonic() < until:
            for key, _events in self.selector.select(0.1):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if data := line.recv(65536):
                    self.heard[line] += data
                else:
                    self.ended.append(line)
                    self.selector.unregister(line)
        return self.count(words)

    def count(self, words: bytes) -> int:
        return sum(words in heard for heard in self.heard.values())


def test_a_thousand_lines_at_one_process_hear_every_piece_of_news(server: Server) -> None:
    at = make.night("points_rummy", ["Asha", "Dev"])
    with ExitStack() as stack:
        hall = Hall(at, server.port, stack)
        at.game.session.refresh_from_db()
        assert hall.listen(b"data: %d\n\n" % at.game.session.version, 60) == LINES
        for _news in range(NEWS):
            make.play(at, DRAW)
            at.game.session.refresh_from_db()
            assert hall.listen(b"data: %d\n\n" % at.game.session.version) == LINES
        assert hall.ended == []
        assert server.child.process is not None
        server.child.process.terminate()
        assert eventually(lambda: server.child.process.poll() is not None, 3)  # type: ignore[union-attr]
