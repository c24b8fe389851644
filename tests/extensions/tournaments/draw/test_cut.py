"""Who is left out of a plan for more people sits where nobody is missed."""

from scorekeeper.extensions.tournaments.draw import plans


def test_who_leaves_sat_at_a_table_that_stays_large_enough() -> None:
    plan = [[[0, 1, 2], [3, 4, 5, 6]], [[0, 1, 2], [3, 4, 5, 6]]]
    left = plans._without(plan, people=6, least=3, rounds=2)
    assert [[len(table) for table in turn] for turn in left] == [[3, 3], [3, 3]]
    assert {person for turn in left for table in turn for person in table} == set(range(6))
