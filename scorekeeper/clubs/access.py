"""Access control: every view of a group goes through one of these two decorators, and the poll "is
there anything new?" through a query as strict.

An address of money (``money=True``) does not exist in a group for points only.

Responses are marked ``no-store``: a removed device cannot leaf back to them.

A browser carries its device's secret in a signed cookie. Each request looks up that device's
memberships, so revoking a link or removing a device takes effect at once. Outsiders get 404, as if
the group did not exist.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import connection
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotFound
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from scorekeeper.clubs.devices import recovery
from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.models import Club, Device, Membership, Player, Role, Session, ShareLink
from scorekeeper.clubs.services import check_open
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.logs import bind
from scorekeeper.core.requests.outcomes import Gone, Refused, WriteRequest, conclude, with_outcome
from scorekeeper.core.requests.private import not_kept
from scorekeeper.core.requests.sent import whole_number

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase, covariant=True)


REFUSED: Final = gettext_lazy("This group plays for points only. Nothing was saved.")


class ClubRequest(WriteRequest):
    """A request with a checked membership of ``club``, as the decorators pass it to a view."""

    club: Club
    membership: Membership
    role: Role
    code_to_write: str
    """The recovery code, while the host has not confirmed having noted it; else ""."""


class AtCode(Protocol[P, R]):
    """A view as urls.py calls it: with the ``code`` of a club or a session."""

    def __call__(self, request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R: ...


def best_membership(
    request: HttpRequest, club: Club, session: Session | None = None
) -> Membership | None:
    """Returns the browser's active membership with the highest role here, if any."""
    digests = device_digests(request)
    if not digests:
        return None
    places = Q(session=None)
    if session is not None:
        places |= Q(session__in=[session.pk, session.part_of_id])
    held = Membership.objects.filter(places, club=club, device__digest__in=digests)
    in_force = held.filter(revoked_at=None, link__revoked_at=None)
    return in_force.order_by("-role", "-pk").first()


def _session(code: str) -> Session:
    """Returns the session of this code with its club, in one query; also a withdrawn one that was
    held within another. Raises Http404."""
    sessions = Session.every.select_related("club").filter(code=code)
    session = sessions.first() if code.isalnum() else None
    if session is None or (session.removed_at and not session.part_of_id):
        raise Http404
    return session


def _admit(
    plain_request: HttpRequest, club: Club, session: Session | None, role: Role, act: acts.Act
) -> ClubRequest:
    """Returns the request with its membership. Raises Http404, BlockedError, PermissionDenied,
    TooMuchError."""
    membership = best_membership(plain_request, club, session)
    if membership is None:
        raise Http404
    check_open(club)
    if membership.role < role:
        raise PermissionDenied
    if plain_request.method == "POST":
        spend(act, plain_request, club=club, member=membership)
    membership.club = club
    request = cast(ClubRequest, plain_request)
    request.club, request.membership = club, membership
    request.role = Role(membership.role)
    runs_club = membership.runs_club
    request.code_to_write = recovery.code_to_write(request, club) if runs_club else ""
    timezone.activate(club.zone)
    read_as_club(request, club.language, money=not club.hides_money)
    bind(club=club.pk)
    return request


def _no_money(request: ClubRequest, session: Session | None = None) -> HttpResponse:
    """Says that the group plays for points only; a write is refused. A page that htmx keeps up to
    date is loaded again, and then says so."""
    if request.method == "POST":
        conclude(request, Refused(str(REFUSED)))
    elif request.headers.get("HX-Request"):
        return HttpResponseClientRefresh()
    context = {"club": request.club, "session": session}
    status = 409 if request.method == "POST" else 404
    return render(request, "clubs/points_only.html", context, status=status)


def readable_day(request: HttpRequest, table: Session) -> Session | None:
    """Returns the session within which this one is held, if the browser may see it: it may also be
    here by a link of this one alone."""
    day = table.part_of
    return day if day and best_membership(request, table.club, day) else None


def withdrawn_page(request: HttpRequest, table: Session) -> HttpResponse:
    """Says that this table was withdrawn, and leads to the session within which it was held if the
    browser may see that. A page that htmx keeps up to date is loaded again, and then says so."""
    if request.headers.get("HX-Request"):
        return HttpResponseClientRefresh()
    context = {"day": readable_day(request, table)}
    return render(request, "clubs/table_withdrawn.html", context, status=410)


def _withdrawn(request: ClubRequest, table: Session) -> HttpResponse:
    if request.method == "POST":
        conclude(request, Gone(_("This table was withdrawn.")))
    return with_outcome(request, withdrawn_page(request, table))


def club_view(
    role: Role, *, money: bool = False
) -> Callable[[Callable[Concatenate[ClubRequest, Club, P], R]], AtCode[P, R]]:
    """Decorates ``view(request, club, …)`` at an address with the club's code. A POST is counted
    by the rate limits. ``money``: there is no such address in a group for points only."""

    def decorate(view: Callable[Concatenate[ClubRequest, Club, P], R]) -> AtCode[P, R]:
        @wraps(view)
        def admitted(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R:
            club = Club.objects.filter(code=code).first() if code.isalnum() else None
            if club is None:
                raise Http404
            inside = _admit(request, club, None, role, acts.WRITE)
            if money and not currencies.are_shown():
                return cast(R, not_kept(with_outcome(inside, _no_money(inside))))
            return not_kept(view(inside, club, *args, **kwargs))

        return admitted

    return decorate


def session_view(
    role: Role, act: acts.Act = acts.WRITE, *, money: bool = False
) -> Callable[[Callable[Concatenate[ClubRequest, Session, P], R]], AtCode[P, R]]:
    """Decorates ``view(request, session, …)`` at an address with the session's code. A POST is
    counted as ``act`` by the rate limits. ``money``: there is no such address in a group for points
    only. A session whose kind has a page of its own for this one is shown there."""

    def decorate(view: Callable[Concatenate[ClubRequest, Session, P], R]) -> AtCode[P, R]:
        @wraps(view)
        def admitted(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R:
            session = _session(code)
            inside = _admit(request, session.club, session, role, act)
            if session.removed_at:
                return cast(R, not_kept(_withdrawn(inside, session)))
            if money and not currencies.are_shown():
                return cast(R, not_kept(with_outcome(inside, _no_money(inside, session))))
            page = request.resolver_match.view_name if request.resolver_match else ""
            if (own_page := session.own_page(page)) != page:
                return cast(R, not_kept(with_outcome(inside, redirect(own_page, session.code))))
            try:
                response = view(inside, session, *args, **kwargs)
            except (ObjectDoesNotExist, Http404):  # withdrawn or removed meanwhile?
                session = _session(code)
                if not session.removed_at:
                    raise
                return cast(R, not_kept(_withdrawn(inside, session)))
            return not_kept(with_outcome(inside, response))

        return admitted

    return decorate


def own_player(request: ClubRequest, club: Club, pk: int, **only: None) -> Player:
    """Returns the device's own player, or any for a host; ``only``: of these. Raises
    PermissionDenied, Http404."""
    if request.role < Role.HOST and request.membership.player_id != pk:
        raise PermissionDenied
    return get_object_or_404(Player.objects.select_related("club"), pk=pk, club=club, **only)


def player_of(club: Club, pk: str) -> Player:
    """Returns the player of this group whose id was sent. Raises Http404."""
    return get_object_or_404(Player, pk=whole_number(pk), club=club)


SESSION = re.compile(r"/sessions/([0-9A-Za-z]+)/")
CHECKED = "version_checked"
"""Attribute that marks a request already checked: there is something to send."""
NO_STORE = {"Cache-Control": "no-store, private"}
VERSION = f"""
    SELECT session.version
    FROM {Session._meta.db_table} session
    JOIN {Club._meta.db_table} club ON club.id = session.club_id AND club.blocked_at IS NULL
    JOIN {Device._meta.db_table} device ON device.digest IN ({{keys}})
    JOIN {Membership._meta.db_table} held
      ON held.device_id = device.id AND held.club_id = session.club_id
    LEFT JOIN {ShareLink._meta.db_table} link ON link.id = held.link_id
    WHERE session.code = %s AND session.removed_at IS NULL
      AND held.revoked_at IS NULL
      AND link.revoked_at IS NULL
      AND (held.session_id IS NULL OR held.session_id IN (session.id, session.part_of_id))
    LIMIT 1
"""


def visible_version(request: HttpRequest, code: str) -> int | None:
    """Returns the session's version; None if it does not exist or this browser may not see it. One
    query written by hand, exactly as strict as ``best_membership``; a test compares the two."""
    digests = device_digests(request)
    if not digests:
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION.format(keys=", ".join(["%s"] * len(digests))), [*digests, code])
        row = cursor.fetchone()
    return row[0] if row else None


class VersionPoll:
    """Answers the poll "is there anything new?" that every device sends every two seconds (``?v=``
    at an address of a session) when nothing is. The view answers the others, and polls with a
    scorer's question (``w``). Must follow the session middleware.

    It stands before the work that every page needs (translation, framing, policies): that work, not
    the query, is most of what an empty view costs (``bench`` measures it)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.META.get("HTTP_HX_REQUEST") == "true":
            session = SESSION.match(request.path_info)
            if session and "v" in request.GET and "w" not in request.GET:
                request.get_host()  # raises DisallowedHost, as it would further in
                if response := unchanged_response(request, session[1]):
                    return response
                setattr(request, CHECKED, True)
        return self.get_response(request)


def unchanged_response(request: HttpRequest, code: str) -> HttpResponse | None:
    """Returns 204 while the device's version ``?v=`` is the newest, 404 to a browser that never had
    access, None when the view has something to say: what is new, or why there is no access."""
    if hasattr(request, CHECKED):
        return None
    if not device_digests(request):
        return HttpResponseNotFound(headers=NO_STORE)
    version = visible_version(request, code)
    if version is not None and request.GET.get("v") == str(version):
        return HttpResponse(status=204, headers=NO_STORE)
    return None
