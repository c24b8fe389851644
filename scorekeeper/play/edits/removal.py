"""Removes a game that was started by mistake, or restores it; or a whole session of such games.

Nothing is deleted. What was paid before the first hand is reversed, and paid again if the game is
restored; only its rows in the standings are deleted, which can be computed again.
"""

from django.db import transaction
from django.db.models import F

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import Happened, note
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.core import clock
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment
from scorekeeper.play.ledger_rows import keep_results, payment_rows
from scorekeeper.play.models import Game
from scorekeeper.play.replays.replay import replay
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force, lock_table


@transaction.atomic
def remove_game(*, game: Game, by: Membership | None = None) -> Game:
    """Removes a game; one already removed stays removed. Raises StaleError with a hand in force,
    ClosedError after the session."""
    table = lock_table(game)
    if table.game.removed_at:
        return table.game
    _check_open(table)
    _remove(table, by)
    return _note_change(table, Happened.GAME_REMOVED, by)


@transaction.atomic
def remove_session(*, session: Session, by: Membership | None = None) -> None:
    """Ends a session in which no hand is in force, and removes it with its games: no page shows it
    any more. Raises StaleError with a hand in force."""
    held = locks.hold_session(session.pk)
    for game in Game.objects.filter(session=held).order_by("pk"):
        _remove(lock_table(game), by)
    now = clock.now()
    Session.every.filter(pk=held.pk, closed_at__isnull=True).update(closed_at=now)
    Session.every.filter(pk=held.pk).update(removed_at=now, version=F("version") + 1)


def _remove(table: Table, by: Membership | None) -> None:
    if table.game.hand_count:
        raise StaleError(hand_in_force(table.game, table.game.last_number))
    table.game.removed_at = clock.now()
    table.game.closed_at = table.game.closed_at or table.game.removed_at
    table.game.save(update_fields=["removed_at", "closed_at"])
    _correct_payments(table, [], why=_("game deleted"), by=by)
    result_rows.drop_results(game=table.game.pk)


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
    payments = [
        row
        for hand, row_payments in played.payments
        for row in payment_rows(
            game=table.game, hand=hand, payments=row_payments, players=table.player_ids, by=by
        )
    ]
    _correct_payments(table, payments, why=_("game restored"), by=by)
    keep_results(table)
    return _note_change(table, Happened.GAME_RESTORED, by)


def _check_open(table: Table) -> None:
    if table.game.session.closed_at:
        raise ClosedError


def _correct_payments(
    table: Table, expected: list[Payment], *, why: Phrase, by: Membership | None
) -> None:
    """Makes these all the payments of the game."""
    stored = ledger.in_force(Payment.objects.filter(game=table.game))
    ledger.correct(standing=stored, right=expected, reason=why, by=by)


def _note_change(table: Table, kind: Happened, by: Membership | None) -> Game:
    game, session = table.game, table.game.session
    locks.touch(session)
    note(kind, club=session.club, session=session, by=by, number=game.number, game=game.title)
    return game
