"""Whether a request is all there: what can be said of it before anybody waits for the rest.

Only as much of HTTP as that needs. What is wrong with a request the web server says; here it must
only never be taken for whole while the server would wait for more of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from scorekeeper.serving import LARGEST_BODY

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the lines before the body; cookies and all, a browser sends one or two thousand."""
LARGEST_RAW: Final = 2 * LARGEST_BODY
"""Bytes of a body in chunks, with what stands between them."""
END: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*(\d{1,18})[ \t]*(?=\r\n)", re.I)
SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,8}")
CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.I)
CONTINUE: Final = re.compile(rb"\r\nexpect[ \t]*:[ \t]*100-continue[ \t]*\r\n", re.I)


class Arrived(Enum):
    """How much of a request is there."""

    SOME = "some"
    ALL = "all"
    """A thread can answer it without waiting, be it with a refusal."""
    TOO_MUCH = "too much"
    """More than any request has, and still no end."""


@dataclass(slots=True)
class Gathered:
    """A request that comes in pieces."""

    received: bytearray = field(default_factory=bytearray)
    head: int = 0
    """Where the body begins; 0 while that is not known."""
    length: int | None = None
    """Of the body; None: it comes in chunks."""
    at: int = 0
    """Where the next chunk begins."""
    is_cut: bool = False
    """More of it may come, which nobody reads: it is refused as it is."""
    body: int = 0
    """Bytes in the chunks so far."""

    def add(self, data: bytes) -> Arrived:
        self.received += data
        if not self.head and not self._found_head():
            return Arrived.TOO_MUCH if len(self.received) > LARGEST_HEAD else Arrived.SOME
        if self.length is None:
            return self._chunks()
        self.is_cut = self.length > LARGEST_BODY
        is_there = self.is_cut or len(self.received) - self.head >= self.length
        return Arrived.ALL if is_there else Arrived.SOME

    @property
    def wants_a_sign(self) -> bool:
        """The sender waits to be told that the body may come."""
        return bool(self.head and CONTINUE.search(self.received, 0, self.head))

    def _found_head(self) -> bool:
        while self.received.startswith((b"\r", b"\n")):  # between two requests
            del self.received[:1]
        end = self.received.find(END)
        if end < 0:
            return False
        self.head = self.at = end + len(END)
        lengths = [int(told) for told in LENGTH.findall(self.received, 0, self.head)]
        is_chunked = CHUNKED.search(self.received, 0, self.head)
        self.length = None if is_chunked else max(lengths, default=0)
        return True

    def _chunks(self) -> Arrived:
        """On to the last chunk that is there. What is none the server refuses at once."""
        while (line := self.received.find(b"\r\n", self.at, self.at + 4096)) >= 0:
            told = bytes(self.received[self.at : line]).partition(b";")[0].rstrip(b" \t")
            if not SIZE.fullmatch(told):
                self.is_cut = True
                return Arrived.ALL
            size, first = int(told, 16), line + 2
            if size == 0:
                return Arrived.ALL if self.received.find(END, line) >= 0 else self._more()
            if self.body + min(size, len(self.received) - first) > LARGEST_BODY:
                self.is_cut = True
                return Arrived.ALL
            if first + size + 2 > len(self.received):
                break
            self.body += size
            self.at = first + size + 2
        return self._more()

    def _more(self) -> Arrived:
        is_long = len(self.received) - self.head > LARGEST_RAW
        return Arrived.TOO_MUCH if is_long else Arrived.SOME
