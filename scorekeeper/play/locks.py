"""The locks of games, the second in the one order (``clubs.locks``)."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.clubs.locks import hold_night
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Game


def hold_game(game: Game) -> Game:
    """The game as it is now, its night and club with it."""
    night = hold_night(game.session_id)
    held = Game.every.select_for_update(no_key=True).get(pk=game.pk)
    held.session = night
    return held


def hold_open_games(night: Session) -> Sequence[Game]:
    """Those still played in a night that is held."""
    games = Game.objects.filter(session=night, closed_at__isnull=True)
    held = list(games.order_by("pk").select_for_update(no_key=True))
    for game in held:
        game.session = night
    return held


def hold_games(nights: Sequence[int]) -> Sequence[Game]:
    """All games of nights (ids) that are held, those that were removed too, each with its night."""
    games = Game.every.filter(session__in=nights).select_related("session")
    return list(games.order_by("pk").select_for_update(no_key=True, of=("self",)))
