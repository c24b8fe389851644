"""The conditions of a draw: who plays, at how many tables, and what was wished.

A person is a number that the caller gives, tables and seats count from 0. A substitute is a person
of their own, who stands among ``people`` in place of the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]
"""Persons in the order of their seats; the first deals first."""


@dataclass(frozen=True, slots=True)
class Round:
    tables: tuple[Table, ...]
    out: tuple[int, ...] = ()
    """Who sits out."""

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Everybody who meets, the lower number first."""
        for table in self.tables:
            yield from combinations(sorted(table), 2)

    @property
    def persons(self) -> Iterator[int]:
        for table in self.tables:
            yield from table


@dataclass(frozen=True, slots=True)
class Place:
    table: int
    seat: int | None = None
    """None: any seat of this table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs who should never share a table."""
    teams: tuple[tuple[int, ...], ...] = ()
    """Team-mates should not share a table."""
    places: Mapping[int, Place] = field(default_factory=dict)
    """Who sits at the same table, or in the same seat, all day."""

    @property
    def team_pairs(self) -> Iterator[tuple[int, int]]:
        for team in self.teams:
            yield from combinations(team, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The people who play from now on, and their tables. Raises ValueError if nobody can play: a
    person listed twice, fewer people than the smallest table needs, or sizes out of order."""

    people: tuple[int, ...]
    tables: int
    """How many tables there are; fewer are used where people are too few."""
    smallest: int = 3
    largest: int = 6
    wishes: Wishes = Wishes()

    def __post_init__(self) -> None:
        if len(set(self.people)) != len(self.people):
            raise ValueError("a person is listed twice")
        if not 2 <= self.smallest <= self.largest or self.tables < 1:
            raise ValueError("a table needs two people or more")
        if len(self.people) < self.smallest:
            raise ValueError("too few people for a table")

    @property
    def used(self) -> int:
        """How many tables are used in each round."""
        return min(self.tables, len(self.people) // self.smallest)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many sit at the tables, larger tables first; sizes differ by 1 at most.

        >>> Setting(people=tuple(range(22)), tables=5).sizes
        (5, 5, 4, 4, 4)
        >>> Setting(people=tuple(range(22)), tables=6, smallest=4, largest=4).sizes
        (4, 4, 4, 4, 4)
        """
        playing = min(len(self.people), self.used * self.largest)
        return even_sizes(playing, self.used)


def even_sizes(people: int, tables: int) -> tuple[int, ...]:
    return tuple(people // tables + (table < people % tables) for table in range(tables))


def table_counts(people: int, smallest: int = 3, largest: int = 6) -> range:
    """Returns how many tables seat everybody at once; empty where some must sit out.

    >>> table_counts(22, 3, 6), table_counts(22, 4, 4)
    (range(4, 8), range(6, 6))
    """
    return range(-(-people // largest), people // smallest + 1)


def times_met(rounds: Iterable[Round]) -> dict[tuple[int, int], int]:
    """How often each pair met, the lower number first."""
    met: dict[tuple[int, int], int] = {}
    for played in rounds:
        for pair in played.pairs:
            met[pair] = met.get(pair, 0) + 1
    return met
