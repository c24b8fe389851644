"""The links of players to what they say, and the addresses of calendars: shown and taken back."""

from __future__ import annotations

from collections.abc import Container, Mapping
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
from scorekeeper.planning.pages import alarms_told
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.private import private


@dataclass(frozen=True, slots=True)
class LinkShown:
    """``url``: empty where there is none, or no phone can reach this computer."""

    player: Player | None
    link: PlanLink | None
    url: str
    leads: bool
    """There is one, though it may be that it cannot be shown any more: the site's key is another
    one since."""
    calendar: bool = False
    """Beside it an address of the player's calendar."""


@dataclass(frozen=True)
class LinksOfClub:
    """Read once for a page of several."""

    request: ClubRequest
    standing: Mapping[tuple[int | None, str], PlanLink]
    leading: Container[tuple[int | None, str]]

    @classmethod
    def of(cls, request: ClubRequest, club: Club) -> LinksOfClub:
        return cls(request, links.standing_links(club), links.leading(club))

    def shown(self, player: Player | None, leads: LinkFor) -> LinkShown:
        key = player.pk if player else None
        link = self.standing.get((key, leads))
        url = phone_url(self.request, links.path_of(link)) or "" if link else ""
        calendar = leads is LinkFor.REPLIES and (key, LinkFor.CALENDAR) in self.leading
        return LinkShown(player, link, url, (key, leads) in self.leading, calendar)


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def player_links(request: ClubRequest, club: Club) -> HttpResponse:
    """Each player's own link, for a host to hand on."""
    everybody = players(club)
    joined = list(club.players.filter(person__isnull=False).select_related("person"))
    if request.method == "POST":
        return _handed_on(request, club, everybody, joined)
    found = LinksOfClub.of(request, club)
    names = [found.shown(player, LinkFor.REPLIES) for player in joined]
    context = {
        "club": club,
        "listed": [found.shown(player, LinkFor.REPLIES) for player in everybody],
        "names": [each for each in names if each.leads or each.calendar],
    }
    return render(request, "planning/links.html", context)


def _handed_on(
    request: ClubRequest, club: Club, everybody: list[Player], joined: list[Player]
) -> HttpResponse:
    """Of a name that is another's by now something is only taken back, and so is the address of
    somebody's calendar."""
    told, back = request.POST.get("player"), bool(request.POST.get("back"))
    calendar = request.POST.get("leads") == LinkFor.CALENDAR
    leads = LinkFor.CALENDAR if calendar else LinkFor.REPLIES
    whom = [*everybody, *joined] if back else [] if calendar else everybody
    player = next((each for each in whom if str(each.pk) == told), None)
    if player is None:
        raise Http404
    _write(request, club, player, leads)
    return redirect(f"{reverse('planning:links', args=[club.code])}#player-{player.pk}")


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
    found = LinksOfClub.of(request, club)
    context = {
        "club": club,
        "of_club": found.shown(None, LinkFor.CALENDAR),
        "own": found.shown(reader, LinkFor.CALENDAR) if reader else None,
        **alarms_told(request),
    }
    return render(request, "planning/addresses.html", context)
