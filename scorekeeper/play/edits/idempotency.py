"""Checks whether what a token has written is what is asked for now: a hand, a game or a seat change
(``core.requests.sent``)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Player
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.ending import Ending, ending_of
from scorekeeper.play.models import HAND_AUTHORS, ChangeKind, Game, Hand, SeatChange
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, hands_in_force, person_keys


def first_dealer(
    rules: AnyVariant, options: Any, players: Sequence[Player], side: int, dealer: Player | None
) -> int | None:
    """Returns the person who deals the first hand, if it is not the one by the rules."""
    if dealer is None or dealer not in players:
        return None
    usual = playing.next_dealer(rules, playing.start(rules, options, len(players) // side, side))
    chosen = players.index(dealer)
    return None if usual in (None, chosen) else chosen


def hand_by_token(
    game: Game,
    token: str,
    is_same: Callable[[Hand], bool] = lambda _hand: True,
    otherwise: Callable[[Hand], Refusal] = OtherwiseError,
) -> Hand | None:
    """Returns the hand that this token wrote, in force or not. Unless it ``is_same`` as what is
    asked for now, raises the refusal that ``otherwise`` makes of it."""
    hands = Hand.objects.filter(game=game).select_related(*HAND_AUTHORS)
    hand = first_answer(hands, token, is_same, otherwise)
    if hand is not None:
        hand.game = game
    return hand


def is_same_hand(table: Table, hand: Hand, entry: Entry[Any, Any]) -> bool:
    """Returns whether the hand was saved with these answers; False if in doubt."""
    hand.game = table.game
    try:
        fold = replay_before(table, hand, hands_in_force(table.game))
        is_same: bool = _plain(table, fold, entry, hand) == _plain(
            table, fold, table.entry(hand, fold), hand
        )
    except (EntryError, NotPossibleError):
        return False
    return is_same


def _plain(table: Table, fold: Fold[Any, Any], entry: Entry[Any, Any], hand: Hand) -> Any:
    """Returns only what was asked, as it would be stored."""
    if len(entry.lines) != table.rules.line_count(fold):
        raise EntryError("Others sat at the table.")
    return dump_entry(playing.canonical(table.rules, fold, entry), person_keys(hand.persons))


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The request for a new game."""

    variant: str
    options: Mapping[str, Any]
    side: int
    players: Sequence[Player]
    dealer: Player | None
    ending: Ending

    def is_same(self, game: Game) -> bool:
        """Returns whether the game was started this way; later joins do not count."""
        changes = game.changes.filter(voided_at__isnull=True, kind=ChangeKind.JOIN)
        joined = list(changes.order_by("place"))
        frozen = joined[0].before if joined else game.options
        player_ids = list(game.seats.order_by("number").values_list("player", flat=True))
        first = player_ids[: len(player_ids) - len(joined)]
        requested = (self.variant, self.side, [player.pk for player in self.players], self.ending)
        if (game.variant, game.side, first, ending_of(game)) != requested:
            return False
        seats = len(first) // self.side
        chosen = load_options(game.rules, dict(self.options), seats, self.side, without_stakes=True)
        dealer = first_dealer(game.rules, chosen, self.players, self.side, self.dealer)
        return bool(dump(chosen, full=True) == frozen and dealer == game.first)


def is_same_change(
    table: Table,
    change: SeatChange,
    kind: ChangeKind,
    *,
    person: int | None = None,
    player: Player | str | None = None,
    options: Mapping[str, Any] | None = None,
    in_place_of: int | None = None,
) -> bool:
    """Returns whether this seat change was asked for. ``options``: all options, for a join;
    ``in_place_of``: whose seat is taken over."""
    name = player.name if isinstance(player, Player) else player
    if (change.kind, change.in_place_of) != (kind, in_place_of):
        return False
    if person not in (None, change.person):
        return False
    if name not in (None, change.player.name):
        return False
    if options is None or change.voided_at is not None:
        return True
    seats = change.person + 1
    requested = load_options(table.rules, dict(options), seats, without_stakes=True)
    return bool(_options_after(change) == dump(requested, full=True))


def _options_after(change: SeatChange) -> Mapping[str, Any]:
    """Returns every option since this player joined."""
    later = change.game.changes.filter(voided_at__isnull=True, place__gt=change.place)
    joined = later.filter(kind=ChangeKind.JOIN).order_by("place").first()
    options: Mapping[str, Any] = change.game.options
    return options if joined is None or joined.before is None else joined.before
