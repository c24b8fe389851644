"""The hands of a game on the board, each version with what it brought: a page of them, or one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.telling.hand import Brought, Outcome, outcomes
from scorekeeper.telling.money import Paid, of_hand

SHOWN = 10
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, and what it brought."""

    at: Table
    hand: Hand
    outcome: Outcome
    money: tuple[Paid[Player], ...] = ()
    """Its payments, where one hand is looked at."""

    @property
    def voided(self) -> bool:
        return self.hand.voided_at is not None

    @property
    def cells(self) -> Sequence[Brought]:
        return self.outcome.seats

    @property
    def winners(self) -> list[Player]:
        return [self.at.players[person] for person in sorted(self.outcome.winners)]

    @property
    def scores(self) -> Iterator[tuple[str, Brought]]:
        """Name of each seat that took part, and what it was brought."""
        for name, seat in zip(self.at.seat_names, self.outcome.seats, strict=True):
            if seat.scored:
                yield name, seat


@dataclass(frozen=True, slots=True)
class HandsPage:
    """Newest first; each version of a hand is a line."""

    lines: list[Version] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the page before this one; 0: the newest."""
    older: int | None = None


def hands_page(at: Table, upto: int | None = None) -> HandsPage:
    """The hands numbered ``upto`` and below, a page of them; the newest ones when None."""
    last = at.game.last_number
    top = last if not upto or upto >= last else upto
    hands = _hands(at.game).filter(number__gt=top - SHOWN)
    if top < last:
        hands = hands.filter(number__lte=top)
    newer = None if top == last else (0 if top + SHOWN >= last else top + SHOWN)
    older = top - SHOWN if top > SHOWN else None
    return HandsPage(_versions(at, hands.order_by("-number", "-pk")), newer, older)


def _hands(game: Game) -> QuerySet[Hand]:
    """Void ones too, with those who recorded and voided them."""
    return Hand.objects.filter(game=game).select_related("by__player", "voided_by__player")


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
