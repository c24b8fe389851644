"""The last game of a group as the default for the next one: its rules, players and stakes."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import main_player
from scorekeeper.engine.variant import Preset
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.play.stored_game import GameState
from scorekeeper.questions import stakes
from scorekeeper.questions.last_rules import LAST, LastRules
from scorekeeper.questions.presets import house_rules
from scorekeeper.table.starting.rematch import next_to_deal, remaining_players


def previous_rules(
    game: Game | None, last: LastRules | None, own: Sequence[Preset], wanted: str | None
) -> str | None:
    """Returns the preset to begin with: the one ``wanted``, or that of the last game of this kind,
    ``LAST`` if it had other rules."""
    if wanted is not None or game is None:
        return wanted
    return LAST if last else house_rules(game, own)[0]


@dataclass(frozen=True, slots=True)
class PreviousGame:
    """The last game, offered again."""

    game: Game
    names: tuple[str, ...]
    stakes: str


def previous_game(game: Game, session: Session) -> PreviousGame:
    """``session``: in which it is offered; a player who left the game before is not there."""
    is_here, currency = game.session_id == session.pk, session.club.currency
    players = remaining_players(game_table(game)) if is_here else previous_players(game)
    names = tuple(player.name for player in players)
    return PreviousGame(game, names, stakes.frozen_stakes(game.rules, game.options, currency))


def previous_players(game: Game) -> list[Player]:
    """Returns its players under their current names, without former players."""
    seats = list(game.seats.select_related("player__person"))
    in_order = [seats[person].player for person in GameState(game, len(seats)).seating]
    players = dict.fromkeys(map(main_player, in_order))
    return [player for player in players if not player.is_former]


def previous_stakes(last: Game | None, currency: str) -> str | None:
    """Returns what the last game of a kind was played for; empty for no money, None if there was
    no game."""
    return stakes.frozen_stakes(last.rules, last.options, currency) if last else None


def previous_seating(newest: Game | None, session: Session) -> tuple[list[int], int | None]:
    """Returns ids of the players of the last game in order, and of who was to deal next if it was
    in this session."""
    if newest is None:
        return [], None
    table = game_table(newest)
    if newest.session_id != session.pk:
        return [player.pk for player in previous_players(newest)], None
    dealer = next_to_deal(table)
    return [
        player.person_pk for player in remaining_players(table)
    ], dealer.person_pk if dealer else None
