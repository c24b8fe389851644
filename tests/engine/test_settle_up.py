"""The fewest transfers, against a search that shares nothing with the one under test."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.transfers.settle_up import EXACT, Plan, settle_up

small = st.lists(st.integers(-4, 4), min_size=1, max_size=7)
large = st.lists(st.integers(-(10**7), 10**7), min_size=1, max_size=11)


def balanced(amounts: list[int]) -> dict[str, int]:
    """One more person makes the sum zero."""
    return {f"P{n}": amount for n, amount in enumerate([*amounts, -sum(amounts)])}


def partitions(people: list[int]) -> Iterator[list[list[int]]]:
    """Every way to put these people into groups."""
    if not people:
        yield []
        return
    first, *rest = people
    for groups in partitions(rest):
        yield [[first], *groups]
        for index, group in enumerate(groups):
            yield [*groups[:index], [first, *group], *groups[index + 1 :]]


def fewest(balances: Mapping[str, int]) -> int:
    """People less groups that sum to zero, over every partition of those who owe or are owed."""
    people = [amount for amount in balances.values() if amount]
    return min(
        len(people) - len(groups)
        for groups in partitions(people)
        if all(sum(group) == 0 for group in groups)
    )


def check_exact(balances: Mapping[str, int], plan: Plan[str]) -> None:
    left = dict(balances)
    for transfer in plan.transfers:
        assert type(transfer.amount) is int
        assert transfer.amount > 0
        assert transfer.payer != transfer.payee
        assert balances[transfer.payer] < 0 < balances[transfer.payee]
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert not any(left.values())


@settings(max_examples=120, deadline=None)
@given(small)
def test_no_plan_has_fewer_transfers(amounts: list[int]) -> None:
    balances = balanced(amounts)
    plan = settle_up(balances)
    check_exact(balances, plan)
    assert plan.proven
    assert len(plan.transfers) == fewest(balances)


@settings(max_examples=60, deadline=None)
@given(large)
def test_never_more_than_one_transfer_less_than_people(amounts: list[int]) -> None:
    balances = balanced(amounts)
    plan = settle_up(balances)
    check_exact(balances, plan)
    assert len(plan.transfers) <= max(0, sum(map(bool, balances.values())) - 1)


@settings(max_examples=60, deadline=None)
@given(small)
def test_a_plan_depends_on_balances_only(amounts: list[int]) -> None:
    balances = balanced(amounts)
    assert settle_up(balances) == settle_up(dict(balances))
    doubled = settle_up({person: 2 * amount for person, amount in balances.items()})
    assert len(doubled.transfers) == len(settle_up(balances).transfers)


def test_a_group_of_three_beats_the_greedy_way() -> None:
    """Largest first needs five transfers here; the groups 6-4-2 and 5-3-8 need four."""
    balances = {"A": 6, "B": -4, "C": -2, "D": 5, "E": 3, "F": -8}
    assert len(settle_up(balances).transfers) == 4


def test_equal_and_opposite_balances_meet() -> None:
    plan = settle_up({"A": 500, "B": -300, "C": 300, "D": -500})
    assert [(t.payer, t.payee, t.amount) for t in plan.transfers] == [
        ("B", "C", 300),
        ("D", "A", 500),
    ]


def test_everybody_even_is_settled() -> None:
    assert settle_up({"A": 0, "B": 0}) == Plan((), proven=True)
    assert settle_up({}) == Plan((), proven=True)


def test_many_with_equal_balances_need_one_transfer_each() -> None:
    balances = {n: (100 if n % 2 else -100) for n in range(40)}
    plan = settle_up(balances)
    assert (len(plan.transfers), plan.proven) == (20, True)


def test_balances_that_leak_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle_up({"A": 1, "B": -2})


def test_above_the_limit_a_plan_says_that_it_is_not_proven() -> None:
    rng = Random(4)
    amounts = [rng.randint(1, 10**6) * (-1) ** n for n in range(EXACT + 4)]
    balances = balanced(amounts)
    plan = settle_up(balances)
    check_exact(balances, plan)
    assert not plan.proven
    assert len(plan.transfers) <= len(balances) - 1


def test_people_may_be_named_by_anything() -> None:
    plan = settle_up({7: -5, "x": 5})
    assert [(t.payer, t.payee) for t in plan.transfers] == [(7, "x")]
