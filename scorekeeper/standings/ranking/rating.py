"""How strong somebody plays, and how sure that is: openskill, where all who played a match are
ordered by it.

Bradley-Terry, which compares each with each: Plackett-Luce, openskill's first choice, lets the
order of rows decide between equals (its issue 173), as does every model where a place is called 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from openskill.models import BradleyTerryFull

from scorekeeper.standings.ranking.facts import ABSENT, WON, GameFacts, NightFacts
from scorekeeper.standings.ranking.measures import merits, places
from scorekeeper.standings.ranking.method import MatchOf, Method

MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Rating:
    """Everybody begins at 25 ± 8.3."""

    strength: float
    deviation: float
    night: int = 0
    """After which it is told, by its key."""

    @property
    def sure(self) -> Fraction:
        """The strength that is as good as certain, three deviations below; in hundredths, since
        what is not shown decides nothing."""
        return Fraction(round((self.strength - 3 * self.deviation) * 100), 100)


BEGINNER = Rating(MODEL.mu, MODEL.sigma)


def rated(
    nights: Iterable[tuple[int, Iterable[MatchPlaces]]],
    before: Mapping[int, Sequence[Rating]] | None = None,
) -> dict[int, list[Rating]]:
    """By player: the rating after each night that had a match of his, the oldest first. ``nights``:
    the matches of each, with its key. ``before``: the ratings after the nights before these."""
    told = {player: list(ratings) for player, ratings in (before or {}).items()}
    last = {player: ratings[-1] for player, ratings in told.items()}

    def known(player: int) -> Rating:
        return last.get(player, BEGINNER)

    for night, matches in nights:
        played: set[int] = set()
        for match in matches:
            last.update(_after(match, known, night))
            played.update(match)
        for player in played:
            told.setdefault(player, []).append(last[player])
    return told


def _after(match: MatchPlaces, known: Callable[[int], Rating], night: int) -> dict[int, Rating]:
    now = {player: known(player) for player in match}
    # By strength, so that the sum over opponents is added in the same order whoever they are.
    players = sorted(now, key=lambda p: (match[p], now[p].strength, now[p].deviation))
    teams = [[MODEL.rating(now[p].strength, now[p].deviation)] for p in players]
    after = MODEL.rate(teams, ranks=[float(match[player]) for player in players])
    return {
        player: Rating(found.mu, found.sigma, night)
        for player, [found] in zip(players, after, strict=True)
    }


MatchPlaces: TypeAlias = Mapping[int, int]
"""By player, of two or more: from 1, which those share who are equal."""


def matches(night: NightFacts, method: Method) -> list[MatchPlaces]:
    """In order; games that were played beside one another follow one another here."""
    if method.match is MatchOf.HAND:
        games = sorted(night.games(), key=lambda game: game[0].game or 0)
        return [match for game in games for match in _hands(game)]
    found = places(merits(night, method.night))
    return [found] if len(found) > 1 else []


def _hands(game: Sequence[GameFacts]) -> Iterator[MatchPlaces]:
    """Who won a hand is ahead of all others who played it, and these are equal. A hand of one, that
    nobody won or all did, or of which it was not recorded, is no match."""
    told = {part.player: part.outcomes for part in game}
    lines = [line for line in told.values() if line is not None]
    if len(lines) < len(told):
        return
    for hand in zip(*lines, strict=False):
        there = [(who, what == WON) for who, what in zip(told, hand, strict=True) if what != ABSENT]
        won = sum(first for _who, first in there)
        if 0 < won < len(there):
            yield {who: 1 if first else won + 1 for who, first in there}
