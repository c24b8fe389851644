"""Settling up in every way, against a brute force and on many random sessions."""

from random import Random

import pytest

from scorekeeper.engine.transfers.settle_up import (
    EXACT,
    Transfer,
    by_purse,
    direct,
    settle_up,
    through,
)
from scorekeeper.engine.transfers.zero_sums import MOST, zero_sums
from tests.helpers.brute.transfers import (
    KINDS,
    all_sessions,
    balances_of,
    faults,
    fewest,
    lost,
    settles,
)
from tests.helpers.examples import LOOKS_FOR_NEW

Said = list[tuple[str, str, int]]


def payments_of(plan) -> Said:
    return [(t.payer, t.payee, t.amount) for t in plan.transfers]


# The fewest ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "most"), [(2, 9), (3, 9), (4, 9), (5, 9), (6, 6), (7, 5), (8, 4), (9, 3), (10, 3)]
)
def test_on_every_session_of_up_to_ten_no_plan_has_fewer(people, most):
    """Every session with small balances; where they look for new ones, with larger ones too."""
    more = 2 if LOOKS_FOR_NEW else 0
    wrong = []
    for session in all_sessions(people, most + more):
        balances = dict(enumerate(session))
        plan = settle_up(balances)
        if not (plan.proven and settles(balances, plan)) or len(plan.transfers) != fewest(session):
            wrong.append(session)
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_nor_on_sessions_of_more(kind):
    rng = Random(16)
    for _session in range(100 if LOOKS_FOR_NEW else 8):
        amounts = KINDS[kind](rng, rng.randint(11, 14))
        plan = settle_up(dict(enumerate(amounts)))
        assert plan.proven
        assert len(plan.transfers) == fewest(amounts), amounts


def test_everything_is_sound_on_many_sessions():
    rng = Random(1_000_000)
    for _session in range(5000 if LOOKS_FOR_NEW else 1500):
        people = rng.randint(2, 12)
        owed = lost(rng, people)
        assert faults(owed, people, rng) == [], owed


def test_a_large_table_is_still_proven():
    rng = Random(20)
    for kind in KINDS.values():
        amounts = dict(enumerate(kind(rng, EXACT)))
        plan = settle_up(amounts)
        assert plan.proven and settles(amounts, plan)


def test_many_equal_amounts_are_one_kind():
    """Ninety-five people of three kinds: found at once, and no field runs over. However many of the
    groups are (3, 1, −2, −2), with (1, 1, −2) and (3, 3, −2, −2, −2) they come to 25."""
    amounts = [3] * 20 + [-2] * 45 + [1] * 30
    assert len(amounts) < MOST
    groups = zero_sums(amounts)
    assert sorted(amount for group in groups for amount in group) == sorted(amounts)
    assert all(sum(group) == 0 for group in groups)
    assert len(groups) == 25


def test_the_order_of_the_people_changes_nothing_but_names():
    rng = Random(5)
    for _session in range(50):
        amounts = KINDS["up to 10"](rng, 9)
        shuffled = dict(enumerate(rng.sample(amounts, len(amounts))))
        assert len(settle_up(dict(enumerate(amounts))).transfers) == len(
            settle_up(shuffled).transfers
        )


# Who lost to whom ------------------------------------------------------------------------------


def test_everybody_pays_those_he_lost_to():
    owed = {("Dev", "Asha"): 30, ("Asha", "Dev"): 10, ("Meera", "Dev"): 5}
    assert payments_of(direct(owed)) == [("Dev", "Asha", 20), ("Meera", "Dev", 5)]


def test_what_would_go_round_in_a_circle_is_left_out():
    owed = {("Asha", "Dev"): 10, ("Dev", "Meera"): 12, ("Meera", "Asha"): 10}
    assert payments_of(direct(owed)) == [("Dev", "Meera", 2)]
    assert direct({**owed, ("Dev", "Meera"): 10}).transfers == ()


def test_two_circles_that_share_a_debt():
    owed = {("A", "B"): 9, ("B", "C"): 5, ("C", "A"): 5, ("B", "D"): 4, ("D", "A"): 7}
    assert payments_of(direct(owed)) == [("D", "A", 3)]


def test_cash_is_a_debt_the_other_way():
    assert direct({("Dev", "Asha"): 30, ("Asha", "Dev"): 30}).transfers == ()
    assert payments_of(direct({("Dev", "Asha"): -4})) == [("Asha", "Dev", 4)]


def test_direct_is_not_called_the_fewest():
    assert not direct({("Dev", "Asha"): 30}).proven


def test_nobody_pays_in_a_circle_however_many_play():
    rng = Random(8)
    for _session in range(300):
        owed = lost(rng, 8)
        plan = direct(owed)
        assert settles(balances_of(owed, 8), plan)
        onward = {
            person: {t.payee for t in plan.transfers if t.payer == person} for person in range(8)
        }
        reached = dict(onward)
        for _step in range(8):
            reached = {
                person: seen.union(*(reached[other] for other in seen), seen)
                for person, seen in reached.items()
            }
        assert all(person not in seen for person, seen in reached.items())


# One banker ------------------------------------------------------------------------------


def test_everybody_settles_with_the_banker():
    plan = through({"Asha": 30, "Dev": -20, "Meera": -10, "Omar": 0}, "Dev")
    assert payments_of(plan) == [("Dev", "Asha", 30), ("Meera", "Dev", 10)]


def test_the_banker_need_not_have_played():
    plan = through({"Asha": 30, "Dev": -30}, "Zoya")
    assert payments_of(plan) == [("Dev", "Zoya", 30), ("Zoya", "Asha", 30)]


# By purse --------------------------------------------------------------------------------------


def test_a_purse_settles_as_one_and_names_its_people():
    balances = {"Asha": 30, "Dev": -50, "Meera": 40, "Omar": -20}
    plan = by_purse(balances, [["Meera", "Dev"]])
    assert plan.proven
    assert plan.transfers == (
        Transfer("Meera", "Asha", 10, payers=("Meera", "Dev")),
        Transfer("Omar", "Asha", 20),
    )


def test_within_a_purse_nobody_pays():
    assert by_purse({"Asha": 30, "Dev": -30}, [["Asha", "Dev"]]).transfers == ()


def test_without_purses_it_is_the_fewest():
    balances = {"Asha": 30, "Dev": -50, "Meera": 40, "Omar": -20}
    assert by_purse(balances, []) == settle_up(balances)
    assert payments_of(by_purse(balances, [["Asha"], []])) == payments_of(settle_up(balances))


def test_nobody_is_in_two_purses():
    with pytest.raises(ValueError, match="two purses"):
        by_purse({"Asha": 1, "Dev": -1}, [["Asha", "Dev"], ["Dev"]])


@pytest.mark.parametrize("way", [lambda b: through(b, "A"), lambda b: by_purse(b, [["A", "B"]])])
def test_balances_that_leak_are_refused(way):
    with pytest.raises(ValueError, match="sum to zero"):
        way({"A": 1, "B": -2})
