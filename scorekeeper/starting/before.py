"""The last game of a club, as the next one begins with it: its rules, its people, its money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.asking import stakes
from scorekeeper.asking.ways import house_rules
from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import main_player
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.starting.again import next_to_deal, still_here


def as_last_time(
    game: Game | None, rules: AnyVariant, own: Sequence[Preset] = (), wanted: str | None = None
) -> tuple[str | None, dict[str, Any]]:
    """Preset and options to begin with: those of the last game of this kind, or the preset that is
    ``wanted``. At the first game of this kind no money is proposed that the club has to say itself:
    it is for points until somebody types it."""
    if game is not None and game.variant == rules.key:
        return house_rules(game, own) if wanted is None else (wanted, {})
    chosen = next((way.options for way in (*own, *rules.presets) if way.key == wanted), {})
    return wanted, dict.fromkeys(stakes.unsaid(rules, chosen), 0)


@dataclass(frozen=True, slots=True)
class Before:
    """The last game, as it can be had again."""

    game: Game
    names: tuple[str, ...]
    stakes: str


def as_before(game: Game, currency: str) -> Before:
    names = tuple(seat.player.name for seat in game.seats.select_related("player"))
    return Before(game, names, stakes.as_frozen(game.rules, game.options, currency))


def who_sat(game: Game) -> list[Player]:
    """As they are called now; without those who have left the club since."""
    seats = game.seats.select_related("player__person")
    found = dict.fromkeys(main_player(seat.player) for seat in seats)
    return [player for player in found if player.left_at is None]


def stakes_before(newest: Game | None, currency: str) -> str | None:
    """What the last game was played for; empty where no money was, None if there was no game."""
    return stakes.as_frozen(newest.rules, newest.options, currency) if newest else None


def as_they_sat(newest: Game | None, session: Session) -> tuple[list[int], int | None]:
    """Who sits down for another game, in the order of the last one, and who was to deal next if
    that was tonight; by their ids."""
    if newest is None:
        return [], None
    at = game_table(newest)
    if newest.session_id != session.pk:
        return [player.pk for player in who_sat(newest)], None
    dealer = next_to_deal(at)
    return [player.person_pk for player in still_here(at)], dealer.person_pk if dealer else None
