"""How many repeats every plan has, by counting: what is below it, no plan reaches.

A bound holds for all plans of a setting, whatever was wished: it may be lower than the fewest
repeats that are possible, never higher.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Final

from scorekeeper.extensions.tournaments.draw.setting import Round, Setting, even_sizes, times_met

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
