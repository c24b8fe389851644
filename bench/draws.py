"""The draw: how long a plan takes, and whether a long search by lot finds one with fewer repeats.

``python -m bench.draws`` draws what docs/draw.md promises, in processor time. ``--sweep`` draws for
12 to 64 people at tables of 3 to 6, up to the most rounds that are known for full tables of that
size: how many plans have no repeat, how many as few as can be. ``--against 20`` searches for ten
seconds, from a start by lot, in every twentieth of those that have more, and says where that found
fewer repeats than the draw.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

from bench.timing import best_of, table
from scorekeeper.extensions.tournaments.draw import (
    Kind,
    Place,
    Setting,
    Wishes,
    plan_ahead,
    table_counts,
)
from scorekeeper.extensions.tournaments.draw.search import Chance, Tables, improved
from scorekeeper.extensions.tournaments.draw.setting import least_repeats
from scorekeeper.extensions.tournaments.draw.start import best_plan, by_chance

FOURS = {5: 5, 6: 7, 7: 9, 8: 10, 9: 11, 10: 13, 11: 14, 12: 15, 13: 17, 14: 18, 15: 19, 16: 21}
"""The most rounds known for tables of four: docs/draw.md."""
LONG = 1_700_000
"""Exchanges tried in ten seconds."""
LONG_HEAT = 0.4
"""What one may cost at first, in repeats: where there is time, more than in the draw is better."""


def setting(people: int, tables: int, wishes: Wishes | None = None) -> Setting:
    return Setting(people=tuple(range(people)), tables=tables, wishes=wishes or Wishes())


def four_left(chance: Random) -> Callable[[], object]:
    """The rest of a day after four left: 40 people, five pairs apart, three in places of theirs."""
    people = list(range(40))
    wishes = Wishes(
        apart=tuple((a, b) for a, b in (sorted(chance.sample(people, 2)) for _ in range(5))),
        places={p: Place(at) for at, p in enumerate(chance.sample(people, 3))},
    )
    draft = plan_ahead(setting(40, 8, wishes), 8)
    gone = chance.randint(1, 6)
    left = chance.sample(people, 4)
    stay = tuple(p for p in people if p not in left)
    later = Setting(people=stay, tables=8, wishes=wishes)
    played, before = draft.rounds[:gone], draft.rounds[gone:]
    return lambda: plan_ahead(later, 8 - gone, played=played, before=before)


def bars() -> None:
    rows = [
        (f"{people} at {tables} tables, {rounds} rounds", time_of(people, tables, rounds), limit)
        for people, tables, rounds, limit in (
            *((people, 8, 8, 50) for people in range(33, 41)),
            (40, 10, 13, 1000),
            (24, 6, 7, 1000),
            (32, 8, 10, 1000),
        )
    ]
    chance = Random(1)
    anew = max(best_of(four_left(chance), goes=1, clock=time.process_time) for _ in range(10))
    rows.append(("anew after four left, worst of 10", anew, 1000))
    print(table(["draw", "ms", "limit"], rows))


def time_of(people: int, tables: int, rounds: int) -> float:
    act = lambda: plan_ahead(setting(people, tables), rounds)  # noqa: E731
    return best_of(act, goes=1, clock=time.process_time)  # the second time it is known


# Every number ------------------------------------------------------------------------------------


def most_rounds(people: int, tables: int) -> int:
    """The most rounds without a repeat that are known for full tables of the larger size."""
    size = -(-people // tables)
    if size > tables:
        return 3
    if size == 3:
        return (3 * tables - 1) // 2 if tables > 4 else 4
    known = len(best_plan(size * tables, tables, 99))
    return max(known, FOURS.get(tables, 5)) if size == 4 else max(known, 3)


def cases() -> Iterator[tuple[int, int, int]]:
    for people in range(12, 65):
        for tables in table_counts(people):
            for rounds in range(2, most_rounds(people, tables) + 1):
                yield people, tables, rounds


def repeats(rounds: Iterable[Tables]) -> int:
    pairs = [(a, b) for turn in rounds for seats in turn for a, b in combinations(sorted(seats), 2)]
    return len(pairs) - len({*pairs})


def long_search(people: int, tables: int, rounds: int) -> int:
    """The fewest repeats that the search alone finds, from a start by lot."""
    chance = Chance(1)
    prices = [[(0, *[1] * rounds)] * people for _ in range(people)]
    start = by_chance(people, tables, rounds, chance)
    least = least_repeats(setting(people, tables), rounds)
    _cost, best = improved(start, prices, (), chance, steps=LONG, heat=LONG_HEAT, least=least)
    return repeats(best)


def sweep(every: int) -> None:
    drawn = none = least = compared = 0
    worse = []
    for people, tables, rounds in cases():
        draft = plan_ahead(setting(people, tables), rounds)
        ours = sum(flaw.kind is Kind.REPEAT for flaw in draft.flaws)
        drawn, none = drawn + 1, none + (ours == 0)
        least += ours == least_repeats(setting(people, tables), rounds)
        if ours <= draft.least_repeats or not every:
            continue
        more = drawn - least
        if more % every == 0:
            compared += 1
            theirs = long_search(people, tables, rounds)
            print(people, tables, rounds, ours, theirs, draft.least_repeats, flush=True)
            if theirs < ours:
                worse.append((people, tables, rounds, ours, theirs))
    print(f"{drawn} plans: {none} without a repeat, {least} with as few as can be")
    print(f"{compared} compared with ten seconds of search, which found fewer in {len(worse)}:")
    print(table(["people", "tables", "rounds", "draw", "search"], worse))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--against", type=int, default=0)
    args = parser.parse_args()
    if args.sweep:
        sweep(args.against)
    else:
        bars()


if __name__ == "__main__":
    main()
