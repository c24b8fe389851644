"""``kill -9`` of a worker and of the web server in the middle of two hundred statements: each is
made, and none twice. The processes of docs/operating.md, on PostgreSQL and Redis."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db.models import Count, Sum

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.statements.drawing import fonts
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.served import address_of_the_test_database, environment

pytestmark = [
    *(pytest.mark.redis, pytest.mark.postgres),
    pytest.mark.django_db(transaction=True),
    pytest.mark.programs,
]
ROOT = Path(__file__).parents[2]
QUEUE = 11
"""Of Redis: no other test uses it."""
SESSIONS, CLUBS = 29, 4
SHEETS = SESSIONS * (len(make.NAMES) + 1)
WITHIN = 150.0
"""Seconds, on a machine that does much else; a dead worker's lease of 30 is among them."""
CSRF = "a" * 32


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=env,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """With all its children, without a word."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def eventually(true: Callable[[], Any], seconds: float = WITHIN) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, dict(
            Statement.objects.values_list("state").annotate(Count("pk"))
        )
        time.sleep(0.1)


@pytest.fixture
def data(tmp_path: Path, redis_url: str) -> Iterator[Path]:
    """The folder of the site; its queue is empty before and after."""
    folder = tmp_path / "data"
    folder.mkdir()
    fonts.prepare()
    (folder / "fonts").symlink_to(Path(settings.DATA_DIR) / "fonts")
    queue = redis.Redis.from_url(f"{redis_url}/{QUEUE}")
    queue.flushdb()
    yield folder
    queue.flushdb()


@pytest.fixture
def env(data: Path, redis_url: str) -> dict[str, str]:
    return environment(
        MODE="play",
        SECRET_KEY=settings.SECRET_KEY,
        DATA_DIR=str(data),
        STATIC_ROOT=str(settings.STATIC_ROOT),
        DATABASE_URL=address_of_the_test_database(),
        BROKER_URL=f"{redis_url}/{QUEUE}",
    )


def sessions() -> list[tuple[Session, str]]:
    """Each with the cookie of a device that keeps its score."""
    clubs = [make.club(f"Table {number}") for number in range(CLUBS)]
    phones = {club.pk: cookie(club) for club in clubs}
    waiting = []
    for number in range(SESSIONS):
        table = make.session("points_rummy", make.NAMES, club=clubs[number % CLUBS])
        points = dict.fromkeys(make.NAMES[1:], 10 + number)
        session = make.play(table, make.pool_hand("Asha", **points)).game.session
        waiting.append((session, phones[session.club_id]))
    return waiting


def cookie(club: Club) -> str:
    browser = make.client_with(Role.SCORER, club)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def ask(port: int, session: tuple[Session, str]) -> bool:
    """All statements of a session, as a device does; False when it got no answer."""
    played, held = session
    cookie_header = f"{settings.SESSION_COOKIE_NAME}={held}; csrftoken={CSRF}"
    headers = {"Cookie": cookie_header, "X-CSRFToken": CSRF, "Content-Length": "0"}
    try:
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        phone.request("POST", f"/sessions/{played.code}/statements/all/", headers=headers)
        return phone.getresponse().status == 302
    except (OSError, http.client.HTTPException):
        return False


def ask_for_all(port: int, readers: list[tuple[Session, str]]) -> None:
    """Each until it is answered."""
    deadline = time.monotonic() + WITHIN
    for session in readers:
        while not ask(port, session) and time.monotonic() < deadline:
            time.sleep(0.2)


def done() -> int:
    return Statement.objects.filter(state=JobState.DONE).count()


def test_each_of_two_hundred_statements_is_made_and_none_twice(data: Path, env: dict[str, str]):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    web = ["manage.py", "serve", "--bind", f"127.0.0.1:{port}"]
    worker = ["-m", "celery", "-A", "scorekeeper", "worker", "-P", "solo", "--without-mingle"]
    beat = ["-m", "celery", "-A", "scorekeeper", "beat"]
    readers = sessions()
    with ExitStack() as started:

        def start(command: list[str]) -> subprocess.Popen[bytes]:
            return started.enter_context(running(command, env))

        site, first, _second, _beat = start(web), start(worker), start(worker), start(beat)
        tell = Thread(target=ask_for_all, args=(port, readers))
        tell.start()
        eventually(lambda: done() > 10)
        kill(first)
        kill(site)
        cut = done()
        start(web), start(worker)
        tell.join(WITHIN)
        eventually(lambda: done() == SHEETS)
    assert cut < SHEETS / 2, "that was no middle"
    rows = Statement.objects.all()
    assert (rows.count(), SHEETS) == (SHEETS, 203)
    assert rows.values("session", "player").distinct().count() == SHEETS
    named = [Path(str(name)).name for row in rows for name in (row.file, row.table)]
    kept = [path.name for path in (data / "files").rglob("*") if path.is_file()]
    assert sorted(kept) == sorted(named)
    assert all(str(row.file).endswith(f"{row.claim}.pdf") for row in rows)
    attempts = rows.aggregate(Sum("attempts"))["attempts__sum"]
    assert SHEETS <= attempts <= SHEETS + 1, "only what the dead worker held is drawn again"
