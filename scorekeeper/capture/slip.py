"""What one hand brings everybody: worked out by the engine before it is saved, read as it was kept
once it is. Never written here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.winners import reported_winners
from scorekeeper.engine.words import number
from scorekeeper.telling.hand import Brought, Outcome, foreseen
from scorekeeper.telling.money import Paid, told


@dataclass(frozen=True, slots=True)
class SlipLine:
    """What the hand brings a seat, or one person where no score is kept."""

    names: tuple[str, ...]
    brought: Brought
    total: float
    """Points, after this hand."""
    balance: int
    """Money from this game, after this hand; minor units, of all who share the seat."""

    @property
    def name(self) -> str:
        return " + ".join(self.names)

    @property
    def gains(self) -> list[tuple[str, int]]:
        """What each of them gets, in minor units."""
        return list(zip(self.names, self.brought.money, strict=True))

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
    def idle(self) -> bool:
        """The hand brings them nothing."""
        return not (self.points or self.money or self.won)

    @property
    def signed(self) -> str:
        """``+20``, ``−3½``, ``0``."""
        sign = "+" if self.points > 0 else "−" if self.points < 0 else ""
        return sign + number(abs(self.points))


@dataclass(frozen=True, slots=True)
class Lines:
    """What a hand brings everybody, and in what it is told."""

    lines: list[SlipLine]
    keeps_score: bool
    over: bool
    """The game is."""
    pot: int
    """Minor units that lie in the pot after the hand."""

    @property
    def told(self) -> list[SlipLine]:
        """Those to whom it brings anything."""
        return [line for line in self.lines if not line.idle]

    @property
    def blamed(self) -> list[SlipLine]:
        """Who pays a hand that nobody won, if for a reason of their own, such as a false claim."""
        payers = [line for line in self.lines if line.money < 0]
        payees = [line for line in self.lines if line.money > 0]
        reasons = {line.reason for line in payers}
        if any(line.won for line in self.lines) or len(reasons) != 1 or not payees:
            return []
        return [] if reasons & {"", *(line.reason for line in payees)} else payers

    @property
    def shows_money(self) -> bool:
        """Money changes hands."""
        return any(line.money for line in self.lines)

    @property
    def into_pot(self) -> int:
        """Minor units that the hand leaves in the pot, such as fees; less than 0: out of it."""
        return -sum(line.money for line in self.lines)

    @property
    def shows_points(self) -> bool:
        """Not where the players pay each other for their hands: the points are that money. In a
        game for a pot they decide who gets it, whatever is paid besides."""
        was_paid = self.shows_money or any(line.balance for line in self.lines)
        is_paid = was_paid and not self.into_pot and not self.pot
        return self.keeps_score and (self.over or not is_paid)


@dataclass(frozen=True, slots=True)
class Slip(Lines):
    payments: list[Paid[str]]
    shared: bool
    """Nobody went out: several share the pot."""


def slip(rules: AnyVariant, after: Game[Any, Any], names: Sequence[str]) -> Slip:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    keeps_score, totals = rules.board.keeps_score(after), rules.board.totals(after)
    lines = [
        line
        for line in lines_of(foreseen(rules, after), names, totals, after.balances, keeps_score)
        if not after.left.issuperset(line.brought.persons) or any(line.brought.money)
    ]
    return Slip(
        lines,
        keeps_score,
        after.over,
        after.pot,
        told(played.payments, names),
        _is_shared(rules, after),
    )


def _is_shared(rules: AnyVariant, after: Game[Any, Any]) -> bool:
    played = after.last
    assert played is not None
    got = {payment.payee for payment in played.payments if payment.payer == POT}
    return after.over and len(got) > 1 and not reported_winners(rules, after, played.entry)


def lines_of(
    outcome: Outcome,
    names: Sequence[str],
    totals: Sequence[float],
    balances: Sequence[int],
    keeps_score: bool,
) -> Iterator[SlipLine]:
    """``totals`` by seat, ``balances`` by person, after the hand."""
    for brought in _each(outcome, len(balances), keeps_score):
        persons = brought.persons
        yield SlipLine(
            tuple(names[person] for person in persons),
            brought,
            totals[persons[0] % len(totals)],
            sum(balances[person] for person in persons),
        )


def _each(outcome: Outcome, persons: int, keeps_score: bool) -> Iterator[Brought]:
    """By line: partners have their points in common, but not their money."""
    if keeps_score:
        yield from outcome.seats
    else:
        for person in range(persons):
            yield outcome.seat_of(person).of(person)
