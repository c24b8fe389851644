"""A real web server for tests, with the site on it, and clients that are slow, greedy or rude."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from threading import Event, Thread

from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.served import environment, eventually

ROOT = Path(__file__).parents[2]


@dataclass
class Server:
    """A running one. ``scratch``: the folder it would put temporary files into."""

    port: int
    child: Child
    scratch: Path

    def worker(self) -> int:
        """The process that answers: of one, the server itself."""
        assert self.child.process is not None
        return self.child.process.pid

    def most_memory(self) -> int:
        """The most memory that the worker ever used, in kB."""
        text = Path(f"/proc/{self.worker()}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+)", text)[0])

    def left_behind(self) -> list[Path]:
        return [path for path in self.scratch.rglob("*") if path.is_file()]


def collected(folder: Path) -> dict[str, str]:
    """The environment of a site at the table with its own data, style sheets put together."""
    env = environment(MODE="play", DATA_DIR=str(folder), LOG_LEVEL="ERROR")
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        command = [sys.executable, "manage.py", *command, "-v0"]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
    return env


@contextmanager
def webserver(env: dict[str, str], scratch: Path, *options: str) -> Iterator[Server]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        number, port = listener.fileno(), listener.getsockname()[1]
        command = [sys.executable, "manage.py", "serve", f"--bind=fd://{number}", *options]
        scratch.mkdir(exist_ok=True)
        env = {**env, "TMPDIR": str(scratch)}
        child = Child("web server", command, {"cwd": ROOT, "env": env, "pass_fds": [number]})
        child.start()
    try:
        assert eventually(lambda: status_of(port, "/health/") == 200, 90)
        yield Server(port, child, scratch)
    finally:
        stop([child], seconds=5)


def ask(port: int, path: str, *lines: str, patience: float = 15) -> bytes:
    """The answer to a request like any other, b"" if there is none in time."""
    head = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *lines]
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), patience) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


def status_of(port: int, path: str, *lines: str) -> int:
    return status(ask(port, path, *lines))


def status(answer: bytes) -> int:
    match = re.match(rb"HTTP/1\.1 (\d{3})", answer)
    return int(match.group(1)) if match else 0


@contextmanager
def dripping(port: int, clients: int) -> Iterator[list[socket.socket]]:
    """Opens so many clients that send on and on, and never come to an end: heads, bodies of a known
    length, and bodies in chunks."""
    begun = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /start/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n",
        b"POST /start/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfff0\r\n",
    )
    over, stack = Event(), ExitStack()

    def drip() -> None:
        while not over.wait(0.5):
            for client in slow:
                with suppress(OSError):
                    client.send(b"a")

    with stack:
        slow = [stack.enter_context(socket.socket()) for _client in range(clients)]
        for number, client in enumerate(slow):
            client.connect(("127.0.0.1", port))
            client.sendall(begun[number % len(begun)])
        thread = Thread(target=drip)
        thread.start()
        try:
            yield slow
        finally:
            over.set()
            thread.join()


def pour(port: int, head: str, body: Iterator[bytes]) -> tuple[int, bytes]:
    """Send until all is sent or somebody answers: how much went out, and the answer."""
    sent, answer = 0, b""
    with socket.create_connection(("127.0.0.1", port), 20) as client:
        client.sendall(head.replace("\n", "\r\n").encode())
        with suppress(OSError):
            for piece in body:
                if select([client], [], [], 0)[0]:
                    break
                client.sendall(piece)
                sent += len(piece)
        with suppress(OSError):
            while data := client.recv(65536):
                answer += data
    return sent, answer
