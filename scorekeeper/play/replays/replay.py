"""Replays a game from its stored entries and seat changes: its fold, scores and payments as they
should be.

Corrections write the difference; ``checkledger`` and ``replay`` report it.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.money import Payments, give_back
from scorekeeper.engine.outcomes.facts import ABSENT, PLAYED, WON, Fact, Facts
from scorekeeper.engine.outcomes.recorded import (
    earned_feats,
    hand_facts,
    players,
)
from scorekeeper.engine.outcomes.stored import recall_answers
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.seats.changes import come_back, join, leave
from scorekeeper.engine.words import Phrase, _
from scorekeeper.play.models import ChangeKind, Hand
from scorekeeper.play.selectors import Table, seat_changes
from scorekeeper.play.terms import in_terms

Tally = dict[str, list[Any]]
"""Values by person, added up over the hands: hands played, hands won, and every ``Fact`` that the
hands tell (none if a hand was played before facts were stored).

``FEATS``: how often each feat (a key of ``engine.outcomes.feats.Feat``) was achieved and the number
of the first hand; ``RUN``: hands won in a row; ``COUNTS``: how often the person was caught with how
many points; ``OUTCOMES``: a letter per hand; ``UNPLAYED``: the number of void hands and agreements,
the same for everybody, which count for nothing else. Older tallies have no ``UNPLAYED`` and count
those hands as played.
"""
FEATS: Final = "feats"
RUN: Final = "run"
COUNTS: Final = "counts"
OUTCOMES: Final = "outcomes"
UNPLAYED: Final = "unplayed"


class NotPossibleError(Refusal):
    """A hand could not have happened after the hands before it. ``names``: of the persons."""

    def __init__(self, hand: Hand, error: EntryError, names: Sequence[str]) -> None:
        super().__init__(words(impossible(hand, error, names)))
        self.hand, self.error = hand, error


def impossible(hand: Hand, error: EntryError, names: Sequence[str]) -> Phrase:
    """Returns why a hand could not have followed, with the player's name."""
    sentence = _("Hand {number} would not be possible then. {why}")
    values: dict[str, object] = {"number": hand.number, "why": error.named(names)}
    if isinstance(error.seat, int) and error.seat < len(names):
        sentence = _("Hand {number} would not be possible then. {name}: {why}")
        values["name"] = names[error.seat]
    return in_terms(hand.game.terms, sentence.format(**values))


@dataclass(frozen=True, slots=True)
class Replay:
    """``hands``: each with the game after it; ``ending``: the pot given back if it was stopped."""

    fold: Fold[Any, Any]
    tally: Tally
    hands: tuple[tuple[Hand, Fold[Any, Any]], ...]
    ending: Payments = ()

    @property
    def payments(self) -> list[tuple[Hand | None, Payments]]:
        """They are in order: before the first hand, by hand, when stopped."""
        by_hand = [(hand, after.last.payments) for hand, after in self.hands if after.last]
        return [(None, self.fold.opening), *by_hand, (None, self.ending)]


def empty_tally(persons: int) -> Tally:
    return {name: [0] * persons for name in ("hands", "wins", UNPLAYED)}


def tally_after_hand(
    tally: Mapping[str, Sequence[Any]],
    table: Table,
    before: Fold[Any, Any],
    after: Fold[Any, Any],
    number: int,
) -> Tally:
    """Returns the tally with the hand of this number, which led from ``before`` to ``after``."""
    assert after.last is not None
    if UNPLAYED in tally and not after.last.outcome.is_played:
        unplayed = [n + 1 for n in tally[UNPLAYED]]
        return {**{name: [*counts] for name, counts in tally.items()}, UNPLAYED: unplayed}
    won = winners(table.rules, after)
    facts = hand_facts(table.rules, before, after, won)
    played = players(table.rules, before, after)
    new_tally: Tally = {
        **{name: [*tally[name]] for name in (UNPLAYED,) if name in tally},
        "hands": [n + (person in played) for person, n in enumerate(tally["hands"])],
        "wins": [n + (person in won) for person, n in enumerate(tally["wins"])],
        **_facts(tally, facts),
        **_outcomes(tally, played, won),
    }
    if any(tally["hands"]) and FEATS not in tally:
        return new_tally
    runs = _runs(tally, played, won)
    feats = earned_feats(table.rules, before, after, won, facts, runs)
    return {
        **new_tally,
        RUN: runs,
        FEATS: _feats(tally, feats, number),
        COUNTS: _counts(tally, facts),
    }


def _runs(
    tally: Mapping[str, Sequence[Any]], played: Container[int], won: Container[int]
) -> list[int]:
    """Missing a hand does not end a run."""
    before = tally.get(RUN, [0] * len(tally["hands"]))
    return [n + 1 if p in won else 0 if p in played else n for p, n in enumerate(before)]


def _outcomes(
    tally: Mapping[str, Sequence[Any]], played: Container[int], won: Container[int]
) -> Tally:
    """Recorded for all hands of a game, or for none."""
    if any(tally["hands"]) and OUTCOMES not in tally:
        return {}
    before = tally.get(OUTCOMES, [""] * len(tally["hands"]))
    letters = (WON if p in won else PLAYED if p in played else ABSENT for p in range(len(before)))
    return {OUTCOMES: [outcomes + letter for outcomes, letter in zip(before, letters, strict=True)]}


def _feats(
    tally: Mapping[str, Sequence[Any]], achieved: Sequence[tuple[int, str]], number: int
) -> list[dict[str, list[int]]]:
    """Returns the feats with what this hand adds."""
    previous = tally.get(FEATS) or [{} for _person in tally["hands"]]
    feats = [dict(person_feats) for person_feats in previous]
    for person, key in achieved:
        times, first = feats[person].get(key, (0, number))
        feats[person][key] = [times + 1, first]
    return feats


def _facts(tally: Mapping[str, Sequence[Any]], facts_by_person: Sequence[Facts]) -> Tally:
    """The first hand decides which facts are recorded; later hands add to those."""
    has_begun = any(tally["hands"])
    names = {name for facts in facts_by_person for name in facts}
    recorded_names = [name for name in Fact if (name in tally if has_begun else name in names)]
    zeros = [0] * len(facts_by_person)
    previous = {name: tally.get(name, zeros) for name in recorded_names}
    return {
        str(name): [
            n + facts.get(name, 0) for n, facts in zip(previous[name], facts_by_person, strict=True)
        ]
        for name in recorded_names
    }


def _counts(
    tally: Mapping[str, Sequence[Any]], facts_by_person: Sequence[Facts]
) -> list[dict[str, int]]:
    previous = tally.get(COUNTS) or [{} for _person in facts_by_person]
    new_counts = [dict(counts) for counts in previous]
    for counts, facts in zip(new_counts, facts_by_person, strict=True):
        if facts.get(Fact.CAUGHT):
            points = str(facts[Fact.CAUGHT_POINTS]).removesuffix(".0")
            counts[points] = counts.get(points, 0) + 1
    return new_counts


def tally_with_new_seat(tally: Mapping[str, Sequence[Any]]) -> Tally:
    initial: dict[str, Any] = {FEATS: {}, COUNTS: {}}
    if UNPLAYED in tally:
        initial[UNPLAYED] = tally[UNPLAYED][0]
    if OUTCOMES in tally:
        initial[OUTCOMES] = ABSENT * len(tally[OUTCOMES][0])
    return {name: [*counts, initial.get(name, 0)] for name, counts in tally.items()}


class Replaying:
    """A game replayed from its start: its fold after so many hands and seat changes."""

    def __init__(self, table: Table) -> None:
        self.table, self.rules, self.game = table, table.rules, table.game
        self.changes = seat_changes(table.game)
        joined = [change for change in self.changes if change.before is not None]
        self.options = [*(change.before for change in joined), table.game.options]
        """One for each stretch of the game; another begins whenever a seat joins."""
        persons = len(table.players) - len(joined)
        seats = persons // self.game.side
        options = recall_answers(self.rules.options, self.options.pop(0))
        start = playing.start(self.rules, options, seats, self.game.side, self.game.first)
        self.fold = replace(start, ends=self.game.ends_after)
        self.tally = empty_tally(persons)
        self.changes_made = 0

    def seats_change(self, count: int) -> None:
        """Applies the seat changes until ``count`` of them are made in all."""
        for change in self.changes[self.changes_made : count]:
            match change.kind:
                case ChangeKind.LEAVE:
                    self.fold = leave(self.rules, self.fold, change.person)
                case ChangeKind.BACK:
                    self.fold = come_back(self.rules, self.fold, change.person)
                case ChangeKind.JOIN:
                    wider = recall_answers(self.rules.options, self.options.pop(0))
                    self.fold = join(self.rules, self.fold, wider, change.in_place_of)
                    self.tally = tally_with_new_seat(self.tally)
        self.changes_made = max(self.changes_made, count)

    def play(self, hand: Hand) -> Fold[Any, Any]:
        """Raises NotPossibleError."""
        self.seats_change(hand.changes)
        before = self.fold
        try:
            self.fold = playing.play(self.rules, self.fold, self.table.entry(hand, self.fold))
        except EntryError as error:
            raise NotPossibleError(hand, error, self.table.names) from error
        self.tally = tally_after_hand(self.tally, self.table, before, self.fold, hand.number)
        return self.fold


def replay(table: Table, hands: Sequence[Hand], changes: int | None = None) -> Replay:
    """Plays these hands from the start, with the seat changes before, between and after them:
    ``changes`` in all, None for every one. Raises NotPossibleError."""
    replaying = Replaying(table)
    played = tuple((hand, replaying.play(hand)) for hand in hands)
    replaying.seats_change(table.game.change_count if changes is None else changes)
    result = Replay(replaying.fold, replaying.tally, played)
    return stopped_replay(result) if table.game.stopped else result


def stopped_replay(played: Replay) -> Replay:
    """Returns the same game ended by the players, with its pot given back."""
    payments_made = [payment for _hand, payments in played.payments for payment in payments]
    ending = give_back(payments_made, played.fold.persons)
    return Replay(played.fold.with_payments(ending), played.tally, played.hands, ending)


def replay_before(table: Table, hand: Hand, hands: Sequence[Hand]) -> Fold[Any, Any]:
    """Returns the game as it was when ``hand`` was dealt; ``hands``: those in force."""
    return replay(table, [h for h in hands if h.number < hand.number], hand.changes).fold
