"""The only writer of approvals and disputes of players' results, in sessions that ask for them.

Nothing here changes a hand. Each service is one transaction that locks the session first; rows are
added and never changed (``contests`` says which are in force).
"""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Role, Session, author_fields
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.play.approvals.contests import (
    contested,
    counting_versions,
    is_last,
    last_words,
    open_contests,
    words_about_hand,
)
from scorekeeper.play.models import Hand, LineWord, ResultReply, Seat
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force

ENDED: Final = _("This session has ended, so nothing was saved.")


@transaction.atomic
def ask_consent(*, session: Session, on: bool, by: Membership | None = None) -> Session:
    """Sets whether players may approve or dispute their results from now on. Raises ClosedError;
    Refuses when turned off while a dispute is open."""
    locked = locks.hold_session(session.pk)
    if locked.consent == on:
        return locked
    if locked.closed_at:
        raise ClosedError(ENDED)
    if not on and (contests := open_contests(locked)):
        raise contested(contests)
    locks.put_consent(locked, on)
    kind = ActivityKind.CONSENT_ON if on else ActivityKind.CONSENT_OFF
    note(kind, club=locked.club, session=locked, by=by)
    return locked


@transaction.atomic
def record_word(
    *, hand: Hand, says: ResultReply, token: str, by: Membership | None, why: str = ""
) -> LineWord:
    """Records what the holder of this device says of their own result: approved, disputed or
    withdrawn.

    Once per token; a repeated word is not written again. Raises PermissionDenied unless they sat at
    the table; StaleError if the hand can no longer be approved, is not in force, or the session
    does not ask; ClosedError; OtherwiseError if the token has recorded something else.
    """
    current = _lock_hand(hand)
    player, why = _own_player(current, by), why[:200] if says == ResultReply.CONTESTED else ""
    if earlier := _earlier_word(current, token, player, says, why):
        return earlier
    _check_open(current)
    last = _last_word(current, player)
    if last is not None and (last.says, last.why) == (says, why):
        return last
    is_contested = last is not None and last.says == ResultReply.CONTESTED
    if says == ResultReply.ACCEPTED and is_contested:
        says = ResultReply.WITHDRAWN
    if says != ResultReply.WITHDRAWN and not is_last(current):
        raise StaleError(hand_in_force(current.game, current.game.last_number))
    if says == ResultReply.WITHDRAWN and not is_contested:
        raise StaleError(current)
    return _write_word(current, player, says, why, token, by)


@transaction.atomic
def overrule_contest(
    *, hand: Hand, player: Player, why: str, token: str, by: Membership | None
) -> LineWord:
    """Records that a host lets the hand stand although ``player`` disputes it, and why.

    Once per token. Raises PermissionDenied, StaleError if it is not disputed any more, ClosedError,
    OtherwiseError; ValueError without a reason.
    """
    if not why.strip():
        raise ValueError("a host's override has its reason")
    current = _lock_hand(hand)
    if by is not None and Membership.objects.get(pk=by.pk).role < Role.HOST:
        raise PermissionDenied
    if earlier := _earlier_word(current, token, player, ResultReply.OVERRULED, why[:200]):
        return earlier
    _check_open(current)
    last = _last_word(current, player)
    if last is None or last.says != ResultReply.CONTESTED:
        raise StaleError(current)
    session, game = current.game.session, current.game
    note(
        ActivityKind.CONTEST_OVERRULED,
        club=session.club,
        session=session,
        by=by,
        name=player.name,
        number=current.number,
        game=game.title,
    )
    return _write_word(current, player, ResultReply.OVERRULED, why[:200], token, by)


def _lock_hand(hand: Hand) -> Hand:
    """Locks the session and returns the hand as it is now."""
    session = locks.hold_session(hand.game.session_id)
    current = Hand.objects.select_related("game").get(pk=hand.pk)
    current.game.session = session
    return current


def _own_player(hand: Hand, by: Membership | None) -> Player:
    """Returns the player whose result the device speaks for. Raises PermissionDenied."""
    holder = Membership.objects.get(pk=by.pk).player_id if by else None
    if holder is not None:
        seats = Seat.objects.filter(game=hand.game, number__lt=hand.persons)
        seat = seats.filter(player__in=names_of(holder)).select_related("player").first()
        if seat is not None:
            return seat.player
    raise PermissionDenied


def _earlier_word(
    hand: Hand, token: str, player: Player, says: ResultReply, why: str
) -> LineWord | None:
    """Returns what this token wrote. Raises OtherwiseError if that is not what is asked for now."""
    same = {says} | ({ResultReply.WITHDRAWN} if says == ResultReply.ACCEPTED else set())

    def matches(word: LineWord) -> bool:
        return (word.player_id, word.why) == (player.pk, why) and word.says in same

    return first_answer(LineWord.objects.filter(hand=hand), token, matches)


def _check_open(hand: Hand) -> None:
    session = hand.game.session
    if session.closed_at:
        raise ClosedError(ENDED)
    if hand.voided_at or not session.consent:
        raise StaleError(hand_in_force(hand.game, hand.number))


def _last_word(hand: Hand, player: Player) -> LineWord | None:
    """Returns the player's last word about the hand in force."""
    versions = Hand.objects.filter(game=hand.game_id, number=hand.number)
    last = last_words(words_about_hand(hand.game, hand.number), counting_versions(versions))
    return last.get((hand.pk, player.pk))


def _write_word(
    hand: Hand, player: Player, says: ResultReply, why: str, token: str, by: Membership | None
) -> LineWord:
    locks.touch(hand.game.session)
    return LineWord.objects.create(
        hand=hand, player=player, says=says, why=why, token=token, **author_fields(by)
    )
