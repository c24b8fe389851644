"""Settles up: who pays whom so that every balance becomes zero, in one of four ways.

``settle_up`` needs the fewest transfers: ``n - g`` for ``n`` people with a balance, split into as
many groups as possible (``g``) that each sum to zero; a group of ``k`` needs ``k - 1`` transfers.
With ``direct`` everybody pays those they lost to, with ``through`` everybody settles with one
banker, with ``by_purse`` people who share a purse settle as one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from scorekeeper.engine.transfers.zero_sums import zero_sums

P = TypeVar("P")

EXACT: Final = 20
"""The limit of people for an exact plan, pairs not counted. More are settled greedily, and the plan
is not proven."""


@dataclass(frozen=True, slots=True)
class Transfer(Generic[P]):
    payer: P
    payee: P
    amount: int
    payers: tuple[P, ...] = ()
    """Everyone in the payer's purse, the payer first; empty: the payer alone."""
    payees: tuple[P, ...] = ()
    """Everyone in the payee's purse, the payee first; empty: the payee alone."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[P]):
    transfers: tuple[Transfer[P], ...]
    proven: bool
    """Whether it is certain that no plan has fewer transfers."""


# The fewest ------------------------------------------------------------------------------------


def settle_up(balances: Mapping[P, int]) -> Plan[P]:
    """Returns the fewest transfers, in minor units. ``balances``: net gain by person, by seat.

    Raises ValueError unless they sum to zero.
    """
    _must_balance(balances)
    people = [(person, amount) for person, amount in balances.items() if amount]
    groups, rest = _pairs(people)
    proven = len(rest) <= EXACT
    groups += _groups(rest) if proven else [rest]
    transfers = [t for group in groups for t in _within(group)]
    return Plan(_in_order(transfers, balances), proven)


def _must_balance(balances: Mapping[P, int]) -> None:
    if sum(balances.values()):
        raise ValueError("balances must sum to zero")


def _in_order(transfers: Iterable[Transfer[P]], people: Iterable[P]) -> tuple[Transfer[P], ...]:
    order = {person: place for place, person in enumerate(people)}
    return tuple(sorted(transfers, key=lambda t: (order[t.payer], order[t.payee])))


def _pairs(people: list[tuple[P, int]]) -> tuple[list[list[tuple[P, int]]], list[tuple[P, int]]]:
    """Returns pairs who settle with each other (always part of a best plan), and the rest."""
    waiting: dict[int, list[tuple[P, int]]] = {}
    pairs = []
    for person, amount in people:
        if waiting.get(-amount):
            pairs.append([waiting[-amount].pop(0), (person, amount)])
        else:
            waiting.setdefault(amount, []).append((person, amount))
    unpaired = {person for group in waiting.values() for person, _ in group}
    return pairs, [p for p in people if p[0] in unpaired]


def _groups(people: list[tuple[P, int]]) -> list[list[tuple[P, int]]]:
    """Returns the most groups that each sum to zero; equal amounts in order of seat."""
    holders: dict[int, list[P]] = defaultdict(list)
    for person, amount in reversed(people):
        holders[amount].append(person)
    groups = zero_sums([amount for _person, amount in people])
    return [[(holders[amount].pop(), amount) for amount in group] for group in groups]


def _within(group: list[tuple[P, int]]) -> list[Transfer[P]]:
    """Makes the largest debtor pay the largest creditor: at most ``len(group) - 1`` transfers."""
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


# Other ways ------------------------------------------------------------------------------------


def netted(owed: Mapping[tuple[P, P], int]) -> dict[tuple[P, P], int]:
    """Nets the debts of each pair, in minor units: every amount is positive.

    >>> netted({("A", "B"): 5, ("B", "A"): 7, ("A", "C"): -1})
    {('B', 'A'): 2, ('C', 'A'): 1}
    """
    debts: dict[tuple[P, P], int] = {}
    for (debtor, creditor), amount in owed.items():
        if (creditor, debtor) in debts:
            debts[creditor, debtor] -= amount
        else:
            debts[debtor, creditor] = debts.get((debtor, creditor), 0) + amount
    positive = {(a, b) if x > 0 else (b, a): abs(x) for (a, b), x in debts.items()}
    return {pair: amount for pair, amount in positive.items() if amount}


def direct(owed: Mapping[tuple[P, P], int]) -> Plan[P]:
    """Everybody pays those they lost to. ``owed``: what the first of a pair owes the second, in
    minor units; negative the other way round.

    Payments in a circle are left out, so that nobody pays when all are even, and nobody pays
    another more than they owe.
    """
    debts = netted(owed)
    people = list(dict.fromkeys(person for pair in owed for person in pair))
    _remove_circles(debts, people)
    transfers = [Transfer(payer, payee, amount) for (payer, payee), amount in debts.items()]
    return Plan(_in_order(transfers, people), proven=False)


def _remove_circles(debts: dict[tuple[P, P], int], people: Sequence[P]) -> None:
    """Walks from debtor to creditor and removes each circle found. A person without open creditors
    is finished."""
    creditors: dict[P, list[P]] = {person: [] for person in people}
    for debtor, creditor in reversed(debts):
        creditors[debtor].append(creditor)
    for start in people:
        walk = [start]
        while walk:
            person = walk[-1]
            if not creditors[person]:
                walk.pop()
                if walk:
                    creditors[walk[-1]].remove(person)
            elif (following := creditors[person][-1]) not in walk:
                walk.append(following)
            else:
                circle = walk[walk.index(following) :]
                for debtor, creditor in _take_off(circle, debts):
                    creditors[debtor].remove(creditor)
                del walk[len(walk) - len(circle) + 1 :]


def _take_off(circle: Sequence[P], debts: dict[tuple[P, P], int]) -> Iterable[tuple[P, P]]:
    """Subtracts the least amount of a circle from all of it. Returns the pairs that become zero."""
    pairs = list(zip(circle, [*circle[1:], circle[0]], strict=True))
    least = min(debts[pair] for pair in pairs)
    for pair in pairs:
        debts[pair] -= least
    paid_off = [pair for pair in pairs if not debts[pair]]
    for pair in paid_off:
        del debts[pair]
    return paid_off


def through(balances: Mapping[P, int], banker: P) -> Plan[P]:
    """Everybody settles with the banker, who need not be a player.

    Raises ValueError unless the balances sum to zero.
    """
    _must_balance(balances)
    transfers = [
        Transfer(person, banker, -amount) if amount < 0 else Transfer(banker, person, amount)
        for person, amount in balances.items()
        if amount and person != banker
    ]
    return Plan(_in_order(transfers, dict.fromkeys((*balances, banker))), proven=False)


def by_purse(balances: Mapping[P, int], purses: Iterable[Sequence[P]]) -> Plan[P]:
    """Returns the fewest transfers between purses, each held by its first person. Persons in no
    purse have their own. Nobody pays within a purse.

    Raises ValueError unless the balances sum to zero, or if a person is in two purses.
    """
    purses_by_holder = {purse[0]: tuple(purse) for purse in purses if purse}
    holder = {person: first for first, purse in purses_by_holder.items() for person in purse}
    if len(holder) != sum(map(len, purses_by_holder.values())):
        raise ValueError("nobody may be in two purses")
    net: dict[P, int] = {}
    for person, amount in balances.items():
        first = holder.get(person, person)
        net[first] = net.get(first, 0) + amount
    plan = settle_up(net)
    with_people = [
        replace(
            t, payers=purses_by_holder.get(t.payer, ()), payees=purses_by_holder.get(t.payee, ())
        )
        for t in plan.transfers
    ]
    return Plan(tuple(with_people), plan.proven)
