"""Who asks, as far as a page may know that is drawn once for all who see the same.

The templates call it the request: what is not named here cannot slip into what others are shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Club, Role


@dataclass(frozen=True, slots=True)
class Reach:
    session_id: int | None
    """Where it is not the whole club that may be seen."""
    player_id: int | None = None
    """Whose phone it is, for a page that shows him his own."""


@dataclass(frozen=True, slots=True)
class Watcher:
    club: Club
    role: Role
    membership: Reach
    is_secure: bool
    """The page came over https."""

    @classmethod
    def of(cls, request: ClubRequest, *, named: bool = False) -> Watcher:
        """``named``: the page depends on whose phone it is."""
        member = request.membership
        reach = Reach(member.session_id, member.player_id if named else None)
        return cls(request.club, request.role, reach, request.is_secure())

    @property
    def is_host(self) -> bool:
        return self.role == Role.HOST
