"""Splits amounts into the most groups that each sum to zero.

Only groups that sum to zero matter, and there are few of them among all subsets. They are found by
meeting in the middle: the sums of one half of the amounts are looked up among those of the other.
Then the amount that comes first goes with each of its groups in turn, and the rest is split the
same way, each rest once. Equal amounts are one kind with a count.

What a group takes of each kind is one whole number (``Taken``), ``WIDTH`` bits for each kind, so
that groups are added, subtracted and compared in one step. The highest bit of each field stays
free: subtracting more than there is would borrow from it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import prod
from typing import Final, TypeAlias

WIDTH: Final = 8
MOST: Final = 2 ** (WIDTH - 1) - 1
"""The most amounts that can be split at once."""
Taken: TypeAlias = int
Sized: TypeAlias = tuple[int, Taken]
"""The size of a group, and its amounts."""


def zero_sums(amounts: Sequence[int]) -> list[list[int]]:
    """Returns the most groups of amounts that each sum to zero, always the same for the same
    amounts: nonzero, summing to zero, at most ``MOST`` of them.

    >>> zero_sums([6, -4, -2, 5, 3, -8])
    [[-8, 5, 3], [6, -4, -2]]
    """
    if not amounts:
        return []
    search = _Search(Counter(amounts))
    return [search.amounts(taken) for taken in search.groups()]


class _Search:
    def __init__(self, counts: Counter[int]) -> None:
        self.kinds = sorted(counts, key=lambda amount: (-abs(amount), amount))
        self.counts = [counts[kind] for kind in self.kinds]
        self.size = sum(self.counts)
        self.places = range(0, len(self.kinds) * WIDTH, WIDTH)
        self.all: Taken = sum(
            count << place for count, place in zip(self.counts, self.places, strict=True)
        )
        self.guard = sum(1 << place + WIDTH - 1 for place in self.places)
        self.by_first: list[list[Sized]] = [[] for _kind in self.kinds]
        """Groups by the first kind they have, the smallest first."""
        groups = sorted(self._zero())
        self.least = groups[0][0] if groups else self.size
        for size, taken in groups:
            self.by_first[_first(taken)].append((size, taken))
        self.best: dict[Taken, tuple[int, Taken]] = {0: (0, 0)}
        """By remaining amounts: how many groups they make, and one of those groups."""

    def groups(self) -> list[Taken]:
        left, size, groups = self.all, self.size, list[Taken]()
        while left:
            self._split(left, size)
            _most, group = self.best[left]
            groups.append(group)
            left, size = left - group, size - len(self.amounts(group))
        return groups

    def amounts(self, taken: Taken) -> list[int]:
        taken_counts = [taken >> place & MOST for place in self.places]
        return [
            kind for kind, count in zip(self.kinds, taken_counts, strict=True) for _ in range(count)
        ]

    def _zero(self) -> list[Sized]:
        """Returns every group that sums to zero, except all amounts together."""
        half = next(
            kinds
            for kinds in range(len(self.kinds) + 1)
            if prod(n + 1 for n in self.counts[:kinds]) >= prod(n + 1 for n in self.counts[kinds:])
        )
        by_sum: dict[int, list[Sized]] = defaultdict(list)
        for total, size, taken in self._sums(range(half)):
            by_sum[total].append((size, taken))
        return [
            (size + other_size, taken + other_taken)
            for total, size, taken in self._sums(range(half, len(self.kinds)))
            for other_size, other_taken in by_sum.get(-total, ())
            if 0 < size + other_size < self.size
        ]

    def _sums(self, kinds: range) -> list[tuple[int, int, Taken]]:
        """Returns the sum, size and content of every group of these kinds."""
        groups = [(0, 0, 0)]
        for kind in kinds:
            amount, unit = self.kinds[kind], 1 << kind * WIDTH
            groups = [
                (total + amount * count, size + count, taken + unit * count)
                for total, size, taken in groups
                for count in range(self.counts[kind] + 1)
            ]
        return groups

    def _split(self, left: Taken, size: int) -> int:
        """Returns how many groups ``left`` makes; it has ``size`` amounts and sums to zero."""
        if left in self.best:
            return self.best[left][0]
        most, group, limit = 1, left, size // self.least
        for taking, taken in self.by_first[_first(left)]:
            if most == limit or 1 + (size - taking) // self.least <= most:
                break  # not even the smallest groups would make more of the rest
            if (left | self.guard) - taken & self.guard == self.guard:
                group_count = 1 + self._split(left - taken, size - taking)
                if group_count > most:
                    most, group = group_count, taken
        self.best[left] = most, group
        return most


def _first(taken: Taken) -> int:
    """Returns the first kind in the group."""
    return ((taken & -taken).bit_length() - 1) // WIDTH
