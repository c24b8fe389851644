"""The numbers of docs/draw.md: plans in which nobody meets twice, counted pair by pair."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from scorekeeper.extensions.tournaments.draw import Kind, Round, Setting, plan_ahead
from scorekeeper.extensions.tournaments.draw.known import Starter, starters
from scorekeeper.extensions.tournaments.draw.plans import cut_plan
from scorekeeper.extensions.tournaments.draw.start import MODULI, PRIMES, field_plan


def met(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[tuple[int, int]]:
    return Counter(
        pair for turn in rounds for table in turn for pair in combinations(sorted(table), 2)
    )


def drawn(people: int, tables: int, rounds: int) -> list[tuple[tuple[int, ...], ...]]:
    draft = plan_ahead(Setting(people=tuple(range(people)), tables=tables), rounds)
    assert [flaw for flaw in draft.flaws if flaw.kind is Kind.REPEAT] == []
    plan = [turn.tables for turn in draft.rounds]
    assert len(plan) == rounds
    for turn in plan:
        assert sorted(person for table in turn for person in table) == list(range(people))
    return plan


@pytest.mark.parametrize("people", range(33, 41))
def test_8_tables_play_8_rounds_in_which_nobody_meets_twice(people: int) -> None:
    plan = drawn(people, 8, 8)
    assert {len(table) for turn in plan for table in turn} <= {4, 5}
    assert set(met(plan).values()) == {1}


def test_40_people_at_10_tables_meet_everybody_once_in_13_rounds() -> None:
    times = met(drawn(40, 10, 13))
    assert len(times) == 780 and set(times.values()) == {1}


@pytest.mark.parametrize(("people", "tables"), [(21, 7), (33, 11), (45, 15), (57, 19), (63, 21)])
def test_tables_of_three_meet_everybody_once(people: int, tables: int) -> None:
    times = met(drawn(people, tables, (people - 1) // 2))
    assert len(times) == people * (people - 1) // 2 and set(times.values()) == {1}


@pytest.mark.parametrize(
    ("people", "tables", "rounds"),
    [
        *[(24, 6, 7), (32, 8, 10), (31, 8, 10), (30, 8, 10), (28, 7, 9), (36, 9, 11), (44, 11, 14)],
        *[(48, 12, 15), (52, 13, 17), (56, 14, 18), (60, 15, 19), (64, 16, 21)],
    ],
)
def test_tables_of_four_play_the_most_rounds_that_are_known(
    people: int, tables: int, rounds: int
) -> None:
    assert set(met(drawn(people, tables, rounds)).values()) == {1}


@pytest.mark.parametrize(
    "starter", starters(), ids=lambda starter: f"{starter.people}-{starter.tables}-{starter.length}"
)
def test_a_stored_plan_has_as_many_repeats_as_it_says(starter: Starter) -> None:
    plan = starter.plan()
    assert len(plan) == starter.length
    assert sum(times - 1 for times in met(plan).values()) == starter.repeats
    for turn in plan:
        assert sorted(person for table in turn for person in table) == list(range(starter.people))
        sizes = {len(table) for table in turn}
        assert max(sizes) - min(sizes) <= 1 and len(turn) == starter.tables


@pytest.mark.parametrize("tables", [*PRIMES[1:], *MODULI])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_nobody_meets_twice_in_a_plan_of_a_field(tables: int, missing: int) -> None:
    for size in range(min(3, tables), min(tables, 7) + 1):
        plan = field_plan(size * tables - missing, tables)
        assert len(plan) >= tables
        assert set(met(plan).values()) == {1}
        assert {len(table) for turn in plan for table in turn} <= {size, size - 1}


@pytest.mark.parametrize(("people", "tables"), [(36, 6), (26, 5)])
def test_there_is_no_field_for_6_tables_and_none_for_larger_tables_than_its_own(
    people: int, tables: int
) -> None:
    with pytest.raises(ValueError, match="field"):
        field_plan(people, tables)


def test_every_number_from_12_to_64_gets_as_many_rounds_as_a_field_has() -> None:
    for tables in (4, 5, 7, 8, 9, 11, 13):
        for people in range(max(12, 3 * tables), min(64, 6 * tables, tables**2) + 1):
            assert set(met(drawn(people, tables, tables)).values()) == {1}


@pytest.mark.parametrize(
    ("people", "tables", "rounds", "searched"),
    [
        *[(23, 7, 9, 7), (25, 7, 9, 16), (42, 12, 15, 23), (44, 14, 17, 0)],
        *[(16, 3, 3, 14), (17, 3, 3, 16), (55, 16, 19, 7), (59, 16, 21, 81), (51, 15, 19, 22)],
    ],
)
def test_a_draft_has_no_more_repeats_than_ten_seconds_of_search_leave(
    people: int, tables: int, rounds: int, searched: int
) -> None:
    draft = plan_ahead(Setting(people=tuple(range(people)), tables=tables), rounds)
    assert sum(flaw.kind is Kind.REPEAT for flaw in draft.flaws) <= searched


def test_a_draft_starts_from_a_stored_plan_with_few_repeats() -> None:
    (stored,) = [s for s in starters() if (s.people, s.tables, s.length) == (40, 12, 15)]
    draft = plan_ahead(Setting(people=tuple(range(40)), tables=12), 15, steps=0)
    assert 0 < sum(flaw.kind is Kind.REPEAT for flaw in draft.flaws) <= stored.repeats


@pytest.mark.parametrize(
    ("people", "tables", "rounds"), [(59, 16, 21), (55, 15, 19), (23, 5, 6), (35, 10, 13)]
)
def test_a_plan_for_more_people_is_cut_to_fewer_in_which_nobody_meets_twice(
    people: int, tables: int, rounds: int
) -> None:
    plan = cut_plan(people, tables, rounds)
    assert len(plan) == rounds and set(met(plan).values()) == {1}
    for turn in plan:
        assert sorted(person for table in turn for person in table) == list(range(people))
        assert len(turn) == tables


def test_four_of_one_table_are_left_out_so_that_one_round_alone_has_a_table_too_small() -> None:
    """60 people in the plan for 64: but for one table of one round, all have 3 people or more."""
    sizes = [len(table) for turn in cut_plan(60, 16, 21) for table in turn]
    assert sorted(size for size in sizes if size < 3) == [0]


def test_a_draft_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    setting = Setting(people=tuple(range(22)), tables=5)
    first = plan_ahead(setting, 6, seed=1, steps=5000)
    assert first == plan_ahead(setting, 6, seed=1, steps=5000)
    assert first != plan_ahead(setting, 6, seed=2, steps=5000)


def test_no_seed_leaves_more_repeats_than_another() -> None:
    setting = Setting(people=tuple(range(100, 129)), tables=5)
    drafts = [plan_ahead(setting, 3, seed=seed, steps=2000) for seed in range(9)]
    assert len({sum(flaw.kind is Kind.REPEAT for flaw in draft.flaws) for draft in drafts}) == 1
    assert all({*turn.persons} == {*setting.people} for draft in drafts for turn in draft.rounds)
    assert len({draft.rounds for draft in drafts}) == len(drafts)


def test_a_longer_search_leaves_fewer_repeats() -> None:
    setting = Setting(people=tuple(range(31)), tables=9)
    short, long = (plan_ahead(setting, 11, steps=steps).flaws for steps in (0, 30_000))
    assert len(long) < len(short)


def test_nothing_is_drawn_for_no_round() -> None:
    assert plan_ahead(Setting(people=(1, 2, 3), tables=1), 0).rounds == ()


def test_rounds_are_compared_by_what_they_hold() -> None:
    assert Round(((1, 2, 3),)) == Round(((1, 2, 3),), ())
