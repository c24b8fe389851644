"""A player's own data: their file, and their anonymization."""

import json

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view, own_player
from scorekeeper.clubs.devices.viewer import is_keeper
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.exchange.group_file.player import data as own
from scorekeeper.extensions.exchange.group_file.player.erasing import contains_name, erase


@require_safe
@club_view(Role.VIEWER)
def data(request: ClubRequest, club: Club, pk: int, kind: str) -> HttpResponse:
    player = own_player(request, club, pk)
    if kind == "csv" and not currencies.are_shown():  # it lists payments
        raise Http404
    spend(acts.OWN_DATA, request, member=request.membership, club=club)
    if kind == "csv":
        content = own.as_csv(player).encode("utf-8-sig")
    else:
        values = own.as_json(player, addresses=is_keeper(request.membership, player))
        content = json.dumps(values, ensure_ascii=False, indent=1).encode()
    response = HttpResponse(
        content, content_type="text/csv" if kind == "csv" else "application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="scorekeeper-{player.pk}.{kind}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def player_anonymize(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows what is deleted, what stays and why; then a host does it. A device that only said who
    is using it may read this: nobody has confirmed it, and the name would be gone for ever."""
    player = own_player(request, club, pk)
    if request.method == "POST":
        if request.role < Role.HOST:
            raise PermissionDenied
        erase(player=player, by=request.membership)
        return redirect("seasons:player", club.code, player.pk)
    context = {
        "club": club,
        "player": player,
        "erased": player.is_anonymized,
        "named_after": contains_name(player.name, club.name),
        "may": request.role == Role.HOST,
    }
    return render(request, "exchange/group_file/anonymize.html", context)
