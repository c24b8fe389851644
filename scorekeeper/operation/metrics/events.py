"""Counts what packages below report (``core.counting``), and the tasks of the workers."""

from contextlib import suppress
from typing import Any

from celery import signals

from scorekeeper.core.counting import Event


def count_event(event: Event, labels: dict[str, str]) -> None:
    from scorekeeper.operation.metrics.counters import REFUSALS, WRITES

    with suppress(OSError):  # a folder that is gone stops no request
        (WRITES if event == "write" else REFUSALS).labels(**labels).inc()


@signals.task_postrun.connect
def count_task(task: Any = None, state: str | None = None, **_: Any) -> None:
    from scorekeeper.operation.metrics.counters import TASKS

    with suppress(OSError):
        TASKS.labels(task.name.removeprefix("scorekeeper."), state or "unknown").inc()
