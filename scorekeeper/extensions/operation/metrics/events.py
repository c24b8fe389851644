"""Counts each request by the name of its route, the tasks of the workers, and what packages below
report (``core.counting``)."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final

from celery import signals
from django.http import HttpRequest, HttpResponse

from scorekeeper.core.counting import Event
from scorekeeper.core.requests.middleware import GetResponse
from scorekeeper.extensions.operation.metrics.files import count

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
