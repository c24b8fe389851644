"""What a rating takes for matches: each night, or each hand of it that somebody won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from scorekeeper.standings.ranking.facts import ABSENT, WON, GameFacts, NightFacts
from scorekeeper.standings.ranking.measures import merits, places
from scorekeeper.standings.ranking.method import MatchOf, Method

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
