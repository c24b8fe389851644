"""Money has two ends: a payment names who pays and who is paid, so nothing can leak.

Amounts are whole minor units. Caps and multipliers act on a payment, never on a net.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine.words import Phrase, _

Party: TypeAlias = int | str
"""A person's index at the table, or ``POT``."""
POT: Final = "pot"


@dataclass(frozen=True, slots=True)
class Payment:
    payer: Party
    payee: Party
    amount: int
    reason: Phrase


Payments: TypeAlias = tuple[Payment, ...]


def collect(payments: Iterable[Payment]) -> Payments:
    """Drops empty payments and reverses negative ones."""
    return tuple(
        p if p.amount > 0 else Payment(p.payee, p.payer, -p.amount, p.reason)
        for p in payments
        if p.amount and p.payer != p.payee
    )


def net(payments: Iterable[Payment], party: Party) -> int:
    """Returns the net gain of ``party`` in minor units; negative when it paid more."""
    return sum(p.amount * ((p.payee == party) - (p.payer == party)) for p in payments)


def nets(payments: Iterable[Payment], persons: int) -> tuple[tuple[int, ...], int]:
    """Returns every person's net gain, and the pot's, in one pass."""
    gained = [0] * persons
    pot = 0
    for p in payments:
        if p.payer == POT:
            pot -= p.amount
        else:
            gained[int(p.payer)] -= p.amount
        if p.payee == POT:
            pot += p.amount
        else:
            gained[int(p.payee)] += p.amount
    return tuple(gained), pot


def split(total: int, shares: int) -> tuple[int, ...]:
    """Splits into equal parts to the last unit; the rest goes to the first in order.

    >>> split(100, 3)
    (34, 33, 33)
    """
    share, rest = divmod(total, shares)
    return tuple(share + (place < rest) for place in range(shares))


def in_proportion(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Splits ``total`` by weight, to the last unit: each part gets its whole units, and the largest
    remainders one more; equal remainders in order.

    Raises ValueError unless the weights have a positive sum and none is negative.

    >>> in_proportion(100, (1, 1, 0, 4))
    (17, 17, 0, 66)
    """
    weight_sum = sum(weights)
    if weight_sum <= 0 or min(weights) < 0:
        raise ValueError("nobody to share it")
    parts, rests = zip(*(divmod(total * weight, weight_sum) for weight in weights), strict=True)
    rest = total - sum(parts)
    first = sorted(range(len(weights)), key=lambda place: -rests[place])[:rest]
    return tuple(part + (place in first) for place, part in enumerate(parts))


def capped(amount: int, cap: int | None) -> int:
    """Limits one payment between two persons; no cap when None."""
    return amount if cap is None else min(amount, cap)


def ranks(values: Sequence[float]) -> list[list[int]]:
    """Groups indices by equal value, lowest first, each group in order."""
    groups: dict[float, list[int]] = {}
    for index, value in enumerate(values):
        groups.setdefault(value, []).append(index)
    return [groups[value] for value in sorted(groups)]


def give_back(payments: Iterable[Payment], persons: int) -> Payments:
    """Returns payments that empty the pot: everybody gets back what they put in, less what they
    took out."""
    put_in = [0] * persons
    for p in payments:
        if p.payee == POT:
            put_in[int(p.payer)] += p.amount
        elif p.payer == POT:
            put_in[int(p.payee)] -= p.amount
    reason = _("game stopped: pot given back")
    return collect(Payment(POT, person, amount, reason) for person, amount in enumerate(put_in))
