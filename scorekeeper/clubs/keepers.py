"""Which phone keeps what is a player's own: how to be paid, and where to write to.

A phone says itself whose it is, and that is enough for words that can be taken back. It is not
enough to read somebody's bank account, or to put one's own in its place. So the first phone that
writes such a thing down keeps it: no other sees or changes it, whoever it says it is, until nothing
is left of it, or a host has taken it away.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from scorekeeper.clubs.models import Membership, Player


def has_own(player: Player) -> bool:
    """Whether anything is kept of this player that is his own."""
    there = Q(pay_addresses__isnull=False) | Q(mail_address__isnull=False)
    return Player.objects.filter(there, pk=player.pk).exists()


def keeps(phone: Membership) -> bool:
    """Whether this phone may see and change what is its player's own. What was written down before
    keepers were known nobody keeps: a host takes it away."""
    player = phone.player
    if player is None:
        return False
    return player.keeper_id == phone.phone_id if player.keeper_id else not has_own(player)


def wrote(phone: Membership, player: Player) -> bool:
    """Whether this very phone has written down what is this player's own, and keeps it."""
    mine = phone.player_id == player.pk and phone.phone_id is not None
    return mine and player.keeper_id == phone.phone_id


def need(player: Player, by: Membership) -> None:
    """Before a write; the club is held. Raises PermissionDenied unless this phone is the player's
    and no other keeps what is his."""
    phone = Membership.objects.select_related("player").get(pk=by.pk)
    if phone.player != player or not keeps(phone):
        raise PermissionDenied


def settle(player: Player, by: Membership) -> None:
    """After a write: this phone keeps what there is, and nobody where nothing is left."""
    keeper = by.phone_id if has_own(player) else None
    Player.objects.filter(pk=player.pk).update(keeper=keeper)


def give_up(player: Player) -> None:
    """No phone keeps anything; what was kept goes with it. The club is held."""
    Player.objects.filter(pk=player.pk).update(keeper=None)
