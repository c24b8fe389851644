"""Whose eyes the page is for: the browser's preferred locale, for numbers, money and dates."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scorekeeper.wording.currencies import reading_as


def preferred(request: HttpRequest) -> str:
    """The first language the browser asks for, such as ``en-IN``; "" if it does not say."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return first if 1 < len(first) <= 20 else ""


def reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: everything written during a request is written for who asked."""

    def respond(request: HttpRequest) -> HttpResponse:
        with reading_as(preferred(request)):
            return get_response(request)

    return respond
