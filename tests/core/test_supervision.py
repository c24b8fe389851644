"""Workers that are killed while others start: the web server notices within seconds."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core.server.management.commands.play import SiteAddress, listen, web
from tests.helpers.project.setup import family
from tests.helpers.served import ROOT, environment, eventually

pytestmark = pytest.mark.programs


@pytest.fixture
def server(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    env = environment(DATA_DIR=str(tmp_path), MODE="play")
    for act in (["migrate"], ["collectstatic", "--no-input"]):
        command = [sys.executable, "manage.py", *act, "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=env, check=True)
    with listen(18870) as listener:
        command = [*web(listener, SiteAddress(0)).command, "--workers", "2"]
        server = subprocess.Popen(
            command, cwd=ROOT, env=env, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL
        )
    yield server
    server.terminate()
    server.wait()


def workers(server: subprocess.Popen[bytes]) -> set[int]:
    """The processes below the server that it started to answer requests, not its helper that
    cleans up."""

    def is_worker(number: int) -> bool:
        try:
            command = Path(f"/proc/{number}/cmdline").read_bytes()
        except OSError:
            return False
        return b"spawn_main" in command

    return {number for number in family(server.pid) if is_worker(number)}


def test_a_worker_killed_while_it_starts_holds_up_no_other(
    server: subprocess.Popen[bytes],
) -> None:
    assert eventually(lambda: len(workers(server)) == 2)
    first, second = sorted(workers(server))
    os.kill(first, signal.SIGSTOP)  # before it can answer the server
    time.sleep(2)  # the server waits for it by now
    for worker in (first, second):
        os.kill(worker, signal.SIGKILL)
    began = time.monotonic()
    assert eventually(lambda: len(workers(server) - {first, second}) == 2)
    assert time.monotonic() - began < 20  # two on a computer that does nothing else; it was 30
