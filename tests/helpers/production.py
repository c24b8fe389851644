"""A site in operation: the real processes by the commands of docs/operating.md."""

import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.project.setup import PRODUCTION, family, production_commands
from tests.helpers.served import ROOT, environment, eventually

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
        assert eventually(lambda: health(self.port)), self.log.read_text()

    def kill_one_below(self, child: Child) -> None:
        assert child.process
        number = child.process.pid
        below = eventually(lambda: family(number) - {number})
        os.kill(max(below), signal.SIGKILL)

    def says(self, words: str) -> bool:
        return bool(eventually(lambda: words in self.log.read_text()))


@pytest.fixture
def production(tmp_path: Path, redis_url: str) -> Iterator[Production]:
    site = Production(tmp_path, redis_url)
    try:
        site.start()
        yield site
    finally:
        stop(site.programs, seconds=10)
