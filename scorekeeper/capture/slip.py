"""What one hand would bring: shown before it is saved, worked out by the engine, never written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Game
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import number
from scorekeeper.telling.hand import Brought, Outcome, foreseen
from scorekeeper.telling.money import Paid, told


@dataclass(frozen=True, slots=True)
class SlipLine:
    """What the hand brings a seat, or one person where no score is kept."""

    name: str
    brought: Brought
    total: float
    """After this hand."""

    @property
    def points(self) -> float:
        return self.brought.points

    @property
    def reason(self) -> str:
        return self.brought.reason

    @property
    def money(self) -> int:
        """Minor units, of all who share the seat."""
        return self.brought.net

    @property
    def won(self) -> bool:
        return self.brought.won

    @property
    def signed(self) -> str:
        """``+20``, ``−3½``, ``0``."""
        sign = "+" if self.points > 0 else "−" if self.points < 0 else ""
        return sign + number(abs(self.points))


@dataclass(frozen=True, slots=True)
class Slip:
    lines: list[SlipLine]
    payments: list[Paid[str]]
    keeps_score: bool
    over: bool


def slip(rules: AnyVariant, after: Game[Any, Any], names: Sequence[str]) -> Slip:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    keeps_score, totals = rules.board.keeps_score(after), rules.board.totals(after)
    lines = [
        SlipLine(
            " + ".join(names[person] for person in brought.persons),
            brought,
            totals[after.seat_of(brought.persons[0])],
        )
        for brought in _each(foreseen(rules, after), after.persons, keeps_score)
        if not after.left.issuperset(brought.persons) or any(brought.money)
    ]
    return Slip(lines, told(played.payments, names), keeps_score, after.over)


def _each(outcome: Outcome, persons: int, keeps_score: bool) -> Iterator[Brought]:
    """By line: partners have their points in common, but not their money."""
    if keeps_score:
        yield from outcome.seats
    else:
        for person in range(persons):
            yield outcome.seat_of(person).of(person)
