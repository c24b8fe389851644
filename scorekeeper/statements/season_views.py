"""Shows the statements of a season."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.database.one_view import read_at_once
from scorekeeper.seasons import services as standings
from scorekeeper.seasons.models import Season
from scorekeeper.statements import selectors, services, sheet_views
from scorekeeper.statements.sheet_views import is_id


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
@read_at_once
def season(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=pk, club=club)
    season.club = club
    if request.method == "POST":
        return sheet_views.ask(request, season)
    context = {
        "club": club,
        "season": season,
        "sheets": selectors.sheets(season),
        "keep_days": services.KEEP_FOR.days,
    }
    return render(request, "statements/season.html", context)


@require_POST
@club_view(Role.VIEWER)
def all_time(request: ClubRequest, club: Club) -> HttpResponse:
    """Redirects to the statements of all sessions, or to one player's."""
    place = reverse("statements:season", args=[club.code, standings.all_time(club).pk])
    player = request.POST.get("player", "")
    return redirect(f"{place}#player-{player}" if is_id(player) else place)
