"""The hands of a game on the board, each version with what it brought: a page of them, or one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.telling.course import totals_after
from scorekeeper.telling.hand import Brought, Outcome, outcomes
from scorekeeper.telling.money import Paid, of_hand

SHOWN = 10
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one hand brought one seat, and what the seat had after it."""

    brought: Brought
    total: float | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, and what it brought."""

    at: Table
    hand: Hand
    outcome: Outcome
    totals: Sequence[float] = ()
    """What each seat had after it, where a list of hands is looked at."""
    money: tuple[Paid[Player], ...] = ()
    """Its payments, where one hand is looked at."""

    @property
    def voided(self) -> bool:
        return self.hand.voided_at is not None

    @property
    def ended_void(self) -> bool:
        """It was dealt and written down, but brought nobody anything. One that was taken back is
        ``voided``."""
        return not self.voided and self.outcome.brought_nothing

    @property
    def is_special(self) -> bool:
        """There is more to say of it in a list than what it brought."""
        return self.voided or self.ended_void or self.hand.replaces_id is not None

    @property
    def cells(self) -> Iterator[Cell]:
        """By seat."""
        totals: Sequence[float | None] = self.totals or [None] * len(self.outcome.seats)
        for seat, total in zip(self.outcome.seats, totals, strict=True):
            yield Cell(seat, total)

    @property
    def winners(self) -> list[Player]:
        return [self.at.players[person] for person in sorted(self.outcome.winners)]

    @property
    def scores(self) -> Iterator[tuple[str, Brought]]:
        """Name of each seat that took part, and what it was brought."""
        for name, seat in zip(self.at.seat_names, self.outcome.seats, strict=True):
            if seat.scored:
                yield name, seat

    @property
    def told(self) -> list[tuple[str, Brought]]:
        """``scores`` as they are said aloud: who won first."""
        return sorted(self.scores, key=lambda each: not each[1].won)

    @property
    def amounts(self) -> list[tuple[Player, int]]:
        """What it brought each person in money, the most first; nobody whom it brought none."""
        ends = ((p, seat.of(p).net) for seat in self.outcome.seats for p in seat.persons)
        found = [(self.at.players[person], amount) for person, amount in ends if amount]
        return sorted(found, key=lambda each: -each[1])


@dataclass(frozen=True, slots=True)
class HandsPage:
    """Newest first; each version of a hand is a line."""

    lines: list[Version] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the page before this one; 0: the newest."""
    older: int | None = None


def hands_page(
    at: Table, upto: int | None = None, *, count: int = SHOWN, voided: bool = True
) -> HandsPage:
    """The hands numbered ``upto`` and below, a page of them; the newest ones when None. Without
    ``voided``, only those that count. Four queries, five on a page further back."""
    last = at.game.last_number
    top = last if not upto or upto >= last else upto
    hands = _hands(at.game).filter(number__gt=top - count)
    if top < last:
        hands = hands.filter(number__lte=top)
    if not voided:
        hands = hands.filter(voided_at__isnull=True)
    newer = None if top == last else (0 if top + count >= last else top + count)
    older = top - count if top > count else None
    lines = _versions(at, hands.order_by("-number", "-pk"))
    return HandsPage(_with_totals(at, top, lines), newer, older)


def _with_totals(at: Table, top: int, lines: list[Version]) -> list[Version]:
    if not at.kept.keeps_score or not lines:
        return lines
    stand = [(line.hand.number, line.outcome.seats) for line in lines if not line.voided]
    totals = totals_after(at, top, stand)
    return [
        line if line.voided else replace(line, totals=totals[line.hand.number]) for line in lines
    ]


def _hands(game: Game) -> QuerySet[Hand]:
    """Void ones too, with those who recorded and voided them."""
    return Hand.objects.filter(game=game).select_related(*HAND_AUTHORS)


def _versions(at: Table, hands: Iterable[Hand]) -> list[Version]:
    listed = list(hands)
    return [
        Version(at, hand, found) for hand, found in zip(listed, outcomes(at, listed), strict=True)
    ]


def hand_versions(at: Table, number: int) -> list[Version]:
    """Every version of this hand with its payments, the newest first. Four queries."""
    listed = _versions(at, _hands(at.game).filter(number=number).order_by("-pk"))
    payments = list(
        Payment.objects.filter(hand__in=[version.hand for version in listed])
        .select_related("payer", "payee")
        .order_by("pk")
    )
    return [replace(each, money=_money(each.hand, payments)) for each in listed]


def _money(hand: Hand, payments: Iterable[Payment]) -> tuple[Paid[Player], ...]:
    return tuple(of_hand(row for row in payments if row.hand_id == hand.pk))
