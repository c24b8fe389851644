"""The roll call as its page shows it. Reads rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import members
from scorekeeper.extensions.tournaments.models import Presence, Tournament
from scorekeeper.extensions.tournaments.selectors import EntrantRow, entrant_rows


@dataclass(frozen=True, slots=True)
class Roll:
    rows: list[EntrantRow]
    """By name."""

    @property
    def here(self) -> int:
        """How many came, whether they play or not."""
        there = (Presence.HERE, Presence.STANDBY, Presence.RESTS)
        return sum(row.presence in there for row in self.rows)

    @property
    def expected(self) -> int:
        return sum(row.is_expected for row in self.rows)

    @property
    def total(self) -> int:
        """Everybody who has not left."""
        return sum(row.presence != Presence.LEFT for row in self.rows)

    def row(self, pk: int) -> EntrantRow | None:
        return next((row for row in self.rows if row.entrant.pk == pk), None)


def roll(rows: Sequence[EntrantRow]) -> Roll:
    return Roll(sorted(rows, key=lambda row: str(row.player).casefold()))


def tournament_roll(tournament: Tournament) -> Roll:
    return roll(entrant_rows(tournament))


def not_listed(tournament: Tournament) -> list[Player]:
    """Returns the group's players who are not on the list."""
    listed = set(tournament.entrants.values_list("player", flat=True))
    club = tournament.session.club
    return [player for player in members(club) if player.pk not in listed]


def own_row(membership: Membership, rows: Sequence[EntrantRow]) -> EntrantRow | None:
    """Returns the entrant whose device this is; None for nobody on the list."""
    if membership.player is None:
        return None
    person = membership.player.person_pk
    return next((row for row in rows if row.player.person_pk == person), None)
