"""Drafts of rounds: all that lie ahead, or the next one by standing, by lot or by hand.

Where no known plan serves for just as many people, one for more is taken without some of them.
Where two who are left out share a table, it gets too small, and the people who fill it meet others
again. Those are left out for whom this is rare, in the rounds that are taken.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

from scorekeeper.extensions.tournaments.draw.flaws import Flaw, crowded, faults, flaws
from scorekeeper.extensions.tournaments.draw.known import Plan, near_plan, starters
from scorekeeper.extensions.tournaments.draw.search import (
    Chance,
    Matrix,
    Prices,
    Tables,
    descended,
    improved,
)
from scorekeeper.extensions.tournaments.draw.seats import levelled, seated, times_first
from scorekeeper.extensions.tournaments.draw.setting import (
    Round,
    Setting,
    Wishes,
    least_repeats,
    times_met,
)
from scorekeeper.extensions.tournaments.draw.start import (
    adapted,
    best_plan,
    by_chance,
    fitted,
    fresh,
    put_in,
    sit_out,
)

LARGEST: Final = 6
"""People at a table of the plans that are tried."""
PASSES: Final = 3
"""How often each who is left out is chosen anew."""


# A known plan for more people ------------------------------------------------------------------


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


# Drafts ----------------------------------------------------------------------------------------


STEPS: Final = 70_000
"""How many exchanges are tried from each start, at most: less than half a second."""
REPEAT: Final = 4
"""What the second meeting of a pair costs. Each further one costs 1 more than the one before: of
plans with as many repeats, those of more pairs cost less."""
HEAT: Final = 1.0
"""What an exchange may cost at first: a quarter of a repeat."""
CUT_HEAT: Final = 0.6
"""The same from a plan for more people, where most is good as it is."""
LOT_HEAT: Final = 1.3
"""The same from rounds by lot."""
APART: Final = 1000
"""What a meeting of two who should be apart costs, in repeats."""
TEAM: Final = 100
"""What a meeting of team-mates costs, in repeats."""


@dataclass(frozen=True, slots=True)
class Draft:
    rounds: tuple[Round, ...]
    """Those after the rounds that were played."""
    flaws: tuple[Flaw, ...]
    least_repeats: int
    """No plan for the same has fewer repeats; 0: nothing is proven."""


def plan_ahead(
    setting: Setting,
    rounds: int,
    *,
    played: Sequence[Round] = (),
    before: Sequence[Round] = (),
    seed: int = 0,
    steps: int = STEPS,
) -> Draft:
    """Returns ``rounds`` rounds after those ``played``, which stay as they are.

    ``before``: the plan until now for these rounds, where people came or left since; who took
    somebody's place there keeps it. The same arguments give the same draft. Where nothing was
    wished or played ``seed`` decides only who gets which place: no other has fewer repeats.
    """
    if played or before or setting.wishes != Wishes() or sum(setting.sizes) < len(setting.people):
        return _searched(setting, rounds, played, before, seed, steps)
    sizes = setting.smallest, setting.largest
    draft = _for_anybody(len(setting.people), setting.tables, *sizes, rounds, steps)
    people = Chance(seed).shuffled(setting.people)
    given = tuple(
        Round(tuple(tuple(people[place] for place in table) for table in turn.tables))
        for turn in draft.rounds
    )
    return Draft(given, flaws(setting, given, ()), draft.least_repeats)


def by_standing(
    setting: Setting,
    standing: Sequence[int],
    *,
    reach: int | None = None,
    played: Sequence[Round] = (),
    seed: int = 0,
    steps: int = STEPS // 4,
) -> Draft:
    """Returns the next round with close scores together and few meetings again (Swiss).

    ``standing``: everybody in ``setting.people``, the best first. A table costs the squares of the
    differences between its places in the standing, and a repeat as much as two people ``reach``
    places apart: the farther, the fewer repeats. None: two thirds of the standing. Raises
    ValueError if the standing has others than the people.
    """
    chance = Chance(seed)
    if set(standing) != set(setting.people):
        raise ValueError("the standing has others than the people")
    rank = {person: place for place, person in enumerate(standing)}
    repeat = (reach or len(standing) * 2 // 3) ** 2
    wishes, met = _wishes(setting), _met(setting, played)
    prices: Prices = [[] for _ in standing]
    for a, person in enumerate(setting.people):
        for b, other in enumerate(setting.people):
            cost = (wishes[a][b] + met[a][b]) * repeat + (rank[person] - rank[other]) ** 2
            prices[a].append((cost, cost))
    order = sorted(range(len(prices)), key=lambda index: rank[setting.people[index]])
    ends = [sum(setting.sizes[: table + 1]) for table in range(len(setting.sizes))]
    start = [order[end - size : end] for end, size in zip(ends, setting.sizes, strict=True)]
    start[-1] += order[ends[-1] :]
    return _best(setting, [([start], repeat / 8)], prices, played, chance, steps, descend=True)


def by_lot(
    setting: Setting, *, played: Sequence[Round] = (), seed: int = 0, steps: int = STEPS // 4
) -> Draft:
    """Returns the next round by lot; people change places only where a wish would be broken, or a
    pair would meet again."""
    chance = Chance(seed)
    mixed = chance.shuffled(range(len(setting.people)))
    start = [mixed[table :: setting.used] for table in range(setting.used)]
    prices = _prices(setting, played, 1)
    return _best(setting, [([start], HEAT)], prices, played, chance, steps)


def by_hand(
    setting: Setting, drawn: Round, *, played: Sequence[Round] = (), most: int = 0
) -> Draft:
    """Returns the round as it was drawn, with what is wrong in it; in ``faults`` alone if it cannot
    be played. ``most``: so many can play at a table, also where fewer were agreed."""
    number, playable = len(played), replace(setting, largest=max(setting.largest, most))
    wrong = faults(playable, drawn, number) or (
        *flaws(setting, [drawn], played),
        *crowded(setting, drawn, number),
    )
    return Draft((drawn,), wrong, least_repeats(setting, 1, played))


@lru_cache(maxsize=64)
def _for_anybody(
    people: int, tables: int, smallest: int, largest: int, rounds: int, steps: int
) -> Draft:
    """The draft for people numbered from 0; half a second or more where no known plan serves."""
    setting = Setting(
        people=tuple(range(people)), tables=tables, smallest=smallest, largest=largest
    )
    return _searched(setting, rounds, (), (), 0, steps)


def _searched(
    setting: Setting,
    rounds: int,
    played: Sequence[Round],
    before: Sequence[Round],
    seed: int,
    steps: int,
) -> Draft:
    chance = Chance(seed)
    prices = _prices(setting, played, rounds)
    shape = len(prices), setting.used, rounds
    if len(before) >= rounds:
        place = {person: index for index, person in enumerate(setting.people)}
        plans = [(fresh(*shape, chance), HEAT)]
        old = [(adapted(_local(before[:rounds], place), len(place), chance), HEAT)]
    else:
        plans, old = _starts(*shape, chance), []
    starts = [(_with_people(setting, plan, prices, chance), heat) for plan, heat in plans]
    return _best(setting, [*starts, *old], prices, played, chance, steps)


def _starts(people: int, tables: int, rounds: int, chance: Chance) -> list[tuple[Plan, float]]:
    """Returns a known plan, or if none has enough rounds two of those that come near, by lot at
    worst; with the heat that the search should have there."""
    shape = people, tables, rounds
    known = best_plan(*shape)
    near = [] if len(known) >= rounds else near_plan(*shape)
    starts = [(near or fresh(*shape, chance), HEAT if near or known else LOT_HEAT)]
    if len(known) < rounds:
        cut = cut_plan(*shape)
        starts.append((cut, CUT_HEAT) if cut else (by_chance(*shape, chance), LOT_HEAT))
    return starts


def _prices(setting: Setting, played: Sequence[Round], rounds: int) -> Prices:
    """Returns the cost of each meeting of each pair in so many rounds after those played."""
    return [
        [_by_meeting(wish * REPEAT, times, rounds) for wish, times in zip(*rows, strict=True)]
        for rows in zip(_wishes(setting), _met(setting, played), strict=True)
    ]


@cache
def _by_meeting(wish: int, met: int, rounds: int) -> tuple[int, ...]:
    """Returns the cost of the next meeting of a pair who met so often, of the one after it, and so
    on.

    >>> _by_meeting(0, 0, 3), _by_meeting(0, 2, 1)
    ((0, 4, 5, 6), (5, 6))
    """
    times = range(met, met + rounds + 1)
    return tuple(wish + (REPEAT + before - 1 if before else 0) for before in times)


def _wishes(setting: Setting) -> Matrix:
    """Returns the cost, in repeats, of a meeting of two who should not meet."""
    wishes = setting.wishes
    costs = [
        *((pair, APART) for pair in wishes.apart),
        *((pair, TEAM) for pair in wishes.team_pairs),
    ]
    return _by_pair(setting, costs)


def _met(setting: Setting, played: Sequence[Round]) -> Matrix:
    """How often two met."""
    return _by_pair(setting, times_met(played).items())


def _by_pair(setting: Setting, numbers: Iterable[tuple[tuple[int, int], int]]) -> Matrix:
    """The sum of the numbers of each two people, by places."""
    place = {person: index for index, person in enumerate(setting.people)}
    sums = [[0] * len(place) for _ in place]
    for (first, second), number in numbers:
        if first in place and second in place and first != second:
            a, b = place[first], place[second]
            sums[a][b] = sums[b][a] = sums[a][b] + number
    return sums


def _with_people(
    setting: Setting, plan: Sequence[Tables], prices: Prices, chance: Chance
) -> list[Tables]:
    """The plan with people put into it. Who has a table of their own gets a place there that does
    not meet the others who have one."""
    costs = [[price[0] for price in row] for row in prices]
    tables = _tables(setting)
    for a in tables:
        for b in tables:
            if tables[a] != tables[b]:
                costs[a][b] += APART * REPEAT
    return put_in(plan, costs, chance)


def _tables(setting: Setting) -> Mapping[int, int]:
    """The table of each who has one of their own, by place."""
    places = setting.wishes.places
    return {index: places[p].table for index, p in enumerate(setting.people) if p in places}


def _local(rounds: Sequence[Round], place: Mapping[int, int]) -> list[Tables]:
    """The same in places; those who left get a number below 0."""
    left = {p: -1 - n for n, p in enumerate(sorted({p for r in rounds for p in r.persons}))}
    return [[[place.get(p, left[p]) for p in table] for table in turn.tables] for turn in rounds]


def _best(
    setting: Setting,
    starts: Sequence[tuple[Sequence[Tables], float]],
    prices: Prices,
    played: Sequence[Round],
    chance: Chance,
    steps: int,
    *,
    descend: bool = False,
) -> Draft:
    """Searches from each start at its heat, until no exchange costs less if it should ``descend``,
    and returns what costs least as a draft."""
    rounds = len(starts[0][0])
    least = least_repeats(setting, rounds, played)
    tables = _tables(setting)
    drafts: list[tuple[int, int, list[Tables], list[list[int]]]] = []
    for start, heat in starts:
        fitting, out = _fitting(setting, start, played, chance)
        cost, best = improved(
            fitting, prices, tables, chance, steps=steps, heat=heat, least=least * REPEAT
        )
        if descend:
            cost, best = descended(best, prices, tables)
        drafts.append((cost, len(drafts), best, out))
    _cost, _index, best, out = min(drafts)
    drawn = [
        Round(
            tuple(tuple(setting.people[index] for index in table) for table in turn),
            tuple(setting.people[index] for index in away),
        )
        for turn, away in zip(best, out, strict=True)
    ]
    there = Counter(p for turn in played for p in turn.persons)
    times = levelled(setting.people, times_first(played), there)
    final = seated(drawn, times, setting.wishes.places)
    _check(setting, final, len(played))
    return Draft(final, flaws(setting, final, played), least)


def _check(setting: Setting, rounds: Sequence[Round], first: int) -> None:
    """Raises RuntimeError, a fault of this package, unless each round holds everybody once."""
    wrong = [
        fault
        for number, turn in enumerate(rounds, first)
        for fault in faults(setting, turn, number)
    ]
    if wrong:
        raise RuntimeError(f"the draw made a plan that cannot be played: {wrong}")


def _fitting(
    setting: Setting, start: Sequence[Tables], played: Sequence[Round], chance: Chance
) -> tuple[list[Tables], list[list[int]]]:
    """Returns the start with the sizes of the setting, and who sits out of each round."""
    often = Counter(p for turn in played for p in turn.out)
    times = [often[person] for person in setting.people]
    count = len(setting.people) - sum(setting.sizes)
    fitting, out = list[Tables](), list[list[int]]()
    for tables in start:
        out.append(sit_out(tables, count, times, chance))
        fitting.append(fitted(tables, setting.sizes, out[-1], _tables(setting)))
    return fitting, out
