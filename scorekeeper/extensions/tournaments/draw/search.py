"""The search: exchanges two people of a round again and again, so that fewer pairs meet again.

Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983): an exchange that costs less is made, one
that costs more with a chance that falls with the cost and, step by step, with the heat. One of the
two people meets somebody there at a cost, as in focused search (Seitz, Alava, Orponen 2005). Chance
is the same for the same seed: the draw takes none from outside.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from math import log
from operator import itemgetter
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")
MASK: Final = (1 << 64) - 1


class Chance:
    """A stream of numbers from a seed: xorshift64* (Vigna 2016, arXiv:1402.6246)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & MASK or 1

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``; ``limit`` is at least 1 and below 2^32."""
        state = self._state
        state ^= state >> 12
        state = (state ^ state << 25) & MASK
        self._state = state = state ^ state >> 27
        return ((state * 0x2545F4914F6CDD1D & MASK) >> 32) * limit >> 32

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


# Exchanges -------------------------------------------------------------------------------------


Matrix: TypeAlias = list[list[int]]
Tables: TypeAlias = list[list[int]]
"""One round: persons, as places in a list, by table."""
Prices: TypeAlias = list[list[tuple[int, ...]]]
"""What the first meeting of each pair costs, the second, and so on to one more than the rounds."""
COLD: Final = 0.4
"""The last heat, as a share of the first."""
PATIENCE: Final = 256
"""How many exchanges are tried before it gets colder."""
LOGS: Final = tuple(-log((step + 0.5) / 4096) for step in range(4096))
"""An exchange may cost the heat times one of these more, drawn by lot: as often as by exp(-c/h)."""


def improved(
    rounds: Sequence[Tables],
    prices: Prices,
    pinned: Collection[int],
    chance: Chance,
    *,
    steps: int,
    heat: float,
    least: int = 0,
) -> tuple[int, list[Tables]]:
    """Returns the cost of the best rounds found, and these, after trying so many exchanges, or
    fewer where the cost sinks to ``least`` before.

    Who is pinned stays at their table. ``heat``: about what an exchange may cost at first.
    """
    seating = Seating(rounds, prices)
    free = [person for person in range(len(prices)) if person not in pinned]
    best_cost, best = seating.cost, seating.copy()
    costly, current_heat = list(seating.costly), heat
    for step in range(steps if free else 0):
        if best_cost <= least:
            break
        if step % PATIENCE == 0:
            current_heat = heat * COLD ** (step / steps)
        pair = costly[chance.below(len(costly))]
        turns = seating.turns(*pair)
        turn, a = turns[chance.below(len(turns))], pair[chance.below(2)]
        b = free[chance.below(len(free))]
        change = seating.change(turn, a, b)
        if a not in pinned and (
            change <= 0 or change < current_heat * LOGS[chance.below(len(LOGS))]
        ):
            seating.swap(turn, a, b)
            costly = list(seating.costly)
            if seating.cost < best_cost:
                best_cost, best = seating.cost, seating.copy()
    return best_cost, best


def descended(
    rounds: Sequence[Tables], prices: Prices, pinned: Collection[int]
) -> tuple[int, list[Tables]]:
    """Returns the cost of these rounds and these when no exchange makes them cost less."""
    seating = Seating(rounds, prices)
    free = [person for person in range(len(prices)) if person not in pinned]
    cost = seating.cost + 1
    while seating.cost < cost:
        cost = seating.cost
        for turn in range(len(rounds)):
            for a, b in combinations(free, 2):
                if seating.change(turn, a, b) < 0:
                    seating.swap(turn, a, b)
    return cost, seating.copy()


class Seating:
    """Rounds in which people are exchanged, with what they cost."""

    def __init__(self, rounds: Sequence[Tables], prices: Prices) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.cost = 0
        self.costly = dict[tuple[int, int], None]()
        """The pairs that cost something, the lower number first."""
        self.next_price = [[price[0] for price in row] for row in prices]
        """What one more meeting costs."""
        self._last_price = [[0] * len(prices) for _ in prices]
        """What the last meeting cost, of those who meet."""
        self._times = [[0] * len(prices) for _ in prices]
        self._prices = prices
        self.table_of = [[-1] * len(prices) for _ in rounds]
        for where, tables in zip(self.table_of, self.rounds, strict=True):
            for number, table in enumerate(tables):
                for seat, person in enumerate(table):
                    where[person] = number
                    self._meet(person, table[:seat])
        self._members = [[itemgetter(*table) for table in tables] for tables in self.rounds]

    def copy(self) -> list[Tables]:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _meet(self, person: int, others: Sequence[int]) -> None:
        for other in others:
            cost = self.next_price[person][other]
            self._count(person, other, self._times[person][other] + 1)
            if cost:
                self.cost += cost
                self.costly[(person, other) if person < other else (other, person)] = None

    def _part(self, person: int, others: Sequence[int]) -> None:
        for other in others:
            self._count(person, other, self._times[person][other] - 1)
            cost = self.next_price[person][other]
            if cost:
                self.cost -= cost
                if not self._last_price[person][other]:
                    del self.costly[(person, other) if person < other else (other, person)]

    def _count(self, a: int, b: int, times: int) -> None:
        """Notes how often two people meet, and what one more and one less makes of the cost."""
        prices = self._prices[a][b]
        self._times[a][b] = self._times[b][a] = times
        self.next_price[a][b] = self.next_price[b][a] = prices[times]
        last = prices[times - 1] if times else 0
        self._last_price[a][b] = self._last_price[b][a] = last

    def turns(self, a: int, b: int) -> list[int]:
        """The rounds in which two people meet."""
        return [turn for turn, tables in enumerate(self.table_of) if tables[a] == tables[b] >= 0]

    def change(self, turn: int, a: int, b: int) -> int:
        """How much more it costs to exchange two people; 0 where they share a table or one sits
        out."""
        home, there = self.table_of[turn][a], self.table_of[turn][b]
        if home == there or home < 0 or there < 0:
            return 0
        with_a, with_b = self._members[turn][home], self._members[turn][there]
        next_a, next_b = self.next_price[a], self.next_price[b]
        last_a, last_b = self._last_price[a], self._last_price[b]
        joined: int = sum(with_a(next_b)) + sum(with_b(next_a)) - 2 * next_a[b]
        left: int = sum(with_a(last_a)) + sum(with_b(last_b))
        return joined - left

    def swap(self, turn: int, a: int, b: int) -> None:
        """Exchanges two people of different tables."""
        where, tables = self.table_of[turn], self.rounds[turn]
        home, there = where[a], where[b]
        if home == there or home < 0 or there < 0:
            return
        for person, number in ((a, home), (b, there)):
            tables[number].remove(person)
            self._part(person, tables[number])
        for person, number in ((a, there), (b, home)):
            self._meet(person, tables[number])
            tables[number].append(person)
            where[person] = number
            self._members[turn][number] = itemgetter(*tables[number])
