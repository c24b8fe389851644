"""A player's own data: their file, their anonymization, and how a host removes their details for a
new device."""

import json

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest, club_view, own_player
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.devices.viewer import clear_keeper, has_own, is_keeper
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.clubs.selectors import sessions_naming
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.exchange.group_file.player import data as own
from scorekeeper.extensions.exchange.group_file.player.erasing import contains_name, erase
from scorekeeper.settlement.payment_details.services import replace_addresses


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


@require_POST
@club_view(Role.HOST)
def release(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Lets a host release the private data of a player who has another device now."""
    player = own_player(request, club, pk)
    remove_details(player=player, by=request.membership)
    return redirect("seasons:player", club.code, player.pk)


@transaction.atomic
def remove_details(*, player: Player, by: Membership | None) -> None:
    """Removes payment and e-mail addresses; repeating it changes nothing."""
    sessions = locks.hold_sessions(sessions_naming(player))
    held = Player.objects.get(pk=player.pk, club=locks.hold_club(player.club))
    if not has_own(held):
        return
    if replace_addresses(held, {}, sent_along=False):
        locks.touch_held(sessions)
    for delete_address in settings.EXTENSIONS.functions("delete a player's e-mail address"):
        delete_address(held)
    clear_keeper(held)
    note(ActivityKind.OWN_TAKEN_AWAY, club=held.club, by=by, name=held.name)
