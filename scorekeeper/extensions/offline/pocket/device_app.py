"""Runs in the runtime on a device: answers requests and reports whether there is something to save.
Knows nothing of browsers: ``worker/app.js`` and the tests call it.

The interpreter has one place at a time: the groups started on this device, or an offline session of
a server. Each has its own database, and ``switch_place`` switches between them. The worker saves
the result of ``device_state_json`` with the database before it hands out the response to a write.
"""

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
CHANGE_COUNTER_OFFSET: Final = 24
"""Offset of the change counter in the header of a SQLite file."""
Head = tuple[int, list[tuple[str, str]]]


@dataclass(slots=True)
class DeviceState:
    """The state of a device that is saved besides its database."""

    key: str = field(default_factory=lambda: secrets.token_urlsafe(50))
    """Signs the cookies; made on this device and used in all places."""
    release: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    lacks: list[str] = field(default_factory=list)
    """Parts too large for a snapshot (``sync.snapshots``)."""


@dataclass(slots=True)
class CurrentPlace:
    """The current place of the interpreter."""

    device_state: DeviceState
    session: str = ""
    """The code of the offline session; "" for the groups started on this device."""
    offline_sessions: list[dict[str, str]] = field(default_factory=list)
    """``code`` and ``name`` of each offline session, for links."""
    uploaded_clubs: list[str] = field(default_factory=list)
    """Codes of the groups started here that were uploaded to a server."""
    has_server: bool = False
    """Whether this app comes from a server that can import a group."""
    is_new: bool = False


_place = CurrentPlace(DeviceState())
_application: Callable[[dict[str, Any], Any], Iterable[bytes]]
_written = b""


def start_app(state_json: str, release: str, languages: str = "", session: str = "") -> str:
    """Starts up. ``state_json``: the result of ``device_state_json``, "" at the first start;
    ``languages``: of the device; ``session``: code of an offline session. Returns a message if it
    is impossible, else ""."""
    global _application
    _place.device_state = DeviceState(**json.loads(state_json)) if state_json else DeviceState()
    _configure(release)
    import django

    django.setup()
    from django.core.wsgi import get_wsgi_application

    from scorekeeper.core.requests.middleware import bounded

    _application = bounded(get_wsgi_application())
    return _open_place(release, languages, session)


def release_database() -> None:
    """Releases the current place's database, before ``switch_place``."""
    from django.db import connections

    from scorekeeper.extensions.offline.sync.snapshots import device_import

    connections.close_all()
    device_import.clear_caches()
    DATABASE.unlink()


def switch_place(state_json: str, release: str, languages: str = "", session: str = "") -> str:
    """Switches to another place, after ``release_database``; otherwise like ``start_app``."""
    _place.device_state = DeviceState(**json.loads(state_json))
    _create_database()
    return _open_place(release, languages, session)


def _open_place(release: str, languages: str, session: str) -> str:
    from scorekeeper.extensions.offline.pocket import device_database

    state = _place.device_state
    _place.session, _place.is_new = session, state.release != release
    is_other = _place.is_new and state.release
    if is_other and (message := device_database.migrate_database(languages, state.cookies)):
        return message
    device_database.delete_expired()
    state.release = release
    is_written()
    return ""


def is_new() -> bool:
    """Whether there is something to save already: the first start of this release here."""
    return _place.is_new


def place() -> CurrentPlace:
    return _place


def import_snapshot(snapshot_json: str) -> None:
    """Writes a session's snapshot (``sync.snapshots``) into the empty database."""
    from django.conf import settings

    from scorekeeper.extensions.offline.sync.snapshots import device_import

    snapshot = json.loads(snapshot_json)
    cookies = _place.device_state.cookies
    cookies[settings.SESSION_COOKIE_NAME] = device_import.land(snapshot)
    cookies.update(snapshot["cookies"])
    _place.device_state.lacks = snapshot.get("lacks", [])
    _place.is_new = True


def _create_database() -> None:
    if not DATABASE.exists():
        shutil.copyfile(DISK / "empty.sqlite3", DATABASE)


def _configure(release: str) -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    _create_database()
    os.environ.update(
        DATA_DIR=str(DATA),
        DJANGO_ALLOW_ASYNC_UNSAFE="1",
        DJANGO_SETTINGS_MODULE="scorekeeper.extensions.offline.pocket.device_settings",
        MODE="play",
        POCKET_RELEASE=release,
        SECRET_KEY=_place.device_state.key,
    )
    # Django looks for its own translations beside this file, by path.
    conf = __import__("django.conf").conf
    conf.__file__ = str(DISK / "django" / "conf" / "__init__.py")


def device_state_json() -> str:
    return json.dumps(asdict(_place.device_state))


# A request ------------------------------------------------------------------------------------


def answer(request_json: str, body: bytes) -> tuple[str, bytes, bool]:
    """Answers a request: JSON of ``method``, ``origin``, ``prefix`` (the app's path on its host),
    ``path``, ``query``, ``headers``, ``offline_sessions`` and ``uploaded_clubs``
    (``CurrentPlace``). Returns JSON of ``status``, ``headers`` and ``session_changed``, the body,
    and whether something is to be saved."""
    from scorekeeper.extensions.offline.pocket import device_database

    request = json.loads(request_json)
    _place.offline_sessions = request.get("offline_sessions", [])
    _place.uploaded_clubs = request.get("uploaded_clubs", [])
    _place.has_server = "offline_sessions" in request
    started: list[Head] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        started.append((int(status.split(" ", 1)[0]), headers))

    old_cookies = dict(_place.device_state.cookies)
    is_write = bool(_place.session) and request["method"] == "POST"
    version = device_database.session_version(_place.session) if is_write else None
    response = _application(environ(request, body), start)
    content = b"".join(response)
    if close := getattr(response, "close", None):
        close()
    [(status, headers)] = started
    _remember(value for name, value in headers if name == "Set-Cookie")
    visible_headers = [[name, value] for name, value in headers if name != "Set-Cookie"]
    session_changed = is_write and device_database.session_version(_place.session) != version
    is_changed = is_written() or old_cookies != _place.device_state.cookies
    head = {"status": status, "headers": visible_headers, "session_changed": session_changed}
    return json.dumps(head), content, is_changed


def environ(request: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    scheme, _sep, host = request["origin"].partition("://")
    headers = {
        f"HTTP_{name.upper().replace('-', '_')}": value
        for name, value in request["headers"].items()
    }
    content_type = headers.pop("HTTP_CONTENT_TYPE", "")
    return headers | {
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": content_type,
        "HTTP_COOKIE": "; ".join(
            f"{name}={value}" for name, value in _place.device_state.cookies.items()
        ),
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
                _place.device_state.cookies.pop(name, None)
            else:
                _place.device_state.cookies[name] = cookie.coded_value


def is_written() -> bool:
    """Whether rows changed since the last call, by SQLite's own counter in the file."""
    global _written
    with DATABASE.open("rb") as file:
        file.seek(CHANGE_COUNTER_OFFSET)
        counter = file.read(4)
    previous, _written = _written, counter
    return previous != counter
