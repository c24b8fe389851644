"""Who accepts his line of a hand, who contests it, and whether a contest still stands. Reads only;
``line_words`` writes.

A word holds for the answers that it was said of: a version with other answers settles a contest,
one that was put back as it was does not. Silence agrees as soon as the night has its next hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Game, Hand, LineSays, LineWord

WORD_AUTHORS: Final = ("player", "by__player", "signature__player")
"""What is read along with a word, to say whose it is."""
CONTEST_WORDS: Final = (LineSays.CONTESTED, LineSays.WITHDRAWN, LineSays.OVERRULED)


@dataclass(frozen=True, slots=True)
class Contest:
    """Somebody contests his line of ``hand``, the version that counts."""

    hand: Hand
    word: LineWord

    @property
    def name(self) -> str:
        return self.word.player.name


class ContestedError(Exception):
    """Not while these contests stand."""

    says = _(
        "Resolve the disputes first. Edit the hand, have the dispute withdrawn, or "
        "overrule it as a host."
    )

    def __init__(self, contests: Sequence[Contest]) -> None:
        super().__init__("contested")
        self.contests = contests


def counting_versions(versions: Iterable[Hand]) -> Mapping[int, Hand]:
    """By the id of each of these hands, given with all their versions, the one that counts in its
    place, where that has the same answers."""
    listed = sorted(versions, key=lambda hand: hand.pk)
    first: dict[int, int] = {}
    for hand in listed:
        first[hand.pk] = first.get(hand.replaces_id or 0, hand.pk)
    counts = {first[hand.pk]: hand for hand in listed if hand.voided_at is None}
    found = {hand.pk: counts.get(first[hand.pk]) for hand in listed}
    same = ((hand, found[hand.pk]) for hand in listed)
    return {hand.pk: now for hand, now in same if now is not None and now.entry == hand.entry}


def last_words(
    words: Iterable[LineWord], counts: Mapping[int, Hand]
) -> dict[tuple[int, int], LineWord]:
    """Returns, by ids of the hand in force and of the player, the last of these words with its
    hand.

    ``counts`` gives the version in force of hands that were deleted or edited
    (``counting_versions``).
    """
    last: dict[tuple[int, int], LineWord] = {}
    for word in words:
        now = counts.get(word.hand_id) if word.hand.voided_at else word.hand
        if now is not None:
            last[now.pk, word.player_id] = word
    return last


def contest_words(session: Session) -> list[LineWord]:
    """Contests of the night and what was answered to them, in order. One query."""
    said = LineWord.objects.filter(hand__game__session=session, says__in=CONTEST_WORDS)
    return list(said.select_related("hand__game", *WORD_AUTHORS).order_by("pk"))


def open_contests(session: Session) -> list[Contest]:
    """Those that stand, in the order in which they were said. One query; two where hands were
    corrected, or taken back, that somebody had contested."""
    words = contest_words(session)
    moved = {word.hand.game_id for word in words if word.hand.voided_at}
    versions = Hand.objects.filter(game__in=moved).select_related("game") if moved else ()
    counts = dict(counting_versions(versions)) | {
        w.hand_id: w.hand for w in words if not w.hand.voided_at
    }
    last = sorted(last_words(words, counts).items(), key=lambda each: each[1].pk)
    stand = [(hand, word) for (hand, _player), word in last if word.says == LineSays.CONTESTED]
    by_id = {hand.pk: hand for hand in counts.values()}
    for hand in by_id.values():
        hand.game.session = session
    return [Contest(by_id[hand], word) for hand, word in stand]


def words_about_hand(game: Game, number: int) -> list[LineWord]:
    """All that was said of any version of this hand of the game, in order. One query."""
    said = LineWord.objects.filter(hand__game=game, hand__number=number)
    return list(said.select_related("hand", *WORD_AUTHORS).order_by("pk"))


def is_last(hand: Hand) -> bool:
    """No hand was written after it, in its game or one begun later: nobody has agreed by silence.
    ``hand``: with its game. One query at the most."""
    game = hand.game
    if hand.voided_at or hand.number != game.last_number:
        return False
    later = Game.objects.filter(session=game.session_id, number__gt=game.number, hand_count__gt=0)
    return not later.exists()
