"""The search counts each meeting at its price, and fewer repeats before more pairs who meet."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from scorekeeper.extensions.tournaments.draw import Kind, Round, Setting, by_lot, plan_ahead
from scorekeeper.extensions.tournaments.draw.search import Prices, Seating, Tables


def counted(rounds: Sequence[Tables], prices: Prices) -> int:
    times = Counter(
        pair for turn in rounds for table in turn for pair in combinations(sorted(table), 2)
    )
    return sum(sum(prices[a][b][:count]) for (a, b), count in times.items())


def some_prices(chance: Random, people: int, rounds: int) -> Prices:
    prices: Prices = [[(0,) * (rounds + 1)] * people for _ in range(people)]
    for a, b in combinations(range(people), 2):
        each = sorted(chance.choice([0, 0, 4, 5, 400]) for _ in range(rounds + 1))
        prices[a][b] = prices[b][a] = tuple(each)
    return prices


@pytest.mark.parametrize("seed", range(20))
def test_an_exchange_costs_what_it_says_and_pairs_that_cost_are_known(seed: int) -> None:
    chance, people, rounds = Random(seed), 13, 4
    prices = some_prices(chance, people, rounds)
    mixed = [chance.sample(range(people), people) for _ in range(rounds)]
    seating = Seating([[turn[table::3] for table in range(3)] for turn in mixed], prices)
    for _exchange in range(200):
        turn, (a, b) = chance.randrange(rounds), chance.sample(range(people), 2)
        before, change = seating.cost, seating.change(turn, a, b)
        seating.swap(turn, a, b)
        assert seating.cost == before + change == counted(seating.rounds, prices)
    costly = {
        (a, b)
        for a, b in combinations(range(people), 2)
        if sum(prices[a][b][: len(seating.turns(a, b))])
    }
    assert set(seating.costly) == costly


@pytest.mark.parametrize(
    ("people", "tables", "repeats"), [(12, 2, 24), (18, 3, 18), (24, 4, 16), (30, 5, 10)]
)
def test_a_pair_meets_three_times_where_that_leaves_fewer_repeats(
    people: int, tables: int, repeats: int
) -> None:
    draft = plan_ahead(Setting(people=tuple(range(people)), tables=tables), 3)
    again = [flaw for flaw in draft.flaws if flaw.kind is Kind.REPEAT]
    assert len(again) == draft.least_repeats == repeats
    assert all(flaw.proven for flaw in again)


@pytest.mark.parametrize("seed", range(8))
def test_nobody_meets_a_third_time_where_as_few_repeats_need_none(seed: int) -> None:
    """4 people at 2 tables all met: two pairs twice, the others once."""
    setting = Setting(people=tuple(range(4)), tables=2, smallest=2, largest=2)
    twice, once, other = (
        Round(((0, 1), (2, 3))),
        Round(((0, 2), (1, 3))),
        Round(((0, 3), (1, 2))),
    )
    draft = by_lot(setting, played=[twice, twice, once, other], seed=seed)
    assert [(flaw.kind, flaw.count) for flaw in draft.flaws if flaw.kind is Kind.REPEAT] == [
        (Kind.REPEAT, 2),
        (Kind.REPEAT, 2),
    ]
