"""Who may see and do what. Every view of a club goes through one of these two decorators.

What they answer is for this browser alone and is kept nowhere (``no-store``): a phone that is shut
out cannot leaf back to it, and no view has to think of it.

A browser carries the secret of its phone in a signed cookie; each request looks up the places that
phone has, so a link taken back, or a phone taken out, has effect at once. Outsiders get 404: a club
they cannot see does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from scorekeeper.clubs import recovery
from scorekeeper.clubs.models import Club, Membership, Phone, Role, Session, ShareLink
from scorekeeper.clubs.phones import keys, note_seen
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving.logs import bind
from scorekeeper.serving.outcomes import WriteRequest, with_outcome
from scorekeeper.serving.private import not_kept
from scorekeeper.serving.rows import columns, fetch, fetch_with
from scorekeeper.wording.reader import speak

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase, covariant=True)
NIGHT = f"""
    SELECT {columns(Session, "night")}, {columns(Club, "club")}
    FROM {Session._meta.db_table} night
    JOIN {Club._meta.db_table} club ON club.id = night.club_id
    WHERE night.code = %s AND night.removed_at IS NULL
"""
BEST = f"""
    SELECT {columns(Membership, "held")}
    FROM {Phone._meta.db_table} phone
    JOIN {Membership._meta.db_table} held ON held.phone_id = phone.id
    LEFT JOIN {ShareLink._meta.db_table} link ON link.id = held.link_id
    WHERE held.club_id = %s
      AND (held.session_id IS NULL OR held.session_id = %s)
      AND phone.digest IN ({{keys}})
      AND held.revoked_at IS NULL
      AND link.revoked_at IS NULL
    ORDER BY held.role DESC, held.id DESC
    LIMIT 1
"""
"""Both are asked by every request, and cost a fifth of the same queries built anew each time."""


class ClubRequest(WriteRequest):
    """A request that has shown a membership of ``club``: what a view behind the two is given."""

    club: Club
    membership: Membership
    role: Role
    code_to_write: str
    """The recovery code, for a host who has not yet said that it is written down."""


class AtCode(Protocol[P, R]):
    """A view as the addresses know it: they name the ``code`` of a club or a session."""

    def __call__(self, request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R: ...


def best_membership(
    request: HttpRequest, club: Club, session: Session | None = None
) -> Membership | None:
    """The browser's membership in force here with the highest role."""
    held = keys(request)
    if not held:
        return None
    query = BEST.format(keys=", ".join(["%s"] * len(held)))
    night = session.pk if session else None
    return next(iter(fetch(Membership, query, [club.pk, night, *held])), None)


def _night(code: str) -> Session:
    """The night of this code with its club, in one query. Raises Http404."""
    found = fetch_with(Session, Club, NIGHT, [code]) if code.isalnum() else []
    if not found:
        raise Http404
    session, club = found[0]
    session.club = club
    return session


def _admit(
    stranger: HttpRequest, club: Club, session: Session | None, role: Role, act: acts.Act
) -> ClubRequest:
    """The same request, with what it has shown. Raises Http404, PermissionDenied, TooMuchError."""
    membership = best_membership(stranger, club, session)
    if membership is None:
        raise Http404
    if membership.role < role:
        raise PermissionDenied
    if stranger.method == "POST":
        spend(act, stranger, club=club, member=membership)
    membership.club = club
    request = cast(ClubRequest, stranger)
    request.club, request.membership = club, membership
    request.role = Role(membership.role)
    of_club = request.role == Role.HOST and membership.session_id is None
    request.code_to_write = recovery.code_to_write(request, club) if of_club else ""
    timezone.activate(club.zone)
    speak(request, club.language)
    bind(club=club.pk)
    return request


def club_view(
    role: Role, act: acts.Act = acts.WRITE
) -> Callable[[Callable[Concatenate[ClubRequest, Club, P], R]], AtCode[P, R]]:
    """For ``view(request, club, …)`` at an address with the club's code. ``act``: what a POST
    counts as."""

    def decorate(view: Callable[Concatenate[ClubRequest, Club, P], R]) -> AtCode[P, R]:
        @wraps(view)
        def admitted(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R:
            club = Club.objects.filter(code=code).first() if code.isalnum() else None
            if club is None:
                raise Http404
            inside = _admit(request, club, None, role, act)
            response = view(inside, club, *args, **kwargs)
            note_seen(inside, inside.membership)
            return not_kept(response)

        return admitted

    return decorate


def session_view(
    role: Role, act: acts.Act = acts.WRITE
) -> Callable[[Callable[Concatenate[ClubRequest, Session, P], R]], AtCode[P, R]]:
    """For ``view(request, session, …)`` at an address with the session's code. ``act``: what a
    POST counts as."""

    def decorate(view: Callable[Concatenate[ClubRequest, Session, P], R]) -> AtCode[P, R]:
        @wraps(view)
        def admitted(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> R:
            session = _night(code)
            inside = _admit(request, session.club, session, role, act)
            response = view(inside, session, *args, **kwargs)
            note_seen(inside, inside.membership)
            return not_kept(with_outcome(inside, response))

        return admitted

    return decorate
