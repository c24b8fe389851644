"""Numbers, lines and the token of a write, which a request brings as text."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django import forms
from django.core.exceptions import BadRequest
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.requests.outcomes import Conflict, Outcome
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.cases.files import storable_json
from scorekeeper.engine.errors import TooDeepError
from scorekeeper.engine.lines import one_line

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


Row = TypeVar("Row", bound=Model)
OTHERWISE = _("Something else was saved from this page. Reload it and check.")


class OtherwiseError(Refusal):
    """Not what is asked for now was written before: ``first``, by this token, or by somebody
    else since the page was shown."""

    def __init__(
        self,
        first: Any,
        text: str | Promise = OTHERWISE,
        *,
        fate: type[Outcome] = Conflict,
        **values: Any,
    ) -> None:
        super().__init__(text, fate=fate, **values)
        self.first = first


def first_answer(
    rows: QuerySet[Row],
    token: str | None,
    is_same: Callable[[Row], bool],
    otherwise: Callable[[Row], Refusal] = OtherwiseError,
) -> Row | None:
    """Returns the row among ``rows`` that this token wrote; None if there is none. If ``is_same``
    finds it different from what is asked for now, raises the refusal that ``otherwise`` makes of
    it."""
    first = rows.filter(token=token).first() if token else None
    if first is not None and not is_same(first):
        raise otherwise(first)
    return first


class LineField(forms.CharField):
    """A name, a title or a reason, cleaned as players' names are before it is checked: what cannot
    be seen counts as empty, and is not counted in the length."""

    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")
