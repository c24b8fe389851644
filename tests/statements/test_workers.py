"""Real workers: one killed in the middle of a statement, and one that listens to Redis."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.utils import timezone

from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.statements import services
from scorekeeper.statements.models import Statement
from tests.helpers.statements.contents import played_session
from tests.helpers.statements.workers import ROOT, eventually, own_queue, worker

__all__ = ["own_queue"]


def state(statement: Statement) -> str:
    return Statement.objects.values_list("state", flat=True).get(pk=statement.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.programs
def test_a_statement_whose_worker_was_killed_is_drawn_once_by_the_next(
    own_queue: Path, tmp_path: Path, keep_files: Callable[..., Path], settings: Any
) -> None:
    kept = {"location": str(own_queue / "files")}
    default = settings.STORAGES["default"] | {"OPTIONS": kept}
    settings.STORAGES = settings.STORAGES | {"default": default}
    slow = tmp_path / "slow"
    slow.touch()
    statement = services.request_statement(about=played_session().game.session)
    with worker(own_queue, slow) as killed:
        eventually(slow.with_suffix(".begun").exists)
        assert state(statement) == JobState.RUNNING
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
    assert not list(own_queue.rglob("*.pdf")), "nothing is kept before it is whole"
    slow.unlink()
    Statement.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert jobs.sweep() == 1
    with worker(own_queue, slow):
        eventually(lambda: state(statement) in (JobState.DONE, JobState.FAILED))
    done = Statement.objects.get()
    assert (done.state, done.attempts) == (JobState.DONE, 2)
    assert [file.name for file in own_queue.rglob("*.pdf")] == [Path(str(done.file)).name]
    assert done.file.size == done.size


SEND = """
import threading
from scorekeeper.wsgi import application
from scorekeeper.core.jobs import services
from scorekeeper.statements.models import Statement
thread = threading.Thread(target=services.notify_workers, args=[Statement(pk=7)])
thread.start()
thread.join()
"""


@pytest.mark.programs
def test_a_web_server_sends_to_the_queue_that_the_workers_read(tmp_path: Path) -> None:
    """In a process of its own: these tests know the queue by themselves. A server answers in
    threads that did not load it."""
    variables = {"MODE": "play", "DATA_DIR": str(tmp_path)}
    unset = ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    process = subprocess.run(
        [sys.executable, "-c", SEND],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (0, "")
    [message] = (tmp_path / "queue" / "messages").iterdir()
    assert "scorekeeper.core.jobs.tasks.work" in message.read_text()


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_statement_asked_for_through_redis_is_drawn(redis_queue: Any) -> None:
    statement = services.request_statement(about=played_session().game.session)
    with start_worker(redis_queue, perform_ping_check=False, pool="solo", loglevel="ERROR"):
        eventually(lambda: state(statement) == JobState.DONE)
    assert Statement.objects.get().attempts == 1
