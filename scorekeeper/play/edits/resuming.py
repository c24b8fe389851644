"""Lets a game go on that was ended by mistake, by itself or with its session."""

from django.db import transaction

from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Membership
from scorekeeper.engine import reasons
from scorekeeper.play.edits.services import rework
from scorekeeper.play.models import Game
from scorekeeper.play.services import ClosedError, lock_table, note_game


@transaction.atomic
def resume_game(*, game: Game, by: Membership | None = None) -> Game:
    """Lets a game go on that the players have ended; its pot is paid in again. A game that runs, or
    is over by its rules, stays as it is. Raises ClosedError after the session or once the game is
    removed, NotPossibleError where today's rules do not give its hands."""
    table = lock_table(game)
    if table.game.removed_at or table.game.session.closed_at:
        raise ClosedError
    if not table.game.stopped:
        return table.game
    table.game.stopped = False
    rework(table, why=reasons.GAME_GOES_ON, by=by)
    note_game(ActivityKind.GAME_RESUMED, table.game, by)
    return table.game
