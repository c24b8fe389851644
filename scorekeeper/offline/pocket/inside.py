"""Runs in the runtime on a device: answers requests and reports whether there is something to save.
Knows nothing of browsers: ``worker/app.js`` and the tests call it.

The interpreter has one place at a time: the groups started on this device, or an offline session of
a server. Each has its own database, and ``turn`` switches between them. The worker saves the result
of ``kept_besides`` together with the database before it hands out the response to a write.
"""

from __future__ import annotations

import io
import json
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

DISK: Final = Path("/pocket/disk")
DATA: Final = Path("/pocket/data")
DATABASE: Final = DATA / "scorekeeper.sqlite3"
CHANGES_AT: Final = 24
"""Offset of the change counter in the header of a SQLite file."""
Head = tuple[int, list[tuple[str, str]]]


@dataclass(slots=True)
class Beside:
    """What is saved of a device besides its database."""

    key: str = field(default_factory=lambda: secrets.token_urlsafe(50))
    """Signs the cookies; made on this device and used in all places."""
    release: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    lacks: list[str] = field(default_factory=list)
    """Parts too large for a snapshot (``along.others``)."""


@dataclass(slots=True)
class Whereabouts:
    """The current place of the interpreter."""

    beside: Beside
    session: str = ""
    """The code of the offline session; "" for the groups started on this device."""
    elsewhere: list[dict[str, str]] = field(default_factory=list)
    """``code`` and ``name`` of each offline session, for links."""
    given: list[str] = field(default_factory=list)
    """Codes of the groups started here that were uploaded to a server."""
    has_server: bool = False
    """Whether this app comes from a server that can import a group."""
    is_new: bool = False


_at = Whereabouts(Beside())
_application: Callable[[dict[str, Any], Any], Iterable[bytes]]
_written = b""


def begin(besides: str, release: str, languages: str = "", session: str = "") -> str:
    """Starts up. ``besides``: the result of ``kept_besides``, "" at the first start; ``languages``:
    of the device; ``session``: code of an offline session. Returns a message if it is impossible,
    else ""."""
    global _application
    _at.beside = Beside(**json.loads(besides)) if besides else Beside()
    _settle(release)
    import django

    django.setup()
    from django.core.wsgi import get_wsgi_application

    from scorekeeper.core.server.bodies import bounded

    _application = bounded(get_wsgi_application())
    return _come(release, languages, session)


def let_go() -> None:
    """Releases the current place's database, before ``turn``."""
    from django.db import connections

    from scorekeeper.offline.sync.snapshots import device_import

    connections.close_all()
    device_import.clear_caches()
    DATABASE.unlink()


def turn(besides: str, release: str, languages: str = "", session: str = "") -> str:
    """Switches to another place, after ``let_go``; otherwise like ``begin``."""
    _at.beside = Beside(**json.loads(besides))
    _lay()
    return _come(release, languages, session)


def _come(release: str, languages: str, session: str) -> str:
    from scorekeeper.offline.pocket import inside_database

    kept = _at.beside
    _at.session, _at.is_new = session, kept.release != release
    is_other = _at.is_new and kept.release
    if is_other and (hindrance := inside_database.brought_here(languages, kept.cookies)):
        return hindrance
    inside_database.tidy()
    kept.release = release
    is_written()
    return ""


def is_new() -> bool:
    """Whether there is something to save already: the first start of this release here."""
    return _at.is_new


def place() -> Whereabouts:
    return _at


def land(snapshot_json: str) -> None:
    """Writes a session's snapshot (``along.snapshot``) into the empty database."""
    from django.conf import settings

    from scorekeeper.offline.sync.snapshots import device_import

    snapshot = json.loads(snapshot_json)
    cookies = _at.beside.cookies
    cookies[settings.SESSION_COOKIE_NAME] = device_import.land(snapshot)
    cookies.update(snapshot["cookies"])
    _at.beside.lacks = snapshot.get("lacks", [])
    _at.is_new = True


def _lay() -> None:
    if not DATABASE.exists():
        shutil.copyfile(DISK / "empty.sqlite3", DATABASE)


def _settle(release: str) -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    _lay()
    os.environ.update(
        DATA_DIR=str(DATA),
        DJANGO_ALLOW_ASYNC_UNSAFE="1",
        DJANGO_SETTINGS_MODULE="scorekeeper.offline.pocket.inside_settings",
        MODE="play",
        POCKET_RELEASE=release,
        SECRET_KEY=_at.beside.key,
    )
    # Django looks for its own translations beside this file, by path.
    conf = __import__("django.conf").conf
    conf.__file__ = str(DISK / "django" / "conf" / "__init__.py")


def kept_besides() -> str:
    return json.dumps(asdict(_at.beside))


# A request ------------------------------------------------------------------------------------


def answer(request_json: str, body: bytes) -> tuple[str, bytes, bool]:
    """Answers a request: JSON of ``method``, ``origin``, ``prefix`` (the app's path on its host),
    ``path``, ``query``, ``headers``, ``elsewhere`` and ``given`` (``Whereabouts``). Returns JSON of
    ``status``, ``headers`` and ``moved`` (the offline session changed), the body, and whether
    something is to be saved."""
    from scorekeeper.offline.pocket import inside_database

    request = json.loads(request_json)
    _at.elsewhere, _at.given = request.get("elsewhere", []), request.get("given", [])
    _at.has_server = "elsewhere" in request
    started: list[Head] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        started.append((int(status.split(" ", 1)[0]), headers))

    before = dict(_at.beside.cookies)
    is_write = bool(_at.session) and request["method"] == "POST"
    version = inside_database.version(_at.session) if is_write else None
    response = _application(environ(request, body), start)
    content = b"".join(response)
    if close := getattr(response, "close", None):
        close()
    [(status, headers)] = started
    _remember(value for name, value in headers if name == "Set-Cookie")
    visible_headers = [[name, value] for name, value in headers if name != "Set-Cookie"]
    moved = is_write and inside_database.version(_at.session) != version
    is_changed = is_written() or before != _at.beside.cookies
    return (
        json.dumps({"status": status, "headers": visible_headers, "moved": moved}),
        content,
        is_changed,
    )


def environ(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    scheme, _sep, host = request["origin"].partition("://")
    named = {f"HTTP_{name.upper().replace('-', '_')}": v for name, v in request["headers"].items()}
    kind = named.pop("HTTP_CONTENT_TYPE", "")
    return named | {
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": kind,
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in _at.beside.cookies.items()),
        "HTTP_HOST": host,
        "PATH_INFO": as_octets(request["path"]),
        "QUERY_STRING": request["query"],
        "REMOTE_ADDR": "127.0.0.1",
        "REQUEST_METHOD": request["method"],
        "SCRIPT_NAME": as_octets(request["prefix"]),
        "SERVER_NAME": host.partition(":")[0],
        "SERVER_PORT": host.partition(":")[2] or {"https": "443"}.get(scheme, "80"),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body),
        "wsgi.multiprocess": False,
        "wsgi.multithread": False,
        "wsgi.run_once": False,
        "wsgi.url_scheme": scheme,
        "wsgi.version": (1, 0),
    }


def as_octets(text: str) -> str:
    """Returns a path as WSGI wants it: a character for each byte."""
    return text.encode().decode("latin-1")


def _remember(set_cookie_lines: Iterable[str]) -> None:
    """Stores the cookies here: a worker can neither read nor set any."""
    for line in set_cookie_lines:
        for name, cookie in SimpleCookie(line).items():
            if cookie["max-age"] in (0, "0"):
                _at.beside.cookies.pop(name, None)
            else:
                _at.beside.cookies[name] = cookie.coded_value


def is_written() -> bool:
    """Whether rows changed since the last call, by SQLite's own counter in the file."""
    global _written
    with DATABASE.open("rb") as file:
        file.seek(CHANGES_AT)
        now = file.read(4)
    before, _written = _written, now
    return before != now
