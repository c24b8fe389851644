"""Counts and times each request by the name of its route, never by its address."""

from time import perf_counter
from typing import Final

from django.http import HttpRequest, HttpResponse

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
