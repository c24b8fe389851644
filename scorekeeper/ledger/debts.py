"""Who lost how much to whom, of what was paid: directly, and through a pot."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.settle_up import netted

End: TypeAlias = int | None
"""A player by id; None: the pot."""
Sums: TypeAlias = dict[tuple[int, End, End], int]
"""What the first paid the second in a game, by ids, in minor units."""
Debts: TypeAlias = dict[tuple[int, int], int]
"""What the first of two players owes the second."""


def debts(sums: Sums) -> Debts:
    """Between two players directly, and what went through the pot: whoever put in more than he got
    owes it to those who got more, in proportion to that. Of one game, whose pot is settled."""
    found: dict[tuple[int, int], int] = {}
    pot = in_pot(sums)
    for (_game, payer, payee), amount in sums.items():
        if payer is not None and payee is not None:
            found[payer, payee] = found.get((payer, payee), 0) + amount
    gets = {person: net for person, net in pot.items() if net > 0}
    for debtor, net in pot.items():
        if net < 0:
            for creditor, part in zip(gets, in_proportion(-net, [*gets.values()]), strict=True):
                gets[creditor] -= part
                found[debtor, creditor] = found.get((debtor, creditor), 0) + part
    return netted(found)


def in_pot(sums: Sums) -> dict[int, int]:
    """By player, what a game's pot has brought him: below 0 where he put in more than he got."""
    pot: dict[int, int] = defaultdict(int)
    for (_game, payer, payee), amount in sums.items():
        if payee is None and payer is not None:
            pot[payer] -= amount
        elif payer is None and payee is not None:
            pot[payee] += amount
    return pot
