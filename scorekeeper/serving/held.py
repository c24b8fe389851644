"""Answers that stay open, so that something can be told later: what a view and the web server that
can hold connections (``patient``) agree on. Knows nothing of nights.

A thread answers, and is free again: the open connection lies in the web server's loop, which costs
nothing until something is told. Any other web server cannot do that, and says so by 204, after
which a browser's ``EventSource`` does not ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from django.http import HttpResponse, StreamingHttpResponse

RETRY = 3000
"""Milliseconds until a browser opens a line again that broke."""

Answer = HttpResponse | StreamingHttpResponse


class Held(OSError):
    """Ends an answer without ending it: the web server takes the connection over."""


class Line(Protocol):
    """An open connection, as whoever tells something through it knows it."""

    def tell(self, data: bytes) -> None:
        """From any thread, without waiting. Who does not take it in is hung up on."""

    def end(self) -> None: ...


class Guest(Protocol):
    """Who listens at an open connection."""

    def begin(self, line: Line) -> None: ...
    def gone(self) -> None: ...


Take = Callable[[Guest], bool]
"""Whether the web server will hold this connection for the guest."""

_offer: ContextVar[Take | None] = ContextVar("offer", default=None)


@contextmanager
def offered(take: Take) -> Iterator[None]:
    """While a request is answered on a connection that can be held."""
    before = _offer.set(take)
    try:
        yield
    finally:
        _offer.reset(before)


def answer(guest: Guest) -> Answer:
    take = _offer.get()
    if take is None or not take(guest):
        return HttpResponse(status=204)
    opened = StreamingHttpResponse(_begun(), content_type="text/event-stream")
    opened["Content-Encoding"] = "identity"  # or it would be gathered, to be compressed
    opened["X-Accel-Buffering"] = "no"  # a proxy hands it on at once
    return opened


def _begun() -> Iterator[bytes]:
    yield event(f"retry: {RETRY}")
    raise Held


def event(line: str) -> bytes:
    """``data: 7``, as it goes over the line."""
    return f"{line}\n\n".encode()
