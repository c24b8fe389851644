"""Pages with players' reply links and calendar addresses: shown, made and revoked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import MEMBERS, Club, Player, Role
from scorekeeper.clubs.selectors import members
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.private import private
from scorekeeper.core.server.network import device_url
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import LinkFor, PlanLink
from scorekeeper.extensions.calendar.planning.pages import alarm_context
from scorekeeper.extensions.calendar.planning.selectors import expected_members


@dataclass(frozen=True, slots=True)
class LinkRow:
    """``url``: empty if there is no link, or no other device can reach this computer."""

    player: Player | None
    link: PlanLink | None
    url: str
    exists: bool
    """A link exists, even if it can't be shown because the site's key changed."""
    has_calendar: bool = False
    """The player's calendar has an address, too."""


def _row(
    request: ClubRequest,
    active: Mapping[tuple[int | None, str], PlanLink],
    leads: LinkFor,
    player: Player | None,
) -> LinkRow:
    key = player.pk if player else None
    exists = (key, leads) in active
    link = active[key, leads] if exists and secret_of(active[key, leads]) else None
    url = device_url(request, links.link_path(link)) or "" if link else ""
    has_calendar = leads is LinkFor.REPLIES and (key, LinkFor.CALENDAR) in active
    return LinkRow(player, link, url, exists, has_calendar)


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def player_links(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows each member's reply link, for a host to share."""
    current_players = members(club)
    others = list(club.players.exclude(MEMBERS).select_related("person").order_by("name"))
    if request.method == "POST":
        return _change_link(request, club, current_players, others)
    row = partial(_row, request, links.active_links(club), LinkFor.REPLIES)
    names = list(map(row, others))
    expected = expected_members(club)
    context = {
        "club": club,
        "listed": list(map(row, expected)),
        "guests": [row(player) for player in current_players if player not in expected],
        "names": [row for row in names if row.exists or row.has_calendar],
    }
    return render(request, "calendar/planning/links.html", context)


def _change_link(
    request: ClubRequest, club: Club, current_players: list[Player], others: list[Player]
) -> HttpResponse:
    """Makes or revokes a link. Links of merged names and of former players, and calendar addresses,
    can only be revoked."""
    player_id, is_revocation = request.POST.get("player"), bool(request.POST.get("back"))
    is_calendar = request.POST.get("leads") == LinkFor.CALENDAR
    leads = LinkFor.CALENDAR if is_calendar else LinkFor.REPLIES
    allowed = (
        [*current_players, *others] if is_revocation else [] if is_calendar else current_players
    )
    player = next((candidate for candidate in allowed if str(candidate.pk) == player_id), None)
    if player is None:
        raise Http404
    _make_or_revoke(request, club, player, leads)
    return redirect(f"{reverse('planning:links', args=[club.code])}#player-{player.pk}")


def _make_or_revoke(
    request: ClubRequest, club: Club, player: Player | None, leads: LinkFor
) -> None:
    """Makes a link, or with ``back`` revokes it."""
    write = links.revoke_links if request.POST.get("back") else links.make_link
    if write is links.make_link:
        spend(acts.NEW_LINK, request, club=club)
    write(club=club, player=player, leads=leads, by=request.membership)


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def calendar_addresses(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows the calendar addresses: of all sessions, and of the reader's own."""
    reader = request.membership.player
    if request.method == "POST":
        player = reader if request.POST.get("of") == "mine" else None
        if player is None and (request.role < Role.HOST or request.POST.get("of") == "mine"):
            raise PermissionDenied
        _make_or_revoke(request, club, player, LinkFor.CALENDAR)
        return redirect("planning:addresses", club.code)
    row = partial(_row, request, links.active_links(club), LinkFor.CALENDAR)
    context = {
        "club": club,
        "of_club": row(None),
        "own": row(reader) if reader else None,
        **alarm_context(request),
    }
    return render(request, "calendar/planning/addresses.html", context)
