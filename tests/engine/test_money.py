"""Money has two ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.money import (
    POT,
    Payment,
    capped,
    collect,
    give_back,
    net,
    nets,
    ranks,
    split,
)
from scorekeeper.engine.words import _

parties = st.one_of(st.integers(0, 3), st.just(POT))
payments = st.lists(
    st.builds(Payment, parties, parties, st.integers(-500, 500), st.just("test")), max_size=12
)


@given(st.integers(0, 10**9), st.integers(1, 20))
def test_a_split_loses_nothing_and_is_fair_to_a_unit(total: int, shares: int) -> None:
    parts = split(total, shares)
    assert sum(parts) == total
    assert len(parts) == shares
    assert max(parts) - min(parts) <= 1


def test_the_odd_units_of_a_split_go_to_the_first() -> None:
    assert split(11, 4) == (3, 3, 3, 2)


def test_a_split_of_a_debt_is_exact_too() -> None:
    assert sum(split(-7, 3)) == -7


@given(payments)
def test_collected_payments_are_positive_and_move_the_same_money(paid: list[Payment]) -> None:
    kept = collect(paid)
    assert all(p.amount > 0 and p.payer != p.payee for p in kept)
    assert nets(kept, 4) == nets(paid, 4)


def test_a_negative_payment_is_one_the_other_way_round() -> None:
    assert collect([Payment(0, 1, -5, _("x"))]) == (Payment(1, 0, 5, _("x")),)


def test_nobody_pays_himself() -> None:
    assert collect([Payment(2, 2, 5, _("x")), Payment(0, 1, 0, _("x"))]) == ()


@given(payments)
def test_what_somebody_gains_somebody_pays(paid: list[Payment]) -> None:
    gained, pot = nets(paid, 4)
    assert sum(gained) + pot == 0
    assert gained == tuple(net(paid, person) for person in range(4))
    assert pot == net(paid, POT)


@pytest.mark.parametrize(("cap", "paid"), [(None, 80), (100, 80), (80, 80), (30, 30)])
def test_a_cap_limits_one_payment(cap: int | None, paid: int) -> None:
    assert capped(80, cap) == paid


def test_equal_values_share_a_rank() -> None:
    assert ranks([30, 12, 30, 7.5]) == [[3], [1], [0, 2]]
    assert ranks([]) == []


def through_the_pot(person: int, amount: int, put_in: bool) -> Payment:
    return (
        Payment(person, POT, amount, _("in")) if put_in else Payment(POT, person, amount, _("out"))
    )


pots = st.lists(
    st.builds(through_the_pot, st.integers(0, 3), st.integers(1, 500), st.booleans()), max_size=12
)


@given(pots)
def test_giving_back_empties_the_pot_and_undoes_what_went_through_it(paid: list[Payment]) -> None:
    back = give_back(paid, 4)
    assert nets([*paid, *back], 4) == ((0, 0, 0, 0), 0)


def test_only_what_went_through_the_pot_is_given_back() -> None:
    put_in, owed = Payment(2, POT, 40, _("entry")), Payment(0, 1, 15, _("hand"))
    assert [(p.payer, p.payee, p.amount) for p in give_back([put_in, owed], 4)] == [(POT, 2, 40)]
