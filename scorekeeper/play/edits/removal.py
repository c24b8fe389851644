"""Removes a game that was started by mistake, or restores it; or a whole session of such games;
lets a game go on that was ended by mistake, by itself or with its session.

Nothing is deleted. What was paid before the first hand is reversed, and paid again if the game is
restored; only its rows in the standings are deleted, which can be computed again.
"""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.core import clock
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.engine import reasons
from scorekeeper.ledger import results as result_rows
from scorekeeper.play.edits.services import rework
from scorekeeper.play.ledger_rows import correct_payments, keep_results
from scorekeeper.play.models import Game
from scorekeeper.play.replays.replay import replay
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force, lock_table, note_game
from scorekeeper.play.terms import game_text

REOPEN_FIRST: Final = _("This session has ended. Reopen it first.")


@transaction.atomic
def remove_game(*, game: Game, by: Membership | None = None) -> Game:
    """Removes a game; one already removed stays removed. Raises StaleError with a hand in force,
    ClosedError after the session."""
    table = lock_table(game)
    if table.game.removed_at:
        return table.game
    _check_open(table)
    if table.game.hand_count:
        hand = hand_in_force(table.game, table.game.last_number)
        text = game_text(table.game.terms, "A hand of this game has been saved since.")
        raise StaleError(hand, text, fate=Refused)
    _remove(table, by)
    note_game(ActivityKind.GAME_REMOVED, table.game, by)
    return table.game


@transaction.atomic
def remove_session(*, session: Session, by: Membership | None = None) -> None:
    """Ends a session in which no hand is in force, and removes it with its games: no page shows it
    any more. Raises StaleError with a hand in force."""
    held = locks.hold_session(session.pk)
    for game in Game.objects.filter(session=held).order_by("pk"):
        _remove(lock_table(game), by)
    now = clock.now()
    if held.closed_at is None:
        locks.put_closed(held, now)
    locks.put_removed([held.pk], now)


def _remove(table: Table, by: Membership | None) -> None:
    if table.game.hand_count:
        raise StaleError(hand_in_force(table.game, table.game.last_number))
    table.game.removed_at = clock.now()
    table.game.closed_at = table.game.closed_at or table.game.removed_at
    table.game.save(update_fields=["removed_at", "closed_at"])
    correct_payments(table, [], why=reasons.GAME_DELETED, by=by)
    result_rows.drop_results(games=[table.game.pk])


@transaction.atomic
def restore_game(*, game: Game, by: Membership | None = None) -> Game:
    """Restores a removed game. Raises ClosedError after the session."""
    table = lock_table(game)
    if not table.game.removed_at:
        return table.game
    _check_open(table)
    played = replay(table, [])
    table.game.removed_at = None
    table.game.closed_at = table.game.closed_at if table.game.stopped else None
    table.game.save(update_fields=["removed_at", "closed_at"])
    correct_payments(table, played.payments, why=reasons.GAME_RESTORED, by=by)
    keep_results(table)
    note_game(ActivityKind.GAME_RESTORED, table.game, by)
    return table.game


def _check_open(table: Table) -> None:
    if table.game.session.closed_at:
        raise ClosedError(REOPEN_FIRST)


@transaction.atomic
def resume_game(*, game: Game, by: Membership | None = None) -> Game:
    """Lets a game go on that the players have ended; its pot is paid in again. A game that runs, or
    is over by its rules, stays as it is. Raises ClosedError after the session or once the game is
    removed, NotPossibleError where today's rules do not give its hands."""
    table = lock_table(game)
    if table.game.removed_at or table.game.session.closed_at:
        raise ClosedError(REOPEN_FIRST)
    if not table.game.stopped:
        return table.game
    table.game.stopped = False
    rework(table, why=reasons.GAME_GOES_ON, by=by)
    note_game(ActivityKind.GAME_RESUMED, table.game, by)
    return table.game
