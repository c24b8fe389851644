"""Running totals of a session: what each player had won or lost after each hand.

Only what was played for: no cash, no expenses. Pure values, from the statement's rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scorekeeper.core.charts import Track


class PaidMoney(Protocol):
    """A payment. ``payer``, ``payee`` None: the pot; ``hand`` None: after the last hand."""

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
    """A game of a statement."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def hands(self) -> Sequence[NumberedHand]: ...
    @property
    def payments(self) -> Sequence[PaidMoney]: ...
    @property
    def pot(self) -> int: ...


@dataclass(frozen=True, slots=True)
class GameSpan:
    """The part of the lines that belongs to one game."""

    number: int
    name: str
    first: int
    last: int
    """Positions on the lines; 0 is before everything."""


@dataclass(frozen=True, slots=True)
class Running:
    """A line per player in minor units, and the games in order."""

    tracks: tuple[Track, ...]
    games: tuple[GameSpan, ...]

    def named(self, names: Sequence[str]) -> Running:
        """Returns the same with other names, such as those printed."""
        tracks = (replace(t, name=name) for t, name in zip(self.tracks, names, strict=True))
        return replace(self, tracks=tuple(tracks))

    @property
    def moves(self) -> bool:
        return any(any(track.values) for track in self.tracks)


def running(people: Sequence[str], games: Sequence[RunningGame]) -> Running:
    """Returns the running totals. ``people``: names, by the games' index. One position per hand
    that counts, one before the first and one after the last hand where money moved there. Games
    with an open pot are left out, as in the balances."""
    totals: list[list[int]] = [[0] for _name in people]
    spans = []
    for game in (game for game in games if not game.pot):
        first = len(totals[0]) - 1 if totals else 0
        for changes in _steps(game, len(people)):
            for line, amount in zip(totals, changes, strict=True):
                line.append(line[-1] + amount)
        if totals and len(totals[0]) - 1 > first:
            label = f"{game.number} · {game.name}"
            spans.append(GameSpan(game.number, label, first, len(totals[0]) - 1))
    tracks = (Track(name, tuple(line)) for name, line in zip(people, totals, strict=True))
    return Running(tuple(tracks), tuple(spans))


def _steps(game: RunningGame, people: int) -> Iterator[list[int]]:
    """Yields what each position of the game brought each player."""
    changes_by_hand: dict[int | None, list[int]] = {
        hand.number: [0] * people for hand in game.hands
    }
    for payment in game.payments:
        changes = changes_by_hand.setdefault(payment.hand, [0] * people)
        _add(changes, payment.payer, -payment.amount)
        _add(changes, payment.payee, payment.amount)
    for hand in sorted(changes_by_hand, key=lambda hand: (hand is None, hand or 0)):
        yield changes_by_hand[hand]


def _add(changes: list[int], person: int | None, amount: int) -> None:
    if person is not None:
        changes[person] += amount
