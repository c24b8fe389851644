"""Leads an edit through the later hands whose questions it changes. Reads and computes; the
services of ``edits`` write.

A later hand that still fits stays as it is. Answers that would no longer be asked fall away, hands
after the end of the game are deleted, and what cannot be known is asked: ``Lead.open`` is the first
hand that needs an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.entry_json import dump_entry, load_entry
from scorekeeper.engine.questions.kinds import Flag, Pick, question, questions
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase, _
from scorekeeper.play.ending import extend_ending, shorten_ending
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.evidence import wrong_shows
from scorekeeper.play.replays.replay import NotPossibleError, Replaying, impossible
from scorekeeper.play.selectors import Table, hands_in_force, person_keys
from scorekeeper.play.terms import in_terms


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The new version of a later hand; ``entry``: None if the hand is deleted."""

    hand: Hand
    entry: Entry[Any, Any] | None
    claims: Sequence[Claim] = ()


DELETED: Final = FollowUp(Hand(), None)
"""The answer that a hand was not played."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A later hand that needs an answer. ``fold``: the game before it; ``entry``: its answers so
    far; ``missing``: what is missing, in a sentence."""

    hand: Hand
    fold: Fold[Any, Any]
    entry: Entry[Any, Any]
    missing: Phrase


@dataclass(frozen=True, slots=True)
class Lead:
    follow_ups: list[FollowUp] = field(default_factory=list)
    open: OpenHand | None = None


Answer = Callable[[Hand, Fold[Any, Any]], FollowUp | None]
"""Returns what was entered now for a later hand; None if nothing. Raises EntryError if it cannot be
played."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An edit before it is written. ``hands``: the hands in force after it, in order; ``later``:
    those after the edited one; ``earlier_versions``: versions to go back to, by ids of the hands
    that replaced them; a hand that was deleted has its own."""

    table: Table
    hands: Sequence[Hand]
    later: frozenset[int]
    ends: int | None
    """The number of hands it is agreed to end after."""
    earlier_versions: Mapping[int, Hand] = field(default_factory=dict)


# What is edited ------------------------------------------------------------------------------


def amended(table: Table, hand: Hand, entry: Entry[Any, Any]) -> Correction:
    hands = hands_in_force(table.game)
    new = _unsaved(hand, entry)
    after = [new if other.pk == hand.pk else other for other in hands]
    return Correction(table, after, _later(hands, hand.number), table.game.ends_after)


def inserted(table: Table, before: Hand, entry: Entry[Any, Any]) -> Correction:
    hands = hands_in_force(table.game)
    earlier = [hand for hand in hands if hand.number < before.number]
    moved = [_numbered(hand, hand.number + 1) for hand in hands if hand.number >= before.number]
    game = copy(table.game)
    extend_ending(game)
    later = frozenset(hand.pk for hand in moved)
    return Correction(table, [*earlier, _unsaved(before, entry), *moved], later, game.ends_after)


def deleted(table: Table, hand: Hand) -> Correction:
    """Deleting a hand that was inserted also takes back what the insertion did to others."""
    rest = [other for other in hands_in_force(table.game) if other.pk != hand.pk]
    together = _deleted_at(hand, hand.at) if hand.late and hand.replaces_id is None else []
    game = copy(table.game)
    shorten_ending(game, hand.number)
    return _taken_back(table, hand, rest, together, game.ends_after)


def restored(table: Table, hand: Hand) -> Correction:
    """Restoring a hand also takes back what its edit or deletion did to others."""
    rest = [other for other in hands_in_force(table.game) if other.number != hand.number]
    together = _deleted_at(hand, hand.voided_at) if hand.voided_at else []
    return _taken_back(table, hand, [*rest, hand], together, table.game.ends_after)


def _taken_back(
    table: Table, hand: Hand, hands: Sequence[Hand], together: Sequence[Hand], ends: int | None
) -> Correction:
    """``together``: hands that were deleted or replaced by the same edit."""
    by_id = {earlier.pk: earlier for earlier in together if earlier.number > hand.number}
    versions = {other.pk: by_id[pk] for other in hands if (pk := other.replaces_id) in by_id}
    numbers = {other.number for other in hands}
    gone = {earlier.pk: earlier for pk, earlier in by_id.items() if earlier.number not in numbers}
    after = sorted([*hands, *gone.values()], key=lambda other: other.number)
    return Correction(table, after, _later(after, hand.number), ends, versions | gone)


def _deleted_at(hand: Hand, moment: Any) -> list[Hand]:
    return list(Hand.objects.filter(game_id=hand.game_id, voided_at=moment).exclude(pk=hand.pk))


def _later(hands: Sequence[Hand], number: int) -> frozenset[int]:
    return frozenset(hand.pk for hand in hands if hand.number > number)


def _unsaved(hand: Hand, entry: Entry[Any, Any]) -> Hand:
    values = {"game": hand.game, "number": hand.number, "changes": hand.changes}
    return Hand(persons=hand.persons, entry=dump_entry(entry, person_keys(hand.persons)), **values)


def _numbered(hand: Hand, number: int) -> Hand:
    moved = copy(hand)
    moved.number = number
    return moved


# The later hands -----------------------------------------------------------------------------


def lead(correction: Correction, answer: Answer, *, until: int | None = None) -> Lead:
    """Returns what becomes of the later hands, up to the first one without an answer, or up to the
    hand with the id ``until``. Raises NotPossibleError."""
    follow_ups, played_before = list[FollowUp](), _played_before(correction.table)
    replaying = Replaying(correction.table)
    replaying.fold = replace(replaying.fold, ends=correction.ends)
    for hand in correction.hands:
        if hand.pk not in correction.later:
            replaying.play(hand)
            continue
        if replaying.fold.over:
            if not hand.voided_at:
                follow_ups.append(FollowUp(hand, None))
            continue
        replaying.seats_change(hand.changes)
        place = _Place(correction, hand, replaying.fold, played_before.get(hand.pk))
        if hand.pk == until:
            return Lead(follow_ups, place.open(_("Check hand {number}.")))
        try:
            follow_up = place.follow_up(answer)
        except _OpenError as asked:
            return Lead(follow_ups, asked.hand)
        if follow_up is None:
            replaying.play(hand)
            continue
        follow_ups.append(follow_up)
        if follow_up.entry is not None:
            replaying.play(_unsaved(hand, follow_up.entry))
    return Lead(follow_ups)


def _played_before(table: Table) -> dict[int, tuple[Fold[Any, Any], Fold[Any, Any]]]:
    """Returns the game before and after each hand as it is now, by the hands' ids."""
    replaying, played = Replaying(table), {}
    for hand in hands_in_force(table.game):
        replaying.seats_change(hand.changes)
        before = replaying.fold
        with suppress(NotPossibleError):
            played[hand.pk] = before, replaying.play(hand)
    return played


def _rested(after: Fold[Any, Any]) -> frozenset[int]:
    """Returns who rested in the newest hand."""
    assert after.last is not None
    return frozenset(after.last.outcome.rests)


class _OpenError(Exception):
    def __init__(self, hand: OpenHand) -> None:
        super().__init__(hand.missing)
        self.hand = hand


@dataclass(frozen=True, slots=True)
class _Place:
    """A later hand on the game that the edit leads to. ``was``: the game before and after it, as it
    is now."""

    correction: Correction
    hand: Hand
    fold: Fold[Any, Any]
    was: tuple[Fold[Any, Any], Fold[Any, Any]] | None

    @property
    def rules(self) -> AnyVariant:
        return self.correction.table.rules

    @property
    def written(self) -> Entry[Any, Any]:
        """The answers of the hand, also those not asked any more."""
        keys = person_keys(self.fold.persons)
        return load_entry(self.rules, self.fold, self.hand.entry, keys, strict=False)

    def open(self, missing: Phrase) -> OpenHand:
        values = {**missing.values, "number": self.hand.number}
        sentence = in_terms(self.rules.terms, missing.format(**values))
        return OpenHand(self.hand, self.fold, self._begun(), sentence)

    def _begun(self) -> Entry[Any, Any]:
        """Returns the answers of the hand, with the usual ones for players who were not asked."""
        entry = self.written
        for person in self._newly_asked():
            usual = {
                q.name: q.kind.suggest
                for q in questions(self.rules.line)
                if isinstance(q.kind, Pick) and q.default is None and q.kind.suggest
            }
            usual |= self.rules.suggests(self.fold, person)
            entry = _with_line(entry, person, replace(entry.lines[person], **usual))
        return entry

    def follow_up(self, answer: Answer) -> FollowUp | None:
        """Returns the new version of the hand; None if it stays. Raises _OpenError."""
        try:
            if answered := answer(self.hand, self.fold):
                return replace(answered, hand=self.hand)
        except EntryError as error:
            raise _OpenError(self.open(self._missing(error))) from error
        if earlier := self.correction.earlier_versions.get(self.hand.pk):
            with suppress(EntryError):
                entry, _after = self._played(earlier)
                return FollowUp(self.hand, entry, _claims(earlier))
        try:
            entry, after = self._played(self.hand)
        except EntryError:
            entry, after = self._rested_as_before() or self._fitted()
            self._check_out(entry, after)
            return FollowUp(self.hand, entry, _claims(self.hand))
        self._check_out(entry, after)
        return FollowUp(self.hand, entry, _claims(self.hand)) if self.hand.voided_at else None

    def _played(self, hand: Hand) -> tuple[Entry[Any, Any], Fold[Any, Any]]:
        entry = self.correction.table.entry(hand, self.fold)
        return entry, playing.play(self.rules, self.fold, entry)

    def _fitted(self) -> tuple[Entry[Any, Any], Fold[Any, Any]]:
        """Returns the answers without those not asked any more, and the game after them. Raises
        _OpenError if others are missing then."""
        entry = playing.canonical(self.rules, self.fold, self.written)
        self._check_joins(entry)
        while True:
            try:
                playing.refuse_unasked(self.rules, self.fold, entry)
                return entry, playing.play(self.rules, self.fold, entry)
            except EntryError as error:
                without = _without_flag(entry, error)
                if without is None:
                    raise _OpenError(self.open(self._missing(error))) from error
                entry = without

    def _rested_as_before(self) -> tuple[Entry[Any, Any], Fold[Any, Any]] | None:
        """Returns the answers with a tick for who rested in this hand, where somebody else would
        have to rest now; None if that is not what keeps the hand from being played."""
        if self.was is None:
            return None
        rested = _rested(self.was[1])
        for person in rested:
            for _name, ticked, after in self._ticked(self.written, person):
                if _rested(after) == rested:
                    return ticked, after
        return None

    def _ticked(
        self, entry: Entry[Any, Any], person: int
    ) -> Iterator[tuple[str, Entry[Any, Any], Fold[Any, Any]]]:
        """Yields the answers with one more tick for this person, as far as they can be played, by
        the name of the question, with the game after them."""
        flags = [q.name for q in questions(self.rules.line) if isinstance(q.kind, Flag)]
        for name in flags:
            line = replace(entry.lines[person], **{name: True})
            with suppress(EntryError):
                ticked = _with_line(entry, person, line)
                playing.refuse_unasked(self.rules, self.fold, ticked)
                after = playing.play(self.rules, self.fold, ticked)
                yield name, ticked, after

    def _check_joins(self, entry: Entry[Any, Any]) -> None:
        """Asks about a player who would have to join a hand that they played."""
        joins = self.rules.joins
        for person, line in enumerate(self.written.lines if joins else ()):
            names = self.rules.asks(self.fold, person)
            if entry.lines[person] != line and (names is None or joins in names):
                sentence = _(
                    "{name} would be out before hand {number}. "
                    "Tick “{answer}” if {name} played it all the same."
                )
                self._ask(sentence, person, joins)

    def _check_out(self, entry: Entry[Any, Any], after: Fold[Any, Any]) -> None:
        """Asks about a player who would be out after the hand, where an answer keeps them in."""
        out = self.rules.out
        if self.was is None or not (new := set(out(after)) - set(out(self.was[1]))):
            return
        for person in (p for p in range(len(entry.lines)) if self.fold.seat_of(p) in new):
            for name, _ticked, kept_in in self._ticked(entry, person):
                if self.fold.seat_of(person) not in out(kept_in):
                    sentence = _(
                        "{name} would be out after hand {number}. "
                        "Tick “{answer}” if that applies to {name}."
                    )
                    self._ask(sentence, person, name)

    def _ask(self, sentence: Phrase, person: int, name: str) -> None:
        label = question(self.rules.line, name).label
        player = self.correction.table.names[person]
        raise _OpenError(self.open(sentence.format(name=player, answer=label)))

    def _missing(self, error: EntryError) -> Phrase:
        """Returns in a sentence what keeps the hand from being played."""
        names = self.correction.table.names
        if error.seat in (new := self._newly_asked()):
            sentence = _("{names} would still be in: what did {names} have in hand {number}?")
            return sentence.format(names=", ".join(names[person] for person in new))
        return impossible(self.hand, error, names)

    def _newly_asked(self) -> list[int]:
        """Returns who was not asked in this hand and would be."""
        if self.was is None:
            return []
        now, before, entry = self.fold, self.was[0], self.written
        persons = (p for p in range(len(entry.lines)) if p not in entry.absent)
        return [p for p in persons if self._is_asked(now, p) and not self._is_asked(before, p)]

    def _is_asked(self, fold: Fold[Any, Any], person: int) -> bool:
        names = playing.asked_questions(self.rules, fold, self.written, person)
        return names is None or bool(names - {self.rules.joins})


def _without_flag(entry: Entry[Any, Any], error: EntryError) -> Entry[Any, Any] | None:
    """Returns the entry without the ticked answer that the error is about; None if it is about
    something else."""
    if not isinstance(error.seat, int) or not error.field:
        return None
    line = entry.lines[error.seat]
    flags = {q.name for q in questions(type(line)) if isinstance(q.kind, Flag)}
    if error.field not in flags or not getattr(line, error.field):
        return None
    return _with_line(entry, error.seat, replace(line, **{error.field: False}))


def _with_line(entry: Entry[Any, Any], person: int, line: Any) -> Entry[Any, Any]:
    return replace(entry, lines=(*entry.lines[:person], line, *entry.lines[person + 1 :]))


def _claims(hand: Hand) -> list[Claim]:
    return [show.claim for show in wrong_shows(hand)]


# The seats of a missing hand ----------------------------------------------------------------
# A missing hand is inserted before another one. It is dealt to those who sit there after all seat
# changes before that one, unless somebody says that it was played earlier.


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
