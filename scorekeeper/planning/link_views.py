"""The links of players to what they say, and the addresses of calendars: shown and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.selectors import players
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.planning import links
from scorekeeper.planning.models import LinkFor, PlanLink
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.private import private


@dataclass(frozen=True, slots=True)
class LinkShown:
    """``url``: empty where there is none, or no phone can reach this computer."""

    player: Player | None
    link: PlanLink | None
    url: str


def link_shown(request: ClubRequest, player: Player | None, link: PlanLink | None) -> LinkShown:
    url = phone_url(request, links.path_of(link)) or "" if link else ""
    return LinkShown(player, link, url)


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def player_links(request: ClubRequest, club: Club) -> HttpResponse:
    """Each player's own link, for a host to hand on."""
    everybody = players(club)
    if request.method == "POST":
        player = next((p for p in everybody if str(p.pk) == request.POST.get("player")), None)
        if player is None:
            raise Http404
        _write(request, club, player, LinkFor.REPLIES)
        return redirect(f"{reverse('planning:links', args=[club.code])}#player-{player.pk}")
    standing = links.standing_links(club)
    listed = [link_shown(request, p, standing.get((p.pk, LinkFor.REPLIES))) for p in everybody]
    return render(request, "planning/links.html", {"club": club, "listed": listed})


def _write(request: ClubRequest, club: Club, player: Player | None, leads: LinkFor) -> None:
    """Make one, or with ``back`` take it back."""
    write = links.take_back if request.POST.get("back") else links.make
    if write is links.make:
        spend(acts.NEW_LINK, request, club=club)
    write(club=club, player=player, leads=leads, by=request.membership)


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def addresses(request: ClubRequest, club: Club) -> HttpResponse:
    """For a calendar: of all nights, and of the reader's own."""
    reader = request.membership.player
    if request.method == "POST":
        whose = reader if request.POST.get("of") == "mine" else None
        if whose is None and (request.role < Role.HOST or request.POST.get("of") == "mine"):
            raise PermissionDenied
        _write(request, club, whose, LinkFor.CALENDAR)
        return redirect("planning:addresses", club.code)
    standing = links.standing_links(club)
    of_club = link_shown(request, None, standing.get((None, LinkFor.CALENDAR)))
    own = standing.get((reader.pk, LinkFor.CALENDAR)) if reader else None
    context = {"club": club, "of_club": of_club, "own": link_shown(request, reader, own)}
    return render(request, "planning/addresses.html", context)
