"""Sessions of every kind, the fewest transfers by trying every subset, and whether a plan is sound.

``python -m tests.helpers.brute.transfers 1000000`` settles that many random sessions in every
way and rounds them: a few minutes for each hundred thousand. CI takes a sample
(``tests/engine/test_plans.py``).
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random

from scorekeeper.engine.transfers.rounding import rounding, rounding_between
from scorekeeper.engine.transfers.settle_up import (
    Plan,
    by_purse,
    direct,
    netted,
    settle_up,
    through,
)

Owed = dict[tuple[int, int], int]
STEPS = (1, 5, 10, 50, 100, 1000)


# The slow answer -------------------------------------------------------------------------------


def fewest(amounts: Sequence[int]) -> int:
    """People less the most groups that sum to zero: every subset is looked at, and of each the
    person who is added last."""
    people = [amount for amount in amounts if amount]
    count = len(people)
    sums, best = [0] * (1 << count), [0] * (1 << count)
    for subset in range(1, 1 << count):
        least = subset & -subset
        sums[subset] = sums[subset ^ least] + people[least.bit_length() - 1]
        most = max(best[subset ^ 1 << n] for n in range(count) if subset >> n & 1)
        best[subset] = most + (sums[subset] == 0)
    return count - best[-1]


# Sessions ----------------------------------------------------------------------------------------


def all_sessions(people: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every session of so many people, with balances of at most ``most``, none of them 0; one of
    each that differ only in who is who, or in who lost and who won."""
    amounts = [amount for amount in range(-most, most + 1) if amount]
    for session in combinations_with_replacement(amounts, people):
        if sum(session) == 0 and session <= tuple(-amount for amount in reversed(session)):
            yield session


def by_chance(rng: Random, people: int, most: int) -> list[int]:
    amounts = [rng.randint(-most, most) for _ in range(people - 1)]
    return [*amounts, -sum(amounts)]


def unlike(rng: Random, people: int) -> list[int]:
    """No two alike and none the opposite of another, and small: with the most sums that are zero,
    which is where a search is slowest."""
    numbers = rng.sample(range(1, 2 * people), people - 1)
    amounts = [number if rng.random() < 0.5 else -number for number in numbers]
    return [*amounts, -sum(amounts)]


def lost(rng: Random, people: int) -> Owed:
    """Makes up the losses of a session: hands paid to their winner, and pots."""
    owed: Owed = {}
    for _hand in range(rng.randint(0, 12)):
        winner, stake = rng.randrange(people), rng.choice([1, 5, 20, 100])
        for loser in rng.sample(range(people), rng.randint(1, people)):
            if loser != winner:
                pair = (loser, winner)
                owed[pair] = owed.get(pair, 0) + stake * rng.randint(1, 80)
    return owed


def balances_of(owed: Mapping[tuple[int, int], int], people: int) -> dict[int, int]:
    net = dict.fromkeys(range(people), 0)
    for (debtor, creditor), amount in owed.items():
        net[debtor] -= amount
        net[creditor] += amount
    return net


KINDS: dict[str, Callable[[Random, int], list[int]]] = {
    "any amount": lambda rng, people: by_chance(rng, people, 10**6),
    "up to 100": lambda rng, people: by_chance(rng, people, 100),
    "up to 10": lambda rng, people: by_chance(rng, people, 10),
    "none alike": unlike,
    "hands and pots": lambda rng, people: [*balances_of(lost(rng, people), people).values()],
}


# What must be so -------------------------------------------------------------------------------


def settles(balances: Mapping[int, int], plan: Plan[int]) -> bool:
    """Every transfer is more than nothing, between two; after all of them nobody owes anything."""
    left = dict(balances)
    for t in plan.transfers:
        if t.amount <= 0 or t.payer == t.payee or type(t.amount) is not int:
            return False
        left[t.payer] = left.get(t.payer, 0) + t.amount
        left[t.payee] = left.get(t.payee, 0) - t.amount
    return not any(left.values())


def fair(moves: Mapping[int, int], balances: Mapping[int, int], step: int) -> bool:
    """Whether all come to multiples, no one is off by a step, and the sum stays zero."""
    return (
        sum(moves.values()) == 0
        and all(0 < abs(moved) < step for moved in moves.values())
        and all((net + moves.get(person, 0)) % step == 0 for person, net in balances.items())
    )


def faults(owed: Owed, people: int, rng: Random) -> list[str]:
    """Lists the faults of settling this session, in every way, and of rounding it."""
    balances, step = balances_of(owed, people), rng.choice(STEPS)
    order = rng.sample(range(people), people)
    purses = [order[: people // 2], order[people // 2 : people // 2 + 2]]
    purse_of = {person: purse[0] for purse in purses for person in purse}
    together = dict.fromkeys(range(people), 0)
    for person, amount in balances.items():
        together[purse_of.get(person, person)] += amount
    moves, debts = rounding(balances, step), netted(owed)
    turned = rounding_between(owed, step)
    after = {pair: amount + turned.get(pair, 0) for pair, amount in debts.items()}
    person_moves = {p: m for p, m in balances_of(turned, people).items() if m}
    rounded = {person: amount + moves.get(person, 0) for person, amount in balances.items()}
    claims = {
        "it does not sum to zero": sum(balances.values()) == 0,
        "fewest": settles(balances, settle_up(balances)),
        "direct": settles(balances, direct(owed)),
        "direct, more than is owed": all(
            t.amount <= debts.get((t.payer, t.payee), 0) for t in direct(owed).transfers
        ),
        "banker": settles(balances, through(balances, rng.randrange(people))),
        "purses": settles(together, by_purse(balances, purses)),
        "rounding": fair(moves, balances, step),
        "rounding of debts": fair(person_moves, balances, step),
        "a rounded debt": all(x >= 0 and x % step == 0 for x in after.values()),
        "a rounded payment": all(
            t.amount % step == 0
            for plan in (settle_up(rounded), direct(after), by_purse(rounded, purses))
            for t in plan.transfers
        ),
    }
    return [claim for claim, holds in claims.items() if not holds]


def main(sessions: int) -> None:
    rng = Random(11)
    for session in range(1, sessions + 1):
        people = rng.randint(2, 12)
        owed = lost(rng, people)
        if wrong := faults(owed, people, rng):
            sys.exit(f"session {session}, {people} people, {owed}: {wrong}")
        if session % 100_000 == 0:
            print(f"{session} sessions are sound", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
