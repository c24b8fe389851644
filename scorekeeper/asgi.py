"""The ASGI application that the web server calls. Every request goes to Django by WSGI, in a pool
of threads, once all of its body is here: slow phones hold no thread. A request whose view opens a
live line (``live``) stays open afterwards, in the loop, where it costs no thread either.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from a2wsgi import WSGIMiddleware
from django.urls import get_resolver

from scorekeeper.core.counting import live_connection
from scorekeeper.core.server import LARGEST_BODY
from scorekeeper.core.server.network import Message, Receive, Send
from scorekeeper.wsgi import application as site

PATIENCE: Final = 20.0
"""Seconds for a whole body."""
LINGER: Final = 2.0
"""Seconds in which a device can hear a refusal while it still sends, and ``LINGER_BYTES`` that are
read and thrown away."""
LINGER_BYTES: Final = 16 * 1024 * 1024
CLOSE: Final = (b"connection", b"close")
TOO_SLOW: Final = {"type": "http.response.start", "status": 408, "headers": [CLOSE]}
END: Final = {"type": "http.response.body"}


def served(wsgi: Any, threads: int) -> Callable[[Message, Receive, Send], Awaitable[None]]:
    """The application by ASGI, of a WSGI application that is called in so many threads."""
    in_threads: Any = WSGIMiddleware(wsgi, workers=threads)

    async def application(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await in_threads(scope, receive, send)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                body, is_whole = await body_of(scope, receive)
        except TimeoutError:
            await send(TOO_SLOW)
            await send(END)
        except ConnectionAbortedError:
            return
        else:
            await in_threads(scope, gathered(body), all_but_the_end(scope, is_whole, send))
            await stay(scope, is_whole, receive, send)
            await send(END)

    return application


async def body_of(scope: Message, receive: Receive) -> tuple[bytes, bool]:
    """At most one byte more than is allowed, and whether that is all of it; nothing of a body whose
    length is announced and too large. Raises ConnectionAbortedError."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if not length.isdigit() or int(length) > LARGEST_BODY:
        return b"", False
    body, is_whole = bytearray(), False
    while not is_whole and len(body) <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        body += message.get("body", b"")
        is_whole = not message.get("more_body", False)
    return bytes(body[: LARGEST_BODY + 1]), is_whole


def gathered(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    return receive


def all_but_the_end(scope: Message, is_whole: bool, send: Send) -> Send:
    """Hands on an answer but not that it is over; a line, and an answer to a body that is not
    whole, are the last of their connection."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start" and ("listener" in scope or not is_whole):
            message["headers"].append(CLOSE)
        if message["type"] == "http.response.start" or message.get("body"):
            await send({**message, "more_body": True})

    return send_on


async def stay(scope: Message, is_whole: bool, receive: Receive, send: Send) -> None:
    if listener := scope.get("listener"):
        with live_connection():
            await listener.follow(receive, send)
    elif not is_whole:
        await linger(receive)


async def linger(receive: Receive) -> None:
    heard = 0
    try:
        async with asyncio.timeout(LINGER):
            while heard < LINGER_BYTES:
                message = await receive()
                heard += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


application = served(site, int(os.environ.get("WEB_THREADS", "4")))


def notify_ready() -> None:
    """Tells systemd, where it started this, that a web process answers now (sd_notify(3)): with all
    views loaded, or the first request would wait for them."""
    _ = get_resolver().url_patterns
    if address := os.environ.get("NOTIFY_SOCKET", ""):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
            systemd.send(b"READY=1")


notify_ready()
