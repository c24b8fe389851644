"""What puts earlier hands right: each is one transaction, under the locks of ``play.services``.

What stood is never changed: a hand is voided, another takes its place, and the hands that follow
are played anew. Only what comes out differently is written.

A closed night refuses all of it (``ClosedError``) but ``after_closing``: whoever says that has seen
what it changes (``settling.after_closing``). The night stays closed, and none of its games goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.signing import author_fields, signature_id
from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import dump_entry
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment
from scorekeeper.play.audit import chained_digest
from scorekeeper.play.ending import extend_ending, shorten_ending
from scorekeeper.play.evidence import evidence, wrong_shows
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.outcome import score_rows
from scorekeeper.play.pace import Pace, result_of
from scorekeeper.play.posting import keep_results, payment_rows
from scorekeeper.play.repeated import hand_by_token, is_same_hand
from scorekeeper.play.replay import NotPossibleError, Replay, replay, replay_before, stopped_replay
from scorekeeper.play.selectors import Table, hands_in_force, newest_scores, person_keys
from scorekeeper.play.services import ClosedError, SavedHand, StaleError, hand_in_force, lock_table
from scorekeeper.serving import clock
from scorekeeper.serving.rows import insert


@transaction.atomic
def amend_hand(
    *,
    hand: Hand,
    entry: Entry[Any, Any],
    token: str,
    reason: str = "",
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    after_closing: bool = False,
) -> SavedHand:
    """Put a corrected version in a hand's place and replay what follows.

    Raises StaleError if the hand is no longer in force, EntryError if the rules refuse the entry,
    NotPossibleError if a later hand could not have followed it, ClosedError after the night,
    OtherwiseError if the token has saved other answers, or another hand.
    """
    at = lock_table(hand.game)

    def is_same(earlier: Hand) -> bool:
        same = (earlier.replaces_id, earlier.reason) == (hand.pk, reason[:200])
        return same and is_same_hand(at, earlier, entry)

    if earlier := hand_by_token(at.game, token, is_same):
        return SavedHand(earlier, at, repeated=True)
    old = _in_force(at, hand, after_closing)
    _void(old, reason=reason, by=by)
    fold = replay_before(at, old, hands_in_force(at.game))
    new = Hand(game=at.game, number=old.number, token=token, replaces=old, **author_fields(by))
    new.reason = reason[:200]
    why = _("hand {number} edited").format(number=old.number)
    return _put(at, new, old, fold, entry, claims, why=why)


@transaction.atomic
def insert_hand(
    *,
    before: Hand,
    entry: Entry[Any, Any],
    token: str,
    by: Membership | None = None,
    claims: Sequence[Claim] = (),
    after_closing: bool = False,
) -> SavedHand:
    """Write a hand that was left out in before this one; it and those after it have their numbers
    go up by one.

    Once per token. Raises StaleError if ``before`` is no longer in force, EntryError if the rules
    refuse the entry, NotPossibleError if a later hand could not have followed it, ClosedError after
    the night, OtherwiseError if the token has saved other answers.
    """
    at = lock_table(before.game)

    def is_same(earlier: Hand) -> bool:
        return not earlier.replaces_id and is_same_hand(at, earlier, entry)

    if earlier := hand_by_token(at.game, token, is_same):
        return SavedHand(earlier, at, repeated=True)
    held = _in_force(at, before, after_closing)
    fold = replay_before(at, held, hands_in_force(at.game))
    _make_room(at.game, held.number)
    extend_ending(at.game)
    new = Hand(game=at.game, number=held.number, token=token, late=True, **author_fields(by))
    why = _("hand {number} inserted").format(number=held.number)
    return _put(at, new, held, fold, entry, claims, why=why)


def _put(
    at: Table,
    new: Hand,
    there: Hand,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    claims: Sequence[Claim],
    *,
    why: Phrase,
) -> SavedHand:
    """Write a hand where another stood, dealt on ``fold`` to the same persons."""
    new.persons, new.changes = there.persons, there.changes
    new.entry = dump_entry(entry, person_keys(there.persons))
    new.laid = _laid_anew(at, fold, entry, claims)
    new.digest = chained_digest(at.game.last_digest, new.token, new.entry)
    new.save(force_insert=True)
    at.game.last_digest = new.digest
    rework(at, why=why, by=new.by, new=new)
    return SavedHand(new, at)


@transaction.atomic
def void_hand(
    *, hand: Hand, reason: str = "", by: Membership | None = None, after_closing: bool = False
) -> Table:
    """Cancel a hand; undo of the last one is this too. A hand already void stays so.

    Raises NotPossibleError if a later hand could not have happened without it, ClosedError.
    """
    at = lock_table(hand.game)
    held = Hand.objects.get(pk=hand.pk)
    if held.voided_at:
        return at
    _void(_in_force(at, held, after_closing), reason=reason, by=by)
    shorten_ending(at.game, held.number)
    rework(at, why=_("hand {number} deleted").format(number=held.number), by=by)
    return at


@transaction.atomic
def restore_hand(
    *, hand: Hand, token: str, by: Membership | None = None, after_closing: bool = False
) -> SavedHand:
    """Let a hand count again as it was before it was taken back, or corrected: as a new version.

    Once per token. Raises StaleError if it counts, or if something else was done there since,
    NotPossibleError if a later hand could not follow it, EntryError if the rules refuse it now,
    ClosedError after the night, OtherwiseError if the token has saved another hand.
    """
    at = lock_table(hand.game)
    if earlier := hand_by_token(at.game, token, lambda earlier: earlier.replaces_id == hand.pk):
        return SavedHand(earlier, at, repeated=True)
    _check_open(at, after_closing)
    old, there = Hand.objects.get(pk=hand.pk), hand_in_force(at.game, hand.number)
    if not old.voided_at or old.changes > at.game.change_count:
        raise StaleError(there)
    if there is not None:
        if there.replaces_id != old.pk:
            raise StaleError(there)
        _void(there, reason="", by=by)
    fold = replay_before(at, old, hands_in_force(at.game))
    new = Hand(game=at.game, number=old.number, token=token, replaces=old, **author_fields(by))
    claims = [show.claim for show in wrong_shows(old)]
    why = _("hand {number} restored").format(number=old.number)
    return _put(at, new, old, fold, at.entry(old, fold), claims, why=why)


def _laid_anew(
    at: Table, fold: Fold[Any, Any], entry: Entry[Any, Any], claims: Sequence[Claim]
) -> dict[str, Any]:
    """The evidence of a hand that is put where it was not before. Raises EntryError."""
    after = playing.play(at.rules, fold, entry)
    assert after.last is not None
    return evidence(at.rules, fold, after.last.entry, claims)


def _check_open(at: Table, after_closing: bool) -> None:
    if at.game.removed_at or (at.game.session.closed_at and not after_closing):
        raise ClosedError


def _in_force(at: Table, hand: Hand, after_closing: bool) -> Hand:
    _check_open(at, after_closing)
    held = Hand.objects.get(pk=hand.pk)
    if held.voided_at:
        raise StaleError(hand_in_force(at.game, held.number))
    return held


def _void(hand: Hand, *, reason: str, by: Membership | None) -> None:
    hand.voided_at, hand.voided_by, hand.void_reason = clock.now(), by, reason[:200]
    hand.void_signature_id = signature_id(by)
    hand.save(update_fields=["voided_at", "voided_by", "void_signature", "void_reason"])


def _make_room(game: Game, number: int) -> None:
    """No hand has this number any more; the last ones move first, so that no two share one."""
    later = game.hands.filter(number__gte=number).order_by("-number")
    for taken in list(later.values_list("number", flat=True).distinct()):
        game.hands.filter(number=taken).update(number=F("number") + 1)


# Played anew ---------------------------------------------------------------------------------


def rework(at: Table, *, why: Phrase, by: Membership | None, new: Hand | None = None) -> None:
    """Play the hands in force anew; reverse and post what comes out differently."""
    game = at.game
    hands = hands_in_force(game)
    try:
        played = replay(at, hands)
    except NotPossibleError as broken:
        if broken.hand == new:
            raise broken.error from broken
        raise
    scores = newest_scores(list(SeatScore.objects.filter(hand__game=game)))
    for hand, after in played.hands:
        _rescore(hand, at.rules, after, scores)
    if game.session.closed_at and not played.fold.over and not game.stopped:
        game.stopped, played = True, stopped_replay(played)  # as when the night was closed
    _put_right(at, played, why=why, by=by)
    game.last_number = hands[-1].number if hands else 0
    game.hand_count = len(hands)
    game.pace = _pace(game, hands).dump()
    over = played.fold.over or game.stopped
    game.closed_at = (game.closed_at or clock.now()) if over else None
    _keep(at, played)


def _pace(game: Game, hands: Sequence[Hand]) -> Pace:
    """The gaps stay as they were; the last hand may be another one now."""
    pace = Pace.load(game.pace)
    if not hands:
        return replace(pace, last=None, result="")
    return replace(pace, last=hands[-1].at.timestamp(), result=result_of(hands[-1].entry))


def _put_right(at: Table, played: Replay, *, why: Phrase, by: Membership | None) -> None:
    """Make the ledger of this game say what the replay says."""
    game, players = at.game, at.player_ids
    right = [
        row
        for hand, payments in played.payments
        for row in payment_rows(game=game, hand=hand, payments=payments, players=players, by=by)
    ]
    standing = ledger.in_force(Payment.objects.filter(game=game))
    ledger.correct(standing=standing, right=right, reason=why, by=by)


def _keep(at: Table, played: Replay) -> None:
    at.fold = played.fold
    at.game.tally = played.tally
    at.game.keep(played.fold)
    at.game.save()
    keep_results(at)
    locks.touch(at.game.session)


def _rescore(
    hand: Hand,
    rules: AnyVariant,
    after: Fold[Any, Any],
    scores: Mapping[tuple[int, int], SeatScore],
) -> None:
    """New revisions of the scores of this hand that came out differently."""
    changed = []
    for score in score_rows(hand, rules, after):
        standing = scores.get((hand.pk, score.seat))
        if standing is None:
            changed.append(score)
        elif not standing.says(score):
            score.revision = standing.revision + 1
            changed.append(score)
    insert(changed)
