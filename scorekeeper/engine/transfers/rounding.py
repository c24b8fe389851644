"""Rounds debts to available coins: every amount becomes a multiple of a step, no amount moves by a
full step, and the sum stays zero.

Amounts are whole minor units. ``rounding`` rounds balances; ``rounding_between`` rounds debts
between pairs, where everybody pays those they lost to.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from scorekeeper.engine.transfers.settle_up import netted

P = TypeVar("P")
Pair: TypeAlias = tuple[P, P]


def rounding(
    balances: Mapping[P, int], step: int, before: Mapping[P, int] | None = None
) -> dict[P, int]:
    """Returns the change of each balance that changes: less than ``step`` up or down.

    All are rounded down, then as many up as keep the sum zero: those with the largest remainders,
    so that the total change is least. ``before``: the previous changes; they stay where possible.

    Raises ValueError unless the balances sum to zero, and if ``step`` is less than 1.

    >>> rounding({"A": 23, "B": -14, "C": -9}, 10)
    {'A': -3, 'B': 4, 'C': -1}
    """
    if sum(balances.values()) or step < 1:
        raise ValueError("balances must sum to zero, and a step is at least 1")
    over = {person: amount % step for person, amount in balances.items() if amount % step}
    previous = before or {}

    def wants_up(person: P) -> tuple[int, int]:
        moved = previous.get(person, 0)
        repeated = moved if moved in (step - over[person], -over[person]) else 0
        return (repeated > 0) - (repeated < 0), over[person]

    first = sorted(over, key=wants_up, reverse=True)  # ties: in order of seat
    up = set(first[: sum(over.values()) // step])
    return {person: (step if person in up else 0) - rest for person, rest in over.items()}


GROUND = None
"""A node that takes everybody's balance, so that inflow equals outflow at every person."""


def rounding_between(owed: Mapping[Pair[P], int], step: int) -> dict[Pair[P], int]:
    """Returns the change of each debt of ``settle_up.netted`` that changes.

    Each debt and each balance moves less than ``step``; afterwards every debt is a multiple of it.

    Debts and balances that are no multiples form circles, as nobody can have just one of them.
    Each circle is shifted until one of its amounts is a multiple.

    Raises ValueError if ``step`` is less than 1.
    """
    if step < 1:
        raise ValueError("a step is at least 1")
    debts = netted(owed)
    flows: dict[Pair[P | None], int] = {}
    for (debtor, creditor), amount in debts.items():
        flows[debtor, creditor] = amount
        flows[debtor, GROUND] = flows.get((debtor, GROUND), 0) - amount
        flows[creditor, GROUND] = flows.get((creditor, GROUND), 0) + amount
    while circle := _circle([pair for pair, amount in flows.items() if amount % step]):
        _turn(flows, circle, step)
    return {pair: flows[pair] - amount for pair, amount in debts.items() if flows[pair] != amount}


def _turn(
    flows: dict[Pair[P | None], int],
    circle: Sequence[tuple[Pair[P | None], int]],
    step: int,
) -> None:
    """Shifts the circle, in either direction, by the least that makes one flow a multiple."""
    forwards = min((-sign * flows[pair]) % step for pair, sign in circle)
    backwards = min((sign * flows[pair]) % step for pair, sign in circle)
    moved = forwards if forwards <= backwards else -backwards
    for pair, sign in circle:
        flows[pair] += sign * moved


def _circle(
    pairs: Sequence[Pair[P | None]],
) -> list[tuple[Pair[P | None], int]]:
    """Returns pairs that form a circle, each with 1, or -1 if walked backwards; [] without pairs.

    Every person in a pair must be in another pair too.
    """
    if not pairs:
        return []
    person, last_pair = pairs[0][0], None
    walk: list[tuple[Pair[P | None], int]] = []
    visited = [person]
    while True:
        last_pair = next(pair for pair in pairs if person in pair and pair != last_pair)
        walk.append((last_pair, 1 if last_pair[0] == person else -1))
        person = last_pair[1] if last_pair[0] == person else last_pair[0]
        if person in visited:
            return walk[visited.index(person) :]
        visited.append(person)
