"""Payments for display: who paid whom what for what, and a player's account of them.

``P`` names a party: by name in previews, by player on scoreboards, by index in statements; None is
the pot. Amounts are whole minor units.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorekeeper.clubs.models import Player
from scorekeeper.engine import money
from scorekeeper.ledger.models import Payment

P = TypeVar("P")
M = TypeVar("M")
"""Anything with ``payer``, ``payee`` and ``amount``."""


@dataclass(frozen=True, slots=True)
class PaymentLine(Generic[P]):
    """One payment."""

    payer: P | None
    payee: P | None
    amount: int
    reason: str
    reversal_reason: str | None = None
    """The reason of its reversal, if it was reversed."""


def named_payments(
    payments: Iterable[money.Payment], names: Sequence[str]
) -> list[PaymentLine[str]]:
    """Returns the engine's payments with names."""

    def name(party: int | str) -> str | None:
        return None if party == money.POT else names[int(party)]

    return [PaymentLine(name(p.payer), name(p.payee), p.amount, p.reason) for p in payments]


def hand_payments(rows: Iterable[Payment]) -> list[PaymentLine[Player]]:
    """Returns a hand's payments, each with the reason of its reversal; reversals are not listed."""
    listed = list(rows)
    reversals = {row.reverses_id: row.reason for row in listed if row.reverses_id}
    return [
        PaymentLine(row.payer, row.payee, row.amount, row.reason, reversals.get(row.pk))
        for row in listed
        if not row.reverses_id
    ]


@dataclass(frozen=True, slots=True)
class AccountEntry(Generic[M, P]):
    """A payment from a player's side: signed, with the running total."""

    payment: M
    other: P | None
    """None: the pot."""
    amount: int
    so_far: int


def account(
    payments: Iterable[M], me: P, settles: Callable[[M], bool]
) -> Iterator[AccountEntry[M, P]]:
    """Yields the payments that ``me`` made or got, in order. ``settles``: cash, which brings the
    total closer to zero."""
    total = 0
    for payment in payments:
        row: Any = payment
        is_payee = row.payee == me
        amount = -row.amount if is_payee == settles(payment) else row.amount
        total += amount
        yield AccountEntry(payment, row.payer if is_payee else row.payee, amount, total)
