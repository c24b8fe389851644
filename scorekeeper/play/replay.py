"""A game played anew from its stored entries and changes of seats: what its fold, scores and
payments should be.

Corrections write the difference; ``checkledger`` and ``replay`` report it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.facts import ABSENT, PLAYED, WON, Fact, Facts
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.kept import recall_answers
from scorekeeper.engine.money import Payments, give_back
from scorekeeper.engine.recorded import as_counted, earned_feats, hand_facts, players, was_played
from scorekeeper.engine.seating import come_back, join, leave
from scorekeeper.engine.winners import winners
from scorekeeper.play.models import ChangeKind, Hand
from scorekeeper.play.selectors import Table, seat_changes

Tally = dict[str, list[Any]]
"""By person, added up over the hands: those he took part in, those he won, and every ``Fact`` that
its hands tell. One in which a hand was played before facts were kept has none of them. Beside them
``FEATS``: how often he achieved what, and the number of the hand that was the first, by the keys of
``engine.feats.Feat``; ``RUN``: how many hands he has won in a row; ``COUNTS``: with how many points
he was caught, and how often with each; and ``OUTCOMES``: a letter for each hand, what it was to
him; and ``UNPLAYED``: the same number for everybody, of hands that were void or an agreement.
These count for nothing else. A tally of before has no such number, and counts them as played."""
FEATS: Final = "feats"
RUN: Final = "run"
COUNTS: Final = "counts"
OUTCOMES: Final = "outcomes"
UNPLAYED: Final = "unplayed"


class NotPossibleError(Exception):
    """A hand could not have happened after the ones before it."""

    def __init__(self, hand: Hand, error: EntryError) -> None:
        super().__init__(str(error))
        self.hand, self.error = hand, error


@dataclass(frozen=True, slots=True)
class Replay:
    """``hands``: each with the game after it; ``ending``: the pot given back, if it was stopped."""

    fold: Fold[Any, Any]
    tally: Tally
    hands: tuple[tuple[Hand, Fold[Any, Any]], ...]
    ending: Payments = ()

    @property
    def payments(self) -> list[tuple[Hand | None, Payments]]:
        """In the order they were made: before the first hand, by hand, when stopped."""
        by_hand = [(hand, after.last.payments) for hand, after in self.hands if after.last]
        return [(None, self.fold.opening), *by_hand, (None, self.ending)]


def empty_tally(persons: int) -> Tally:
    return {name: [0] * persons for name in ("hands", "wins", UNPLAYED)}


def tally_after_hand(
    tally: Mapping[str, Sequence[Any]],
    at: Table,
    before: Fold[Any, Any],
    after: Fold[Any, Any],
    number: int,
) -> Tally:
    """The tally with the hand of this number, which led from ``replay_before`` to ``after``."""
    assert after.last is not None
    entry = as_counted(at.rules, before, after)
    if UNPLAYED in tally and not was_played(at.rules, before, entry):
        unplayed = [n + 1 for n in tally[UNPLAYED]]
        return {**{name: [*counts] for name, counts in tally.items()}, UNPLAYED: unplayed}
    won = winners(at.rules, after)
    told = hand_facts(at.rules, before, after, won, entry)
    played = players(at.rules, before, after, entry)
    found: Tally = {
        **{name: [*tally[name]] for name in (UNPLAYED,) if name in tally},
        "hands": [n + (person in played) for person, n in enumerate(tally["hands"])],
        "wins": [n + (person in won) for person, n in enumerate(tally["wins"])],
        **_facts(tally, told),
        **_outcomes(tally, played, won),
    }
    if any(tally["hands"]) and FEATS not in tally:
        return found
    runs = _runs(tally, played, won)
    done = earned_feats(at.rules, before, after, entry, won, told, runs)
    return {**found, RUN: runs, FEATS: _with(tally, done, number), COUNTS: _counts(tally, told)}


def _runs(
    tally: Mapping[str, Sequence[Any]], played: Container[int], won: Container[int]
) -> list[int]:
    """Who misses a hand keeps his run."""
    before = tally.get(RUN, [0] * len(tally["hands"]))
    return [n + 1 if p in won else 0 if p in played else n for p, n in enumerate(before)]


def _outcomes(
    tally: Mapping[str, Sequence[Any]], played: Container[int], won: Container[int]
) -> Tally:
    """Told of all hands of a game, or of none."""
    if any(tally["hands"]) and OUTCOMES not in tally:
        return {}
    before = tally.get(OUTCOMES, [""] * len(tally["hands"]))
    letters = (WON if p in won else PLAYED if p in played else ABSENT for p in range(len(before)))
    return {OUTCOMES: [told + letter for told, letter in zip(before, letters, strict=True)]}


def _with(
    tally: Mapping[str, Sequence[Any]], done: Sequence[tuple[int, str]], number: int
) -> list[dict[str, list[int]]]:
    """What was achieved, with what this hand adds."""
    before = tally.get(FEATS) or [{} for _person in tally["hands"]]
    found = [dict(feats) for feats in before]
    for person, key in done:
        times, first = found[person].get(key, (0, number))
        found[person][key] = [times + 1, first]
    return found


def _facts(tally: Mapping[str, Sequence[Any]], told: Sequence[Facts]) -> Tally:
    """Of the first hand all that it tells; later no more than what was told of those before."""
    began = any(tally["hands"])
    names = {name for facts in told for name in facts}
    kept = [name for name in Fact if (name in tally if began else name in names)]
    none = [0] * len(told)
    before = {name: tally.get(name, none) for name in kept}
    return {
        str(name): [n + facts.get(name, 0) for n, facts in zip(before[name], told, strict=True)]
        for name in kept
    }


def _counts(tally: Mapping[str, Sequence[Any]], told: Sequence[Facts]) -> list[dict[str, int]]:
    before = tally.get(COUNTS) or [{} for _person in told]
    found = [dict(counts) for counts in before]
    for counts, facts in zip(found, told, strict=True):
        if facts.get(Fact.CAUGHT):
            points = str(facts[Fact.CAUGHT_POINTS]).removesuffix(".0")
            counts[points] = counts.get(points, 0) + 1
    return found


def tally_with_new_seat(tally: Mapping[str, Sequence[Any]]) -> Tally:
    nothing: dict[str, Any] = {FEATS: {}, COUNTS: {}}
    if UNPLAYED in tally:
        nothing[UNPLAYED] = tally[UNPLAYED][0]
    if OUTCOMES in tally:
        nothing[OUTCOMES] = ABSENT * len(tally[OUTCOMES][0])
    return {name: [*counts, nothing.get(name, 0)] for name, counts in tally.items()}


class Replaying:
    """A game played anew from its start: its fold after so many hands and changes of seats."""

    def __init__(self, at: Table) -> None:
        self.at, self.rules, self.game = at, at.rules, at.game
        self.changes = seat_changes(at.game)
        joined = [change for change in self.changes if change.before is not None]
        self.options = [*(change.before for change in joined), at.game.options]
        """Of each stretch of the game: another begins whenever a seat joins."""
        persons = len(at.players) - len(joined)
        seats = persons // self.game.side
        options = recall_answers(self.rules.options, self.options.pop(0))
        begun = playing.start(self.rules, options, seats, self.game.side, self.game.first)
        self.fold = replace(begun, ends=self.game.ends_after)
        self.tally = empty_tally(persons)
        self.done = 0

    def seats_change(self, upto: int) -> None:
        """Take the changes of seats, ``upto`` of them in all."""
        for change in self.changes[self.done : upto]:
            match change.kind:
                case ChangeKind.LEAVE:
                    self.fold = leave(self.rules, self.fold, change.person)
                case ChangeKind.BACK:
                    self.fold = come_back(self.rules, self.fold, change.person)
                case ChangeKind.JOIN:
                    wider = recall_answers(self.rules.options, self.options.pop(0))
                    self.fold = join(self.rules, self.fold, wider)
                    self.tally = tally_with_new_seat(self.tally)
        self.done = max(self.done, upto)

    def play(self, hand: Hand) -> Fold[Any, Any]:
        """Raises NotPossibleError."""
        self.seats_change(hand.changes)
        before = self.fold
        try:
            self.fold = playing.play(self.rules, self.fold, self.at.entry(hand, self.fold))
        except EntryError as error:
            raise NotPossibleError(hand, error) from error
        self.tally = tally_after_hand(self.tally, self.at, before, self.fold, hand.number)
        return self.fold


def replay(at: Table, hands: Sequence[Hand], changes: int | None = None) -> Replay:
    """Play these hands of the table's game from the start, with the changes of seats before and
    between them, and those after them: ``changes`` in all, None for every one. Raises
    NotPossibleError.
    """
    course = Replaying(at)
    played = tuple((hand, course.play(hand)) for hand in hands)
    course.seats_change(at.game.change_count if changes is None else changes)
    whole = Replay(course.fold, course.tally, played)
    return stopped_replay(whole) if at.game.stopped else whole


def stopped_replay(played: Replay) -> Replay:
    """The same game, ended by the table: its pot given back."""
    flows = [payment for _hand, payments in played.payments for payment in payments]
    ending = give_back(flows, played.fold.persons)
    return Replay(played.fold.with_payments(ending), played.tally, played.hands, ending)


def replay_before(at: Table, hand: Hand, hands: Sequence[Hand]) -> Fold[Any, Any]:
    """The game as it stood when ``hand`` was dealt; ``hands``: those in force."""
    return replay(at, [h for h in hands if h.number < hand.number], hand.changes).fold
