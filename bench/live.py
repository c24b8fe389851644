"""Many phones at the nights of a public site: what they cost, and how soon a save is seen on all.

``python -m bench.live postgres://… [--watchers 500] [--seconds 60] [--polls] [--along]`` on a
database that may be wiped. Two web processes by the command of docs/operating.md, behind its
nginx; no Redis and no workers, which no page needs. Five nights with a scorer each; the
watchers hold a line and fetch their board when they are told, or with ``--polls`` ask every two
seconds, as a page does without a line. ``--along``: the scorers have their nights on the phone, and
fetch them anew after each hand, with the page that is open. The clients run on the same machine, in
this process, and share its cores.
"""

from __future__ import annotations

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

NIGHTS = 5
EVERY = 12.0
"""Seconds from a hand to the next at each table; at a real one it is minutes."""
NAME = "localhost"


@dataclass
class Seen:
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
class Night:
    """``watchers``: a phone of its own each, for one phone may hold few lines."""

    at: Any
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
        here = f"127.0.1.{random.randrange(1, 21)}"
        return await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            ssl=self.trust,
            server_hostname=NAME,
            local_addr=(here, 0),
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

    def __init__(self, door: Door, cookies: Cookies, seen: Seen) -> None:
        self.door, self.cookies, self.seen = door, cookies, seen
        self.pipes: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        for attempt in range(2):
            try:
                if self.pipes is None:
                    self.pipes = await self.door.open()
                reader, writer = self.pipes
                writer.write(request)
                found = await answer(reader)
                self.seen.answers += 1
                return found
            except (OSError, asyncio.IncompleteReadError):
                self.pipes = None
                if attempt:
                    self.seen.broken += 1
        return 0, b""


async def fetch(asker: Asker, night: Night, shown: int) -> int:
    """The board newer than the shown one; the version that is shown then."""
    place = f"/nights/{night.at.game.session.code}/newer/?v={shown}"
    status, _body = await asker.ask(head("GET", place, asker.cookies))
    if status != 200:
        return shown
    spent = time.monotonic() - night.begun
    asker.seen.behind.append(spent)
    night.waiting -= 1
    if night.waiting == 0:
        asker.seen.last.append(spent)
    return night.version


async def listen(door: Door, night: Night, cookies: Cookies, seen: Seen) -> None:
    asker, shown = Asker(door, cookies, seen), night.version
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await door.open()
            place = f"/nights/{night.at.game.session.code}/live/"
            writer.write(head("GET", place, cookies))
            told = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in told:
                raise RuntimeError(told)
            seen.hear += 1
            while line := await reader.readline():
                if line.startswith(b"data: ") and int(line.split()[1]) != shown:
                    shown = await fetch(asker, night, shown)
        seen.broken += 1


async def poll(door: Door, night: Night, cookies: Cookies, seen: Seen) -> None:
    asker, shown = Asker(door, cookies, seen), night.version
    await asyncio.sleep(random.random() * 2)
    seen.hear += 1
    while True:
        shown = await fetch(asker, night, shown)
        await asyncio.sleep(2)


async def write(
    door: Door, night: Night, seen: Seen, fields: dict[str, str], *, is_along: bool
) -> None:
    from urllib.parse import urlencode

    asker, number = Asker(door, night.scorer, seen), 1
    there = f"/nights/{night.at.game.session.code}/"
    place = f"{there}games/1/hand/"
    await asyncio.sleep(random.random() * EVERY)
    while True:
        told = fields | {"number": str(number), "token": f"{number}-{random.random()}"}
        body = urlencode(told).encode()
        kind = "Content-Type: application/x-www-form-urlencoded"
        night.waiting, night.version = len(night.watchers), night.version + 1
        begun = night.begun = time.monotonic()
        sent = head("POST", place, night.scorer, kind, f"Content-Length: {len(body)}") + body
        status, answered = await asker.ask(sent)
        if status != 200 or (b"hand-saved" not in answered and b"X-Outcome" in answered):
            raise RuntimeError((status, answered[:500]))
        seen.saves.append(time.monotonic() - begun)
        number += 1
        for fetched in (f"{there}along/snapshot/", place) if is_along else ():
            status, answered = await asker.ask(head("GET", fetched, night.scorer))
            if status != 200:
                raise RuntimeError((status, fetched, answered[:500]))
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


def nights(watchers: int) -> list[Night]:
    from bench.save import started

    made = []
    for number in range(NIGHTS):
        at, _browser, cookies = started()
        at.game.session.refresh_from_db()
        many = watchers // NIGHTS + (number < watchers % NIGHTS)
        scorer = cookies | {"csrftoken": "a" * 32}
        made.append(Night(at, scorer, at.game.session.version, list(guests(at, many))))
    return made


def guests(at: Any, many: int) -> Iterator[Cookies]:
    from django.conf import settings

    from scorekeeper.clubs import services as clubs
    from scorekeeper.clubs.models import Role
    from tests import factories as make

    _link, secret = clubs.create_link(club=at.game.session.club, role=Role.VIEWER)
    for _phone in range(many):
        browser = make.client_as(clubs.redeem_link(token=secret))
        yield {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}


async def look(
    name: str, seconds: float, tasks: list[asyncio.Task[None]], programs: dict[str, int]
) -> None:
    """What is used while this goes on."""
    before = {program: cpu(pid) for program, pid in programs.items()}
    begun = time.monotonic()
    await asyncio.sleep(seconds)
    spent = time.monotonic() - begun
    used = {program: cpu(pid) - before[program] for program, pid in programs.items()}
    said = ", ".join(f"{program} {100 * each / spent:.1f} %" for program, each in used.items())
    print(f"{name}: {100 * sum(used.values()) / spent:.1f} % of a core ({said})")
    failed = [task.exception() for task in tasks if task.done()]
    if failed:
        raise RuntimeError(failed[0])


async def evening(
    door: Door, tables: list[Night], told: argparse.Namespace, programs: dict[str, int]
) -> Seen:
    from bench.save import posted

    watch, seen, tasks = poll if told.polls else listen, Seen(), []
    for night in tables:
        for cookies in night.watchers:
            tasks.append(asyncio.create_task(watch(door, night, cookies, seen)))
            await asyncio.sleep(0.004)
    while seen.hear < told.watchers:
        await asyncio.sleep(1)
    await asyncio.sleep(3)
    await look("nothing happens", told.seconds / 3, tasks, programs)
    for night in tables:
        fields = {name: str(value) for name, value in posted(night.at).items()}
        writing = write(door, night, seen, fields, is_along=told.along)
        tasks.append(asyncio.create_task(writing))
    await asyncio.sleep(2 * EVERY)  # nobody has read a template before
    seen.forget()
    await look("hands are saved", told.seconds, tasks, programs)
    for task in tasks:
        task.cancel()
    return seen


def told_of(name: str, seconds: list[float]) -> None:
    if not seconds:
        return
    each = sorted(seconds)
    p95, middle = each[int(len(each) * 0.95)], statistics.median(each)
    line = f"{name}: median {middle * 1000:.0f} ms, 95 of 100 {p95 * 1000:.0f} ms"
    print(f"{line}, worst {each[-1] * 1000:.0f} ms, of {len(each)}")


def postmaster() -> int:
    """Of the database: the process that started the one which answers us."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    status = Path(f"/proc/{backend}/status").read_text()
    return int(status.partition("PPid:")[2].split()[0])


def main() -> None:
    told = argparse.ArgumentParser()
    told.add_argument("database")
    told.add_argument("--watchers", type=int, default=500)
    told.add_argument("--seconds", type=float, default=60.0)
    told.add_argument("--polls", action="store_true")
    told.add_argument("--along", action="store_true")
    asked = told.parse_args()

    from bench.server import prepare

    prepare(asked.database)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "BEHIND_PROXY": "yes"}
    os.environ |= {"SECURE": "yes", "LOG_LEVEL": "ERROR"}
    import tempfile

    from scorekeeper.serving.children import stop
    from tests import proxy

    proxy.MAIN = proxy.MAIN.replace("768", "4096")
    site, inside = site_started()
    tables = nights(asked.watchers)
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-nginx-"))
    try:
        with proxy.proxy(folder, inside, inside + 1, inside + 2, NAME) as trust:
            wait_for(inside + 1)
            nginx = int((folder / "pid").read_text())
            assert site.process
            programs = {"web": site.process.pid, "nginx": nginx, "database": postmaster()}
            seen = asyncio.run(evening(Door(inside + 1, trust), tables, asked, programs))
    finally:
        stop([site])
    print(f"{asked.watchers} watchers, {'polls' if asked.polls else 'lines'}")
    told_of("save", seen.saves)
    told_of("seen by a watcher", seen.behind)
    told_of("seen by all of a night", seen.last)
    print(f"{seen.answers} answers, {seen.broken} lines broken")


def site_started() -> tuple[Any, int]:
    from bench.server import ROOT
    from scorekeeper.serving.children import Child

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
