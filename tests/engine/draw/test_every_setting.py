"""2,000 random days: each draft is counted again by the slow answer of ``tests/brute/draws.py``."""

from random import Random

import pytest

from tests.brute.draws import Day

DAYS = 100


@pytest.mark.parametrize("first", range(0, 2000, DAYS))
def test_what_is_not_as_wished_is_named_and_nothing_else(first: int) -> None:
    for seed in range(first, first + DAYS):
        Day(Random(seed)).play()


def test_some_days_always() -> None:
    for seed in range(2000, 2020):
        Day(Random(seed)).play()
