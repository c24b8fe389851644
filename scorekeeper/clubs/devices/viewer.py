"""The reader, as far as a page rendered once for all similar readers may know.

Templates get it as ``request``: what is missing here cannot leak into a cached page.
"""

from dataclasses import dataclass

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Club, Role


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
