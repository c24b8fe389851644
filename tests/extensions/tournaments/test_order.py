"""The order of a ranking agrees with a second one, made independently, on random days."""

from fractions import Fraction
from itertools import groupby
from random import Random

import pytest

from scorekeeper.extensions.tournaments.ranking.order import Team, order_teams
from tests.extensions.tournaments import second_ranking
from tests.extensions.tournaments.placed import facts, method, ordered, placed
from tests.extensions.tournaments.second_ranking import Day, Score


def placed_teams(day: Day) -> list[tuple[int | None, Fraction, list[str]]]:
    members: dict[str, list[tuple[int, Fraction]]] = {name: [] for name in day.teams.values()}
    for person, row in ordered(day):
        if row.place is not None and person.player in day.teams:
            points = row.figure or Fraction(0)
            members[day.teams[person.player]].append((person.player, points))
    teams = [Team(name, tuple(people)) for name, people in members.items()]
    rows = order_teams(teams, facts(day), method(day), day.team_best)
    by_place = groupby(rows, key=lambda pair: (pair[1].place, pair[1].figure or Fraction(0)))
    return [(*key, [team.name for team, _row in group]) for key, group in by_place]


@pytest.mark.parametrize("seed", range(0, 500, 50))
def test_two_rankings_of_teams_agree_on_random_days(seed: int) -> None:
    for number in range(seed, seed + 50):
        day = second_ranking.random_day(Random(number))
        assert placed_teams(day) == second_ranking.ranked_teams(day), number


def test_the_best_members_count_for_a_team_and_its_best_stands_for_it_at_a_table() -> None:
    table = {1: Score(0, 2), 2: Score(7, 0), 3: Score(8, 0), 4: Score(9, 0)}
    day = Day([[table]], [1, 2, 3, 4, 5], teams={1: "Red", 4: "Red", 2: "Blue", 3: "Blue", 5: "Up"})
    all_count = [
        (1, Fraction(11), ["Red"]),
        (2, Fraction(9), ["Blue"]),
        (None, Fraction(0), ["Up"]),
    ]
    assert placed_teams(day) == all_count
    day.team_best = 1
    assert [points for _place, points, _names in placed_teams(day)] == [10, 6, 0]
    day.penalties = {1: Fraction(4)}
    assert placed_teams(day)[0] == (1, Fraction(6), ["Red"])  # tied; Red was ahead at the table


@pytest.mark.parametrize("seed", range(0, 500, 50))
def test_two_rankings_agree_on_random_days(seed: int) -> None:
    for number in range(seed, seed + 50):
        day = second_ranking.random_day(Random(number))
        assert placed(day) == second_ranking.ranked(day), number


def test_ties_at_a_table_share_what_their_places_are_worth() -> None:
    table = {1: Score(0, 2), 2: Score(7, 0), 3: Score(7, 0), 4: Score(9, 0)}
    (_first, middle, last) = placed(Day([[table]], [1, 2, 3, 4]))
    assert middle == (2, [2, 3])
    assert last == (4, [4])
    assert second_ranking.points(Day([[table]], [1, 2, 3, 4]), 2) == Fraction(9, 2)


def test_whoever_survived_a_cut_stands_above_others_with_more_points() -> None:
    table = {1: Score(0, 2), 2: Score(7, 0), 3: Score(9, 0)}
    day = Day([[table]], [1, 2, 3, 4], stages={3: 1}, penalties={1: Fraction(19, 2)})
    assert placed(day) == [(1, [3]), (2, [2]), (3, [1]), (None, [4])]
