"""How the money ran over a night: what everybody had won or lost after each hand of each game.

Only what was played for: no cash, no shared costs. Pure values, read from the sheet's own rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scorekeeper.standings.chart import Track


class MovedMoney(Protocol):
    """A payment; None: the pot, or after the last hand."""

    @property
    def payer(self) -> int | None: ...
    @property
    def payee(self) -> int | None: ...
    @property
    def amount(self) -> int: ...
    @property
    def hand(self) -> int | None: ...


class NumberedHand(Protocol):
    @property
    def number(self) -> int: ...


class RunningGame(Protocol):
    """A game, as a sheet knows it."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def hands(self) -> Sequence[NumberedHand]: ...
    @property
    def payments(self) -> Sequence[MovedMoney]: ...
    @property
    def pot(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Stretch:
    """The places of one game on all the lines."""

    number: int
    name: str
    first: int
    last: int
    """Places of the lines, of which 0 is before everything."""


@dataclass(frozen=True, slots=True)
class Running:
    """A line for each person, minor units, and the games one after the other."""

    tracks: tuple[Track, ...]
    games: tuple[Stretch, ...]

    def named(self, names: Sequence[str]) -> Running:
        """The same under other names, such as those that are printed."""
        tracks = (replace(t, name=name) for t, name in zip(self.tracks, names, strict=True))
        return replace(self, tracks=tuple(tracks))

    @property
    def moves(self) -> bool:
        return any(any(track.values) for track in self.tracks)


def running(people: Sequence[str], games: Sequence[RunningGame]) -> Running:
    """``people``: names, by the index that the games know them by. A place for each hand that
    counts, one before the first and one after the last where money moved there. Games whose pot is
    not yet won are left out, as they are of the balances."""
    lines: list[list[int]] = [[0] for _name in people]
    found = []
    for game in (game for game in games if not game.pot):
        first = len(lines[0]) - 1 if lines else 0
        for gained in _steps(game, len(people)):
            for line, amount in zip(lines, gained, strict=True):
                line.append(line[-1] + amount)
        if lines and len(lines[0]) - 1 > first:
            told = f"{game.number} · {game.name}"
            found.append(Stretch(game.number, told, first, len(lines[0]) - 1))
    tracks = (Track(name, tuple(line)) for name, line in zip(people, lines, strict=True))
    return Running(tuple(tracks), tuple(found))


def _steps(game: RunningGame, people: int) -> Iterator[list[int]]:
    """What each place of the game brought everybody."""
    gained: dict[int | None, list[int]] = {hand.number: [0] * people for hand in game.hands}
    for paid in game.payments:
        at = gained.setdefault(paid.hand, [0] * people)
        _add(at, paid.payer, -paid.amount)
        _add(at, paid.payee, paid.amount)
    for hand in sorted(gained, key=lambda hand: (hand is None, hand or 0)):
        yield gained[hand]


def _add(gained: list[int], person: int | None, amount: int) -> None:
    if person is not None:
        gained[person] += amount
