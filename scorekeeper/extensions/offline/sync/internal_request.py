"""Posts to another view of this site within a request, as its browser would have."""

from dataclasses import dataclass, replace
from typing import Final, cast
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.core.limits.spending import TooMuchError
from scorekeeper.core.requests.middleware import is_text, may_exist
from scorekeeper.core.requests.outcomes import Gone, Later, Outcome, Refused, WriteRequest
from scorekeeper.extensions.offline.sync.writes import KINDS

LONGEST: Final = 2000
"""Most characters of an address."""
OUTER_HEADERS: Final = ("HTTP_HX_", "CONTENT_", "HTTP_IF_", "HTTP_X_CSRFTOKEN", "wsgi.input")
"""Headers that belong to the outer request alone."""


@dataclass(frozen=True, slots=True)
class Aim:
    """An address of the session, resolved to its view."""

    path: str
    query: str
    match: ResolverMatch

    @property
    def name(self) -> str:
        return self.match.view_name

    @property
    def number(self) -> int | None:
        """The number of the game that the address names."""
        number = self.match.kwargs.get("number")
        return number if isinstance(number, int) else None


def find_aim(path: str, code: str) -> Aim | None:
    """Resolves the path; None unless it is a write of the session ``code`` that can be synced."""
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


def post(outer: ClubRequest, aim: Aim, body: QueryDict) -> tuple[Outcome, int]:
    """Posts the form to the view; returns the outcome and the status of the response."""
    request = _request(outer, aim, body)
    try:
        status = aim.match.func(request, *aim.match.args, **aim.match.kwargs).status_code
    except Http404:
        return Gone(_("What this refers to no longer exists.")), 404
    except PermissionDenied:
        message = _("Your role doesn’t allow this. Ask a host for another link.")
        return Refused(message), 403
    except BadRequest:
        return Refused(_("This couldn’t be read.")), 400
    except TooMuchError:
        return Later(), 429
    outcome = getattr(request, "outcome", Refused())
    if isinstance(outcome, Refused) and not outcome.message:
        message = _("This could not be saved because something has changed.")
        outcome = replace(outcome, message=message)
    return outcome, status


def _request(outer: ClubRequest, aim: Aim, body: QueryDict) -> WriteRequest:
    request = HttpRequest()
    request.META = {
        name: value for name, value in outer.META.items() if not name.startswith(OUTER_HEADERS)
    }
    request.META |= {"PATH_INFO": aim.path, "QUERY_STRING": aim.query, "REQUEST_METHOD": "POST"}
    request.method, request.path_info = "POST", aim.path
    request.path = outer.path.removesuffix(outer.path_info) + aim.path
    request.GET = QueryDict(aim.query)
    request.COOKIES, request.session = outer.COOKIES, outer.session
    request.resolver_match = aim.match
    for name in ("user", "csp_nonce", "_csp_nonce", "left", "LANGUAGE_CODE"):
        if name in vars(outer):
            setattr(request, name, vars(outer)[name])
    request.__dict__.update(POST=body.copy(), FILES=MultiValueDict[str, object]())
    inner = cast(WriteRequest, request)
    inner.htmx = HtmxDetails(inner)
    return inner
