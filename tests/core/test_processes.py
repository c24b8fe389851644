"""A site in operation, by the real processes: what its log looks like, and what a probe is told
when the programs behind it are gone."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.production import SIGNS, Production, health, signs_of_life
from tests.helpers.project.setup import family, worker_among
from tests.helpers.served import ROOT, environment, eventually


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
    assert eventually(lambda: signs_of_life(production.folder) == SIGNS)
    assert {health(production.port)[name] for name in SIGNS} == {"ok"}
    for child in (production.worker, production.beat):
        child.signal_group(signal.SIGKILL)
    assert eventually(lambda: all(health(production.port).get(name) == "slow" for name in SIGNS)), (
        health(production.port)
    )


@pytest.mark.programs
def test_a_probe_at_the_table_is_told_that_the_worker_stands_still(tmp_path: Path) -> None:
    output = tmp_path / "output"
    env = environment(DATA_DIR=str(tmp_path), SHOW_QR="no")
    command = [sys.executable, "manage.py", "play", "--no-demo", "--no-pocket", "--port", "18770"]
    with output.open("wb") as log:
        site = Child("site", command, {"cwd": ROOT, "env": env, "stdout": log, "stderr": log})
        site.start()
    try:
        address = eventually(lambda: re.search(r"localhost:(\d+)/", output.read_text()))
        port = int(address.group(1))
        assert eventually(lambda: signs_of_life(tmp_path) == SIGNS), output.read_text()
        assert site.process
        workers = worker_among(family(site.process.pid))
        os.killpg(workers, signal.SIGSTOP)
        slow = eventually(lambda: health(port).get("worker") == "slow")
        os.killpg(workers, signal.SIGCONT)
        assert slow and health(port)["beat"] == "ok", health(port)  # each is a process of its own
        assert eventually(lambda: health(port).get("worker") == "ok")
    finally:
        stop([site], seconds=8)
