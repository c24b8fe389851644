"""Plans that are known, without a repeat or with few, stored as the rounds from which the others
follow: ``stored_plans.txt``, a line each, with people, tables, turn, and repeats of the whole plan;
then rounds, divided by "/".

The people of a plan stand in circles of ``turn``, as many as fit; the rest stand still. From each
stored round ``turn`` rounds come: everybody in a circle moves on by one, again and again (a
starter, or method of differences: Bose 1939; Handbook of Combinatorial Designs, VI.16). From a
stored round of one table comes one round: its tables are those into which this one moves.

docs/draw.md says how they were found, and by whom first; the tests count every meeting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final, TypeAlias

from scorekeeper.extensions.tournaments.draw.setting import even_sizes

Plan: TypeAlias = list[list[list[int]]]
"""Rounds of tables of persons."""
SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-_"
"""A sign for each person of a stored round."""


@dataclass(frozen=True, slots=True)
class Starter:
    people: int
    tables: int
    turn: int
    rounds: tuple[str, ...]
    repeats: int
    """How many the whole plan has."""

    @property
    def length(self) -> int:
        return sum(self.turn if " " in first.strip() else 1 for first in self.rounds)

    def plan(self) -> Plan:
        """All rounds that come from those stored."""
        firsts = [
            [[SIGNS.index(sign) for sign in table] for table in first.split()]
            for first in self.rounds
        ]
        plan = list[list[list[int]]]()
        for first in firsts:
            moved = [
                [[self._moved(person, by) for person in table] for table in first]
                for by in range(self.turn)
            ]
            plan += moved if len(first) > 1 else [[table for (table,) in moved]]
        return plan

    def _moved(self, person: int, by: int) -> int:
        if person >= self.people - self.people % self.turn:
            return person
        return person - person % self.turn + (person + by) % self.turn


@cache
def starters() -> tuple[Starter, ...]:
    text = files("scorekeeper.extensions.tournaments.draw").joinpath("stored_plans.txt").read_text()
    return tuple(map(_starter, text.splitlines()))


def _starter(line: str) -> Starter:
    head, rounds = line.split(":")
    people, tables, turn, repeats = map(int, head.split())
    return Starter(people, tables, turn, tuple(rounds.split("/")), repeats)


@cache
def known_plan(people: int, tables: int, rounds: int) -> Plan:
    """Returns up to ``rounds`` rounds of the plan without a repeat that serves longest, of those
    stored; none: an empty list.

    A plan for more people serves as well, without some who do not meet each other in its rounds.
    The result is shared: it must not be changed.
    """
    best: Plan = []
    for starter in starters():
        serves = starter.tables == tables and starter.people >= people and not starter.repeats
        if serves and len(best) < rounds:
            plan = starter.plan()[:rounds]
            while len(plan) > len(best):
                fewer = _without(plan, starter.people - people)
                if fewer and _is_even(fewer, people, tables):
                    best = fewer
                plan = plan[:-1]
    return best


def near_plan(people: int, tables: int, rounds: int) -> Plan:
    """Returns so many rounds of the stored plan with fewest repeats for just these people; none: an
    empty list."""
    serving = [
        starter
        for starter in starters()
        if (starter.people, starter.tables) == (people, tables) and starter.length >= rounds
    ]
    fewest = min(serving, key=lambda starter: starter.repeats, default=None)
    return fewest.plan()[:rounds] if fewest else []


def _without(plan: Plan, count: int) -> Plan:
    """Leaves out so many who never meet, and numbers the rest; empty where there are too few."""
    people = sum(map(len, plan[0]))
    met: list[set[int]] = [set() for _ in range(people)]
    for turn in plan:
        for table in turn:
            for a, b in combinations(table, 2):
                met[a].add(b)
                met[b].add(a)
    for first in range(people - 1, -1, -1):
        out = _strangers(first, met, count)
        if len(out) == count:
            rest = iter(range(people))
            number = {p: next(rest) for p in range(people) if p not in out}
            return [[[number[p] for p in t if p not in out] for t in turn] for turn in plan]
    return []


def _strangers(first: int, met: Sequence[set[int]], count: int) -> set[int]:
    """Returns up to ``count`` who never meet, collected from the last on."""
    out: set[int] = set()
    for person in (first, *range(len(met) - 1, -1, -1)):
        if len(out) < count and person not in out and out.isdisjoint(met[person]):
            out.add(person)
    return out


def _is_even(plan: Plan, people: int, tables: int) -> bool:
    sizes = list(even_sizes(people, tables))
    return all(sorted(map(len, turn), reverse=True) == sizes for turn in plan)
