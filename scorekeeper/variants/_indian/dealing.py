"""Whose deal it is in the Indian games that some are out of while others play on."""

from __future__ import annotations

from collections.abc import Sequence


def next_dealer(dealer: int, inside: Sequence[bool]) -> int:
    """The next seat in order of play that is still in."""
    seats = len(inside)
    return next(s for step in range(1, seats + 1) if inside[s := (dealer + step) % seats])
