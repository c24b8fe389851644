"""Asks one of our own views within a request, as the browser that sent it would have asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from scorekeeper.along.writes import KINDS
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.limits.spending import TooMuchError
from scorekeeper.serving.outcomes import Gone, Later, Outcome, Refused, WriteRequest
from scorekeeper.serving.readable import is_text, may_exist

LONGEST: Final = 2000
"""Letters of an address."""
NOT_THEIRS: Final = ("HTTP_HX_", "CONTENT_", "HTTP_IF_", "HTTP_X_CSRFTOKEN", "wsgi.input")
"""What the browser said of the outer request alone."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The view that an address of this night leads to."""

    path: str
    query: str
    match: ResolverMatch

    @property
    def name(self) -> str:
        return self.match.view_name

    @property
    def number(self) -> int | None:
        """Of the game that it is about."""
        found = self.match.kwargs.get("number")
        return found if isinstance(found, int) else None


def aim(path: str, code: str) -> Aim | None:
    """Where this leads, if that is a write of the night with this code that may be delivered."""
    parts = urlsplit(path) if len(path) <= LONGEST and is_text(path) else None
    if parts is None or parts.scheme or parts.netloc:
        return None
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    if match.view_name not in KINDS or match.kwargs.get("code") != code:
        return None
    if not all(may_exist(part) for part in match.kwargs.values()):
        return None
    return Aim(parts.path, parts.query, match)


def post(outer: ClubRequest, to: Aim, body: QueryDict) -> tuple[Outcome, int]:
    """What became of this form, as the view says, and the status of its answer."""
    request = _request(outer, to, body)
    try:
        status = to.match.func(request, *to.match.args, **to.match.kwargs).status_code
    except Http404:
        return Gone(_("What this refers to no longer exists.")), 404
    except PermissionDenied:
        said = _("This device can view, but not change this. Ask the host for another link.")
        return Refused(said), 403
    except BadRequest:
        return Refused(_("This couldn’t be read.")), 400
    except TooMuchError:
        return Later(), 429
    outcome = getattr(request, "outcome", Refused())
    if isinstance(outcome, Refused) and not outcome.message:
        said = _("This could not be saved because something has changed.")
        outcome = replace(outcome, message=said)
    return outcome, status


def _request(outer: ClubRequest, to: Aim, body: QueryDict) -> WriteRequest:
    made = HttpRequest()
    made.META = {
        name: value for name, value in outer.META.items() if not name.startswith(NOT_THEIRS)
    }
    made.META |= {"PATH_INFO": to.path, "QUERY_STRING": to.query, "REQUEST_METHOD": "POST"}
    made.method, made.path_info = "POST", to.path
    made.path = outer.path.removesuffix(outer.path_info) + to.path
    made.GET = QueryDict(to.query)
    made.COOKIES, made.session = outer.COOKIES, outer.session
    made.resolver_match = to.match
    for name in ("user", "csp_nonce", "_csp_nonce", "left", "LANGUAGE_CODE"):
        if name in vars(outer):
            setattr(made, name, vars(outer)[name])
    made.__dict__.update(POST=body.copy(), FILES=MultiValueDict[str, object]())
    inner = cast(WriteRequest, made)
    inner.htmx = HtmxDetails(inner)
    return inner
