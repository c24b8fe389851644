"""Limits the size of request bodies: larger ones are refused before or while they are read.

Wraps the whole site, so that no page can forget it. A length that is announced is looked at first.
A body that comes in chunks says no length, and Django would not read it: it is read here, up to the
limit, and goes on as one of known length. A refused client is answered at once; what it still
sends is not read, and the web server closes the connection.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.core.server import LARGEST_BODY

TOO_LARGE: Final = "scorekeeper.too_large"
"""Set in ``META`` of a refused request, for the middleware."""

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
GetResponse = Callable[[HttpRequest], HttpResponse]


def bounded(application: Application) -> Application:
    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if is_too_large(environ):
            environ |= {TOO_LARGE: True, "CONTENT_LENGTH": "0", "wsgi.input": io.BytesIO()}
        return application(environ, start_response)

    return answer


def is_too_large(environ: dict[str, Any]) -> bool:
    if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
        body = environ["wsgi.input"].read(LARGEST_BODY + 1)
        environ |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        return len(body) > LARGEST_BODY
    length = environ.get("CONTENT_LENGTH") or "0"
    return not (length.isascii() and length.isdecimal() and int(length) <= LARGEST_BODY)


def refusal(get_response: GetResponse) -> GetResponse:
    """Middleware: answers requests that are too large with 413, whatever their address."""

    def answer(request: HttpRequest) -> HttpResponse:
        if TOO_LARGE not in request.META:
            return get_response(request)
        page = render(request, "413.html", status=413)
        page["Cache-Control"] = "no-store"
        return page

    return answer
