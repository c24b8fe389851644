"""Entry fees and prizes as the ranking gives them now, and as they were posted. Reads only."""

from dataclasses import dataclass

from scorekeeper.clubs.models import Player
from scorekeeper.tournaments.models import Award, Tournament
from scorekeeper.tournaments.prizes.sharing import share
from scorekeeper.tournaments.ranking.selectors import ranking


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """What one person pays and wins, in minor units."""

    player: Player
    place: int
    fee: int
    prize: int

    @property
    def net(self) -> int:
        return self.prize - self.fee


@dataclass(frozen=True, slots=True)
class Sharing:
    """Of everybody who played at a table, best first. Fees and prizes have one sum."""

    rows: tuple[PrizeRow, ...]

    @property
    def pot(self) -> int:
        return sum(row.fee for row in self.rows)

    @property
    def sums(self) -> list[list[int]]:
        """As stored: ``Award.sums``."""
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
