"""Invite links on the share page, the board and the TV scoreboard; the page to join."""

from collections.abc import Callable
from functools import partial
from typing import ParamSpec

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs import selectors, services
from scorekeeper.clubs.access import (
    ClubRequest,
    best_membership,
    club_view,
    player_of,
    session_view,
    withdrawn_page,
)
from scorekeeper.clubs.devices.services import device_digests, remember, repeatable_secret
from scorekeeper.clubs.forms import invitee_help, role_help, write_token
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session, ShareLink
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.requests.private import private

P = ParamSpec("P")
FEW = 20
"""Most names that the join page lists."""


def secretive(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Decorates a view whose page shows a secret but whose address is none."""
    return private(view, referrer="same-origin")


# Showing an invitation -----------------------------------------------------------------------


@secretive
@require_safe
@club_view(Role.HOST)
def share(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows a role's invite link for the group or one session, and all active links. After a
    revocation none is shown until the host chooses."""
    session = None
    if code := request.GET.get("session", ""):
        session = get_object_or_404(Session, club=club, code=code if code.isalnum() else "")
    role = _role(request, Role.HOST)
    invitation = (
        None if "taken" in request.GET else _ensure_invitation(request, club, role, session)
    )
    context = {
        "club": club,
        "roles": [(choice, role_help(choice)) for choice in Role],
        "role": role if invitation else None,
        "role_help": role_help(role),
        "link_session": session,
        "sessions": selectors.running(club),
        "invitation": invitation,
        "links": selectors.live_links(club),
    }
    return render(request, "clubs/share.html", context)


def _role(request: HttpRequest, highest: Role) -> Role:
    """Returns the requested role, viewer by default. Raises PermissionDenied above ``highest``."""
    value = request.GET.get("role", "")
    if value not in {str(role.value) for role in Role}:
        return Role.VIEWER
    if int(value) > highest:
        raise PermissionDenied
    return Role(int(value))


def _ensure_invitation(
    request: ClubRequest, club: Club, role: Role, session: Session | None
) -> invitations.Invitation:
    pair = invitations.find_link(club=club, role=role, session=session)
    if pair is None:
        spend(acts.NEW_LINK, request, club=club)
        pair = invitations.ensure_link(club=club, role=role, session=session, by=request.membership)
    return invitations.build_invitation(request, *pair)


@require_POST
@club_view(Role.HOST)
def share_revoke(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    links = ShareLink.objects.select_related("club", "session")
    services.revoke_link(link=get_object_or_404(links, pk=pk, club=club), by=request.membership)
    return redirect(f"{reverse('clubs:share', args=[club.code])}?taken=1")


@secretive
@require_safe
@session_view(Role.SCORER)
def session_invite(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows the session's invite link, in the board or as a page. Scorers invite viewers, hosts
    scorers too; other hosts are invited on the share page."""
    highest = Role.SCORER if request.role == Role.HOST else Role.VIEWER
    role = _role(request, highest)
    invitation = _ensure_invitation(request, session.club, role, session)
    on_screen = invitations.screen_link(session)
    context = {
        "session": session,
        "roles": [choice for choice in Role if choice <= highest],
        "role": role,
        "role_help": role_help(role),
        "invitation": invitation,
        "on_screen": on_screen is not None,
    }
    template = "clubs/_session_invite.html" if request.htmx else "clubs/session_invite.html"
    return render(request, template, context)


@require_POST
@session_view(Role.SCORER)
def session_screen(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows the viewers' link on the session's TV scoreboard, or hides it."""
    if request.POST.get("show") == "1":
        invitations.put_on_screen(session=session, by=request.membership)
    else:
        invitations.take_off_screen(session=session, by=request.membership)
    back = request.POST.get("back", "")
    if back.startswith("money"):
        return redirect(f"{reverse('scoreboard:tv', args=[session.code])}?money=1")
    return redirect("scoreboard:tv" if back == "tv" else "clubs:session_invite", session.code)


# Coming in -----------------------------------------------------------------------------------


@partial(private, referrer="strict-origin")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Shows what an invite link is for; a POST joins. GET writes nothing: link previews must not
    join."""
    check(acts.MISSED_LINK, request)
    link = services.find_active_link(token)
    if link is None:
        spend(acts.MISSED_LINK, request)
        return render(request, "clubs/join_not.html", status=404)
    read_as_club(request, link.club.language, money=not link.club.hides_money)
    if link.session and link.session.removed_at and link.session.part_of_id:
        return withdrawn_page(request, link.session)
    membership = _own_membership(request, link)
    if membership is None and request.method == "POST":
        membership = _redeem(request, link, token)
    return _redirect_inside(membership) if membership else _render_join(request, link)


def _own_membership(request: HttpRequest, link: ShareLink) -> Membership | None:
    """Returns the browser's membership if it already allows as much as the link."""
    membership = best_membership(request, link.club, link.session)
    if membership is None or membership.role < link.role:
        return None
    if membership.session_id not in (None, link.session_id):
        return None  # of the session within which the link's is held
    membership.club, membership.session = link.club, link.session if membership.session_id else None
    return membership


def _redeem(request: HttpRequest, link: ShareLink, token: str) -> Membership | None:
    """Joins with the link; None when the page's token was used before or is invalid."""
    try:
        page = write_token(request.POST)
    except ValidationError:
        return None
    player = _chosen_player(request, link)
    spend(acts.JOIN, request, club=link.club, link=link)
    with transaction.atomic():
        membership = services.redeem_link(token=token, digests=device_digests(request), page=page)
        if membership is None:
            return None
        if not remember(request, membership, repeatable_secret(request, f"join {page}")):
            return None
        if player is not None and membership.player_id is None:
            services.say_who(membership=membership, player=player)
    return membership


def _chosen_player(request: HttpRequest, link: ShareLink) -> Player | None:
    player_id = request.POST.get("player", "")
    return player_of(link.club, player_id) if player_id else None


def _redirect_inside(membership: Membership) -> HttpResponse:
    if membership.session:
        return redirect(membership.session.address)
    running = selectors.running(membership.club).order_by("-pk")[:2]
    if len(running) == 1:
        return redirect(running[0].address)
    return redirect("home:club", membership.club.code)


def _render_join(request: HttpRequest, link: ShareLink) -> HttpResponse:
    people = selectors.people(link.club, link.session, limit=FEW)
    context = {
        "club": link.club,
        "session": link.session,
        "role": Role(link.role),
        "role_help": invitee_help(Role(link.role)),
        "people": people,
    }
    return render(request, "clubs/join.html", context)
