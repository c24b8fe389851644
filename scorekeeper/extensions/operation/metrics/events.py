"""Counts what packages below report (``core.counting``), and the tasks of the workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import signals

from scorekeeper.core.counting import Event
from scorekeeper.extensions.operation.metrics.files import count


def count_event(event: Event, labels: dict[str, str]) -> None:
    def act() -> None:
        from scorekeeper.extensions.operation.metrics.counters import REFUSALS, WRITES

        (WRITES if event == "write" else REFUSALS).labels(**labels).inc()

    count(act)


@signals.task_postrun.connect
def count_task(task: Any = None, state: str | None = None, **_: Any) -> None:
    def act() -> None:
        from scorekeeper.extensions.operation.metrics.counters import TASKS

        name = task.name.removeprefix("scorekeeper.").removeprefix("extensions.")
        TASKS.labels(name, state or "unknown").inc()

    count(act)


@contextmanager
def live_connection() -> Iterator[None]:
    """Counts a connection while it is open."""

    def add(number: int) -> None:
        from scorekeeper.extensions.operation.metrics.counters import LIVE_CONNECTIONS

        LIVE_CONNECTIONS.inc(number)

    is_counted = count(lambda: add(1))
    try:
        yield
    finally:
        if is_counted:
            count(lambda: add(-1))
