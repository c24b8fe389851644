"""Reads settings from the environment; invalid values stop the start with a message.

Loaded before the settings exist, so nothing here may use them.
"""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final

import environ
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language

ALIKE: Final = 0.88
"""``LOG_LEVLE`` is as close to ``LOG_LEVEL``, and ``DATABASE_URL_TEST`` to nothing of ours."""
LONG_ENOUGH: Final = 8
"""Letters. ``MODEL``, ``PORTS`` or ``HTTP_S`` may be anybody's."""
OF_A_LIBRARY: Final = ("OTEL_", "SENTRY_")
"""Beginnings of names that a library reads itself."""
ADDRESS_PART: Final = re.compile(r"[a-z0-9-]{12,64}")
"""No address of the site begins with one word as long."""


class Environment(environ.Env):  # type: ignore[misc]
    """Remembers which names were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get_value(self, var: str, *args: Any, **options: Any) -> Any:
        self.names.add(var)
        return super().get_value(var, *args, **options)


env = Environment()


def refuse_misspelled(names: Iterable[str]) -> None:
    """Raises ImproperlyConfigured for names close to a setting's name. Call it after all settings
    are read."""
    ours = (name for name in set(names) - env.names if not name.startswith(OF_A_LIBRARY))
    for name in sorted(ours):
        if len(name) >= LONG_ENOUGH and (near := get_close_matches(name, env.names, 1, ALIKE)):
            raise ImproperlyConfigured(f"{name} is not a setting. Did you mean {near[0]}?")


def require_library(name: str, module: str) -> None:
    """Raises ImproperlyConfigured if the setting of this name needs what is not installed."""
    with suppress(ModuleNotFoundError):  # of the package that the module is in
        if not env.str(name, "") or find_spec(module):
            return
    raise ImproperlyConfigured(
        f"{name} is set, but the library for it is not installed. "
        "Run: pip install --require-hashes -r requirements/site.txt"
    )


def folder(name: str, default: Path, mode: int = 0o777) -> Path:
    """Returns a folder, making it if needed."""
    path = Path(env.str(name, str(default))).resolve()
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} is {str(path)!r}; it must be a folder that can be made: {error.strerror}."
        ) from error
    return path


def data_folder(name: str, default: Path) -> Path:
    """Returns a writable folder that only its owner can read."""
    path = folder(name, default, 0o700)
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} is {str(path)!r}; this account can't write there.")
    return path


def own_data_folder() -> Path:
    """Returns the folder for Scorekeeper's data in the home of whoever runs it."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "scorekeeper"


def kept_key(file: Path) -> str:
    """The key made at the first start on this computer, readable by its owner only."""
    if not file.exists():
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as opened:
            opened.write(token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(draft, file)  # the first of two processes wins, and both read its key
        draft.unlink()
    return file.read_text().strip()


def address_part(name: str) -> str:
    """Returns a part of an address, "" when it is not set."""
    text: str = env.str(name, "")
    if text and not ADDRESS_PART.fullmatch(text):
        raise ImproperlyConfigured(
            f"{name} is {text!r}; it must be 12 to 64 characters: a to z, digits and hyphens."
        )
    return text


def text_or_file(name: str) -> str:
    """Returns a text: the setting's own, or that of the file it names by its whole path."""
    text: str = env.str(name, "").strip()
    if not text.startswith("/"):
        return text
    try:
        return Path(text).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name} is {text!r}; no text could be read there.") from error


def one_of(name: str, *allowed: str) -> str:
    value: str = env.str(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be {allowed_words(allowed)}.")
    return value


def some_of(name: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """Returns those named, in the order of ``allowed``: all where nothing is said."""
    named: list[str] = env.list(name, default=list(allowed))
    if unknown := sorted({*named} - {*allowed}):
        raise ImproperlyConfigured(
            f"{name} names {unknown[0]!r}; it may name {', '.join(allowed)}."
        )
    return tuple(one for one in allowed if one in named)


def allowed_words(allowed: tuple[str, ...]) -> str:
    return (
        "one of " + ", ".join(allowed)
        if len(allowed) < 9
        else f"a known name, such as {allowed[0]}"
    )


def whole_number(name: str, default: int, least: int = 0) -> int:
    text = env.str(name, str(default))
    if not text.isdecimal() or int(text) < least:
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be a whole number from {least}.")
    return int(text)


def yes_or_no(name: str, default: bool) -> bool:
    text = env.str(name, "yes" if default else "no").lower()
    if text not in ("1", "yes", "true", "on", "0", "no", "false", "off"):
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be yes or no.")
    return text in ("1", "yes", "true", "on")


def sender(url: str, address: str) -> str:
    """Returns the From address of e-mail, which a real mail server requires."""
    if address or not url or url.startswith("consolemail"):
        return address or "scorekeeper@localhost"
    raise ImproperlyConfigured("EMAIL_URL is set: say EMAIL_FROM too, from whom e-mail comes.")


def json_object(name: str, default: dict[str, Any]) -> dict[str, Any]:
    try:
        value = env.json(name, default=default)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ImproperlyConfigured(f"{name} must be a JSON object.")
    return value


SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a hand that was answered with "saved" is still there after a power cut.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
    "PRAGMA mmap_size=134217728; PRAGMA cache_size=2000;",
}

# A server that has gone without a word is noticed within seconds, not after a quarter of an hour.
NOTICED = {
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,  # milliseconds
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

# PostgreSQL plans a statement at its second time on a connection, and not each time after it.
PLANNED = {"server_side_binding": True, "prepare_threshold": 1}

# Each thread keeps its connection, which is tested before the first statement of a request.
KEPT = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}


def database(configured: dict[str, Any], data: Path) -> dict[str, Any]:
    """Returns the settings of a database from those that its address gives."""
    if configured["ENGINE"] == "django.db.backends.sqlite3":
        # A file, because SQLite's database in memory fails as soon as two threads use it.
        test = {"NAME": str(data / "test.sqlite3")}
        return {**configured, **KEPT, "OPTIONS": SQLITE_OPTIONS, "TEST": test}
    if configured["ENGINE"] == "django.db.backends.postgresql":
        return {
            **configured,
            **KEPT,
            "OPTIONS": {**NOTICED, **PLANNED, **configured.get("OPTIONS", {})},
        }
    raise ImproperlyConfigured("DATABASE_URL must start with sqlite:// or postgres://.")


def transport_options(url: str, folder: Path) -> dict[str, Any]:
    if url.startswith("redis"):
        # Longer than the longest task, or it would run twice at once.
        return {"visibility_timeout": 600, "socket_timeout": 10, "socket_connect_timeout": 3}
    return {"folder": _made(folder / "messages"), "polling_interval": 0.2}


def _made(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def languages(folder: Path) -> list[tuple[str, str]]:
    """English, and the languages that have a folder here."""
    names = {path.parent.name for path in folder.glob("*/LC_MESSAGES")}
    codes = sorted({to_language(name) for name in names} - {"en"})
    known = {code: LANG_INFO.get(code, {}).get("name_local", code) for code in codes}
    return [("en", "English"), *known.items()]
