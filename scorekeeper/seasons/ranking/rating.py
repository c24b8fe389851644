"""How strong players are, and how certain that is: openskill, where a match orders everyone who
played it.

Bradley-Terry compares each pair: Plackett-Luce, openskill's default, lets the order of rows decide
between equals (its issue 173), as does every model with a place 0."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from openskill.models import BradleyTerryFull

from scorekeeper.engine.outcomes.facts import ABSENT, WON
from scorekeeper.seasons.ranking.facts import GameFacts, SessionFacts
from scorekeeper.seasons.ranking.measures import merits, places
from scorekeeper.seasons.ranking.method import MatchOf, Method

MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Rating:
    """Everyone begins at 25 ± 8.3."""

    strength: float
    deviation: float
    session: int = 0
    """The key of the session after which it holds."""

    @property
    def sure(self) -> Fraction:
        """The strength that is nearly certain, three deviations below; rounded to hundredths, so
        that digits that are not shown decide nothing."""
        return Fraction(round((self.strength - 3 * self.deviation) * 100), 100)


BEGINNER = Rating(MODEL.mu, MODEL.sigma)


def rating_histories(
    sessions: "Iterable[tuple[int, Iterable[MatchPlaces]]]",
) -> dict[int, list[Rating]]:
    """Returns each player's rating after each session with a match of theirs, oldest first.
    ``sessions``: keys with their matches."""
    histories: dict[int, list[Rating]] = defaultdict(list)
    last: dict[int, Rating] = defaultdict(lambda: BEGINNER)
    for session, matches in sessions:
        played: set[int] = set()
        for match in matches:
            last |= _rated_match(match, last, session)
            played.update(match)
        for player in played:
            histories[player].append(last[player])
    return histories


def _rated_match(
    match: "MatchPlaces", before: Mapping[int, Rating], session: int
) -> dict[int, Rating]:
    now = {player: before[player] for player in match}
    # By strength, so that the sum over opponents is added in the same order for all.
    players = sorted(now, key=lambda p: (match[p], now[p].strength, now[p].deviation))
    teams = [[MODEL.rating(now[p].strength, now[p].deviation)] for p in players]
    after = MODEL.rate(teams, ranks=[float(match[player]) for player in players])
    return {
        player: Rating(rating.mu, rating.sigma, session)
        for player, [rating] in zip(players, after, strict=True)
    }


MatchPlaces: TypeAlias = Mapping[int, int]
"""By player, two or more: places from 1, which equals share."""


def matches(session: SessionFacts, method: Method) -> list[MatchPlaces]:
    """The matches in order; games played at the same time follow one another."""
    if method.match is MatchOf.HAND:
        games = sorted(session.games(), key=lambda game: game[0].game or 0)
        return [match for game in games for match in _hands(game)]
    by_player = places(merits(session, method.session))
    return [by_player] if len(by_player) > 1 else []


def _hands(game: Sequence[GameFacts]) -> Iterator[MatchPlaces]:
    """Yields a match per hand: its winner is ahead of everyone else who played it. A hand with one
    player, or that nobody or everybody won, or that was not recorded, is no match."""
    outcomes = {part.player: part.outcomes for part in game}
    lines = [line for line in outcomes.values() if line is not None]
    if len(lines) < len(outcomes):
        return
    for hand in zip(*lines, strict=False):
        players = zip(outcomes, hand, strict=True)
        present = [(player, outcome == WON) for player, outcome in players if outcome != ABSENT]
        won = sum(is_winner for _player, is_winner in present)
        if 0 < won < len(present):
            yield {player: 1 if is_winner else won + 1 for player, is_winner in present}
