"""The outcome of a write, as a value that a view attaches to its request, beside its page.

The page is for people. A browser that keeps what was typed until an answer names its token, the app
on a device, and what delivers for a device read the value, as JSON; none of them reads it out of a
page, an address or a status.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, TypeVar

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from scorekeeper.core.counting import count


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails
    """True where htmx asked: for a part of the page."""


Answer = TypeVar("Answer", bound=HttpResponseBase)
HEADER: Final = "X-Outcome"
LONGEST: Final = 400
"""Letters of a message in the header."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """``message``: for people, a sentence without HTML; "" where there is nothing to say."""

    fate: ClassVar[str]
    message: str = ""

    @property
    def plain(self) -> dict[str, Any]:
        return {"fate": self.fate, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Done(Outcome):
    """It is written, by this request or by an earlier one."""

    fate = "done"


@dataclass(frozen=True, slots=True)
class Refused(Outcome):
    """Not as things stand; put right, it may be sent again. ``field``: what it is about, if that
    is known."""

    fate = "refused"
    field: str = ""


@dataclass(frozen=True, slots=True)
class Conflict(Outcome):
    """Another stands in its place, or its token wrote something else: the person is shown both.
    ``theirs``: the token of what stands; "" where nothing does any more."""

    fate = "conflict"
    theirs: str = ""


@dataclass(frozen=True, slots=True)
class Stale(Outcome):
    """The row to change was changed meanwhile: this write is never made as it is."""

    fate = "stale"


@dataclass(frozen=True, slots=True)
class Gone(Outcome):
    """The row to change does not exist any more."""

    fate = "gone"


@dataclass(frozen=True, slots=True)
class Later(Outcome):
    """Too much at once."""

    fate = "later"


@dataclass(frozen=True, slots=True)
class Unfit(Outcome):
    """A device cannot sync it."""

    fate = "unfit"


class WriteRequest(HtmxRequest):
    """A request that may have brought a write."""

    outcome: Outcome
    """What became of it, once that is known."""
    outcome_json: str
    """The same, with the token of the write."""
    page_outcome: str
    """What the page says of it, for a script that reads it when the page is loaded."""


def conclude(request: WriteRequest, outcome: Outcome, token: str = "") -> None:
    """Say what became of the write that came with this request; or of an earlier one, by its
    ``token``."""
    request.outcome = outcome
    if request.method == "POST":  # not the page after it, which names the same write
        match = request.resolver_match
        count("write", route=match.view_name if match else "", outcome=outcome.fate)
    payload = {"token": token or request.POST.get("token", ""), **outcome.plain}
    if outcome.message:
        payload["message"] = outcome.message[:LONGEST]
    request.outcome_json = json.dumps(payload, separators=(",", ":"))
    is_heard = isinstance(outcome, Done) and bool(request.htmx)  # by the header, before the page
    request.page_outcome = "" if is_heard else request.outcome_json


def redirect_done(request: WriteRequest, place: str, *args: Any) -> HttpResponse:
    """It is written; ``place``: where that is shown, as ``redirect`` takes it."""
    conclude(request, Done())
    return redirect(place, *args)


def redirect_page(request: HtmxRequest, place: str, *args: Any) -> HttpResponse:
    """To another page, also from a part of one that htmx asked for."""
    answer = redirect(place, *args)
    return HttpResponseClientRedirect(answer.url) if request.htmx else answer


def with_outcome(request: WriteRequest, answer: Answer) -> Answer:
    """The answer to this request, with what became of its write, if it was one."""
    if hasattr(request, "outcome_json"):
        answer[HEADER] = request.outcome_json
    return answer


def refused_form(form: BaseForm) -> Refused:
    """Refuses with the message of the first field that is wrong."""
    field, errors = next(iter(form.errors.items()), ("", [""]))
    return Refused(str(errors[0]), field)
