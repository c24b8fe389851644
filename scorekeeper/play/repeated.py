"""Whether a hand, a game or a change of seats that a token has written is what is asked for now
(``serving.tokens``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Player
from scorekeeper.engine import playing
from scorekeeper.engine.codec import dump
from scorekeeper.engine.entry_json import dump_entry
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import HAND_AUTHORS, ChangeKind, Game, Hand, SeatChange
from scorekeeper.play.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force, person_keys
from scorekeeper.serving.tokens import first_answer


def first_dealer(
    rules: AnyVariant, options: Any, players: Sequence[Player], side: int, dealer: Player | None
) -> int | None:
    """The person who deals the first hand, where that is not as the rules have it."""
    if dealer is None or dealer not in players:
        return None
    usual = playing.next_dealer(rules, playing.start(rules, options, len(players) // side, side))
    told = players.index(dealer)
    return None if usual in (None, told) else told


def hand_by_token(
    game: Game, token: str, is_same: Callable[[Hand], bool] = lambda _hand: True
) -> Hand | None:
    """The hand that this token wrote, in force or not. Raises OtherwiseError unless it ``is_same``
    as what is asked for now."""
    hands = Hand.objects.filter(game=game).select_related(*HAND_AUTHORS)
    found = first_answer(hands, token, is_same)
    if found is not None:
        found.game = game
    return found


def is_same_hand(at: Table, hand: Hand, entry: Entry[Any, Any]) -> bool:
    """These are the answers that this hand was saved with; in doubt they are not."""
    hand.game = at.game
    try:
        fold = replay_before(at, hand, hands_in_force(at.game))
        saved: bool = _plain(at, fold, entry, hand) == _plain(at, fold, at.entry(hand, fold), hand)
    except (EntryError, NotPossibleError):
        return False
    return saved


def _plain(at: Table, fold: Fold[Any, Any], entry: Entry[Any, Any], hand: Hand) -> Any:
    """What was asked and nothing else, as it would be kept."""
    if len(entry.lines) != at.rules.partners.line_count(fold):
        raise EntryError("Others sat at the table.")
    return dump_entry(playing.canonical(at.rules, fold, entry), person_keys(hand.persons))


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game that is to be started so."""

    variant: str
    options: Mapping[str, Any]
    side: int
    players: Sequence[Player]
    dealer: Player | None
    ending: Ending

    def is_same(self, game: Game) -> bool:
        """It was started so; who joined it later does not count."""
        changes = game.changes.filter(voided_at__isnull=True, kind=ChangeKind.JOIN)
        joined = list(changes.order_by("place"))
        frozen = joined[0].before if joined else game.options
        seated = list(game.seats.order_by("number").values_list("player", flat=True))
        first = seated[: len(seated) - len(joined)]
        told = (self.variant, self.side, [player.pk for player in self.players], self.ending)
        if (game.variant, game.side, first, ending_of(game)) != told:
            return False
        chosen = load_options(game.rules, dict(self.options), len(first) // self.side, self.side)
        deals = first_dealer(game.rules, chosen, self.players, self.side, self.dealer)
        return bool(dump(chosen, full=True) == frozen and deals == game.first)


def is_same_change(
    at: Table,
    change: SeatChange,
    kind: ChangeKind,
    *,
    person: int | None = None,
    player: Player | str | None = None,
    options: Mapping[str, Any] | None = None,
) -> bool:
    """This change of seats was asked for. ``options``: of who joins, all of them."""
    name = player.name if isinstance(player, Player) else player
    if change.kind != kind or person not in (None, change.person):
        return False
    if name not in (None, change.player.name):
        return False
    if options is None or change.voided_at is not None:
        return True
    asked = load_options(at.rules, dict(options), change.person + 1)
    return bool(_agreed(change) == dump(asked, full=True))


def _agreed(change: SeatChange) -> Mapping[str, Any]:
    """Every option from the time on when this one joined."""
    later = change.game.changes.filter(voided_at__isnull=True, place__gt=change.place)
    joined = later.filter(kind=ChangeKind.JOIN).order_by("place").first()
    agreed: Mapping[str, Any] = change.game.options
    return agreed if joined is None or joined.before is None else joined.before
