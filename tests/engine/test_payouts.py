"""Payout shapes, each with the smallest table that shows its rule."""

import pytest

from scorekeeper.engine.money import Payment, Payments, nets
from scorekeeper.engine.outcomes.payouts import (
    Tie,
    by_place,
    by_points,
    each_pays_each,
    high_total,
    low_total,
    ordinal,
    pairwise,
)
from scorekeeper.engine.words import _


def changes(payments: Payments, persons: int = 4) -> tuple[int, ...]:
    gained, pot = nets(payments, persons)
    assert pot == 0
    return gained


@pytest.mark.parametrize(
    ("place", "word"),
    [
        *[(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th")],
        *[(13, "13th"), (22, "22nd"), (112, "112th")],
    ],
)
def test_ordinals(place: int, word: str) -> None:
    assert ordinal(place) == word


def test_the_fewest_points_come_first_and_equals_stand_together() -> None:
    assert by_points({0: 30, 1: 12, 3: 30}) == [[1], [0, 3]]


def test_by_place_everybody_pays_the_first() -> None:
    assert changes(by_place([[2], [0], [3], [1]], [100, 200, 300])) == (-100, -300, 600, -200)


def test_by_place_fewer_persons_use_the_first_amounts() -> None:
    assert changes(by_place([[2], [0]], [100, 200, 300])) == (-100, 0, 100, 0)


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        (Tie.SHARE, (76, -38, -38, 0)),
        (Tie.BEST, (50, -25, -25, 0)),
        (Tie.WORST, (102, -51, -51, 0)),
        (Tie.SEAT, (76, -25, -51, 0)),
    ],
)
def test_by_place_tied_losers(tie: Tie, expected: tuple[int, ...]) -> None:
    assert changes(by_place([[0], [1, 2]], [25, 51], tie=tie)) == expected


def test_by_place_tied_firsts_split_each_payment_exactly() -> None:
    assert changes(by_place([[0, 1], [2]], [100, 75])) == (38, 37, -75, 0)


def test_by_place_all_tied_moves_nothing() -> None:
    assert by_place([[0, 1, 2]], [100, 200]) == ()


def test_the_cap_acts_after_the_split() -> None:
    assert changes(by_place([[0, 1], [2], [3]], [0, 200, 300], cap=120)) == (220, 220, -200, -240)


def test_by_place_names_the_place() -> None:
    (payment,) = by_place([[0, 1, 2], [3]], [0, 0, 90], cap=25)[:1]
    assert payment == Payment(3, 0, 25, _("4th place"))


def test_the_winner_takes_from_each_up_to_the_cap() -> None:
    assert changes(each_pays_each([0, 1, 3], [1], 80, _("count"), cap=50)) == (-50, 100, 0, -50)


def test_nobody_pays_himself() -> None:
    assert changes(each_pays_each([0, 1], [0, 1, 2], 10, _("false claim")), 3) == (-10, -10, 20)


def test_of_every_two_the_one_with_less_pays_the_difference() -> None:
    assert changes(pairwise({0: 100, 1: 300, 2: 50, 3: 150}, _("aces"))) == (-200, 600, -400, 0)


def test_each_pays_the_lowest_total_the_difference() -> None:
    assert changes(low_total({0: 10, 1: 40, 2: 25}, 2, _("game")), 3) == (90, -60, -30)


def test_several_lowest_share_to_the_last_unit() -> None:
    assert changes(low_total({0: 10, 1: 10, 2: 25}, 1, _("game")), 3) == (8, 7, -15)


def test_each_pays_the_highest_total_the_difference_up_to_the_cap() -> None:
    assert changes(high_total({0: 10, 1: 40, 2: 25}, 2, _("game"), cap=50), 3) == (-50, 80, -30)
