"""Finds the tables that a missing hand may have had, if seats changed between its neighbours.

A missing hand is inserted before another one. It is dealt to those who sit there after all seat
changes before that one, unless somebody says that it was played earlier.
"""

from copy import copy
from dataclasses import dataclass

from scorekeeper.play.models import Hand
from scorekeeper.play.replays.replay import Replaying
from scorekeeper.play.selectors import Table, hands_in_force


@dataclass(frozen=True, slots=True)
class Seating:
    """``changes``: how many seat changes it comes after; ``persons``: how many had a seat by then,
    with those who left; ``names``: who sits at the table."""

    changes: int
    persons: int
    names: tuple[str, ...]


def least_changes(table: Table, before: Hand) -> int:
    """Returns after how many seat changes the hand in front of ``before`` was dealt."""
    earlier = [hand.changes for hand in hands_in_force(table.game) if hand.number < before.number]
    return earlier[-1] if earlier else 0


def seatings(table: Table, before: Hand) -> list[Seating]:
    """Returns who may have sat there in a hand missing before this one, the latest first; one if
    no seats changed. Raises NotPossibleError."""
    replaying = Replaying(table)
    for hand in hands_in_force(table.game):
        if hand.number < before.number:
            replaying.play(hand)
    by_names: dict[tuple[str, ...], Seating] = {}
    for changes in range(replaying.changes_made, before.changes + 1):
        replaying.seats_change(changes)
        names = tuple(table.names[person] for person in replaying.fold.present)
        is_latest = changes == before.changes
        if is_latest or len(names) >= table.rules.seats.start * table.game.side:
            by_names.pop(names, None)
            by_names[names] = Seating(changes, replaying.fold.persons, names)
    return list(reversed(by_names.values()))


def seated_by(before: Hand, seating: Seating) -> Hand:
    """Returns ``before`` as the place of a hand that was dealt to these persons."""
    place = copy(before)
    place.changes, place.persons = seating.changes, seating.persons
    return place
