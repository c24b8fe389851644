"""Whose word counts: what a phone may say about money that goes from one person to another.

Only who gets it, or a host, says that it has arrived. Writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.clubs.models import Membership, Role
from scorekeeper.clubs.persons import names_of


class NotYoursError(Exception):
    """Neither this phone's person nor a host: the word of player ``whose`` (an id) is needed."""

    def __init__(self, whose: int) -> None:
        super().__init__("not yours to say")
        self.whose = whose


@dataclass(frozen=True, slots=True)
class Voice:
    """``is_host``: a host's, or the site's own. ``player``: the id of who holds the phone;
    ``names``: those of all names that are his."""

    is_host: bool
    player: int | None = None
    names: frozenset[int] = field(default=frozenset())

    @classmethod
    def of(cls, by: Membership | None) -> Voice:
        """``by`` None: a command of the site."""
        return cls(True) if by is None else cls.held(by.role == Role.HOST, by.player_id)

    @classmethod
    def held(cls, is_host: bool, player: int | None) -> Voice:
        """Of a phone that this player holds. One query; none where nobody does."""
        return cls(is_host, player, frozenset(names_of(player) if player else ()))

    def is_one_of(self, *players: int) -> bool:
        """One of these is who holds the phone."""
        return not self.names.isdisjoint(players)

    def speaks_for(self, *players: int) -> bool:
        return self.is_host or self.is_one_of(*players)

    def need(self, *players: int) -> None:
        """Raises NotYoursError unless this is a host's, or the word of one of ``players``."""
        if not self.speaks_for(*players):
            raise NotYoursError(players[0])

    def only_as_host(self, *players: int) -> bool:
        """It is about others than who holds the phone."""
        return self.is_host and not self.is_one_of(*players)
