"""Which phone keeps what is a player's own: how to be paid, and where to write to.

A phone says itself whose it is, and that is enough for words that can be taken back. It is not
enough to read somebody's bank account, or to put one's own in its place. So the first phone that
writes such a thing down keeps it: no other sees or changes it, whoever it says it is, until a host
has taken everything away.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Membership, Player


def keeps(phone: Membership) -> bool:
    """Whether this phone may see and change what is its player's own."""
    player = phone.player
    return player is not None and player.keeper_id in (None, phone.phone_id)


def wrote(phone: Membership, player: Player) -> bool:
    """Whether this very phone has written down what is this player's own, and keeps it."""
    mine = phone.player_id == player.pk and phone.phone_id is not None
    return mine and player.keeper_id == phone.phone_id


def claim(player: Player, by: Membership) -> None:
    """From now on this phone keeps it. The club is held. Raises PermissionDenied where another
    phone does, or this one is somebody else's."""
    held = Player.objects.get(pk=player.pk)
    if by.player_id != held.pk or held.keeper_id not in (None, by.phone_id):
        raise PermissionDenied
    if held.keeper_id is None:
        Player.objects.filter(pk=held.pk).update(keeper=by.phone_id)


def give_up(player: Player) -> None:
    """No phone keeps anything; what was kept goes with it. The club is held."""
    Player.objects.filter(pk=player.pk).update(keeper=None)
