"""A second ranking and a second sharing of prizes, for tests only: written from docs/tournaments.md
with plain numbers, and nothing of the product's rankings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random


@dataclass(frozen=True)
class Score:
    """What one person did at a table."""

    points: int
    won: int
    """Hands won."""


@dataclass
class Day:
    """Rounds in order, each with its tables: scores by person."""

    rounds: list[list[dict[int, Score]]]
    people: list[int]
    """In the order of the list."""
    places: Sequence[int] = (10, 6, 3, 1)
    by_place: bool = True
    lowest: bool = True
    ties: Sequence[str] = ("head_to_head", "sessions_won", "hands_won", "last_meeting")
    stages: dict[int, int] = field(default_factory=dict)
    penalties: dict[int, Fraction] = field(default_factory=dict)
    teams: dict[int, str] = field(default_factory=dict)
    """Of those who are in one."""
    team_best: int = 0
    """How many members count; 0: all."""

    @property
    def tables(self) -> list[dict[int, Score]]:
        return [table for tables in self.rounds for table in tables]


def merit(day: Day, table: Mapping[int, Score], person: int) -> Fraction:
    """How good a result is: points as they count in this game; hands won where all have the same
    points."""
    if len({score.points for score in table.values()}) == 1:
        return Fraction(table[person].won)
    return Fraction(-table[person].points if day.lowest else table[person].points)


def worth(day: Day, table: Mapping[int, Score], person: int) -> Fraction:
    if not day.by_place:
        mine = table[person].points * len(table) - sum(score.points for score in table.values())
        return Fraction(-mine if day.lowest else mine, len(table))
    own = merit(day, table, person)
    better = [other for other in table if merit(day, table, other) > own]
    equal = [other for other in table if merit(day, table, other) == own]
    spanned = [
        day.places[place] if place < len(day.places) else 0
        for place in range(len(better), len(better) + len(equal))
    ]
    return Fraction(sum(spanned), len(equal))


def points(day: Day, person: int) -> Fraction:
    total = -day.penalties.get(person, Fraction(0))
    for table in day.tables:
        if person in table:
            total += worth(day, table, person)
    return total


def ranked(day: Day) -> list[tuple[int | None, list[int]]]:
    """Returns places, each with those who share it, best first; None: who played at no table."""
    result: list[tuple[int | None, list[int]]] = []
    played = [person for person in day.people if any(person in table for table in day.tables)]
    keys = {person: (day.stages.get(person, 0), points(day, person)) for person in played}
    place = 1
    for key in sorted(set(keys.values()), reverse=True):
        for group in separated(day, [person for person in played if keys[person] == key]):
            result.append((place, group))
            place += len(group)
    absent = [person for person in day.people if person not in played]
    return [*result, (None, absent)] if absent else result


def separated(day: Day, tied: list[int]) -> list[list[int]]:
    if len(tied) == 1:
        return [tied]
    for rule in day.ties:
        values = [value_by(day, rule, person, tied) for person in tied]
        if any(value is None for value in values) or len(set(values)) == 1:
            continue
        groups: list[list[int]] = []
        for value in sorted({value for value in values if value is not None}, reverse=True):
            same = [person for person, own in zip(tied, values, strict=True) if own == value]
            groups += separated(day, same)
        return groups
    return [tied]


def value_by(day: Day, rule: str, person: int, tied: Sequence[int]) -> Fraction | None:
    tables = [table for table in day.tables if person in table]
    match rule:
        case "head_to_head":
            balance = 0
            for table in tables:
                own = merit(day, table, person)
                others = [merit(day, table, o) for o in tied if o != person and o in table]
                balance += sum(own > other for other in others)
                balance -= sum(own < other for other in others)
            return Fraction(balance)
        case "sessions_won":
            return Fraction(sum(is_won(day, table, person) for table in tables))
        case "hands_won":
            return Fraction(sum(table[person].won for table in tables))
        case "fewer_sessions":
            return Fraction(-len(tables))
        case "last_meeting":
            together = [table for table in tables if all(other in table for other in tied)]
            return merit(day, together[-1], person) if together else None
        case _:
            raise ValueError(rule)


def is_won(day: Day, table: Mapping[int, Score], person: int) -> bool:
    merits = [merit(day, table, other) for other in table]
    return merit(day, table, person) == max(merits) and len(set(merits)) > 1


def ranked_teams(day: Day) -> list[tuple[int | None, Fraction, list[str]]]:
    """Returns places with the points of each team and those who share it, best first."""
    counting = {team: _counting(day, team) for team in set(day.teams.values())}
    sums = {team: sum((points(day, p) for p in counting[team]), Fraction(0)) for team in counting}
    names = sorted(team for team in counting if counting[team])
    stands_for = {p: -names.index(team) - 1 for team in names for p in counting[team]}
    of_teams = replace(
        day, rounds=[[_of_teams(day, table, stands_for) for table in turn] for turn in day.rounds]
    )
    result: list[tuple[int | None, Fraction, list[str]]] = []
    place = 1
    for total in sorted({sums[team] for team in names}, reverse=True):
        tied = [-number for number, team in enumerate(names, 1) if sums[team] == total]
        for group in separated(of_teams, tied):
            result.append((place, total, sorted(names[-key - 1] for key in group)))
            place += len(group)
    idle = sorted(team for team in counting if not counting[team])
    return [*result, (None, Fraction(0), idle)] if idle else result


def _counting(day: Day, team: str) -> list[int]:
    """Returns the members who count: in the order of the whole ranking where points are equal."""
    order = [p for place, group in ranked(day) if place is not None for p in group]
    members = [person for person in order if day.teams.get(person) == team]
    members.sort(key=lambda person: points(day, person), reverse=True)
    return members[: day.team_best] if day.team_best else members


def _of_teams(
    day: Day, table: Mapping[int, Score], stands_for: Mapping[int, int]
) -> dict[int, Score]:
    """The table, where the best member of each team stands for it."""
    merits = {person: (merit(day, table, person), table[person].won) for person in table}
    of_teams: dict[int, Score] = {}
    for person in sorted(table, key=lambda p: merits[p]):
        of_teams[stands_for.get(person, person)] = table[person]
    return of_teams


def shared(
    groups: Sequence[tuple[int | None, list[int]]], pot: int, percent: Sequence[int]
) -> dict[int, int]:
    """Returns prizes in minor units, by person: ties share what their places are worth; what is
    left by rounding goes to the best placed, a unit each. With fewer people than prizes the
    whole pot goes to those who are there."""
    placed = [(place, group) for place, group in groups if place is not None]
    people = [person for _place, group in placed for person in group]
    whole = sum(percent[: len(people)])
    prizes: dict[int, int] = {}
    winners = []
    for place, group in placed:
        spanned = sum(percent[place - 1 : place - 1 + len(group)])
        winners += group if spanned else []
        for person in group:
            prizes[person] = pot * spanned // (whole * len(group))
    for person in winners[: pot - sum(prizes.values())]:
        prizes[person] += 1
    return prizes


def random_day(dice: Random) -> Day:
    """A day of 6 to 30 people with few different scores, so that many are tied."""
    people = list(range(100, 100 + dice.randint(6, 30)))
    most = dice.choice((1, 2, 4, 30))
    rounds: list[list[dict[int, Score]]] = []
    playing = list(people)
    for _turn in range(dice.randint(1, 6)):
        dice.shuffle(playing)
        seated = playing[: len(playing) - dice.randint(0, 2)]
        size = dice.randint(3, 5)
        tables = [seated[first : first + size] for first in range(0, len(seated), size)]
        rounds.append([_scores(table, dice, most) for table in tables if len(table) > 1])
    day = Day(rounds, people, by_place=dice.random() < 0.6, lowest=dice.random() < 0.5)
    chain = [*day.ties, "fewer_sessions"]
    dice.shuffle(chain)
    day.ties = tuple(chain[: dice.randint(0, 5)])
    day.places = dice.choice(((10, 6, 3, 1), (3, 2, 1), (1,), (5, 5, 1, 0, 0)))
    survivors = dice.sample(people, dice.randint(0, len(people)))
    day.stages = dict.fromkeys(survivors, 1)
    day.stages |= dict.fromkeys(survivors[: len(survivors) // 3], 2)
    for person in dice.sample(people, dice.randint(0, 3)):
        day.penalties[person] = Fraction(dice.randint(1, 8), 2)
    names = ("Blue", "Green", "Red", "White", "Yellow")[: dice.randint(2, 5)]
    day.teams = {person: dice.choice(names) for person in people if dice.random() < 0.9}
    day.team_best = dice.choice((0, 0, 1, 2, 3))
    return day


def _scores(table: Sequence[int], dice: Random, most: int) -> dict[int, Score]:
    return {person: Score(dice.randint(0, most), dice.randint(0, 2)) for person in table}
