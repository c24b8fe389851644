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
    """What the hand brings a seat, or one person where no score is kept."""

    name: str
    points: float
    total: float
    """After this hand."""
    reason: str
    money: int
    """Minor units, of all who share the seat."""
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
    keeps_score = rules.board.keeps_score(after)
    gained, _pot = nets(played.payments, after.persons)
    won, totals = winners(rules, after), rules.board.totals(after)
    lines = []
    for persons in _rows(after, keeps_score):
        seat = after.seat_of(persons[0])
        if after.left.issuperset(persons) and not any(gained[p] for p in persons):
            continue
        lines.append(
            Line(
                " + ".join(names[person] for person in persons),
                played.scores[seat].points,
                totals[seat],
                played.scores[seat].reason,
                sum(gained[person] for person in persons),
                any(person in won for person in persons),
            )
        )

    def named(party: int | str) -> str | None:
        return None if party == POT else names[int(party)]

    payments = [
        Transfer(named(p.payer), named(p.payee), p.amount, p.reason) for p in played.payments
    ]
    return Slip(lines, payments, keeps_score, after.over)


def _rows(game: Game[Any, Any], keeps_score: bool) -> list[range]:
    """The persons of each line: partners have their points in common, but not their money."""
    if not keeps_score:
        return [range(person, person + 1) for person in range(game.persons)]
    return [range(seat, game.persons, game.seats) for seat in range(game.seats)]
