"""Many phones at the sessions of a public site: what they cost, and how soon a save is seen on all.

``python -m bench.live postgres://… [--watchers 500] [--seconds 60] [--polls] [--along]`` on a
database that may be wiped. Two web processes by the command of docs/operating.md, behind its
nginx; no Redis and no workers, which no page needs. Five sessions with a scorer each; the
watchers hold a line and fetch their board when they are told, or with ``--polls`` ask every two
seconds, as a page does without a line. ``--along``: the scorers have their sessions on the phone,
and fetch them anew after each hand, with the page that is open. The clients run on the same
machine, in this process, and share its cores.
"""

import argparse
import asyncio
import os
import random
import ssl
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SESSIONS = 5
EVERY = 12.0
"""Seconds from a hand to the next at each table; at a real one it is minutes."""
NAME = "localhost"


@dataclass
class Measurements:
    """What the clients saw."""

    saves: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    """Seconds from the moment that a save was sent until a watcher had the new board."""
    last: list[float] = field(default_factory=list)
    """The same of the last watcher of each save."""
    broken: int = 0
    answers: int = 0
    hear: int = 0
    """Watchers who heard something, or had an answer."""

    def forget(self) -> None:
        for times in (self.saves, self.behind, self.last):
            times.clear()


Cookies = dict[str, str]


@dataclass
class Session:
    """``watchers``: a phone of its own each, for one phone may hold few lines."""

    table: Any
    scorer: Cookies
    version: int
    watchers: list[Cookies]
    begun: float = 0.0
    waiting: int = 0


@dataclass
class Door:
    port: int
    trust: ssl.SSLContext

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """From one of twenty addresses: each has its limits at the proxy."""
        source = f"127.0.1.{random.randrange(1, 21)}"
        return await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            ssl=self.trust,
            server_hostname=NAME,
            local_addr=(source, 0),
        )


def head(method: str, path: str, cookies: Cookies, *more: str) -> bytes:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    lines = [f"{method} {path} HTTP/1.1", f"Host: {NAME}", f"Cookie: {cookie}", "HX-Request: true"]
    lines += ["Accept-Encoding: gzip", "X-Forwarded-Proto: https", f"Referer: https://{NAME}/"]
    return "\r\n".join([*lines, f"X-CSRFToken: {'a' * 32}", *more, "", ""]).encode()


async def answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status, headers = int(text.split()[1]), text.lower()
    if "transfer-encoding: chunked" in headers:
        body = b""
        while size := int(await reader.readline(), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
        return status, body
    length = headers.partition("content-length: ")[2].partition("\r\n")[0]
    return status, await reader.readexactly(int(length or 0))


class Asker:
    """Keeps one connection, as a browser does."""

    def __init__(self, door: Door, cookies: Cookies, measurements: Measurements) -> None:
        self.door, self.cookies, self.measurements = door, cookies, measurements
        self.pipes: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        for attempt in range(2):
            try:
                if self.pipes is None:
                    self.pipes = await self.door.open()
                reader, writer = self.pipes
                writer.write(request)
                response = await answer(reader)
                self.measurements.answers += 1
                return response
            except (OSError, asyncio.IncompleteReadError):
                self.pipes = None
                if attempt:
                    self.measurements.broken += 1
        return 0, b""


async def fetch(asker: Asker, session: Session, version: int) -> int:
    """The board newer than the shown one; the version that is shown then."""
    path = f"/sessions/{session.table.game.session.code}/newer/?v={version}"
    status, _body = await asker.ask(head("GET", path, asker.cookies))
    if status != 200:
        return version
    spent = time.monotonic() - session.begun
    asker.measurements.behind.append(spent)
    session.waiting -= 1
    if session.waiting == 0:
        asker.measurements.last.append(spent)
    return session.version


async def listen(
    door: Door, session: Session, cookies: Cookies, measurements: Measurements
) -> None:
    asker, version = Asker(door, cookies, measurements), session.version
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await door.open()
            path = f"/sessions/{session.table.game.session.code}/live/"
            writer.write(head("GET", path, cookies))
            head_bytes = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head_bytes:
                raise RuntimeError(head_bytes)
            measurements.hear += 1
            while line := await reader.readline():
                if line.startswith(b"data: ") and int(line.split()[1]) != version:
                    version = await fetch(asker, session, version)
        measurements.broken += 1


async def poll(door: Door, session: Session, cookies: Cookies, measurements: Measurements) -> None:
    asker, version = Asker(door, cookies, measurements), session.version
    await asyncio.sleep(random.random() * 2)
    measurements.hear += 1
    while True:
        version = await fetch(asker, session, version)
        await asyncio.sleep(2)


async def write(
    door: Door,
    session: Session,
    measurements: Measurements,
    fields: dict[str, str],
    *,
    is_along: bool,
) -> None:
    from urllib.parse import urlencode

    asker, number = Asker(door, session.scorer, measurements), 1
    session_path = f"/sessions/{session.table.game.session.code}/"
    hand_path = f"{session_path}games/1/hand/"
    await asyncio.sleep(random.random() * EVERY)
    while True:
        values = fields | {"number": str(number), "token": f"{number}-{random.random()}"}
        body = urlencode(values).encode()
        kind = "Content-Type: application/x-www-form-urlencoded"
        session.waiting, session.version = len(session.watchers), session.version + 1
        begun = session.begun = time.monotonic()
        request = (
            head("POST", hand_path, session.scorer, kind, f"Content-Length: {len(body)}") + body
        )
        status, body_received = await asker.ask(request)
        if status != 200 or (b"hand-saved" not in body_received and b"X-Outcome" in body_received):
            raise RuntimeError((status, body_received[:500]))
        measurements.saves.append(time.monotonic() - begun)
        number += 1
        for path in (f"{session_path}offline/snapshot/", hand_path) if is_along else ():
            status, body_received = await asker.ask(head("GET", path, session.scorer))
            if status != 200:
                raise RuntimeError((status, path, body_received[:500]))
        await asyncio.sleep(EVERY)


def processes(parent: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *(pid for child in children for pid in processes(int(child)))]


def cpu(*parents: int) -> float:
    """Seconds of processor time used so far."""
    spent = 0
    for pid in (pid for parent in parents for pid in processes(parent)):
        for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            spent += int(thread.read_text().split()[0])
    return spent / 1e9


def sessions(watchers: int) -> list[Session]:
    from bench.save import started

    sessions_started = []
    for number in range(SESSIONS):
        table_played, _browser, cookies = started()
        table_played.game.session.refresh_from_db()
        guest_count = watchers // SESSIONS + (number < watchers % SESSIONS)
        scorer = cookies | {"csrftoken": "a" * 32}
        sessions_started.append(
            Session(
                table_played,
                scorer,
                table_played.game.session.version,
                list(guests(table_played, guest_count)),
            )
        )
    return sessions_started


def guests(table_played: Any, count: int) -> Iterator[Cookies]:
    from django.conf import settings

    from scorekeeper.clubs import services as clubs
    from scorekeeper.clubs.invitations.services import ensure_link
    from scorekeeper.clubs.models import Role
    from tests.helpers import factories as make

    _link, secret = ensure_link(club=table_played.game.session.club, role=Role.VIEWER)
    for _phone in range(count):
        browser = make.client_as(clubs.redeem_link(token=secret))
        yield {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}


async def look(
    name: str, seconds: float, tasks: list[asyncio.Task[None]], programs: dict[str, int]
) -> None:
    """What is used while this goes on."""
    used_before = {program: cpu(pid) for program, pid in programs.items()}
    begun = time.monotonic()
    await asyncio.sleep(seconds)
    spent = time.monotonic() - begun
    used = {program: cpu(pid) - used_before[program] for program, pid in programs.items()}
    parts = ", ".join(
        f"{program} {100 * seconds_used / spent:.1f} %" for program, seconds_used in used.items()
    )
    print(f"{name}: {100 * sum(used.values()) / spent:.1f} % of a core ({parts})")
    failed = [task.exception() for task in tasks if task.done()]
    if failed:
        raise RuntimeError(failed[0])


async def run_session(
    door: Door, tables: list[Session], options: argparse.Namespace, programs: dict[str, int]
) -> Measurements:
    from bench.save import posted

    watch, measurements, tasks = poll if options.polls else listen, Measurements(), []
    for session in tables:
        for cookies in session.watchers:
            tasks.append(asyncio.create_task(watch(door, session, cookies, measurements)))
            await asyncio.sleep(0.004)
    while measurements.hear < options.watchers:
        await asyncio.sleep(1)
    await asyncio.sleep(3)
    await look("nothing happens", options.seconds / 3, tasks, programs)
    for session in tables:
        fields = {name: str(value) for name, value in posted(session.table).items()}
        writing = write(door, session, measurements, fields, is_along=options.along)
        tasks.append(asyncio.create_task(writing))
    await asyncio.sleep(2 * EVERY)  # nobody has read a template before
    measurements.forget()
    await look("hands are saved", options.seconds, tasks, programs)
    for task in tasks:
        task.cancel()
    return measurements


def print_times(name: str, seconds: list[float]) -> None:
    if not seconds:
        return
    ordered = sorted(seconds)
    p95, middle = ordered[int(len(ordered) * 0.95)], statistics.median(ordered)
    line = f"{name}: median {middle * 1000:.0f} ms, 95 of 100 {p95 * 1000:.0f} ms"
    print(f"{line}, worst {ordered[-1] * 1000:.0f} ms, of {len(ordered)}")


def postmaster() -> int:
    """Of the database: the process that started the one which answers us."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    status = Path(f"/proc/{backend}/status").read_text()
    return int(status.partition("PPid:")[2].split()[0])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--polls", action="store_true")
    parser.add_argument("--along", action="store_true")
    options = parser.parse_args()

    from bench.server import prepare

    prepare(options.database)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "BEHIND_PROXY": "yes"}
    os.environ |= {"SECURE": "yes", "LOG_LEVEL": "ERROR"}
    import tempfile

    from scorekeeper.core.server.subprocesses import stop
    from tests.helpers import proxy

    proxy.MAIN = proxy.MAIN.replace("768", "4096")
    site, inside = site_started()
    tables = sessions(options.watchers)
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-nginx-"))
    try:
        with proxy.proxy(folder, inside, inside + 1, inside + 2, NAME) as trust:
            wait_for(inside + 1)
            nginx = int((folder / "pid").read_text())
            assert site.process
            programs = {"web": site.process.pid, "nginx": nginx, "database": postmaster()}
            measurements = asyncio.run(
                run_session(Door(inside + 1, trust), tables, options, programs)
            )
    finally:
        stop([site])
    print(f"{options.watchers} watchers, {'polls' if options.polls else 'lines'}")
    print_times("save", measurements.saves)
    print_times("seen by a watcher", measurements.behind)
    print_times("seen by all of a session", measurements.last)
    print(f"{measurements.answers} answers, {measurements.broken} lines broken")


def site_started() -> tuple[Any, int]:
    from bench.server import ROOT
    from scorekeeper.core.server.subprocesses import Child

    inside = random.randrange(20000, 30000)
    command = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{inside}"]
    command += ["--workers", "2", "--threads", "8"]
    site = Child("web server", command, {"cwd": ROOT})
    site.start()
    wait_for(inside)
    return site, inside


def wait_for(port: int) -> None:
    import socket

    until = time.monotonic() + 30
    while time.monotonic() < until:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
