"""Settling up: the fewest transfers that bring every balance to zero.

The fewest transfers are ``n - g``: ``n`` people with a balance, split into as many groups as
possible (``g``) that each sum to zero; a group of ``k`` settles among itself in ``k - 1``.
Finding ``g`` is a search over subsets, exact up to ``EXACT`` people after equal opposite balances
are paired off (a pair is always a group of some best split).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

P = TypeVar("P")

EXACT: Final = 18
"""More unpaired people than this are settled greedily, and the plan says it is not proven."""


@dataclass(frozen=True, slots=True)
class Transfer(Generic[P]):
    payer: P
    payee: P
    amount: int


@dataclass(frozen=True, slots=True)
class Plan(Generic[P]):
    transfers: tuple[Transfer[P], ...]
    proven: bool
    """No other plan has fewer transfers."""


def settle_up(balances: Mapping[P, int]) -> Plan[P]:
    """Who pays whom, in minor units. ``balances``: net gain per person, in order of seat.

    Raises ValueError unless they sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances must sum to zero")
    people = [(person, amount) for person, amount in balances.items() if amount]
    groups, rest = _pairs(people)
    proven = len(rest) <= EXACT
    groups += _groups(rest) if proven else [rest]
    transfers = [t for group in groups for t in _within(group)]
    order = {person: place for place, person in enumerate(balances)}
    transfers.sort(key=lambda t: (order[t.payer], order[t.payee]))
    return Plan(tuple(transfers), proven)


def _pairs(people: list[tuple[P, int]]) -> tuple[list[list[tuple[P, int]]], list[tuple[P, int]]]:
    waiting: dict[int, list[tuple[P, int]]] = {}
    pairs = []
    for person, amount in people:
        if waiting.get(-amount):
            pairs.append([waiting[-amount].pop(0), (person, amount)])
        else:
            waiting.setdefault(amount, []).append((person, amount))
    left = {person for group in waiting.values() for person, _ in group}
    return pairs, [p for p in people if p[0] in left]


def _groups(people: list[tuple[P, int]]) -> list[list[tuple[P, int]]]:
    """The most groups that each sum to zero, by the best order in which people can be added."""
    count = len(people)
    if not count:
        return []
    sums = [0] * (1 << count)
    best = [0] * (1 << count)
    for mask in range(1, 1 << count):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + people[low.bit_length() - 1][1]
        most, left = 0, mask
        while left:
            bit = left & -left
            left ^= bit
            if best[mask ^ bit] > most:
                most = best[mask ^ bit]
        best[mask] = most + (not sums[mask])
    return _walk_back(people, sums, best)


def _walk_back(
    people: list[tuple[P, int]], sums: list[int], best: list[int]
) -> list[list[tuple[P, int]]]:
    """Take people off the full table along a best order; every zero sum on the way ends a group."""
    mask, groups, group = len(sums) - 1, [], list[tuple[P, int]]()
    while mask:
        if not sums[mask] and group:
            groups.append(group)
            group = []
        target = best[mask] - (not sums[mask])
        place = next(
            i for i in range(len(people)) if mask >> i & 1 and best[mask ^ (1 << i)] == target
        )
        group.append(people[place])
        mask ^= 1 << place
    return [*groups, group]


def _within(group: list[tuple[P, int]]) -> list[Transfer[P]]:
    """At most ``len(group) - 1`` transfers: the largest debtor pays the largest creditor."""
    owed = dict(group)
    transfers = []
    while any(owed.values()):
        payer = min(owed, key=lambda person: owed[person])
        payee = max(owed, key=lambda person: owed[person])
        amount = min(-owed[payer], owed[payee])
        transfers.append(Transfer(payer, payee, amount))
        owed[payer] += amount
        owed[payee] -= amount
    return transfers
