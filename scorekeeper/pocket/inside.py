"""Runs in the runtime on a phone: a request in, an answer out, and whether there is something to
keep. Knows nothing of browsers: ``worker/app.js`` calls it, and the tests do.

One interpreter has one place at a time: what was begun on this phone, or a night of a server that
came along. Each has a database of its own, and ``turn`` goes from one to the other. The worker
keeps what ``kept_besides`` gives together with the database, before it hands out the answer of a
write.
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
"""Where the header of a file of SQLite says how often it was changed."""
Head = tuple[int, list[tuple[str, str]]]


@dataclass(slots=True)
class Beside:
    """What is kept of a phone besides its database."""

    key: str = field(default_factory=lambda: secrets.token_urlsafe(50))
    """Signs the cookies; made on this phone, for this phone: the same in all places."""
    release: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    lacks: list[str] = field(default_factory=list)
    """What was too much to come along with a night (``along.others``)."""


@dataclass(slots=True)
class Whereabouts:
    """Where the interpreter is now."""

    beside: Beside
    night: str = ""
    """The code of the night that came along; "" for what was begun on this phone."""
    elsewhere: list[dict[str, str]] = field(default_factory=list)
    """The nights that came along, to be led to: ``code`` and ``name`` of each."""
    given: list[str] = field(default_factory=list)
    """The clubs that were begun here and are on a server now: their codes."""
    has_server: bool = False
    """Whether this app came from a server that can take a club in."""
    is_new: bool = False


_at = Whereabouts(Beside())
_application: Callable[[dict[str, Any], Any], Iterable[bytes]]
_written = b""


def begin(besides: str, release: str, languages: str = "", night: str = "") -> str:
    """Make ready to answer. ``besides``: as ``kept_besides`` gave it, empty at the first start;
    ``languages`` of the phone; ``night``: the code of one that came along. Gives why that cannot
    be, or nothing."""
    global _application
    _at.beside = Beside(**json.loads(besides)) if besides else Beside()
    _settle(release)
    import django

    django.setup()
    from django.core.wsgi import get_wsgi_application

    from scorekeeper.serving.bodies import bounded

    _application = bounded(get_wsgi_application())
    return _come(release, languages, night)


def let_go() -> None:
    """The file of this place is to be another's: nothing of it is held any more."""
    from django.db import connections

    from scorekeeper.along import landing

    connections.close_all()
    landing.clear_caches()
    DATABASE.unlink()


def turn(besides: str, release: str, languages: str = "", night: str = "") -> str:
    """To another place, after ``let_go``; the rest as ``begin``."""
    _at.beside = Beside(**json.loads(besides))
    _lay()
    return _come(release, languages, night)


def _come(release: str, languages: str, night: str) -> str:
    from scorekeeper.pocket import inside_database

    kept = _at.beside
    _at.night, _at.is_new = night, kept.release != release
    is_other = _at.is_new and kept.release
    if is_other and (hindrance := inside_database.brought_here(languages, kept.cookies)):
        return hindrance
    inside_database.tidy()
    kept.release = release
    is_written()
    return ""


def is_new() -> bool:
    """Whether there is something to keep already: this release has not begun here before."""
    return _at.is_new


def place() -> Whereabouts:
    return _at


def land(told: str) -> None:
    """What a server said of this night (``along.snapshot``), into a file that is empty yet."""
    from django.conf import settings

    from scorekeeper.along import landing

    snapshot = json.loads(told)
    cookies = _at.beside.cookies
    cookies[settings.SESSION_COOKIE_NAME] = landing.land(snapshot)
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
        DJANGO_SETTINGS_MODULE="scorekeeper.pocket.inside_settings",
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


def answer(told: str, body: bytes) -> tuple[str, bytes, bool]:
    """``told``: JSON of ``method``, ``origin``, ``prefix`` (the path of the app on its host),
    ``path``, ``query``, ``headers``, and of ``elsewhere`` and ``given`` (``Whereabouts``). Gives
    JSON of ``status``, ``headers`` and ``moved`` (the night that came along has gone on by this),
    the body, and whether something is to be kept."""
    from scorekeeper.pocket import inside_database

    asked = json.loads(told)
    _at.elsewhere, _at.given = asked.get("elsewhere", []), asked.get("given", [])
    _at.has_server = "elsewhere" in asked
    started: list[Head] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        started.append((int(status.split(" ", 1)[0]), headers))

    before = dict(_at.beside.cookies)
    is_write = bool(_at.night) and asked["method"] == "POST"
    version = inside_database.version(_at.night) if is_write else None
    given = _application(environ(asked, body), start)
    content = b"".join(given)
    if close := getattr(given, "close", None):
        close()
    [(status, headers)] = started
    _remember(value for name, value in headers if name == "Set-Cookie")
    shown = [[name, value] for name, value in headers if name != "Set-Cookie"]
    moved = is_write and inside_database.version(_at.night) != version
    is_changed = is_written() or before != _at.beside.cookies
    return json.dumps({"status": status, "headers": shown, "moved": moved}), content, is_changed


def environ(asked: Mapping[str, Any], body: bytes) -> dict[str, Any]:
    scheme, _sep, host = asked["origin"].partition("://")
    named = {f"HTTP_{name.upper().replace('-', '_')}": v for name, v in asked["headers"].items()}
    kind = named.pop("HTTP_CONTENT_TYPE", "")
    return named | {
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": kind,
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in _at.beside.cookies.items()),
        "HTTP_HOST": host,
        "PATH_INFO": as_octets(asked["path"]),
        "QUERY_STRING": asked["query"],
        "REMOTE_ADDR": "127.0.0.1",
        "REQUEST_METHOD": asked["method"],
        "SCRIPT_NAME": as_octets(asked["prefix"]),
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
    """As WSGI has a path: a character for each byte."""
    return text.encode().decode("latin-1")


def _remember(told: Iterable[str]) -> None:
    """A worker is shown no cookie and may set none: they are kept here, and never leave."""
    for line in told:
        for name, cookie in SimpleCookie(line).items():
            if cookie["max-age"] in (0, "0"):
                _at.beside.cookies.pop(name, None)
            else:
                _at.beside.cookies[name] = cookie.coded_value


def is_written() -> bool:
    """Whether rows were changed since this was asked last: SQLite counts it in the file itself."""
    global _written
    with DATABASE.open("rb") as file:
        file.seek(CHANGES_AT)
        now = file.read(4)
    before, _written = _written, now
    return before != now
