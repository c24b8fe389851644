"""Approvals and disputes on a page: the replies to a hand, and the reader's own result. Reads only,
and makes no query for sessions that do not ask for approval."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.play.approvals.contests import (
    Contest,
    counting_versions,
    is_last,
    last_words,
    open_contests,
    words_about_hand,
)
from scorekeeper.play.approvals.services import ENDED
from scorekeeper.play.models import Hand, LineWord, ResultReply
from scorekeeper.play.selectors import Table

REFUSALS: Final = {
    "why": _("Give a reason for keeping this result."),
    "closed": ENDED,
    "late": _(
        "The game has moved on, so nothing was saved. Check the latest hand and tell a host what’s "
        "wrong."
    ),
}
"""The reasons why a reply was not recorded, by the key in the address of the hand's page."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """The result of the device's holder. ``person``: their number at the table."""

    person: int
    player: Player
    word: LineWord | None
    """Their last word about it."""
    may_respond: bool
    """It can still be approved or disputed."""

    @property
    def says(self) -> str:
        return self.word.says if self.word else ""

    @property
    def contests(self) -> bool:
        return self.says == ResultReply.CONTESTED


@dataclass(frozen=True, slots=True)
class WordRow:
    """One word as displayed. ``settled``: for a dispute, the version that settled it, None while
    open; ``is_deleted``: it was settled by deleting the hand."""

    word: LineWord
    settled: Hand | None = None
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class HandApprovals:
    """``contests``: open disputes of this hand; on a board, of all hands of the session."""

    hand: Hand | None = None
    contests: Sequence[Contest] = ()
    accepted: Sequence[Player] = ()
    own: OwnLine | None = None
    asks_who: bool = False
    """The device has no player yet."""
    words: Sequence[WordRow] = field(default=())

    @property
    def has_actions(self) -> bool:
        """The device's holder can approve, dispute or withdraw."""
        return self.own is not None and (self.own.may_respond or self.own.contests)


NO_APPROVALS = HandApprovals()
HAS_WORDS = "is_spoken_of"


def find_hand(session: Session, number: int, token: str) -> Hand:
    """Returns a hand of this session in any version, by the number of its game and its token,
    annotated with whether it has words. Raises Http404."""
    words = LineWord.objects.filter(hand__game=OuterRef("game"), hand__number=OuterRef("number"))
    hands = Hand.objects.select_related("game").annotate(**{HAS_WORDS: Exists(words)})
    hand = get_object_or_404(hands, game__session=session, game__number=number, token=token)
    hand.game.session = session
    return hand


def board_approvals(
    session: Session, table: Table, hand: Hand | None, player: int | None
) -> HandApprovals:
    """Returns approvals for the holder (player id, None for nobody's) of a device that shows this
    game; ``hand``: its last hand in force. Empty if the session does not ask."""
    if not session.consent:
        return NO_APPROVALS
    contests = open_contests(session)
    if hand is None or session.closed_at:
        return HandApprovals(contests=contests)
    hand.game = table.game
    if not is_last(hand):
        return HandApprovals(contests=contests)
    words = words_about_hand(table.game, hand.number)
    last = _last_words(hand, words)
    own = own_line(table, hand, last, player, may_respond=True)
    accepted = [word.player for word in last.values() if word.says == ResultReply.ACCEPTED]
    return HandApprovals(hand, contests, accepted, own, asks_who=player is None)


def hand_approvals(session: Session, table: Table, hand: Hand, player: int | None) -> HandApprovals:
    """Returns approvals for the page of a hand, in any version, for the device's holder. ``hand``:
    from ``find_hand``."""
    if not (session.consent or getattr(hand, HAS_WORDS)):
        return NO_APPROVALS
    hand.game = table.game
    words = words_about_hand(table.game, hand.number)
    versions = list(table.game.hands.filter(number=hand.number).order_by("pk"))
    counts = counting_versions(versions)
    last = last_words(words, counts)
    own_version = {name: word for (hand_pk, name), word in last.items() if hand_pk == hand.pk}
    contests = [Contest(hand, w) for w in own_version.values() if w.says == ResultReply.CONTESTED]
    accepted = [word.player for word in own_version.values() if word.says == ResultReply.ACCEPTED]
    may_respond = session.consent and not session.closed_at and is_last(hand)
    own = own_line(table, hand, last, player, may_respond=may_respond)
    rows = list(_word_rows(words, versions, counts))
    asks_who = may_respond and player is None
    if session.closed_at or hand.voided_at:
        own = None
    return HandApprovals(hand, contests, accepted, own, asks_who, rows)


def own_line(
    table: Table,
    hand: Hand,
    last: Mapping[tuple[int, int], LineWord],
    player: int | None,
    *,
    may_respond: bool,
) -> OwnLine | None:
    names = set(names_of(player)) if player else set()
    for person, seated in enumerate(table.players[: hand.persons]):
        if seated.pk in names:
            return OwnLine(person, seated, last.get((hand.pk, seated.pk)), may_respond)
    return None


def _last_words(hand: Hand, words: Iterable[LineWord]) -> dict[tuple[int, int], LineWord]:
    """Reads other versions only if a word is about one."""
    words = list(words)
    if all(word.hand_id == hand.pk for word in words):
        return last_words(words, {})
    versions = Hand.objects.filter(game=hand.game_id, number=hand.number)
    return last_words(words, counting_versions(versions))


def _word_rows(
    words: Iterable[LineWord], versions: Sequence[Hand], counts: Mapping[int, Hand]
) -> Iterator[WordRow]:
    """Yields all words; for a dispute also the version that settled it."""
    next_version: dict[Any, Hand] = {v.replaces_id: v for v in versions if v.replaces_id}
    for word in words:
        is_contested = word.says == ResultReply.CONTESTED
        if not is_contested or word.hand_id in counts:
            yield WordRow(word)
            continue
        yield WordRow(
            word, next_version.get(word.hand_id), is_deleted=word.hand_id not in next_version
        )
