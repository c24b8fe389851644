"""What a new session is of a tournament."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Session


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """What a session is of a tournament: its day, or a table of it."""

    is_day: bool = False
    day: Session | None = None
    """The day that this table belongs to."""
    in_seasons: bool = True

    @property
    def columns(self) -> dict[str, Any]:
        return {
            "is_tournament": self.is_day,
            "part_of": self.day,
            "in_seasons": self.in_seasons,
        }


NO_TOURNAMENT = TournamentPart()
