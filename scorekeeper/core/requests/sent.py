"""Numbers and tokens that a request brings as text."""

from typing import Any, Final

from django.core.exceptions import BadRequest
from django.http import HttpRequest

from scorekeeper.engine.cases.files import storable_json
from scorekeeper.engine.errors import TooDeepError

LONGEST_TOKEN: Final = 64
"""Characters of a write token, of any kind: a device makes 24 or 32 of ``A-Z a-z 0-9 - _``."""


def whole_number(text: str, digits: int = 18) -> int | None:
    """Returns the number; None for anything else. ``digits``: at most; 18 fit the id of a row."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def sent_json(text: str, empty: str) -> Any:
    """Parses what a device sent as JSON; ``empty`` where it sent nothing. Raises ValueError for
    what cannot be stored and shown; BadRequest for what no device of ours sends."""
    try:
        return storable_json((text or empty).encode())
    except TooDeepError as error:
        raise BadRequest(str(error)) from error


def required_number(request: HttpRequest, name: str) -> int:
    """Returns the number that every write of this kind has. Raises BadRequest."""
    number = whole_number(request.POST.get(name, ""), digits=8)
    if number is None:
        raise BadRequest(f"this write has a {name}")
    return number


def sent_token(request: HttpRequest) -> str:
    """Returns the write token; "" if there is none, or none of ours."""
    token = str(request.POST.get("token", ""))
    return token if len(token) <= LONGEST_TOKEN else ""


def required_token(request: HttpRequest) -> str:
    """Returns the write token. Raises BadRequest if there is none."""
    if not (token := sent_token(request)):
        raise BadRequest("a write has a token")
    return token
