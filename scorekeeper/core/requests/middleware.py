"""Middleware: the headers and the log line of every answer, and the check of tables before it."""

import logging
import re
from secrets import token_hex
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from scorekeeper.core import logs
from scorekeeper.core.database import schema
from scorekeeper.core.requests.unavailable import unavailable
from scorekeeper.core.server.bodies import GetResponse

logger = logging.getLogger(__name__)

UNUSED = (
    *("accelerometer", "camera", "display-capture", "geolocation"),
    *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""What no page asks a browser for. What is not named stays for pages of this site: copying,
sharing, keeping the screen awake."""
OWN_SITE_ONLY = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Referrer-Policy": "same-origin",
}
FRAMED = re.compile(r"/css/embed\.[\w.]+")
"""Of the season in a frame of any site; a frame in a sandbox is no part of ours to a browser."""
REFUSED_CODING = re.compile(r";\s*q=0(\.0*)?\s*$", re.IGNORECASE)
SANE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


def every_answer(get_response: GetResponse) -> GetResponse:
    """Gives each request an id, completes the headers of its answer, and writes one line. It comes
    before all that read the headers, as they are read once."""

    def answer(request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        take_out_refused_codings(request)
        number = request_id(request)
        logs.begin(request=number)
        response = get_response(request)
        complete(response, request.path_info)
        response["X-Request-ID"] = number
        if logger.isEnabledFor(logging.INFO):
            took = (perf_counter() - started) * 1000
            route = logs.route_of(request)
            logger.info("%s %s %d %.1f ms", request.method, route, response.status_code, took)
        return response

    return answer


def take_out_refused_codings(request: HttpRequest) -> None:
    """Takes what a client refuses by ``q=0`` (RFC 9110 §12.5.3) out of ``Accept-Encoding``: Django,
    WhiteNoise and the answers of a season only look whether "gzip" stands in it."""
    accepts = request.META.get("HTTP_ACCEPT_ENCODING")
    if accepts:
        codings = [coding for coding in accepts.split(",") if not REFUSED_CODING.search(coding)]
        request.META["HTTP_ACCEPT_ENCODING"] = ",".join(codings)


def complete(response: HttpResponse, path: str) -> None:
    """Sets the headers that a view has not set: no other site loads what is here, and no refusal is
    kept, as a page that is refused now may be there in a moment."""
    if FRAMED.search(path):
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    for name, value in OWN_SITE_ONLY.items():
        response.headers.setdefault(name, value)
    if response.status_code >= 400 and not response.has_header("Cache-Control"):
        add_never_cache_headers(response)


def require_migrations(get_response: GetResponse) -> GetResponse:
    """Nothing reads or writes a table while a migration of this code is missing. Stands before what
    chooses the language of an answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not schema.is_still_behind():
            return get_response(request)
        logger.error("Migrations of this code are missing. Run: python manage.py migrate")
        with translation.override(translation.get_language_from_request(request)):
            return unavailable(request)

    return answer


def request_id(request: HttpRequest) -> str:
    """The id a proxy in front gave, if it is one; else a new one."""
    sent_id = request.headers.get("X-Request-ID", "")
    return sent_id if SANE_ID.fullmatch(sent_id) else token_hex(8)
