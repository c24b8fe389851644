"""The reader, as far as a page rendered once for all similar readers may know.

Templates get it as ``request``: what is missing here cannot leak into a cached page.
"""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Club, Membership, Player, Role


@dataclass(frozen=True, slots=True)
class Reach:
    session_id: int | None
    """Set when access is limited to a session."""
    player_id: int | None = None
    """The device's player, for pages that show their own results."""


@dataclass(frozen=True, slots=True)
class Watcher:
    club: Club
    role: Role
    membership: Reach
    is_secure: bool
    """Whether the request came over https."""

    @classmethod
    def from_request(cls, request: ClubRequest, *, named: bool = False) -> "Watcher":
        """``named``: the page depends on the device's player."""
        member = request.membership
        reach = Reach(member.session_id, member.player_id if named else None)
        return cls(request.club, request.role, reach, request.is_secure())

    @property
    def is_host(self) -> bool:
        return self.role == Role.HOST


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
