"""Losses between each two players according to the payments: directly, and through a pot."""

from collections import defaultdict
from typing import TypeAlias

from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.transfers.settle_up import netted

End: TypeAlias = int | None
"""A player by id; None: the pot."""
Sums: TypeAlias = dict[tuple[int, End, End], int]
"""What the first paid the second in a game, by ids, in minor units."""
Debts: TypeAlias = dict[tuple[int, int], int]
"""What the first of two players owes the second."""


def debts(sums: Sums) -> Debts:
    """Returns the net debts of one game whose pot is settled. Payments between two players count
    directly; a player who put more into the pot than they got out owes the difference to those who
    got more, in proportion to what they gained."""
    owed: dict[tuple[int, int], int] = {}
    pot = in_pot(sums)
    for (_game, payer, payee), amount in sums.items():
        if payer is not None and payee is not None:
            owed[payer, payee] = owed.get((payer, payee), 0) + amount
    gets = {person: net for person, net in pot.items() if net > 0}
    for debtor, net in pot.items():
        if net < 0:
            for creditor, share in zip(gets, in_proportion(-net, [*gets.values()]), strict=True):
                gets[creditor] -= share
                owed[debtor, creditor] = owed.get((debtor, creditor), 0) + share
    return netted(owed)


def in_pot(sums: Sums) -> dict[int, int]:
    """Returns what each player gained from a game's pot; negative where they put in more than they
    got."""
    pot: dict[int, int] = defaultdict(int)
    for (_game, payer, payee), amount in sums.items():
        if payee is None and payer is not None:
            pot[payer] -= amount
        elif payer is None and payee is not None:
            pot[payee] += amount
    return pot
