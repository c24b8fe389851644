"""A chat or a program on this computer, that takes what it is sent, or does not."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any


@dataclass(frozen=True)
class Taken:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def parts(self) -> dict[str, bytes]:
        """The parts of a form, by their names."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = message_from_bytes(head + self.body, policy=policy.HTTP)
        return {
            str(part.get_param("name", header="content-disposition")): bytes(
                part.get_payload(decode=True)
            )
            for part in message.iter_parts()
        }


@dataclass
class Receiver:
    """``says``: status and text of its answers, the first first, the last for ever; None: it hangs
    up."""

    says: list[tuple[int, str] | None] = field(default_factory=lambda: [(200, "ok")])
    headers: dict[str, str] = field(default_factory=dict)
    before: Callable[[], object] = lambda: None
    """Called before an answer."""
    came: list[Taken] = field(default_factory=list)
    port: int = 0

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def answer(self) -> tuple[int, str] | None:
        return self.says.pop(0) if len(self.says) > 1 else self.says[0]


@contextmanager
def receiver(tls: SSLContext | None = None) -> Iterator[Receiver]:
    """Open for as long as it is needed."""
    there = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def take(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            there.came.append(Taken(self.command, self.path, headers, body))
            there.before()
            if (said := there.answer()) is None:
                return
            status, text = said
            self.send_response(status)
            for name, value in there.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_PUT = do_GET = take  # noqa: N815

        def log_message(self, *_args: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    there.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
    thread.start()
    yield there
    server.shutdown()
    server.server_close()
    thread.join()
