"""The conditions of a draw: who plays, at how many tables, and what was wished; and how many
repeats every plan has, by counting: what is below it, no plan reaches.

A person is a number that the caller gives, tables and seats count from 0. A substitute is a person
of their own, who stands among ``people`` in place of the other. A bound holds for all plans of a
setting, whatever was wished: it may be lower than the fewest repeats that are possible, never
higher.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

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


# How many repeats every plan has ---------------------------------------------------------------


MOST_ROUNDS: Final[Mapping[tuple[int, int], int]] = {
    (4, 3): 4,
    (5, 4): 5,
    (6, 5): 6,
    (6, 6): 3,
}
"""The most rounds without a repeat where counting allows more: by tables and their size, when
nobody has met. OEIS A107431 (exhaustive search, Harvey); 6 tables of 6: Tarry 1900."""


def least_repeats(setting: Setting, rounds: int, played: Sequence[Round] = ()) -> int:
    """Returns a number of repeats that no ``rounds`` after those ``played`` go below. A repeat is
    one meeting of two people who met before; the third meeting of a pair is its second repeat."""
    met = _met(setting, played)
    return max(
        0,
        _by_pairs(setting, rounds, len(met)),
        _by_person(setting, rounds, met),
        _by_table(setting, rounds, played),
        0 if met else rounds - _most_rounds(setting, rounds),
    )


def _met(setting: Setting, played: Iterable[Round]) -> list[tuple[int, int]]:
    here = set(setting.people)
    return [pair for pair in times_met(played) if here.issuperset(pair)]


def _by_pairs(setting: Setting, rounds: int, met: int) -> int:
    """More meetings than pairs who have not met."""
    meetings = rounds * sum(comb(size, 2) for size in setting.sizes)
    return meetings - comb(len(setting.people), 2) + met


def _by_person(setting: Setting, rounds: int, met: Sequence[tuple[int, int]]) -> int:
    """More neighbours than people somebody has not met; each repeat serves two of them."""
    if len(setting.people) > sum(setting.sizes):
        return 0
    needed, others = rounds * (setting.sizes[-1] - 1), len(setting.people) - 1
    known = dict.fromkeys(setting.people, 0)
    for pair in met:
        for person in pair:
            known[person] += 1
    short = sum(max(0, needed - others + times) for times in known.values())
    return -(-short // 2)


def _by_table(setting: Setting, rounds: int, played: Sequence[Round]) -> int:
    """A table with more people than an earlier round had tables seats two of one of those."""
    here = set(setting.people)
    groups = len(setting.sizes) + len(here) - sum(setting.sizes)
    total, fewest = 0, min((_groups(past, here) for past in played), default=len(here))
    for _turn in range(rounds):
        total += sum(_forced(size, fewest) for size in setting.sizes)
        fewest = min(fewest, groups)
    return total


def _groups(past: Round, here: set[int]) -> int:
    """Into how many a round divided those who are here now: its tables, and each who was away."""
    return sum(not here.isdisjoint(table) for table in past.tables) + len(here - {*past.persons})


def _forced(size: int, groups: int) -> int:
    """Pairs of one group among ``size`` people, who are spread as evenly as possible.

    >>> _forced(5, 3), _forced(4, 4)
    (2, 0)
    """
    return sum(comb(part, 2) for part in even_sizes(size, groups))


def _most_rounds(setting: Setting, rounds: int) -> int:
    """Without one round for each repeat a plan has none left, so it has the rounds too many."""
    sizes = setting.sizes
    if len(set(sizes)) > 1 or len(setting.people) > sum(sizes):
        return rounds
    return MOST_ROUNDS.get((len(sizes), sizes[0]), rounds)
