"""Entry fees and prizes as the ranking gives them now, and as they were posted. Reads only; how a
pot is shared is a pure function."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from scorekeeper.clubs.models import Player
from scorekeeper.extensions.tournaments.models import Award, Tournament
from scorekeeper.extensions.tournaments.ranking.selectors import ranking

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One person's fee and prize, in minor units."""

    player: Player
    place: int
    fee: int
    prize: int

    @property
    def net(self) -> int:
        return self.prize - self.fee


@dataclass(frozen=True, slots=True)
class Sharing:
    """Fees and prizes of everybody who played at a table, best first. Both have one sum."""

    rows: tuple[PrizeRow, ...]

    @property
    def pot(self) -> int:
        return sum(row.fee for row in self.rows)

    @property
    def sums(self) -> list[list[int]]:
        """Returns the rows as stored: ``Award.sums``."""
        return [[row.player.pk, row.fee, row.prize, row.place] for row in self.rows]


def sharing(tournament: Tournament) -> Sharing:
    """Returns fees and prizes by the ranking as it stands. Substitutes pay and win nothing: what
    they played counts for whom they play for."""
    plan = tournament.plan
    placed = [(row.entrant, row.place) for row in ranking(tournament) if row.place is not None]
    fee = plan.fee if plan.prizes else 0
    prizes = share(fee * len(placed), plan.prizes, {entrant.pk: place for entrant, place in placed})
    rows = (PrizeRow(entrant.player, place, fee, prizes[entrant.pk]) for entrant, place in placed)
    return Sharing(tuple(rows))


def award_in_force(tournament: Tournament) -> Award | None:
    return tournament.awards.filter(withdrawn_at__isnull=True).first()


def posted(award: Award) -> Sharing:
    """Returns places, fees and prizes as they were posted. One query."""
    players = Player.objects.in_bulk([player for player, *_sums in award.sums])
    rows = (
        PrizeRow(players[player], place, fee, prize) for player, fee, prize, place in award.sums
    )
    return Sharing(tuple(rows))


def share(pot: int, percent: Sequence[int], places: Mapping[P, int]) -> dict[P, int]:
    """Shares ``pot`` minor units, to the last one. ``percent``: of each place, from the first;
    ``places``: of everybody, best first, equal people with one place.

    Who shares a place shares what the places they span are worth. What division leaves over goes to
    the best placed of those who win something, a unit each. With fewer people than prizes
    their shares are of what there is for them.
    """
    whole, sharing = sum(percent[: len(places)]), Counter(places.values())
    parts = {
        person: Fraction(sum(percent[place - 1 : place - 1 + sharing[place]]), sharing[place])
        for person, place in places.items()
    }
    prizes = {person: int(pot * part / whole) if part else 0 for person, part in parts.items()}
    winners = [person for person, part in parts.items() if part]
    rest = pot - sum(prizes.values()) if winners else 0
    return prizes | {person: prizes[person] + 1 for person in winners[:rest]}
