"""Middleware that stands around every view, in the order of ``MIDDLEWARE`` in the settings."""

import io
import logging
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from errno import EDQUOT, ENOSPC, EROFS
from itertools import chain
from secrets import token_hex
from time import perf_counter
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.core import database, logs
from scorekeeper.core.server import LARGEST_BODY

GetResponse = Callable[[HttpRequest], HttpResponse]


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


FRAMED = re.compile(r"/framed/[\w.]+$")
"""Files of a page in a frame of any site; a frame in a sandbox is no part of ours to a browser."""


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


def request_id(request: HttpRequest) -> str:
    """The id a proxy in front gave, if it is one; else a new one."""
    sent_id = request.headers.get("X-Request-ID", "")
    return sent_id if SANE_ID.fullmatch(sent_id) else token_hex(8)


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


BUSY: Final = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
}
"""SQLite: another program writes for too long, the disk is full, or the file may not be written. A
full disk also fails the files beside it, which are an input or output that went wrong."""


NO_ROOM: Final = (ENOSPC, EDQUOT, EROFS)


UNABLE: Final = ("53", "25006", "55P03", "40P01")
"""PostgreSQL, how its reason begins: no room, no memory or no connection left; nobody may write
now; somebody else holds a lock for too long, or each of two waits for the other."""


ENDED: Final = ("57P01", "57P02", "57P03", "25P03", "25P04", "57P05")
"""Ended by an administrator, after a crash, while starting; for idling, for taking too long."""


AFTER: Final = "5"
"""Seconds that a machine is asked to wait; a device sends again by itself."""


class Unavailable(MiddlewareMixin):
    """Answers 503, in words, where the database cannot be used now: it is away, busy or full, or
    its tables are not those of this code; and where a file has no room on the disk. Stands outside
    of all that asks the database.

    Nothing is tried again here. Django tests a connection before the first statement of a request,
    so one that died since the last costs nothing (``CONN_HEALTH_CHECKS``). What dies on the way may
    have been kept or not; a device sends it again by itself, and its token is kept once.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            logger.error("A file can’t be saved now: %s", error)
            return unavailable(request)
        is_for_now = isinstance(error, DatabaseError | InterfaceError) and (
            is_lost(error) or is_unable(error) or database.differs()
        )
        if not is_for_now:
            return None
        logger.error("The database cannot be used now: %s", error)
        return unavailable(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The page for now; a device that is given it sends again."""
    page = render(request, "503.html", status=503)
    page["Retry-After"] = AFTER
    return page


def is_lost(error: BaseException) -> bool:
    """Whether PostgreSQL cannot be reached, or this connection ended: a server that still speaks
    names its reason."""
    if not isinstance(error, OperationalError | InterfaceError) or _of_sqlite(error):
        return False
    reason = getattr(error.__cause__, "sqlstate", None)
    return reason is None or reason in ENDED


def is_unable(error: BaseException) -> bool:
    """Whether the database could not do it now, and kept nothing of it: another time it can."""
    if _of_sqlite(error):
        return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in BUSY
    return str(getattr(error.__cause__, "sqlstate", None) or "").startswith(UNABLE)


def _of_sqlite(error: BaseException) -> bool:
    return isinstance(error.__cause__, sqlite3.Error)


NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters but for tab and line breaks, and halves of a character."""


LONGEST = 500
"""Letters of one part of an address; a token has 43."""


LARGEST = 2**63 - 1


class Readable:
    """Refuses what no device sends: text that is none, and numbers that nothing can have. Stands
    before whatever reads a cookie or a form.

    PostgreSQL takes no NUL in a text, no database a number beyond 64 bits, and half a character
    cannot be written down at all. Here it is a page that says so, once for all addresses, fields
    and files.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A spoilt cookie is as good as none: who has one could do nothing about it.
        request.COOKIES = {
            name: value for name, value in request.COOKIES.items() if is_text(name + value)
        }
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if not all(may_exist(part) for part in kwargs.values()):
            raise Http404
        if not is_text("\n".join(request_texts(request))):
            raise BadRequest("control characters")


def is_text(text: str) -> bool:
    return NO_TEXT.search(text) is None


def may_exist(part: Any) -> bool:
    """Whether a part of an address can name anything."""
    if isinstance(part, int):
        return part <= LARGEST
    return len(part) <= LONGEST and is_text(part)


def request_texts(request: HttpRequest) -> Iterator[str]:
    """Every name and value of the query and the form, and the names of files. Raises BadRequest
    for a body that is no form, or is not written in UTF-8 as all our pages ask."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise BadRequest("not UTF-8")
    try:
        posted, files = request.POST, request.FILES
    except (UnreadablePostError, MultiPartParserError) as error:
        raise BadRequest("the form did not arrive whole") from error
    for name, values in chain(request.GET.lists(), posted.lists()):
        yield name
        yield from values
    for name, uploads in files.lists():
        yield name
        yield from (file.name or "" for file in uploads)


def require_migrations(get_response: GetResponse) -> GetResponse:
    """Nothing reads or writes a table while a migration of this code is missing. Stands before what
    chooses the language of an answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not database.is_still_behind():
            return get_response(request)
        logger.error("Migrations of this code are missing. Run: python manage.py migrate")
        with translation.override(translation.get_language_from_request(request)):
            return unavailable(request)

    return answer


TOO_LARGE: Final = "scorekeeper.too_large"
"""Set in ``META`` of a refused request, for the middleware."""


Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def bounded(application: Application) -> Application:
    """Wraps the whole site, so that no page can forget the limit of bodies. A length that is
    announced is looked at first. A body that comes in chunks says no length, and Django would not
    read it: it is read here, up to the limit, and goes on as one of known length. A refused client
    is answered at once; what it still sends is not read, and the server closes the connection."""

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


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Answers requests that are too large with 413, whatever their address."""

    def answer(request: HttpRequest) -> HttpResponse:
        if TOO_LARGE not in request.META:
            return get_response(request)
        page = render(request, "413.html", status=413)
        page["Cache-Control"] = "no-store"
        return page

    return answer


class ReadAtOnce:
    """A page that is asked by GET or HEAD is read as of one moment. A view that
    writes then is named in the settings (``NOT_READ_AT_ONCE``). Must be the last, as the others
    may write. An answer that is streamed must have been read before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        with ExitStack() as request.reading:
            return self.get_response(request)

    def process_view(self, request: Any, _view: object, _args: object, _kwargs: object) -> None:
        view, only_shows = request.resolver_match, request.method in ("GET", "HEAD")
        named = {view.view_name, view.namespace} & settings.NOT_READ_AT_ONCE
        if only_shows and not named and _is_reached():
            request.reading.enter_context(database.one_view())

    def process_exception(self, request: Any, error: Exception) -> None:
        """The page about an error is made after the reading."""
        request.reading.__exit__(type(error), error, error.__traceback__)


def _is_reached() -> bool:
    """Whether there is a database. A page that needs none, such as the rule book, goes on without
    it; one that needs it says what is wrong when it reads."""
    try:
        connection.ensure_connection()
    except OperationalError:
        return False
    return True
