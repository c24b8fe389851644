"""Decides what a device may report about money handed from player to player.

Only the payee or a host may report it as received. Writes nothing.
"""

from dataclasses import dataclass, field

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.players.persons import names_of


class NotYoursError(Exception):
    """Neither the device's player nor a host: player ``whose`` (an id) has to report it."""

    def __init__(self, whose: int) -> None:
        super().__init__("not yours to say")
        self.whose = whose


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

    def require(self, *players: int) -> None:
        """Raises NotYoursError unless a host or one of ``players`` reports."""
        if not self.may_report_for(*players):
            raise NotYoursError(players[0])

    def acts_as_host(self, *players: int) -> bool:
        """Tells whether a host reports for others only."""
        return self.is_host and not self.is_one_of(*players)
