"""A site in operation, by the real processes: what its log looks like, and what a probe is told
when the programs behind it are gone."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.served import ROOT, environment, eventually
from tests.project.setup import PRODUCTION, family, production_commands, worker_among

QUEUE = 13  # of Redis
SIGNS = {"beat", "worker"}


def health(port: int) -> dict[str, str]:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health/", timeout=5) as answer:
            return dict(json.load(answer))
    except OSError:
        return {}


def signs_of_life(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as kept:
        return {name for (name,) in kept.execute("SELECT name FROM health_pulse")}


class Production:
    """The commands of docs/operating.md, with a log of each."""

    def __init__(self, folder: Path, redis_url: str) -> None:
        with listen(18760) as free:
            self.port = port_of(free)
        own = {"DATABASE_URL": f"sqlite:///{folder}/scorekeeper.sqlite3", "DATA_DIR": str(folder)}
        own |= {"BROKER_URL": f"{redis_url}/{QUEUE}", "BEHIND_PROXY": "yes"}
        self.env = environment(**PRODUCTION | own)
        self.folder, self.log = folder, folder / "log"
        migrate, collect, _check, *kept_running = production_commands(self.port)
        for command in (migrate, collect):
            subprocess.run([*command, "-v0"], cwd=ROOT, env=self.env, check=True)
        with self.log.open("wb") as log:
            heard = {"cwd": ROOT, "env": self.env, "stdout": log, "stderr": log}
            self.programs = [Child(" ".join(it), it, heard) for it in kept_running]
        self.server, self.worker, self.beat = self.programs

    def start(self) -> None:
        with self.log.open("ab") as log:
            for child in self.programs:
                child.options |= {"stdout": log, "stderr": log}
                child.start()
        assert eventually(lambda: health(self.port), 60), self.log.read_text()

    def kill_one_below(self, child: Child) -> None:
        assert child.process
        number = child.process.pid
        below = eventually(lambda: family(number) - {number}, 30)
        os.kill(max(below), signal.SIGKILL)

    def says(self, words: str) -> bool:
        return bool(eventually(lambda: words in self.log.read_text(), 30))


@pytest.fixture
def production(tmp_path: Path, redis_url: str) -> Iterator[Production]:
    site = Production(tmp_path, redis_url)
    try:
        site.start()
        yield site
    finally:
        stop(site.programs, seconds=10)


@pytest.mark.redis
@pytest.mark.programs
def test_every_line_is_json_also_of_what_is_killed(production: Production) -> None:
    production.kill_one_below(production.server)
    assert production.says("died"), production.log.read_text()
    production.kill_one_below(production.worker)
    assert production.says("exited with 'signal 9 (SIGKILL)'"), production.log.read_text()
    stop(production.programs, seconds=10)
    lines = production.log.read_text().splitlines()
    loggers = {json.loads(line)["logger"] for line in lines}
    assert loggers >= {"uvicorn.error", "multiprocessing", "celery.beat"}, loggers


FAILING = """
import django, threading, warnings
django.setup()
warnings.warn("of a library")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise LookupError("at last")
"""


@pytest.mark.programs
def test_warnings_and_errors_that_nobody_caught_are_lines_too(tmp_path: Path) -> None:
    env = environment(
        DATA_DIR=str(tmp_path), LOG_FORMAT="json", DJANGO_SETTINGS_MODULE="scorekeeper.settings"
    )
    done = subprocess.run(
        [sys.executable, "-c", FAILING], cwd=ROOT, env=env, capture_output=True, text=True
    )
    warned, divided, last = [json.loads(line) for line in done.stderr.splitlines()]
    assert "of a library" in warned["message"]
    assert "ZeroDivisionError" in divided["trace"]
    assert "LookupError: at last" in last["trace"]


@pytest.mark.redis
@pytest.mark.programs
def test_a_probe_is_told_that_beat_and_worker_are_gone(production: Production) -> None:
    assert eventually(lambda: signs_of_life(production.folder) == SIGNS, 40)
    assert {health(production.port)[name] for name in SIGNS} == {"ok"}
    for child in (production.worker, production.beat):
        child.signal_group(signal.SIGKILL)
    assert eventually(
        lambda: all(health(production.port).get(name) == "slow" for name in SIGNS), 30
    ), health(production.port)


@pytest.mark.programs
def test_a_probe_at_the_table_is_told_that_the_worker_stands_still(tmp_path: Path) -> None:
    output = tmp_path / "output"
    env = environment(DATA_DIR=str(tmp_path), SHOW_QR="no")
    command = [sys.executable, "manage.py", "play", "--no-demo", "--no-pocket", "--port", "18770"]
    with output.open("wb") as log:
        site = Child("site", command, {"cwd": ROOT, "env": env, "stdout": log, "stderr": log})
        site.start()
    try:
        address = eventually(lambda: re.search(r"localhost:(\d+)/", output.read_text()), 60)
        port = int(address.group(1))
        assert eventually(lambda: signs_of_life(tmp_path) == SIGNS, 40), output.read_text()
        assert site.process
        workers = worker_among(family(site.process.pid))
        os.killpg(workers, signal.SIGSTOP)
        slow = eventually(lambda: all(health(port).get(name) == "slow" for name in SIGNS), 30)
        os.killpg(workers, signal.SIGCONT)
        assert slow, health(port)
        assert eventually(lambda: all(health(port).get(name) == "ok" for name in SIGNS), 30)
    finally:
        stop([site], seconds=8)
