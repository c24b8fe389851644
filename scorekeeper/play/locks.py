"""The locks of games, the second in the one order (``clubs.locks``)."""

from collections.abc import Sequence

from scorekeeper.clubs.locks import hold_session
from scorekeeper.clubs.models import Session
from scorekeeper.play.models import Game


def hold_game(game: Game, *, even_removed: bool = False) -> Game:
    """Locks the game and returns it as it is now, with its session and group. Raises
    Session.DoesNotExist as ``hold_session``."""
    session = hold_session(game.session_id, even_removed=even_removed)
    locked = Game.every.select_for_update(no_key=True).get(pk=game.pk)
    locked.session = session
    return locked


def hold_open_games(session: Session) -> Sequence[Game]:
    """Locks the session's open games; the session is already locked."""
    games = Game.objects.filter(session=session, closed_at__isnull=True)
    locked = list(games.order_by("pk").select_for_update(no_key=True))
    for game in locked:
        game.session = session
    return locked


def hold_games(sessions: Sequence[int]) -> Sequence[Game]:
    """Locks all games of locked sessions (ids), removed ones included, each with its session."""
    games = Game.every.filter(session__in=sessions).select_related("session")
    return list(games.order_by("pk").select_for_update(no_key=True, of=("self",)))
