"""What is a player's own is taken away, so that it can be written down anew on another phone."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.keepers import give_up, has_own
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.mailing.addresses import keep_address
from scorekeeper.paying.services import write


@require_POST
@club_view(Role.HOST)
def release(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """By a host, for somebody who has another phone now."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk, club=club)
    take_away(player=player, by=request.membership)
    return redirect("standings:player", club.code, player.pk)


@transaction.atomic
def take_away(*, player: Player, by: Membership | None) -> None:
    """Payment and e-mail addresses; twice is once."""
    nights = locks.hold_nights(nights_naming(player))
    held = Player.objects.get(pk=player.pk, club=locks.hold_club(player.club))
    if not has_own(held):
        return
    if write(held, {}, sent_along=True):
        locks.touch_held(nights)
    keep_address(player=held, value="")
    give_up(held)
    note(Happened.OWN_TAKEN_AWAY, club=held.club, by=by, name=held.name)
