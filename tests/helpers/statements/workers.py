"""A real worker beside the test, with a queue of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection

from scorekeeper.statements.drawing import fonts

ROOT = Path(__file__).parents[3]


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


@pytest.fixture
def own_queue(real_queue: Any, tmp_path: Path) -> Iterator[Path]:
    """The embedded queue in a folder of this test, and a data folder for its worker."""
    data = tmp_path / "data"
    messages = data / "queue" / "messages"
    messages.mkdir(parents=True)
    fonts.prepare()
    (data / "fonts").symlink_to(Path(django_settings.DATA_DIR) / "fonts")
    options = real_queue.conf.broker_transport_options | {"folder": str(messages)}
    before = real_queue.conf.broker_transport_options
    fresh_connections(real_queue)
    real_queue.conf.broker_transport_options = options
    yield data
    real_queue.conf.broker_transport_options = before
    fresh_connections(real_queue)


def fresh_connections(app: Any) -> None:
    app._pool = None
    app.amqp._producer_pool = None
