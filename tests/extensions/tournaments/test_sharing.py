"""A pot is shared to the last unit, ties share what their places are worth."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.extensions.tournaments.prizes import share
from tests.extensions.tournaments import second_ranking
from tests.extensions.tournaments.placed import placed

PERCENT = ((60, 40), (50, 30, 20), (100,), (40, 30, 20, 10), (34, 33, 33), ())


@pytest.mark.parametrize("seed", range(0, 500, 100))
def test_two_ways_of_sharing_agree_on_random_days(seed: int) -> None:
    for number in range(seed, seed + 100):
        dice = Random(number)
        groups = placed(second_ranking.random_day(dice))
        places = {p: place for place, group in groups if place is not None for p in group}
        pot, percent = dice.randint(0, 9_999) * len(places), dice.choice(PERCENT[:-1])
        assert share(pot, percent, places) == second_ranking.shared(groups, pot, percent), number


@given(st.integers(0, 10**9), st.sampled_from(PERCENT), st.lists(st.integers(1, 3), max_size=30))
def test_nothing_is_lost_and_equal_people_win_alike(
    pot: int, percent: tuple[int, ...], sizes: list[int]
) -> None:
    places: dict[tuple[int, int], int] = {}
    place = 1
    for size in sizes:
        places |= {(place, number): place for number in range(size)}
        place += size
    prizes = share(pot, percent, places)
    assert sum(prizes.values()) == (pot if percent and places else 0)
    by_place = [
        {prizes[person] for person in places if places[person] == p} for p in places.values()
    ]
    assert all(max(won) - min(won) <= 1 for won in by_place)
    if percent and len(percent) >= 2 and sorted(percent, reverse=True) == list(percent):
        ordered = list(prizes.values())
        assert ordered == sorted(ordered, reverse=True)


def test_a_tie_shares_what_its_places_are_worth_and_the_first_get_what_is_left() -> None:
    tied = share(1000, (50, 30, 20), {1: 1, 2: 2, 3: 2, 4: 2})
    assert tied == {1: 501, 2: 167, 3: 166, 4: 166}
    assert share(1001, (60, 40), {1: 1, 2: 2}) == {1: 601, 2: 400}
    assert share(1000, (50, 30, 20), {1: 1, 2: 2}) == {1: 625, 2: 375}
