"""How strong somebody plays, and how sure that is: openskill, where each night is a match that all
who played are ordered by.

Bradley-Terry, which compares each with each: Plackett-Luce, openskill's first choice, lets the
order of rows decide between equals (its issue 173), as does every model where a place is called 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from openskill.models import BradleyTerryFull

from scorekeeper.standings.ranking.facts import Figures
from scorekeeper.standings.ranking.measures import places

MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Rating:
    """Everybody begins at 25 ± 8.3."""

    strength: float
    deviation: float

    @property
    def sure(self) -> Fraction:
        """The strength that is as good as certain, three deviations below; in hundredths, since
        what is not shown decides nothing."""
        return Fraction(round((self.strength - 3 * self.deviation) * 100), 100)


BEGINNER = Rating(MODEL.mu, MODEL.sigma)


def rated(
    matches: Iterable[Figures], before: Mapping[int, Sequence[Rating]] | None = None
) -> dict[int, list[Rating]]:
    """By player: the rating after each match he played, the oldest first. A match of one rates
    nobody. ``before``: the ratings after the matches that went before these."""
    now = {player: list(ratings) for player, ratings in (before or {}).items()}

    def known(player: int) -> Rating:
        return now[player][-1] if player in now else BEGINNER

    for match in matches:
        if len(match) < 2:
            continue
        place = places(match)  # from 1
        # By strength, so that the sum over opponents is added in the same order whoever they are.
        players = sorted(match, key=lambda p: (place[p], known(p).strength, known(p).deviation))
        teams = [[MODEL.rating(known(p).strength, known(p).deviation)] for p in players]
        after = MODEL.rate(teams, ranks=[float(place[player]) for player in players])
        for player, [found] in zip(players, after, strict=True):
            now.setdefault(player, []).append(Rating(found.mu, found.sigma))
    return now
