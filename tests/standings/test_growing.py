"""A table that follows a few nights is the table of all of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.ranking.facts import NightFacts, nights_of
from scorekeeper.standings.ranking.growing import GrowingTable
from scorekeeper.standings.ranking.method import Method
from scorekeeper.standings.ranking.table import stand
from tests.standings.test_ranking import evenings, methods, parts_of, seasons

played = seasons.map(lambda season: nights_of(parts_of(season)))
changes = st.lists(st.tuples(st.sets(st.integers(0, 7), max_size=3), played), max_size=4)


def after(
    nights: tuple[NightFacts, ...], keys: set[int], other: tuple[NightFacts, ...]
) -> tuple[NightFacts, ...]:
    stay = [night for night in nights if night.key not in keys]
    new = [night for night in other if night.key in keys]
    return tuple(sorted([*stay, *new], key=lambda night: (night.on, night.key)))


@given(played, methods, changes)
def test_whatever_nights_change_come_or_go_it_is_the_table_of_all_nights(
    nights: tuple[NightFacts, ...],
    method: Method,
    changed: list[tuple[set[int], tuple[NightFacts, ...]]],
) -> None:
    table = GrowingTable(nights, method)
    assert table.standings == stand(nights, method)
    for keys, other in changed:
        first, before = table.standings, nights
        nights = after(nights, keys, other)
        moved = table.moved(keys, [night for night in other if night.key in keys])
        assert moved.standings == stand(nights, method)
        assert table.standings == first == stand(before, method)  # who reads it still may
        table = moved


def test_what_a_night_leaves_alone_is_not_reckoned_again() -> None:
    nights = evenings({1: 30, 2: -30}, {3: 10, 4: -10})
    table = GrowingTable(nights, Method())
    (late,) = evenings({}, {3: 50, 4: -50})
    moved = table.moved([late.key], [late])
    assert moved.rows[1] is table.rows[1]
    assert [row.player for row in moved.standings.rows] == [3, 1, 2, 4]
