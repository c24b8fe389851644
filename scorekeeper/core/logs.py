"""One line of JSON per event, naming the request, the club and the hand it belongs to.

Addresses are written as routes (``/join/<str:token>/``), never as asked for: a share link is a
secret.
"""

import json
import logging
import logging.config
import re
import sys
import threading
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import unquote

from django.conf import settings
from django.urls import Resolver404, resolve

FORMATS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("plain", "json"),
    "production": ("json", "plain"),
}
"""By ``MODE``, the usual one first."""

SECRET_ADDRESSES: Final = ("join", "rules", "jobs")
"""Beginnings of addresses whose next part is a key: anybody who has read it can use it. Extensions
name their own."""
QUERY: Final = re.compile(r"(?<=\S)\?[^\s\"'<>]+")

CREDENTIAL: Final = re.compile(
    r"\b((?:scorekeeper|operator|csrftoken)=|(?:bearer|basic) +)[^\s;,\"']+", re.IGNORECASE
)
"""A cookie of ours, or what an ``Authorization`` says."""

_nothing: Mapping[str, Any] = MappingProxyType({})
_bound: ContextVar[Mapping[str, Any]] = ContextVar("bound", default=_nothing)


def begin(**names: Any) -> None:
    """Starts the context of a request or task, forgetting the previous one in this thread."""
    _bound.set(names)


def bind(**names: Any) -> None:
    """Adds to every later line of this request or task: ``bind(club=club.pk,
    hand=hand.number)``."""
    _bound.set({**_bound.get(), **names})


def bound(*names: str) -> dict[str, Any]:
    """Returns the context so far; only these names when given."""
    values = _bound.get()
    return {name: values[name] for name in names or values if name in values}


class Bound(logging.Filter):
    """Adds the context to a record when it is written."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.about = bound()
        return True


class JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_address(record),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLine(logging.Formatter):
    """For the terminal of the person who started it."""

    def format(self, record: logging.LogRecord) -> str:
        about = " ".join(f"{name}={value}" for name, value in getattr(record, "about", {}).items())
        line = f"{record.levelname.lower()}: {without_address(record)}" + (about and f"  [{about}]")
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def without_address(record: logging.LogRecord) -> str:
    """The record's message with the address of its request replaced by the route, and without the
    page that it came from."""
    message = record.getMessage()
    request = getattr(record, "request", None)
    if came_from := getattr(request, "META", {}).get("HTTP_REFERER"):
        message = message.replace(came_from, "(another page)")
    path = getattr(request, "path", "")
    return message.replace(path, route_of(request)) if len(path) > 1 else message


@cache
def key_pattern() -> re.Pattern[str]:
    """Finds a key in an address; the first group is what stands before it."""
    starts = "|".join((*SECRET_ADDRESSES, *settings.EXTENSIONS.secret_addresses))
    return re.compile(rf"(/+(?:{starts.replace('/', '/+')})/+)[^/?#\s\"'<>]+", re.IGNORECASE)


def masked(text: str) -> str:
    """Returns a text without cookies and tokens, and without the keys and queries of addresses,
    however they are encoded."""
    text = key_pattern().sub(r"\1*", unquote(text) if "%" in text else text)
    return CREDENTIAL.sub(r"\1*", QUERY.sub("?*", text))


def route_of(request: object) -> str:
    """Also of a request that was answered before anybody looked for its page."""
    match = getattr(request, "resolver_match", None)
    try:
        match = match or resolve(getattr(request, "path_info", ""))
    except Resolver404:
        return "(no such page)"
    return f"/{match.route}"


def configuration(form: str, level: str) -> dict[str, Any]:
    """Returns the configuration of ``logging.config.dictConfig`` for Django, Celery's programs and
    the web server."""
    ours: dict[str, Any] = {"handlers": ["lines"], "propagate": False}
    lines = {"class": "logging.StreamHandler", "filters": ["bound"], "formatter": form}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"bound": {"()": Bound}},
        "formatters": {"json": {"()": JsonLine}, "plain": {"()": PlainLine}},
        "handlers": {"lines": lines},
        "root": {"handlers": ["lines"], "level": level},
        "loggers": {
            "django": {**ours, "level": level},
            # A missing page is one line of our own already; only failures are logged here.
            "django.request": {"level": "ERROR"},
            # Anybody may ask under a wrong name; the answer tells them, the log does not.
            "django.security.DisallowedHost": {"handlers": [], "propagate": False},
            # At a table no one asks when a process of the web server starts or ends.
            "uvicorn": {"level": "INFO" if form == "json" else "WARNING"},
            # It would write whole addresses, and its own switch is undone when this is read.
            "uvicorn.access": {"handlers": [], "propagate": False},
            # Celery's processes tell here that one of them died.
            "multiprocessing": ours,
        },
    }


def configure(config: dict[str, Any]) -> None:
    """Configures logging. Where lines are JSON, warnings and uncaught errors become lines too."""
    logging.config.dictConfig(config)
    if config["handlers"]["lines"]["formatter"] != "json":
        return
    logging.captureWarnings(True)
    sys.excepthook = lambda *error: _log_uncaught(error)
    threading.excepthook = lambda it: _log_uncaught((it.exc_type, it.exc_value, it.exc_traceback))


def _log_uncaught(error: Any) -> None:
    logging.getLogger(__name__).critical("Nobody caught an error.", exc_info=error)
