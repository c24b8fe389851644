"""What a season is reckoned from: what one game brought one player, gathered into nights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple, TypeAlias

Figures: TypeAlias = Mapping[int, Fraction]
"""By player, more is better."""
WON, PLAYED, ABSENT = "1", "0", "-"
"""What a hand was to somebody; ``PLAYED``: and did not win it."""


class GameFacts(NamedTuple):
    """What one game brought one player so far."""

    night: int
    on: date
    game: int | None
    """None: what an earlier book says of the night, and so of no game."""
    player: int
    net: int
    """Minor units."""
    hands: int
    """Taken part in."""
    wins: int
    """Hands won."""
    points: float | None
    """The total on the score sheet; None where none is kept."""
    lowest: bool
    """The lowest total is ahead."""
    game_points: float | None
    """None: this game is not played for game points."""
    took: bool
    """Won the game, which came to its own end."""
    full: int | None = None
    """Hands that cost a full count; None where that was not recorded."""
    outcomes: str | None = None
    """Of each hand of the game ``WON``, ``PLAYED`` or ``ABSENT``; None where that was not recorded.
    """

    @property
    def takes_part(self) -> bool:
        return bool(self.hands or self.net or self.game is None)


@dataclass(frozen=True, slots=True)
class NightFacts:
    """An evening, as far as it belongs to the season."""

    key: int
    on: date
    parts: Mapping[int, tuple[GameFacts, ...]]
    """By player, of whoever played a hand or paid."""

    nets: Mapping[int, int]
    """Minor units."""
    hands: Mapping[int, int]
    wins: Mapping[int, int]
    took: Mapping[int, int]
    """Games won."""

    @property
    def by_book(self) -> bool:
        """An earlier book says what it brought, and nothing of hands or games."""
        return all(part.game is None for parts in self.parts.values() for part in parts)

    def full(self, player: int) -> int | None:
        """None where it was not recorded of every game that he played a hand of."""
        told = [part.full for part in self.parts.get(player, ()) if part.hands]
        return None if None in told else sum(count for count in told if count is not None)

    def games(self) -> Iterator[list[GameFacts]]:
        """Each game with all who took part in it."""
        found: dict[int | None, list[GameFacts]] = defaultdict(list)
        for parts in self.parts.values():
            for part in parts:
                if part.takes_part:
                    found[part.game].append(part)
        yield from found.values()


def nights_of(parts: Iterable[GameFacts]) -> tuple[NightFacts, ...]:
    """The oldest first. A night counts for whoever played a hand in it, or paid."""
    by_night: dict[tuple[date, int], dict[int, list[GameFacts]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for part in parts:
        by_night[part.on, part.night][part.player].append(part)
    nights = []
    for (on, key), players in sorted(by_night.items()):
        counting = {
            player: tuple(found)
            for player, found in sorted(players.items())
            if any(part.hands or part.game is None for part in found)
            or sum(part.net for part in found) != 0
        }
        if counting:
            nights.append(_night(key, on, counting))
    return tuple(nights)


def _night(key: int, on: date, parts: Mapping[int, tuple[GameFacts, ...]]) -> NightFacts:
    def summed(name: str) -> dict[int, int]:
        of = attrgetter(name)
        return {player: sum(map(of, found)) for player, found in parts.items()}

    return NightFacts(key, on, parts, *map(summed, ("net", "hands", "wins", "took")))
