"""What a page shows of accepting and contesting: what was said of a hand, and one's own line of it.
Reads only, and asks nothing of a night that does not know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import names_of
from scorekeeper.play.contests import (
    Contest,
    counting_versions,
    is_last,
    last_words,
    open_contests,
    words_about_hand,
)
from scorekeeper.play.models import Hand, LineSays, LineWord
from scorekeeper.play.selectors import Table

REFUSALS: Final = {
    "why": _("Give a reason for keeping this result."),
    "closed": _("This session has ended, so nothing was saved."),
    "late": _(
        "The game has moved on, so nothing was saved. Check the latest hand and tell a host what’s "
        "wrong."
    ),
}
"""Why nothing was said of a line, by what its address tells the page of the hand."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """The line of who holds the phone. ``person``: his number at the table."""

    person: int
    player: Player
    word: LineWord | None
    """What he said last of it."""
    may_say: bool
    """Silence has not agreed yet."""

    @property
    def accepted(self) -> bool:
        return self.word is not None and self.word.says == LineSays.ACCEPTED

    @property
    def contests(self) -> bool:
        return self.word is not None and self.word.says == LineSays.CONTESTED


@dataclass(frozen=True, slots=True)
class WordTold:
    """One word as it is shown. ``settled``: of a contest, by which version, or None as long as none
    has; ``is_back``: it was settled by taking the hand back."""

    word: LineWord
    settled: Hand | None = None
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class SaidOfHand:
    """``contests``: of this hand that stand; of all hands of the night, where a board shows it."""

    hand: Hand | None = None
    contests: Sequence[Contest] = ()
    accepted: Sequence[Player] = ()
    own: OwnLine | None = None
    asks_who: bool = False
    """The phone has not said whose it is."""
    told: Sequence[WordTold] = field(default=())

    @property
    def mine(self) -> bool:
        """There is something to say, or to take back, for who holds the phone."""
        return self.own is not None and (self.own.may_say or self.own.contests)


NOTHING = SaidOfHand()
SPOKEN_OF = "is_spoken_of"


def hand_at(session: Session, number: int, which: str) -> Hand:
    """A hand of this night by the number of its game and its token, in whatever version, which
    knows whether anything was said of it. Raises Http404."""
    said = LineWord.objects.filter(hand__game=OuterRef("game"), hand__number=OuterRef("number"))
    hands = Hand.objects.select_related("game").annotate(**{SPOKEN_OF: Exists(said)})
    hand = get_object_or_404(hands, game__session=session, game__number=number, token=which)
    hand.game.session = session
    return hand


def on_board(session: Session, at: Table, hand: Hand | None, player: int | None) -> SaidOfHand:
    """For the holder (by id, None for nobody's) of a phone that shows this game; ``hand``: the last
    of it that counts. Nothing where the night does not ask."""
    if not session.consent:
        return NOTHING
    contests = open_contests(session)
    if hand is None or session.closed_at:
        return SaidOfHand(contests=contests)
    hand.game = at.game
    if not is_last(hand):
        return SaidOfHand(contests=contests)
    words = words_about_hand(at.game, hand.number)
    last = _last(hand, words)
    own = own_line(at, hand, last, player, may_say=True)
    accepted = [word.player for word in last.values() if word.says == LineSays.ACCEPTED]
    return SaidOfHand(hand, contests, accepted, own, asks_who=player is None)


def of_hand(session: Session, at: Table, hand: Hand, player: int | None) -> SaidOfHand:
    """On the page of a hand, in whatever version, for the holder of the phone. ``hand``: of
    ``hand_at``."""
    if not (session.consent or getattr(hand, SPOKEN_OF)):
        return NOTHING
    hand.game = at.game
    words = words_about_hand(at.game, hand.number)
    versions = list(at.game.hands.filter(number=hand.number).order_by("pk"))
    counts = counting_versions(versions)
    last = last_words(words, counts)
    mine = {name: word for (of, name), word in last.items() if of == hand.pk}
    contests = [Contest(hand, w) for w in mine.values() if w.says == LineSays.CONTESTED]
    accepted = [word.player for word in mine.values() if word.says == LineSays.ACCEPTED]
    may_say = session.consent and not session.closed_at and is_last(hand)
    own = own_line(at, hand, last, player, may_say=may_say)
    told = list(_told(words, versions, counts))
    asks_who = may_say and player is None
    if session.closed_at or hand.voided_at:
        own = None
    return SaidOfHand(hand, contests, accepted, own, asks_who, told)


def own_line(
    at: Table,
    hand: Hand,
    last: Mapping[tuple[int, int], LineWord],
    player: int | None,
    *,
    may_say: bool,
) -> OwnLine | None:
    names = set(names_of(player)) if player else set()
    for person, seated in enumerate(at.players[: hand.persons]):
        if seated.pk in names:
            return OwnLine(person, seated, last.get((hand.pk, seated.pk)), may_say)
    return None


def _last(hand: Hand, words: Iterable[LineWord]) -> dict[tuple[int, int], LineWord]:
    """Versions are only read where something was said of another one."""
    words = list(words)
    if all(word.hand_id == hand.pk for word in words):
        return last_words(words, {})
    versions = Hand.objects.filter(game=hand.game_id, number=hand.number)
    return last_words(words, counting_versions(versions))


def _told(
    words: Iterable[LineWord], versions: Sequence[Hand], counts: Mapping[int, Hand]
) -> Iterator[WordTold]:
    """All that was said; of a contest also which version settled it."""
    after: dict[Any, Hand] = {v.replaces_id: v for v in versions if v.replaces_id}
    for word in words:
        contested = word.says == LineSays.CONTESTED
        if not contested or word.hand_id in counts:
            yield WordTold(word)
            continue
        yield WordTold(word, after.get(word.hand_id), is_back=word.hand_id not in after)
