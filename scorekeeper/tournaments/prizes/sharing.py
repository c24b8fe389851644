"""Shares a pot by places: a pure function."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

P = TypeVar("P")


def share(pot: int, percent: Sequence[int], places: Mapping[P, int]) -> dict[P, int]:
    """Shares ``pot`` minor units, to the last one. ``percent``: of each place, from the first;
    ``places``: of everybody, best first, equal people with one place.

    Who shares a place shares what the places they span are worth. What division leaves over goes to
    the best placed of those who win something, a unit each. With fewer people than prizes
    their shares are of what there is for them.
    """
    whole, sharing = sum(percent[: len(places)]), Counter(places.values())
    parts = {
        person: Fraction(sum(percent[place - 1 : place - 1 + sharing[place]]), sharing[place])
        for person, place in places.items()
    }
    prizes = {person: int(pot * part / whole) if part else 0 for person, part in parts.items()}
    winners = [person for person, part in parts.items() if part]
    rest = pot - sum(prizes.values()) if winners else 0
    return prizes | {person: prizes[person] + 1 for person in winners[:rest]}
