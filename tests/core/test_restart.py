"""The database server is restarted under a site that is asked all the while."""

import http.client
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core.server.management.commands.play import SiteAddress, listen, port_of, web
from tests.helpers.postgres import Server, started
from tests.helpers.served import environment, eventually

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[2]
PHONES = 6


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    server = started()
    yield server
    server.stop()


@pytest.fixture
def port(database: Server, tmp_path: Path) -> Iterator[int]:
    env = environment(DATA_DIR=str(tmp_path), MODE="play", DATABASE_URL=database.url)
    for act in (["migrate"], ["collectstatic", "--no-input"]):
        command = [sys.executable, "manage.py", *act, "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
    with listen(18850) as listener:
        number = port_of(listener)
        command = [*web(listener, SiteAddress(0)).command, "--workers", "1"]
        server = subprocess.Popen(
            command, cwd=ROOT, env=env, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL
        )
    try:
        assert eventually(lambda: status_of(number) in (200, 404))
        yield number
    finally:
        server.terminate()
        server.wait()


def status_of(port: int) -> int:
    """A page that looks into the database, and notes that it was asked: an invitation that nobody
    made."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/join/nobody-made-this/")
        return connection.getresponse().status
    except OSError:
        return 0


def test_a_restart_of_the_database_shows_nobody_an_error(port: int, database: Server) -> None:
    seen: Counter[int] = Counter()
    over = threading.Event()

    def poll() -> None:
        while not over.is_set():
            seen[status_of(port)] += 1

    pollers = [threading.Thread(target=poll) for _ in range(PHONES)]
    for poller in pollers:
        poller.start()
    try:
        assert eventually(lambda: seen.total() > 20)
        database.stop()
        database.start()
    finally:
        before = seen.total()
        eventually(lambda: seen.total() > before + 20)
        over.set()
        for poller in pollers:
            poller.join()
    assert set(seen) <= {404, 429, 503}, seen  # 429: nobody made very many links
    assert eventually(lambda: status_of(port) in (404, 429))
