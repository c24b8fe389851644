"""The real web server on loopback for the time of a benchmark, and a client that stays on."""

import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
KEY = "only-for-the-benchmarks"


def prepare(database: str | None, keep: bool = False) -> None:
    """Point this process, and the server it starts, at a throw-away folder and database; ``keep``:
    what is in it stays."""
    os.environ.update(
        MODE="play",
        SECRET_KEY=KEY,
        DATA_DIR=tempfile.mkdtemp(prefix="scorekeeper-bench-"),
        DJANGO_SETTINGS_MODULE="bench.settings",
    )
    os.environ.pop("DATABASE_URL", None)
    if database:
        os.environ["DATABASE_URL"] = database
    import django
    from django.core.management import call_command

    django.setup()
    if database and not keep:
        _fresh_database()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def _fresh_database() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("CREATE SCHEMA public")


@dataclass
class Server:
    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of processor time used so far by its threads."""
        return _cpu(self.process.pid)


@contextmanager
def served(database: str = "") -> Iterator[Server]:
    """``database``: another than the one that ``prepare`` was given."""
    port = _free_port()
    command = [sys.executable, "-m", "uvicorn", "bench.asgi:application", "--port", str(port)]
    command += ["--http", "h11", "--no-access-log"]
    command += ["--log-level", "error", "--timeout-keep-alive", "75", "--no-proxy-headers"]
    site = os.environ | ({"DATABASE_URL": database} if database else {})
    process = subprocess.Popen(command, cwd=ROOT, env=site)
    try:
        _wait(port)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(10)


@dataclass
class Site(Server):
    """All that ``go.py play`` starts."""

    def cpu(self) -> float:
        """Seconds of processor time used so far by its web server, of two processes."""
        pids = [pid for pid in _descendants(self.process.pid) if b"celery" not in _command(pid)]
        return sum(map(_cpu, pids))


@contextmanager
def played() -> Iterator[Site]:
    """The site as ``go.py play`` starts it, with the settings that it has there."""
    port = _free_port()
    command = [sys.executable, "manage.py", "play", "--no-demo", "--no-pocket", f"--port={port}"]
    settings = os.environ | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SHOW_QR": "no"}
    process = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL)
    try:
        _wait(port)
        yield Site(port, process)
    finally:
        process.terminate()
        process.wait(30)


def _cpu(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def _descendants(pid: int) -> Iterator[int]:
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            yield child
            yield from _descendants(child)


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


class Browser:
    """Keeps one connection and the cookies it was given."""

    def __init__(self, server: Server, cookies: Mapping[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.cookies = dict(cookies) | {"csrftoken": "a" * 32}

    def _headers(self, extra: Mapping[str, str]) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie, "X-CSRFToken": "a" * 32, **extra}

    def get(self, path: str, **extra: str) -> tuple[int, bytes]:
        try:
            return self._got(path, extra)
        except http.client.RemoteDisconnected:  # the server lets go of those who are silent
            self.connection.close()
            return self._got(path, extra)

    def _got(self, path: str, extra: Mapping[str, str]) -> tuple[int, bytes]:
        self.connection.request("GET", path, headers=self._headers(extra))
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def post(self, path: str, data: Mapping[str, object], **extra: str) -> tuple[int, bytes]:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(list(data.items()))
        self.connection.request("POST", path, body, headers=self._headers(extra | kind))
        answer = self.connection.getresponse()
        return answer.status, answer.read()


def alternating(acts: Mapping[str, Callable[[int], None]], rounds: int) -> dict[str, float]:
    """Median milliseconds of each act, called in turn so that noise falls on all alike."""
    times: dict[str, list[float]] = {name: [] for name in acts}
    for turn in range(rounds):
        for name, act in acts.items():
            begun = time.perf_counter()
            act(turn)
            times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(spent) * 1000 for name, spent in times.items()}
