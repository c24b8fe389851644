"""Set-up that ``test_workers.py`` shares with other tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

ROOT = Path(__file__).parents[2]


def eventually(true: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


@contextmanager
def worker(
    data: Path, slow: Path, app: str = "tests.statements.slow_worker"
) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process; killed outright in the end, if it still runs."""
    environment = os.environ | {
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "tests.helpers.settings",
        "STORAGE_OPTIONS": f'{{"location": "{data / "files"}"}}',
        "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"]),
        "SLOW": str(slow),
    }
    command = ["-m", "celery", "-A", app, "worker", "-P", "solo"]
    process = subprocess.Popen(
        [sys.executable, *command, "--without-mingle", "--without-gossip"],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
