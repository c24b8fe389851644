"""Rounding to coins that are at hand: multiples, nobody off by a step, and the sum stays zero."""

from itertools import combinations
from random import Random

import pytest

from scorekeeper.engine.transfers.rounding import rounding, rounding_between
from scorekeeper.engine.transfers.settle_up import direct, netted
from tests.helpers.brute.transfers import balances_of, fair, lost


def test_as_many_go_up_as_it_takes_and_those_have_the_least_way():
    assert rounding({"Asha": 769, "Dev": -363, "Meera": -406}, 10) == {
        "Asha": 1,
        "Dev": 3,
        "Meera": -4,
    }


def test_what_is_even_already_is_not_moved():
    assert rounding({"Asha": 50, "Dev": -50, "Meera": 0}, 10) == {}
    assert rounding({"Asha": 57, "Dev": -50, "Meera": -7}, 10) == {"Asha": 3, "Meera": -3}


def test_among_equals_who_sat_down_first_goes_up():
    assert rounding({"A": 5, "B": 5, "C": -10}, 10) == {"A": 5, "B": -5}


def least(balances: dict[int, int], step: int) -> int:
    """What all are moved by together, at the least, over every choice of who goes up."""
    over = {person: amount % step for person, amount in balances.items() if amount % step}
    return min(
        sum(step - over[p] if p in up else over[p] for p in over)
        for up in combinations(over, sum(over.values()) // step)
    )


def test_all_together_are_moved_as_little_as_can_be():
    rng = Random(4)
    for _session in range(300):
        balances = balances_of(lost(rng, 7), 7)
        for step in (5, 10, 50, 100, 700):
            moves = rounding(balances, step)
            assert fair(moves, balances, step)
            assert sum(map(abs, moves.values())) == least(balances, step)


def test_who_was_moved_before_keeps_it_if_he_can():
    balances = {"A": 25, "B": 25, "C": -14, "D": -36}
    before = rounding(balances, 10)
    assert before == {"A": 5, "B": -5, "C": 4, "D": -4}
    late = {**balances, "C": -16, "D": -34}
    assert rounding(late, 10, {"B": 5, "A": -5}) == {"A": -5, "B": 5, "C": -4, "D": 4}
    assert rounding(late, 10)["A"] == 5


def test_a_step_of_one_moves_nobody():
    assert rounding({"A": 7, "B": -7}, 1) == {}
    assert rounding_between({("A", "B"): 7}, 1) == {}


def test_debts_are_rounded_each_and_nobody_is_off_by_a_step():
    owed = {("A", "B"): 13, ("A", "C"): 14, ("B", "C"): 8}
    moves = rounding_between(owed, 10)
    after = {pair: amount + moves.get(pair, 0) for pair, amount in owed.items()}
    assert all(amount % 10 == 0 and abs(moves.get(p, 0)) < 10 for p, amount in after.items())
    gone = dict.fromkeys("ABC", 0)
    for (debtor, creditor), moved in moves.items():
        gone[debtor] -= moved
        gone[creditor] += moved
    assert all(abs(moved) < 10 for moved in gone.values())


@pytest.mark.parametrize(("amount", "moved"), [(12, -2), (17, 3), (15, 5)])
def test_a_debt_goes_to_the_nearest_multiple(amount, moved):
    assert rounding_between({("A", "B"): amount}, 10) == {("A", "B"): moved}


def test_rounded_debts_stay_rounded_when_circles_are_left_out():
    rng = Random(6)
    for _session in range(300):
        owed = lost(rng, 8)
        moves = rounding_between(owed, 50)
        after = {pair: amount + moves.get(pair, 0) for pair, amount in netted(owed).items()}
        assert all(t.amount % 50 == 0 for t in direct(after).transfers)


@pytest.mark.parametrize("step", [0, -10])
def test_a_step_is_at_least_one(step):
    with pytest.raises(ValueError, match="step"):
        rounding({"A": 1, "B": -1}, step)
    with pytest.raises(ValueError, match="step"):
        rounding_between({("A", "B"): 1}, step)


def test_balances_that_leak_are_not_rounded():
    with pytest.raises(ValueError, match="sum to zero"):
        rounding({"A": 1, "B": -2}, 10)
