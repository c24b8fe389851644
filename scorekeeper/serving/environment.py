"""How the settings read the environment: what makes no sense stops the start, and says so.

Read before there are any settings, so nothing in here may ask for one.
"""

from __future__ import annotations

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def one_of(name: str, *allowed: str) -> str:
    value: str = env.str(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be {shown(allowed)}.")
    return value


def shown(allowed: tuple[str, ...]) -> str:
    return (
        "one of " + ", ".join(allowed)
        if len(allowed) < 9
        else f"a known name, such as {allowed[0]}"
    )


def whole(name: str, default: int, least: int = 0) -> int:
    given = env.str(name, str(default))
    if not given.isdecimal() or int(given) < least:
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be a whole number from {least}.")
    return int(given)


def yes_or_no(name: str, default: bool) -> bool:
    given = env.str(name, "yes" if default else "no").lower()
    if given not in ("1", "yes", "true", "on", "0", "no", "false", "off"):
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be yes or no.")
    return given in ("1", "yes", "true", "on")


def sender(url: str, given: str) -> str:
    """From whom e-mail comes: a server turns away what comes from nowhere."""
    if given or not url or url.startswith("consolemail"):
        return given or "scorekeeper@localhost"
    raise ImproperlyConfigured("EMAIL_URL is set: say EMAIL_FROM too, from whom e-mail comes.")


def json_object(name: str, default: dict[str, Any]) -> dict[str, Any]:
    try:
        found = env.json(name, default=default)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ImproperlyConfigured(f"{name} must be a JSON object.")
    return found
