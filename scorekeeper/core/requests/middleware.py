"""Takes out the codings a client refuses; gives each request an id and writes one line when it is
answered; nobody keeps a refusal; no other site loads what is here, and no page uses what none of
ours needs."""

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
    *("accelerometer", "bluetooth", "camera", "display-capture", "geolocation"),
    *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""What no page asks a browser for. What is not named stays for pages of this site: copying,
sharing, keeping the screen awake."""
FOR_US_ALONE = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Referrer-Policy": "same-origin",
}
FRAMED = re.compile(r"/css/embed\.[\w.]+")
"""Of the season in a frame of any site; a frame in a sandbox is no part of ours to a browser."""
REFUSED_CODING = re.compile(r";\s*q=0(\.0*)?\s*$", re.IGNORECASE)
SANE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


def request_log(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        number = request_id(request)
        logs.begin(request=number)
        response = get_response(request)
        response["X-Request-ID"] = number
        if logger.isEnabledFor(logging.INFO):
            took = (perf_counter() - started) * 1000
            route = logs.route_of(request)
            logger.info("%s %s %d %.1f ms", request.method, route, response.status_code, took)
        return response

    return answer


def own_tables(get_response: GetResponse) -> GetResponse:
    """Nothing reads or writes a table while a migration of this code is missing. Stands before what
    chooses the language of an answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not schema.is_still_behind():
            return get_response(request)
        logger.error("Migrations of this code are missing. Run: python manage.py migrate")
        with translation.override(translation.get_language_from_request(request)):
            return unavailable(request)

    return answer


def wanted_codings(get_response: GetResponse) -> GetResponse:
    """What a client refuses by ``q=0`` (RFC 9110 §12.5.3) is taken out of ``Accept-Encoding``:
    Django, WhiteNoise and the answers of a season only look whether "gzip" stands in it. It comes
    before all others, as ``request.headers`` are read once."""

    def answer(request: HttpRequest) -> HttpResponse:
        accepts = request.META.get("HTTP_ACCEPT_ENCODING")
        if accepts:
            codings = [coding for coding in accepts.split(",") if not REFUSED_CODING.search(coding)]
            request.META["HTTP_ACCEPT_ENCODING"] = ",".join(codings)
        return get_response(request)

    return answer


def for_us_alone(get_response: GetResponse) -> GetResponse:
    """On every answer, files too, that does not say something else itself."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if FRAMED.search(request.path_info):
            response["Cross-Origin-Resource-Policy"] = "cross-origin"
        for name, value in FOR_US_ALONE.items():
            response.headers.setdefault(name, value)
        return response

    return answer


def refusals_not_kept(get_response: GetResponse) -> GetResponse:
    """What was refused now may be there in a moment, and who was shut out is told so each time."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code >= 400 and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return answer


def request_id(request: HttpRequest) -> str:
    """The id a proxy in front gave, if it is one; else a new one."""
    sent_id = request.headers.get("X-Request-ID", "")
    return sent_id if SANE_ID.fullmatch(sent_id) else token_hex(8)
