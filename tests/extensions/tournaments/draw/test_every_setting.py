"""Random days: the slow answer of ``tests/helpers/brute/draws.py`` counts each draft again."""

from random import Random

from tests.helpers.brute.draws import Day
from tests.helpers.examples import LOOKS_FOR_NEW


def test_what_is_not_as_wished_is_named_and_nothing_else() -> None:
    for seed in range(2000 if LOOKS_FOR_NEW else 100):
        Day(Random(seed)).play()
