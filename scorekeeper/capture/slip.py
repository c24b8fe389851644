"""What one hand would bring: shown before it is saved, worked out by the engine, never written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT, nets
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.winners import winners
from scorekeeper.engine.words import number


@dataclass(frozen=True, slots=True)
class Line:
    """One person: what the hand brings him."""

    person: int
    name: str
    points: float
    total: float
    """After this hand."""
    reason: str
    money: int
    """Minor units."""
    won: bool

    @property
    def signed(self) -> str:
        """``+20``, ``−3½``, ``0``."""
        sign = "+" if self.points > 0 else "−" if self.points < 0 else ""
        return sign + number(abs(self.points))


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment with names; None is the pot."""

    payer: str | None
    payee: str | None
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Slip:
    lines: list[Line]
    payments: list[Transfer]
    keeps_score: bool
    over: bool


def slip(rules: AnyVariant, after: Game[Any, Any], names: Sequence[str]) -> Slip:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    gained, _pot = nets(played.payments, after.persons)
    won, totals = winners(rules, after), rules.totals(after)
    lines = [
        Line(
            person,
            name,
            played.scores[after.seat_of(person)].points,
            totals[after.seat_of(person)],
            played.scores[after.seat_of(person)].reason,
            gained[person],
            person in won,
        )
        for person, name in enumerate(names)
    ]

    def named(party: int | str) -> str | None:
        return None if party == POT else names[int(party)]

    payments = [
        Transfer(named(p.payer), named(p.payee), p.amount, p.reason) for p in played.payments
    ]
    return Slip(lines, payments, rules.keeps_score(after), after.over)
