"""A device's connection outlives the pause between two polls: the real server, as it is started."""

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.core.server.management.commands.play import SiteAddress, listen, port_of, web
from tests.helpers.project.setup import production_commands
from tests.helpers.served import environment, eventually

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[2]
PAUSE = 3.0
"""Longer than a device waits between two polls."""
PHONES = 48
"""More than either server has threads."""


@pytest.fixture(params=["play", "production"])
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The web server of ``go.py play``, and that of docs/operating.md."""
    env = environment(DATA_DIR=str(tmp_path), MODE="play")
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=env, check=True)
    with listen(18750) as free:
        number = port_of(free)
        command = list(web(free, SiteAddress(0)).command)
        if request.param == "production":
            [command] = [it for it in production_commands(number) if "serve" in it]
        if request.param == "production":
            free.close()
        handed = [] if free.fileno() < 0 else [free.fileno()]
        server = subprocess.Popen(
            [sys.executable, *command[1:]],
            cwd=ROOT,
            env=env,
            pass_fds=handed,
            stderr=subprocess.DEVNULL,
        )
    try:
        assert eventually(lambda: answer(number))
        yield number
    finally:
        server.terminate()
        server.wait()


def answer(port: int) -> bool:
    try:
        return status_of(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) == 200
    except OSError:
        return False


def status_of(connection: http.client.HTTPConnection) -> int:
    connection.request("GET", "/robots.txt")
    response = connection.getresponse()
    response.read()
    return response.status


def test_a_device_that_waited_is_answered_on_the_same_connection(port: int) -> None:
    """Many at once, and nobody is cut off; meanwhile there are threads for others."""
    connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=20) for _ in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as at_once:
        assert set(at_once.map(status_of, connections)) == {200}
        sockets = [connection.sock for connection in connections]
        assert answer(port), "idle connections hold no thread"
        time.sleep(PAUSE)
        assert set(at_once.map(status_of, connections)) == {200}
    assert [connection.sock for connection in connections] == sockets, "nobody had to connect anew"
    for connection in connections:
        connection.close()
