"""Letting others in: the invitation a host shows, on the share page, the board and the big screen,
and the page on which a phone comes in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs import invitations, selectors, services
from scorekeeper.clubs.access import ClubRequest, best_membership, club_view, session_view
from scorekeeper.clubs.forms import INVITED_HELP, ROLE_HELP, write_token
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session, ShareLink
from scorekeeper.clubs.phones import again_secret, keys, remember
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.serving.private import private
from scorekeeper.wording.reader import speak

P = ParamSpec("P")
FEW = 20
"""Names that can be looked through at a glance."""


def secretive(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """The page shows a secret, its address is none."""
    return private(view, referrer="same-origin")


# Showing an invitation -----------------------------------------------------------------------


@secretive
@require_safe
@club_view(Role.HOST)
def share(request: ClubRequest, club: Club) -> HttpResponse:
    """The standing invitation of a role, for the club or one night, and all that are in force.
    After one was taken back none is shown until the host chooses."""
    night = None
    if code := request.GET.get("night", ""):
        night = get_object_or_404(Session, club=club, code=code if code.isalnum() else "")
    role = _role(request, Role.HOST)
    made = None if "taken" in request.GET else _standing(request, club, role, night)
    context = {
        "club": club,
        "roles": [(each, ROLE_HELP[each]) for each in Role],
        "role": role if made else None,
        "says": ROLE_HELP[role],
        "night": night,
        "nights": selectors.running(club),
        "shown": made,
        "links": selectors.live_links(club),
    }
    return render(request, "clubs/share.html", context)


def _role(request: HttpRequest, most: Role) -> Role:
    """The role asked for, a viewer's if none. Nobody may hand out more than ``most``."""
    told = request.GET.get("role", "")
    if told not in {str(role.value) for role in Role}:
        return Role.VIEWER
    if int(told) > most:
        raise PermissionDenied
    return Role(int(told))


def _standing(
    request: ClubRequest, club: Club, role: Role, session: Session | None
) -> invitations.Shown:
    made = invitations.stands(club=club, role=role, session=session)
    if made is None:
        spend(acts.NEW_LINK, request, club=club)
        made = invitations.standing(club=club, role=role, session=session, by=request.membership)
    return invitations.shown(request, *made)


@require_POST
@club_view(Role.HOST)
def share_revoke(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    found = ShareLink.objects.select_related("club", "session")
    services.revoke_link(link=get_object_or_404(found, pk=pk, club=club), by=request.membership)
    return redirect(f"{reverse('clubs:share', args=[club.code])}?taken=1")


@secretive
@require_safe
@session_view(Role.SCORER)
def night_invite(request: ClubRequest, session: Session) -> HttpResponse:
    """The invitation to this night, in the board or as a page of its own. A scorer lets others
    look on; who may write is for a host to say, and another host is made on the share page."""
    most = Role.SCORER if request.role == Role.HOST else Role.VIEWER
    role = _role(request, most)
    made = _standing(request, session.club, role, session)
    seen = invitations.on_screen(session)
    context = {
        "session": session,
        "roles": [each for each in Role if each <= most],
        "role": role,
        "says": ROLE_HELP[role],
        "shown": made,
        "on_screen": seen is not None,
    }
    template = "clubs/_night_invite.html" if request.htmx else "clubs/night_invite.html"
    return render(request, template, context)


@require_POST
@session_view(Role.SCORER)
def night_screen(request: ClubRequest, session: Session) -> HttpResponse:
    """Put the viewers' invitation on the big screen of this night, or take it off."""
    if request.POST.get("show") == "1":
        invitations.put_on_screen(session=session, by=request.membership)
    else:
        invitations.take_off_screen(session=session, by=request.membership)
    back = request.POST.get("back", "")
    if back.startswith("money"):
        return redirect(f"{reverse('board:tv', args=[session.code])}?money=1")
    return redirect("board:tv" if back == "tv" else "clubs:night_invite", session.code)


# Coming in -----------------------------------------------------------------------------------


@partial(private, referrer="strict-origin")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation is for, and a place for whoever takes it. Looking at it writes nothing:
    machines that look before a person does take no place."""
    check(acts.MISSED_LINK, request)
    link = services.link_of(token)
    if link is None:
        spend(acts.MISSED_LINK, request)
        return render(request, "clubs/join_not.html", status=404)
    speak(request, link.club.language)
    membership = _held(request, link)
    if membership is None and request.method == "POST":
        membership = _come_in(request, link, token)
    return _inside(membership) if membership else _ask(request, link)


def _held(request: HttpRequest, link: ShareLink) -> Membership | None:
    """The place this browser has already, if that allows as much."""
    has = best_membership(request, link.club, link.session)
    if has is None or has.role < link.role or has.session_id not in (None, link.session_id):
        return None
    has.club, has.session = link.club, link.session if has.session_id else None
    return has


def _come_in(request: HttpRequest, link: ShareLink, token: str) -> Membership | None:
    """None: the page was used before, or is no page of ours; it is shown anew."""
    try:
        page = write_token(request.POST)
    except ValidationError:
        return None
    who = _told(request, link)
    spend(acts.JOIN, request, club=link.club, link=link)
    with transaction.atomic():
        membership = services.redeem_link(token=token, held=keys(request), page=page)
        if membership is None:
            return None
        if not remember(request, membership, again_secret(request, f"join {page}")):
            return None
        if who is not None and membership.player_id is None:
            services.say_who(membership=membership, player=who)
    return membership


def _told(request: HttpRequest, link: ShareLink) -> Player | None:
    told = request.POST.get("player", "")
    if not told:
        return None
    if not told.isdecimal() or len(told) > 18:
        raise Http404
    return get_object_or_404(Player, pk=int(told), club=link.club)


def _inside(membership: Membership) -> HttpResponse:
    if membership.session:
        return redirect("board:night", membership.session.code)
    running = membership.club.sessions.filter(closed_at__isnull=True).order_by("-pk")[:2]
    if len(running) == 1:
        return redirect("board:night", running[0].code)
    return redirect("home:club", membership.club.code)


def _ask(request: HttpRequest, link: ShareLink) -> HttpResponse:
    people = selectors.people(link.club, link.session, most=FEW)
    context = {
        "club": link.club,
        "session": link.session,
        "role": Role(link.role),
        "says": INVITED_HELP[Role(link.role)],
        "people": people,
    }
    return render(request, "clubs/join.html", context)
