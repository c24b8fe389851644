"""uvicorn's protocol for HTTP with two limits that it leaves to a proxy, for at a table there is
none: how long the head of a request may be, and how long it may take.

It also sends each answer at once. uvicorn takes every socket that is handed over (``fd://``) for
one of the file system, so its loop does not do so itself, and the body would wait until the head
was confirmed: 40 ms for each answer on a kept connection.
"""

import asyncio
import socket
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the lines before the body; cookies and all, a browser sends one or two thousand."""
PATIENCE: Final = 20.0
"""Seconds for a head, from its first byte or the first moment of the connection."""
VANISHED: Final = 30_000
"""Milliseconds after which a device that confirms nothing is taken to be gone."""

TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class BoundedProtocol(HttpToolsProtocol):
    waiting: asyncio.TimerHandle | None = None
    """Until the head is here."""
    head_size = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        with suppress(OSError):  # one of the file system sends everything at once
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError, AttributeError):  # where the system knows of it
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
        self.wait_for_head()

    def wait_for_head(self) -> None:
        self.stop_waiting()
        self.waiting = asyncio.get_running_loop().call_later(PATIENCE, self.transport.close)

    def stop_waiting(self) -> None:
        self.head_size = 0
        if self.waiting:
            self.waiting.cancel()
            self.waiting = None

    def data_received(self, data: bytes) -> None:
        self.head_size += len(data)
        super().data_received(data)
        if self.waiting and self.head_size > LARGEST_HEAD:
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.wait_for_head()

    def on_headers_complete(self) -> None:
        self.stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(exc)
