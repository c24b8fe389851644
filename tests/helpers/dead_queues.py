"""Addresses of queues that do not answer, each in a way of its own."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest


@pytest.fixture
def hung() -> Iterator[str]:
    """Takes every connection and never says a word."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture
def refusing() -> str:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture
def full() -> Iterator[str]:
    """Its queue of callers is full, so it drops what comes: as an address that nobody routes."""
    with closing(socket.socket()) as server:
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        callers = [socket.socket() for _ in range(4)]
        for caller in callers:
            caller.setblocking(False)
            caller.connect_ex(server.getsockname())
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        for caller in callers:
            caller.close()
