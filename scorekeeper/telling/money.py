"""Payments as they are told: who paid whom what for what, and a player's account of them.

``P`` is how a party is called: by name on the slip, by player on the board, by index on paper;
None is the pot. Amounts are whole minor units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorekeeper.clubs.models import Player
from scorekeeper.engine import money
from scorekeeper.ledger.models import Payment

P = TypeVar("P")
M = TypeVar("M")
"""Whatever has ``payer``, ``payee`` and ``amount``."""


@dataclass(frozen=True, slots=True)
class Paid(Generic[P]):
    """One payment."""

    payer: P | None
    payee: P | None
    amount: int
    reason: str
    taken_back: str | None = None
    """Why, if it was."""


def told(payments: Iterable[money.Payment], names: Sequence[str]) -> list[Paid[str]]:
    """The engine's payments by name."""

    def named(party: int | str) -> str | None:
        return None if party == money.POT else names[int(party)]

    return [Paid(named(p.payer), named(p.payee), p.amount, p.reason) for p in payments]


def of_hand(rows: Iterable[Payment]) -> list[Paid[Player]]:
    """Rows of a hand, each with what took it back; the reversals themselves are not listed."""
    listed = list(rows)
    back = {row.reverses_id: row.reason for row in listed if row.reverses_id}
    return [
        Paid(row.payer, row.payee, row.amount, row.reason, back.get(row.pk))
        for row in listed
        if not row.reverses_id
    ]


@dataclass(frozen=True, slots=True)
class Booked(Generic[M, P]):
    """A payment from a player's side: signed, with what all so far come to."""

    payment: M
    other: P | None
    """None: the pot."""
    amount: int
    so_far: int


def account(payments: Iterable[M], me: P, settles: Callable[[M], bool]) -> Iterator[Booked[M, P]]:
    """Those that ``me`` made or got, in their order. ``settles``: money handed over, which brings
    the sum nearer to nothing."""
    total = 0
    for payment in payments:
        row: Any = payment
        got = row.payee == me
        amount = -row.amount if got == settles(payment) else row.amount
        total += amount
        yield Booked(payment, row.payer if got else row.payee, amount, total)
