"""Decides what a device may report about money handed from player to player.

Only the payee or a host may report it as received. Writes nothing.
"""

from dataclasses import dataclass, field

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.players.persons import names_of


@dataclass(frozen=True, slots=True)
class Reporter:
    """The author of a report. ``is_host``: a host, or the site itself. ``player``: id of the
    device's player; ``names``: ids of all names of that person."""

    is_host: bool
    player: int | None = None
    names: frozenset[int] = field(default=frozenset())

    @classmethod
    def from_membership(cls, by: Membership | None) -> "Reporter":
        """Returns the reporter behind a device; None: a command of the site."""
        return cls(True) if by is None else cls.for_player(by.role == Role.HOST, by.player_id)

    @classmethod
    def for_player(cls, is_host: bool, player: int | None) -> "Reporter":
        """Returns the reporter with this player. One query; none without a player."""
        return cls(is_host, player, frozenset(names_of(player) if player else ()))

    def is_one_of(self, *players: int) -> bool:
        """Tells whether the device's player is one of these."""
        return not self.names.isdisjoint(players)

    def may_report_for(self, *players: int) -> bool:
        return self.is_host or self.is_one_of(*players)

    def acts_as_host(self, *players: int) -> bool:
        """Tells whether a host reports for others only."""
        return self.is_host and not self.is_one_of(*players)
