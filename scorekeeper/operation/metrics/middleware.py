"""Counts and times each request by the name of its route, never by its address."""

from contextlib import suppress
from time import perf_counter
from typing import Final

from django.http import HttpRequest, HttpResponse

from scorekeeper.core.server.bodies import GetResponse
from scorekeeper.operation.metrics.counters import DURATIONS, REQUESTS

METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
UNKNOWN: Final = "unknown"
"""The route of whatever has none: an address that leads nowhere, a file, a redirect to https."""


def counted(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        response = get_response(request)
        took = perf_counter() - started
        route = route_name(request)
        method = request.method if request.method in METHODS else "other"
        with suppress(OSError):  # a folder that is gone stops no request
            REQUESTS.labels(route, method, str(response.status_code)).inc()
            DURATIONS.labels(route).observe(took)
        return response

    return answer


def route_name(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match and match.view_name) or UNKNOWN
