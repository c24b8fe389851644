"""The changes that an edit makes to the hands of a game, for its preview: the result of each hand
before and after it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.words import dumps
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes

Results = Mapping[int, tuple[Hand, Outcome]]
"""Each hand in force with its result, in order, by its id."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """The result of a hand for a seat; None: the hand was not there, or is not any more."""

    name: str
    before: SeatResult | None
    after: SeatResult | None


@dataclass(frozen=True, slots=True)
class HandChange:
    """``number``: the hand's number after the edit."""

    number: int
    is_deleted: bool
    is_new: bool
    lines: tuple[ResultChange, ...]

    @property
    def plain(self) -> list[Any]:
        """Returns the change as one value, to confirm exactly this."""
        lines = [[line.name, _plain(line.before), _plain(line.after)] for line in self.lines]
        return [self.number, self.is_deleted, self.is_new, lines]


def hand_results(table: Table) -> Results:
    """Reads the results of the hands as they are now. Three queries."""
    hands = hands_in_force(table.game)
    pairs = zip(hands, outcomes(table, hands), strict=True)
    return {hand.pk: (hand, outcome) for hand, outcome in pairs}


def hand_changes(table: Table, before: Results, after: Results) -> tuple[HandChange, ...]:
    """Returns the hands whose results differ, and those deleted or new, in order."""
    return tuple(sorted(_changes(table, before, after), key=lambda change: change.number))


def _changes(table: Table, before: Results, after: Results) -> Iterator[HandChange]:
    replaced = {hand.replaces_id for hand, _outcome in after.values()}
    gone = {
        hand.number: (hand, outcome)
        for pk, (hand, outcome) in before.items()
        if pk not in after and pk not in replaced
    }
    for pk, (hand, outcome) in after.items():
        was = before.get(pk) or before.get(hand.replaces_id or 0)
        if was is None and hand.replaces_id:
            was = gone.pop(hand.number, None)  # restored in its place
        lines = _lines(table, was[1] if was else None, outcome)
        if was is None or lines:
            yield HandChange(hand.number, False, was is None, lines)
    for hand, outcome in gone.values():
        yield HandChange(hand.number, True, False, _lines(table, outcome, None))


def _lines(table: Table, before: Outcome | None, after: Outcome | None) -> tuple[ResultChange, ...]:
    seats = zip(
        table.seat_names,
        before.seats if before else [None] * table.state.seats,
        after.seats if after else [None] * table.state.seats,
        strict=True,
    )
    return tuple(
        ResultChange(name, was, now) for name, was, now in seats if _plain(was) != _plain(now)
    )


def _plain(result: SeatResult | None) -> list[Any] | None:
    if result is None or result.sat_out:
        return None
    return [result.points, dumps(result.reason), list(result.money), result.won]
