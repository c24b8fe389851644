"""Chance that is the same for the same seed: the engine takes none from outside."""

from collections.abc import Sequence
from typing import Final, TypeVar

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
