"""A write token that comes again: does it ask for what it wrote, or for something else?

The same again is answered as the first time. Something else must never be answered with "saved":
who sent it is shown what stands, and what was typed now (``SavedOtherwiseError``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from scorekeeper.play.models import HAND_AUTHORS, ChangeKind, Game, Hand, SeatChange
from scorekeeper.play.replay import NotPossibleError, before
from scorekeeper.play.selectors import Table, hands_in_force, person_keys


def first_dealer(
    rules: AnyVariant, options: Any, players: Sequence[Player], side: int, dealer: Player | None
) -> int | None:
    """The person who deals the first hand, where that is not as the rules have it."""
    if dealer is None or dealer not in players:
        return None
    usual = playing.deals_next(rules, playing.start(rules, options, len(players) // side, side))
    told = players.index(dealer)
    return None if usual in (None, told) else told


class SavedOtherwiseError(Exception):
    """The token has written ``hand``, with other answers than those that came with it now."""

    def __init__(self, hand: Hand) -> None:
        super().__init__("saved otherwise")
        self.hand = hand


class DoneOtherwiseError(Exception):
    """The token has written something else than it asks for now: a game, or a change of seats."""


def written(game: Game, token: str) -> Hand | None:
    """The hand that this token wrote, in force or not."""
    if not token:
        return None
    found = Hand.objects.filter(game=game, token=token).select_related(*HAND_AUTHORS).first()
    if found is not None:
        found.game = game
    return found


def check_same(at: Table, hand: Hand, entry: Entry[Any, Any]) -> None:
    """Raise SavedOtherwiseError unless these are the answers that this hand was saved with."""
    try:
        fold = before(at, hand, hands_in_force(at.game))
        if _plain(at, fold, entry, hand) == _plain(at, fold, at.entry(hand, fold), hand):
            return
    except (EntryError, NotPossibleError):
        pass  # in doubt both are shown
    raise SavedOtherwiseError(hand)


def _plain(at: Table, fold: Fold[Any, Any], entry: Entry[Any, Any], hand: Hand) -> Any:
    """What was asked and nothing else, as it would be kept."""
    if len(entry.lines) != at.rules.partners.line_count(fold):
        raise EntryError("Others sat at the table.")
    return dump_entry(playing.canonical(at.rules, fold, entry), person_keys(hand.persons))


def check_same_game(
    game: Game,
    *,
    variant: str,
    options: Mapping[str, Any],
    side: int,
    players: Sequence[Player],
    dealer: Player | None = None,
) -> None:
    """Raise DoneOtherwiseError unless the game was started so; who joined it later does not
    count."""
    changes = game.changes.filter(voided_at__isnull=True, kind=ChangeKind.JOIN)
    joined = list(changes.order_by("place"))
    frozen = joined[0].before if joined else game.options
    seated = list(game.seats.order_by("number").values_list("player", flat=True))
    first = seated[: len(seated) - len(joined)]
    if (game.variant, game.side, first) != (variant, side, [player.pk for player in players]):
        raise DoneOtherwiseError
    chosen = load_options(game.rules, dict(options), len(first) // side, side)
    if dump(chosen, full=True) != frozen:
        raise DoneOtherwiseError
    if first_dealer(game.rules, chosen, players, side, dealer) != game.first:
        raise DoneOtherwiseError


def check_same_change(
    change: SeatChange,
    kind: ChangeKind,
    *,
    person: int | None = None,
    player: Player | str | None = None,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Raise DoneOtherwiseError unless this change of seats was asked for."""
    name = player.name if isinstance(player, Player) else player
    if change.kind != kind or (person is not None and change.person != person):
        raise DoneOtherwiseError
    if name is not None and change.player.name != name:
        raise DoneOtherwiseError
    if options is not None and change.voided_at is None and _agreed(change) != dict(options):
        raise DoneOtherwiseError


def _agreed(change: SeatChange) -> Mapping[str, Any]:
    """Every option from the time on when this one joined."""
    later = change.game.changes.filter(voided_at__isnull=True, place__gt=change.place)
    joined = later.filter(kind=ChangeKind.JOIN).order_by("place").first()
    agreed: Mapping[str, Any] = change.game.options
    return agreed if joined is None or joined.before is None else joined.before
