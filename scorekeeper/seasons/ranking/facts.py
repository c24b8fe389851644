"""The input of a ranking: each player's result in each game, grouped by session."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

Figures: TypeAlias = Mapping[int, Fraction]
"""By player, more is better."""


class GameFacts(NamedTuple):
    """One player's result in one game so far."""

    session: int
    on: date
    game: int | None
    """None: the result of a whole session, whose games are not known."""
    player: int
    net: int
    """Minor units."""
    hands: int
    """Taken part in."""
    wins: int
    """Hands won."""
    points: float | None
    """The player's total; None where no score is kept."""
    lowest: bool
    """The lowest total leads."""
    game_points: float | None
    """None: this game has no game points."""
    took: bool
    """Won the game, and it was not ended early."""
    full: int | None = None
    """Hands that cost a full count; None where that was not recorded."""
    outcomes: str | None = None
    """Of each hand of the game ``WON``, ``PLAYED`` or ``ABSENT``; None where not recorded."""

    @property
    def takes_part(self) -> bool:
        return bool(self.hands or self.net or self.game is None)


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """A session, as far as it belongs to the season."""

    key: int
    on: date
    parts: Mapping[int, tuple[GameFacts, ...]]
    """By player, of everyone who played a hand or paid."""

    nets: Mapping[int, int]
    """Minor units."""
    hands: Mapping[int, int]
    wins: Mapping[int, int]
    took: Mapping[int, int]
    """Games won."""
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was already worked out from the facts above (``measures.figures``, ``decided_by``)."""

    @property
    def is_without_games(self) -> bool:
        """Whether only its results are known, and no hands or games."""
        return all(part.game is None for parts in self.parts.values() for part in parts)

    def full(self, player: int) -> int | None:
        """None where it was not recorded for every game of which the player played a hand."""
        counts = [part.full for part in self.parts.get(player, ()) if part.hands]
        return None if None in counts else sum(count for count in counts if count is not None)

    def games(self) -> Iterator[list[GameFacts]]:
        """Yields each game with everyone who took part in it."""
        by_game: dict[int | None, list[GameFacts]] = defaultdict(list)
        for parts in self.parts.values():
            for part in parts:
                if part.takes_part:
                    by_game[part.game].append(part)
        yield from by_game.values()


def sessions_of(parts: Iterable[GameFacts]) -> tuple[SessionFacts, ...]:
    """Groups by session, oldest first. A session counts for everyone who played a hand or paid."""
    by_session: dict[tuple[date, int], dict[int, list[GameFacts]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for part in parts:
        by_session[part.on, part.session][part.player].append(part)
    sessions = []
    for (on, key), players in sorted(by_session.items()):
        counting = {
            player: tuple(results)
            for player, results in sorted(players.items())
            if any(part.hands or part.game is None for part in results)
            or sum(part.net for part in results) != 0
        }
        if counting:
            sessions.append(_session(key, on, counting))
    return tuple(sessions)


def _session(key: int, on: date, parts: Mapping[int, tuple[GameFacts, ...]]) -> SessionFacts:
    def summed(name: str) -> dict[int, int]:
        get = attrgetter(name)
        return {player: sum(map(get, results)) for player, results in parts.items()}

    return SessionFacts(key, on, parts, *map(summed, ("net", "hands", "wins", "took")))
