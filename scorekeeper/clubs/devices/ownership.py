"""Which device keeps a player's private data: payment details and the e-mail address.

A device claims its player without proof. That is enough for what can be undone, not for reading
or replacing somebody's bank account. So the first device that saves such data is its keeper: no
other sees or changes it until all of it is deleted or a host clears it.
"""

from functools import reduce
from operator import or_

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from scorekeeper.clubs.models import Membership, Player


def has_own(player: Player) -> bool:
    """Whether any private data of this player is stored."""
    kinds = ["pay_addresses", *settings.EXTENSIONS.lookups("player's private data")]
    has_any = reduce(or_, (Q(**{f"{kind}__isnull": False}) for kind in kinds))
    return Player.objects.filter(has_any, pk=player.pk).exists()


def may_manage_own(device: Membership) -> bool:
    """Whether this device may see and change its player's private data. Data without a keeper, from
    before keepers existed, only a host can clear."""
    player = device.player
    if player is None:
        return False
    return player.keeper_id == device.device_id if player.keeper_id else not has_own(player)


def is_keeper(device: Membership, player: Player) -> bool:
    """Whether this device is the keeper of this player's private data."""
    is_own_player = device.player_id == player.pk and device.device_id is not None
    return is_own_player and player.keeper_id == device.device_id


def check_keeper(player: Player, by: Membership) -> None:
    """Checks before a write that the device is the player's and no other keeps their data. The club
    is locked. Raises PermissionDenied."""
    device = Membership.objects.select_related("player").get(pk=by.pk)
    if device.player != player or not may_manage_own(device):
        raise PermissionDenied


def update_keeper(player: Player, by: Membership) -> None:
    """Makes this device the keeper after a write; without data there is no keeper."""
    keeper = by.device_id if has_own(player) else None
    Player.objects.filter(pk=player.pk).update(keeper=keeper)


def clear_keeper(player: Player) -> None:
    """Clears the keeper; the caller deletes the data. The club is locked."""
    Player.objects.filter(pk=player.pk).update(keeper=None)
