"""A known plan for more people, without some of them, where none serves for just as many.

Where two who are left out share a table, it gets too small, and the people who fill it meet others
again. Those are left out for whom this is rare, in the rounds that are taken.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scorekeeper.extensions.tournaments.draw.known import starters
from scorekeeper.extensions.tournaments.draw.search import Matrix, Tables
from scorekeeper.extensions.tournaments.draw.start import best_plan

LARGEST: Final = 6
"""People at a table of the plans that are tried."""
PASSES: Final = 3
"""How often each who is left out is chosen anew."""


@cache
def cut_plan(people: int, tables: int, rounds: int) -> list[Tables]:
    """Returns so many rounds of a plan without a repeat for more people, of those the one in which
    tables get least too small; empty where none is known. Its tables may be uneven. The result is
    shared: it must not be changed."""
    least = people // tables
    full = {tables * size for size in range(3, LARGEST + 1)}
    counts = full | {starter.people for starter in starters() if starter.tables == tables}
    plans = [best_plan(more, tables, more) for more in sorted(counts) if more > people]
    cut = [_without(plan, people, least, rounds) for plan in plans if len(plan) >= rounds]
    return min(cut, key=lambda plan: sum(_harm(turn, least) for turn in plan), default=[])


def _without(plan: Sequence[Tables], people: int, least: int, rounds: int) -> list[Tables]:
    """Leaves out all but so many, and rounds that are left over, and numbers the rest."""
    count = sum(map(len, plan[0])) - people
    table_of = [
        {person: number for number, table in enumerate(turn) for person in table} for turn in plan
    ]
    sizes = [[len(table) for table in turn] for turn in plan]
    out = list[int]()
    for again in range(count * PASSES):
        if again >= count:
            _seat(out.pop(0), table_of, sizes, 1)
        out.append(_next(table_of, sizes, out, least, rounds))
        _seat(out[-1], table_of, sizes, -1)
    number = {p: place for place, p in enumerate(p for p in table_of[0] if p not in out)}
    cut = [[[number[p] for p in table if p in number] for table in turn] for turn in plan]
    return sorted(cut, key=lambda turn: _harm(turn, least))[:rounds]


def _seat(person: int, table_of: Sequence[dict[int, int]], sizes: Matrix, by: int) -> None:
    for where, row in zip(table_of, sizes, strict=True):
        row[where[person]] += by


def _next(
    table_of: Sequence[dict[int, int]],
    sizes: Matrix,
    out: Sequence[int],
    least: int,
    rounds: int,
) -> int:
    """Returns the person without whom the best rounds have the fewest repeats."""
    short = [sum(_short(size, least) for size in row) for row in sizes]
    more = [[_short(size - 1, least) - _short(size, least) for size in row] for row in sizes]

    def cost(person: int) -> int:
        turns = zip(short, more, table_of, strict=True)
        return sum(sorted(had + row[where[person]] for had, row, where in turns)[:rounds])

    return min((p for p in table_of[0] if p not in out), key=cost)


def _harm(turn: Tables, least: int) -> int:
    return sum(_short(len(table), least) for table in turn)


def _short(size: int, least: int) -> int:
    """Repeats that come of filling a table, at most.

    >>> _short(2, 3), _short(0, 3), _short(4, 3)
    (2, 3, 0)
    """
    return max(0, least * (least - 1) - size * (size - 1)) // 2
