"""Edits, deletes, inserts and restores earlier hands; each service is one transaction under the
locks of ``play.services``.

What an edit changes about later hands (``leading``) is written with it, in the same transaction.
Rows are never changed: a hand is voided, another takes its place, the hands after it are replayed,
and only what differs is written.

A session that has ended refuses all of it (``ClosedError``) unless ``after_closing`` is set, by a
caller who was shown the consequences (``settlement.after_closing``). The session stays ended and
none of its games resumes.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, author_fields, signature_id
from scorekeeper.core import clock
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine import playing, reasons
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase
from scorekeeper.play.edits.hints import Pace, result_of
from scorekeeper.play.edits.idempotency import hand_by_token, is_same_hand
from scorekeeper.play.edits.leading import FollowUp, seated_by, seatings
from scorekeeper.play.ending import extend_ending, shorten_ending
from scorekeeper.play.ledger_rows import correct_payments, keep_results, score_rows
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.evidence import chained_digest, evidence, wrong_shows
from scorekeeper.play.replays.replay import (
    NotPossibleError,
    Replay,
    replay,
    replay_before,
    stopped_replay,
)
from scorekeeper.play.selectors import Table, hands_in_force, newest_scores, person_keys
from scorekeeper.play.services import (
    ClosedError,
    SavedHand,
    StaleError,
    hand_in_force,
    in_place,
    lock_table,
)
from scorekeeper.play.terms import game_text, in_terms

FOR_HOSTS: Final = _("This session has ended. A host can still edit it.")
REMOVED: Final = _("This game has been deleted.")


@transaction.atomic
def amend_hand(
    *,
    hand: Hand,
    entry: Entry[Any, Any],
    token: str,
    reason: str = "",
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    follow_ups: Sequence[FollowUp] = (),
    after_closing: bool = False,
) -> SavedHand:
    """Puts an edited version in the hand's place and replays the hands after it.

    Raises StaleError if the hand is no longer in force, EntryError if the rules refuse the entry,
    NotPossibleError if a later hand could not have followed it, ClosedError after the session,
    OtherwiseError if the token has saved other answers or another hand.
    """
    table = lock_table(hand.game)

    def matches(earlier: Hand) -> bool:
        same = (earlier.replaces_id, earlier.reason) == (hand.pk, reason[:200])
        return same and is_same_hand(table, earlier, entry)

    if earlier := hand_by_token(table.game, token, matches, _saved_otherwise(table)):
        return SavedHand(earlier, table, repeated=True)
    old = _in_force(table, hand, after_closing)
    _void(old, reason=reason, by=by)
    fold = replay_before(table, old, hands_in_force(table.game))
    new = Hand(game=table.game, number=old.number, token=token, replaces=old, **author_fields(by))
    new.reason = reason[:200]
    why = _why(table, reasons.HAND_EDITED, old.number)
    return _put(table, new, old, fold, entry, claims, follow_ups, why=why, moment=old.voided_at)


@transaction.atomic
def insert_hand(
    *,
    before: Hand,
    entry: Entry[Any, Any],
    token: str,
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    follow_ups: Sequence[FollowUp] = (),
    after_closing: bool = False,
) -> SavedHand:
    """Inserts a missing hand before this one; this one and those after it are renumbered. Dealt to
    the persons of ``before``, which may be those of an earlier seating (``seatings``).

    Once per token. Raises StaleError if ``before`` is no longer in force, or its seating not one
    of these, EntryError if the rules refuse the entry, NotPossibleError if a later hand could not
    have followed it, ClosedError after the session, OtherwiseError if the token has saved other
    answers.
    """
    table = lock_table(before.game)

    def matches(earlier: Hand) -> bool:
        return not earlier.replaces_id and is_same_hand(table, earlier, entry)

    if earlier := hand_by_token(table.game, token, matches, _saved_otherwise(table)):
        return SavedHand(earlier, table, repeated=True)
    next_hand = _in_force(table, before, after_closing)
    if before.changes != next_hand.changes:
        next_hand = _seated_earlier(table, before, next_hand)
    fold = replay_before(table, next_hand, hands_in_force(table.game))
    _make_room(table.game, next_hand.number)
    extend_ending(table.game)
    new = Hand(
        game=table.game, number=next_hand.number, token=token, late=True, **author_fields(by)
    )
    why = _why(table, reasons.HAND_INSERTED, next_hand.number)
    return _put(table, new, next_hand, fold, entry, claims, follow_ups, why=why)


def _seated_earlier(table: Table, before: Hand, next_hand: Hand) -> Hand:
    for seating in seatings(table, next_hand):
        if seating.changes == before.changes:
            return seated_by(next_hand, seating)
    raise _stale(table, next_hand.number, next_hand)


def _put(
    table: Table,
    new: Hand,
    old: Hand,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    claims: Sequence[Claim],
    follow_ups: Sequence[FollowUp],
    *,
    why: Phrase,
    moment: datetime | None = None,
) -> SavedHand:
    """Writes a hand where another stood, dealt on ``fold`` to the same persons. ``moment``: when
    the version it replaces was deleted."""
    _insert_version(table, new, old, fold, entry, claims)
    _write_follow_ups(table, follow_ups, moment or new.at, by=new.by, reason=new.reason)
    rework(table, why=why, by=new.by, new=new)
    return SavedHand(new, table)


def _insert_version(
    table: Table,
    new: Hand,
    old: Hand,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    claims: Sequence[Claim],
) -> None:
    new.persons, new.changes = old.persons, old.changes
    new.entry = dump_entry(entry, person_keys(old.persons))
    new.laid = _evidence(table, fold, entry, claims)
    new.digest = chained_digest(table.game.last_digest, new.token, new.entry)
    new.save(force_insert=True)
    table.game.last_digest = new.digest


def _write_follow_ups(
    table: Table,
    follow_ups: Sequence[FollowUp],
    moment: datetime,
    *,
    by: Membership | None,
    reason: str = "",
) -> None:
    """Writes the new versions of later hands. All are deleted at the ``moment`` of the edit, by
    which they can be restored together. Raises StaleError if one of them was edited since."""
    game = table.game
    for follow_up in follow_ups:
        old = Hand.objects.get(pk=follow_up.hand.pk)
        if old.voided_at != follow_up.hand.voided_at:
            raise _stale(table, old.number)
        if old.voided_at is None:
            _void(old, reason=reason, by=by, moment=moment)
        if follow_up.entry is None:
            shorten_ending(game, old.number)
            continue
        new = Hand(game=game, number=old.number, token=_token_after(old), replaces=old)
        for name, value in author_fields(by).items():
            setattr(new, name, value)
        new.reason = reason
        fold = replay_before(table, old, hands_in_force(game))
        _insert_version(table, new, old, fold, follow_up.entry, follow_up.claims)


def _token_after(hand: Hand) -> str:
    """Returns the token of the version that replaces a hand because of an edit before it."""
    times = Hand.objects.filter(replaces=hand).count()
    return hashlib.sha256(f"{hand.token} {times}".encode()).hexdigest()[:32]


@transaction.atomic
def void_hand(
    *,
    hand: Hand,
    reason: str = "",
    by: Membership | None = None,
    follow_ups: Sequence[FollowUp] = (),
    after_closing: bool = False,
) -> Table:
    """Deletes a hand; undoing the last one is this too. A hand already void stays void.

    Raises NotPossibleError if a later hand could not have happened without it, ClosedError.
    """
    table = lock_table(hand.game)
    current = Hand.objects.get(pk=hand.pk)
    if current.voided_at:
        return table
    old = _in_force(table, current, after_closing)
    _void(old, reason=reason, by=by)
    shorten_ending(table.game, current.number)
    assert old.voided_at
    _write_follow_ups(table, follow_ups, old.voided_at, by=by)
    rework(table, why=_why(table, reasons.HAND_DELETED, current.number), by=by)
    return table


@transaction.atomic
def restore_hand(
    *,
    hand: Hand,
    token: str,
    by: Membership | None = None,
    follow_ups: Sequence[FollowUp] = (),
    after_closing: bool = False,
) -> SavedHand:
    """Restores a hand as it was before it was deleted or edited, as a new version.

    Once per token. Raises StaleError if it is in force, its place was changed since, or the token
    has saved another hand,
    NotPossibleError if a later hand could not follow it, EntryError if the rules refuse it now,
    ClosedError after the session.
    """
    table = lock_table(hand.game)
    if earlier := hand_by_token(
        table.game,
        token,
        lambda earlier: earlier.replaces_id == hand.pk,
        lambda first: _stale(table, hand.number, first),
    ):
        return SavedHand(earlier, table, repeated=True)
    _check_open(table, after_closing)
    old, current = Hand.objects.get(pk=hand.pk), hand_in_force(table.game, hand.number)
    if not old.voided_at or old.changes > table.game.change_count:
        raise _stale(table, old.number, current)
    if current is not None:
        if current.replaces_id != old.pk:
            raise _stale(table, old.number, current)
        _void(current, reason="", by=by)
    fold = replay_before(table, old, hands_in_force(table.game))
    new = Hand(game=table.game, number=old.number, token=token, replaces=old, **author_fields(by))
    claims = [show.claim for show in wrong_shows(old)]
    why = _why(table, reasons.HAND_RESTORED, old.number)
    entry, moment = table.entry(old, fold), current.voided_at if current else None
    return _put(table, new, old, fold, entry, claims, follow_ups, why=why, moment=moment)


def _why(table: Table, message: Phrase, number: int) -> Phrase:
    """Returns the reason of the payments that an edit changes."""
    return in_terms(table.game.terms, message.format(number=number))


def _evidence(
    table: Table, fold: Fold[Any, Any], entry: Entry[Any, Any], claims: Sequence[Claim]
) -> dict[str, Any]:
    """Returns the evidence of a hand for its new place. Raises EntryError."""
    after = playing.play(table.rules, fold, entry)
    assert after.last is not None
    return evidence(table.rules, fold, after.last.entry, claims)


def _check_open(table: Table, after_closing: bool) -> None:
    if table.game.removed_at or (table.game.session.closed_at and not after_closing):
        raise ClosedError(FOR_HOSTS if table.game.removed_at is None else REMOVED)


def _in_force(table: Table, hand: Hand, after_closing: bool) -> Hand:
    _check_open(table, after_closing)
    current = Hand.objects.get(pk=hand.pk)
    if current.voided_at:
        raise _stale(table, current.number)
    return current


def _stale(table: Table, number: int, first: Hand | None = None) -> StaleError:
    """``first``: what is in the place of this hand, if it is known."""
    text = game_text(table.game.terms, "Someone else has edited hand %(number)d.")
    return StaleError(first or hand_in_force(table.game, number), text, number=number)


def _saved_otherwise(table: Table) -> Callable[[Hand], Refusal]:
    return lambda first: OtherwiseError(first, now=in_place(table, first))


def _void(
    hand: Hand, *, reason: str, by: Membership | None, moment: datetime | None = None
) -> None:
    hand.voided_at, hand.voided_by = moment or clock.now(), by
    hand.void_reason = reason[:200]
    hand.void_signature_id = signature_id(by)
    hand.save(update_fields=["voided_at", "voided_by", "void_signature", "void_reason"])


def _make_room(game: Game, number: int) -> None:
    """Frees this number; the last hands move first, so that no two share one."""
    later = game.hands.filter(number__gte=number).order_by("-number")
    for occupied in list(later.values_list("number", flat=True).distinct()):
        game.hands.filter(number=occupied).update(number=F("number") + 1)


# Replay --------------------------------------------------------------------------------------


def rework(table: Table, *, why: Phrase, by: Membership | None, new: Hand | None = None) -> None:
    """Replays the hands in force; reverses and posts the payments that differ."""
    game = table.game
    hands = hands_in_force(game)
    try:
        played = replay(table, hands)
    except NotPossibleError as broken:
        if broken.hand == new:
            raise broken.error from broken
        raise
    scores = newest_scores(SeatScore.objects.filter(hand__game=game))
    for hand, after in played.hands:
        _rescore(hand, table.rules, after, scores)
    if game.session.closed_at and not played.fold.over and not game.stopped:
        game.stopped, played = True, stopped_replay(played)  # as when the session ended
    correct_payments(table, played.payments, why=why, by=by)
    game.last_number = hands[-1].number if hands else 0
    game.hand_count = len(hands)
    game.pace = _pace(game, hands).dump()
    over = played.fold.over or game.stopped
    game.closed_at = (game.closed_at or clock.now()) if over else None
    _keep(table, played)


def _pace(game: Game, hands: Sequence[Hand]) -> Pace:
    """Keeps the gaps; the last hand may be another one now."""
    pace = Pace.load(game.pace)
    if not hands:
        return replace(pace, last=None, result="")
    return replace(pace, last=hands[-1].at.timestamp(), result=result_of(hands[-1].entry))


def _keep(table: Table, played: Replay) -> None:
    table.fold = played.fold
    table.game.tally = played.tally
    table.game.keep(played.fold)
    table.game.save()
    keep_results(table)
    locks.touch(table.game.session)


def _rescore(
    hand: Hand,
    rules: AnyVariant,
    after: Fold[Any, Any],
    scores: Mapping[tuple[int, int], SeatScore],
) -> None:
    """Adds new revisions of this hand's scores that changed."""
    changed = []
    for score in score_rows(hand, rules, after):
        stored = scores.get((hand.pk, score.seat))
        if stored is None:
            changed.append(score)
        elif not stored.agrees_with(score):
            score.revision = stored.revision + 1
            changed.append(score)
    SeatScore.objects.bulk_create(changed)
