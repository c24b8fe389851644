"""Approvals and disputes of players' results, and which disputes are open. Reads only;
``services`` writes.

A word applies to the answers it was given for: an edit with other answers settles a dispute,
restoring the hand does not. No reply counts as approval once the session has its next hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.play.models import Game, Hand, LineWord, ResultReply

WORD_AUTHORS: Final = ("player", "by__player", "signature__player")
"""Rows loaded with a word, to show its author."""
CONTEST_WORDS: Final = (ResultReply.CONTESTED, ResultReply.WITHDRAWN, ResultReply.OVERRULED)


@dataclass(frozen=True, slots=True)
class Contest:
    """A player disputes their result of ``hand``, the version in force."""

    hand: Hand
    word: LineWord

    @property
    def name(self) -> str:
        return self.word.player.name


def contested(contests: Sequence[Contest]) -> Refusal:
    """Refuses while these disputes are open; they are what there is ``now``."""
    text = _(
        "Resolve the disputes first. Edit the hand, have the dispute withdrawn, or "
        "overrule it as a host."
    )
    return Refusal(text, now=list(contests))


def counting_versions(versions: Iterable[Hand]) -> Mapping[int, Hand]:
    """Maps the id of each hand to the version in force, if that has the same answers; ``versions``:
    hands with all their versions."""
    listed = sorted(versions, key=lambda hand: hand.pk)
    first: dict[int, int] = {}
    for hand in listed:
        first[hand.pk] = first.get(hand.replaces_id or 0, hand.pk)
    counts = {first[hand.pk]: hand for hand in listed if hand.voided_at is None}
    in_force = {hand.pk: counts.get(first[hand.pk]) for hand in listed}
    pairs = ((hand, in_force[hand.pk]) for hand in listed)
    return {hand.pk: now for hand, now in pairs if now is not None and now.entry == hand.entry}


def last_words(
    words: Iterable[LineWord], counts: Mapping[int, Hand]
) -> dict[tuple[int, int], LineWord]:
    """Returns, by ids of the hand in force and of the player, the last of these words with its
    hand.

    ``words`` come in their order; ``counts``: see ``counting_versions``, for hands that were
    deleted or edited.
    """
    last: dict[tuple[int, int], LineWord] = {}
    for word in words:
        now = counts.get(word.hand_id) if word.hand.voided_at else word.hand
        if now is not None:
            last[now.pk, word.player_id] = word
    return last


def contest_words(session: Session) -> list[LineWord]:
    """Returns the session's disputes and the answers to them, in order. One query."""
    words = LineWord.objects.filter(hand__game__session=session, says__in=CONTEST_WORDS)
    return list(words.select_related("hand__game", *WORD_AUTHORS).order_by("pk"))


def open_contests(session: Session) -> list[Contest]:
    """Returns the open disputes in order. One query; two if disputed hands were edited or
    deleted."""
    words = contest_words(session)
    moved = {word.hand.game_id for word in words if word.hand.voided_at}
    versions = Hand.objects.filter(game__in=moved).select_related("game") if moved else ()
    counts = dict(counting_versions(versions)) | {
        w.hand_id: w.hand for w in words if not w.hand.voided_at
    }
    last = sorted(last_words(words, counts).items(), key=lambda item: item[1].pk)
    contested = [
        (hand, word) for (hand, _player), word in last if word.says == ResultReply.CONTESTED
    ]
    by_id = {hand.pk: hand for hand in counts.values()}
    for hand in by_id.values():
        hand.game.session = session
    return [Contest(by_id[hand], word) for hand, word in contested]


def words_about_hand(game: Game, number: int) -> list[LineWord]:
    """Returns all words about any version of this hand, in order. One query."""
    words = LineWord.objects.filter(hand__game=game, hand__number=number)
    return list(words.select_related("hand", *WORD_AUTHORS).order_by("pk"))


def is_last(hand: Hand) -> bool:
    """Returns whether no hand was written after this one, in its game or a later one, so that
    nobody has approved it by not replying. ``hand``: with its game. At most one query."""
    game = hand.game
    if hand.voided_at or hand.number != game.last_number:
        return False
    later = Game.objects.filter(session=game.session_id, number__gt=game.number, hand_count__gt=0)
    return not later.exists()
