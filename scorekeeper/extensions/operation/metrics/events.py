"""Counts each request by the name of its route, the tasks of the workers, and what packages below
report (``core.counting``).

The library keeps the counters of each process in files of ``PROMETHEUS_MULTIPROC_DIR``. Processes
that count take numbers, the lowest first, and their files are named by those, not by process ids: a
process goes on in the files of one that ended. No count is lost, and the folder does not grow with
each restart.

The files are mapped into memory, and the library makes them of holes. A write to a hole ends the
process where the disk is full, so all of a file is on the disk before it is mapped.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from celery import signals
from django.http import HttpRequest, HttpResponse
from prometheus_client.multiprocess import mark_process_dead

from scorekeeper.core.counting import Event
from scorekeeper.core.requests.middleware import GetResponse

SIZES: Final = {"counter": 1 << 19, "histogram": 1 << 20, "gauge_livesum": 1 << 16}
"""Bytes: room for all routes of the site. A file that is full grows, then with a hole."""


def count(act: Callable[[], None]) -> bool:
    """Counts something if there is room for it: nothing fails, or ends, for being counted."""
    try:
        act()
    except OSError:
        return False
    return True


def process_number() -> int:
    """Returns this process's number. It is free again when the process ends, however it ends."""
    return _take_number(os.getpid())


def close_gauges_of_ended(folder: Path) -> None:
    """Connections of a process that ended are closed."""
    for path in folder.glob("gauge_live*.db"):
        number = path.stem.rpartition("_")[2]
        with suppress(BlockingIOError):
            lock = _lock(folder, number)
            try:
                mark_process_dead(number, str(folder))
            finally:
                os.close(lock)


@cache
def _take_number(_process: int) -> int:
    """A process that was forked takes one of its own. The lock is never closed."""
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    number, lock = _first_free(folder)
    try:
        mark_process_dead(number, str(folder))
        for kind, size in SIZES.items():
            with (folder / f"{kind}_{number}.db").open("ab") as file:
                file.write(bytes(max(0, size - file.tell())))
    except OSError:
        os.close(lock)
        raise
    return number


def _first_free(folder: Path) -> tuple[int, int]:
    number = 0
    while True:
        try:
            return number, _lock(folder, number)
        except BlockingIOError:
            number += 1


def _lock(folder: Path, number: int | str) -> int:
    file = os.open(folder / f"{number}.lock", os.O_CREAT | os.O_RDWR, 0o644)
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(file)
        raise
    return file


METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
UNKNOWN: Final = "unknown"
"""The route of whatever has none: an address that leads nowhere, a file, a redirect to https."""


def counted(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        response = get_response(request)
        took = perf_counter() - started
        count(lambda: count_answer(request, response.status_code, took))
        return response

    return answer


def count_answer(request: HttpRequest, status: int, took: float) -> None:
    from scorekeeper.extensions.operation.metrics.counters import (  # once there is room
        DURATIONS,
        REQUESTS,
    )

    route = route_name(request)
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, str(status)).inc()
    DURATIONS.labels(route).observe(took)


def route_name(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match and match.view_name) or UNKNOWN


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
