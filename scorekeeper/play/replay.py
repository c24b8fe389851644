"""A game played anew from its stored entries: what its fold, scores and payments should be.

Corrections write the difference; ``checkledger`` and ``replay`` report it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.game import Played
from scorekeeper.engine.money import Payments, give_back
from scorekeeper.engine.winners import winners
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table

Tally = dict[str, list[int]]


class NotPossible(Exception):
    """A hand could not have happened after the ones before it."""

    def __init__(self, hand: Hand, error: EntryError) -> None:
        super().__init__(str(error))
        self.hand, self.error = hand, error


@dataclass(frozen=True, slots=True)
class Replay:
    """``hands``: each with what came of it; ``ending``: the pot given back, if it was stopped."""

    fold: Fold[Any, Any]
    tally: Tally
    hands: tuple[tuple[Hand, Played[Any, Any]], ...]
    ending: Payments = ()

    @property
    def payments(self) -> list[tuple[Hand | None, Payments]]:
        """In the order they were made: before the first hand, by hand, when stopped."""
        by_hand = [(hand, played.payments) for hand, played in self.hands]
        return [(None, self.fold.opening), *by_hand, (None, self.ending)]


def no_tally(persons: int) -> Tally:
    return {"hands": [0] * persons, "wins": [0] * persons}


def counted(tally: Mapping[str, Sequence[int]], at: Table, after: Fold[Any, Any]) -> Tally:
    """The tally with one more hand."""
    assert after.last is not None
    won = winners(at.rules, after)
    lines = after.last.entry.playing
    played = {person for line in lines for person in at.rules.persons_of(after, line)}
    return {
        "hands": [n + (person in played) for person, n in enumerate(tally["hands"])],
        "wins": [n + (person in won) for person, n in enumerate(tally["wins"])],
    }


def replay(at: Table, hands: Sequence[Hand]) -> Replay:
    """Play these hands of the table's game from the start. Raises NotPossible."""
    game = at.game
    persons = len(at.players)
    seats = persons // game.side
    fold = at.rules.start(game.loaded_options(seats), seats, game.side)
    tally, played = no_tally(persons), []
    for hand in hands:
        try:
            fold = at.rules.play(fold, at.entry(hand.entry, fold))
        except EntryError as error:
            raise NotPossible(hand, error) from error
        assert fold.last is not None
        tally = counted(tally, at, fold)
        played.append((hand, fold.last))
    whole = Replay(fold, tally, tuple(played))
    return stopped(whole) if game.stopped else whole


def stopped(played: Replay) -> Replay:
    """The same game, ended by the table: its pot given back."""
    flows = [payment for _hand, payments in played.payments for payment in payments]
    ending = give_back(flows, played.fold.persons)
    return Replay(played.fold.paid(ending), played.tally, played.hands, ending)


def before(at: Table, hand: Hand, hands: Sequence[Hand]) -> Fold[Any, Any]:
    """The game as it stood when ``hand`` was dealt; ``hands``: those in force."""
    return replay(at, [h for h in hands if h.number < hand.number]).fold
