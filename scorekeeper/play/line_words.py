"""The only writer of what people say of their own lines of a hand, where the night asks for that.

Nothing here changes a hand. Each service is one transaction that holds the night first; rows are
added and never changed (``contests`` says which of them count).
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Membership, Player, Role, Session
from scorekeeper.clubs.persons import names_of
from scorekeeper.clubs.signing import author_fields
from scorekeeper.play.contests import (
    ContestedError,
    counting_versions,
    is_last,
    last_words,
    open_contests,
    words_about_hand,
)
from scorekeeper.play.models import Hand, LineSays, LineWord, Seat
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force
from scorekeeper.serving.tokens import first_answer


@transaction.atomic
def ask_consent(*, session: Session, on: bool, by: Membership | None = None) -> Session:
    """Whether everybody may accept or contest his line from now on. Raises ClosedError;
    ContestedError where it is to end while a contest stands."""
    night = locks.hold_night(session.pk)
    if night.consent == on:
        return night
    if night.closed_at:
        raise ClosedError
    if not on and (found := open_contests(night)):
        raise ContestedError(found)
    locks.put_consent(night, on)
    what = Happened.CONSENT_ON if on else Happened.CONSENT_OFF
    note(what, club=night.club, session=night, by=by)
    return night


@transaction.atomic
def record_word(
    *, hand: Hand, says: LineSays, token: str, by: Membership | None, why: str = ""
) -> LineWord:
    """What the holder of this phone says of his own line: accepted, contested, or withdrawn.

    Once per token; what is so already is not said again. Raises PermissionDenied unless he was at
    the table; StaleError where silence has agreed, the hand does not count, or nobody asks;
    ClosedError; OtherwiseError where the token has said something else.
    """
    held = _held(hand)
    player, why = _own(held, by), why[:200] if says == LineSays.CONTESTED else ""
    if earlier := _said_before(held, token, player, says, why):
        return earlier
    _check(held)
    last = _last(held, player)
    if last is not None and (last.says, last.why) == (says, why):
        return last
    contests = last is not None and last.says == LineSays.CONTESTED
    if says == LineSays.ACCEPTED and contests:
        says = LineSays.WITHDRAWN
    if says != LineSays.WITHDRAWN and not is_last(held):
        raise StaleError(hand_in_force(held.game, held.game.last_number))
    if says == LineSays.WITHDRAWN and not contests:
        raise StaleError(held)
    return _write(held, player, says, why, token, by)


@transaction.atomic
def overrule_contest(
    *, hand: Hand, player: Player, why: str, token: str, by: Membership | None
) -> LineWord:
    """A host lets the hand stand though ``player`` contests it, and says why.

    Once per token. Raises PermissionDenied, StaleError where nobody contests it any more,
    ClosedError, OtherwiseError; ValueError without a reason.
    """
    if not why.strip():
        raise ValueError("a host's override has its reason")
    held = _held(hand)
    if by is not None and _now(by).role < Role.HOST:
        raise PermissionDenied
    if earlier := _said_before(held, token, player, LineSays.OVERRULED, why[:200]):
        return earlier
    _check(held)
    last = _last(held, player)
    if last is None or last.says != LineSays.CONTESTED:
        raise StaleError(held)
    night, game = held.game.session, held.game
    note(
        Happened.CONTEST_OVERRULED,
        club=night.club,
        session=night,
        by=by,
        name=player.name,
        number=held.number,
        game=game.title,
    )
    return _write(held, player, LineSays.OVERRULED, why[:200], token, by)


def _held(hand: Hand) -> Hand:
    """The hand as it is now; its night is held."""
    night = locks.hold_night(hand.game.session_id)
    held = Hand.objects.select_related("game").get(pk=hand.pk)
    held.game.session = night
    return held


def _now(by: Membership) -> Membership:
    return Membership.objects.get(pk=by.pk)


def _own(hand: Hand, by: Membership | None) -> Player:
    """Whose line the phone speaks for. Raises PermissionDenied."""
    holder = _now(by).player_id if by else None
    if holder is not None:
        there = Seat.objects.filter(game=hand.game, number__lt=hand.persons)
        seat = there.filter(player__in=names_of(holder)).select_related("player").first()
        if seat is not None:
            return seat.player
    raise PermissionDenied


def _said_before(
    hand: Hand, token: str, player: Player, says: LineSays, why: str
) -> LineWord | None:
    """What this token wrote. Raises OtherwiseError if that is not what is asked for now."""
    same = {says} | ({LineSays.WITHDRAWN} if says == LineSays.ACCEPTED else set())

    def is_same(word: LineWord) -> bool:
        return (word.player_id, word.why) == (player.pk, why) and word.says in same

    return first_answer(LineWord.objects.filter(hand=hand), token, is_same)


def _check(hand: Hand) -> None:
    night = hand.game.session
    if night.closed_at:
        raise ClosedError
    if hand.voided_at or not night.consent:
        raise StaleError(hand_in_force(hand.game, hand.number))


def _last(hand: Hand, player: Player) -> LineWord | None:
    """What this one said last of the hand that counts."""
    versions = Hand.objects.filter(game=hand.game_id, number=hand.number)
    last = last_words(words_about_hand(hand.game, hand.number), counting_versions(versions))
    return last.get((hand.pk, player.pk))


def _write(
    hand: Hand, player: Player, says: LineSays, why: str, token: str, by: Membership | None
) -> LineWord:
    locks.touch(hand.game.session)
    return LineWord.objects.create(
        hand=hand, player=player, says=says, why=why, token=token, **author_fields(by)
    )
