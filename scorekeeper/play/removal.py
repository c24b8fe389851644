"""A game that was started by mistake: marked as removed and shown nowhere, or brought back.

Nothing is deleted. What was paid before the first hand is reversed, and paid again if the game
comes back; only its lines in the standings go, which are worked out anew.
"""

from __future__ import annotations

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Membership
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game
from scorekeeper.play.posting import keep_results, payment_rows
from scorekeeper.play.replay import replay
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force, lock_table
from scorekeeper.serving import clock


@transaction.atomic
def remove_game(*, game: Game, by: Membership | None = None) -> Game:
    """One already removed stays so. Raises StaleError with a hand of it that counts, ClosedError
    after the night."""
    at = lock_table(game)
    if at.game.removed_at:
        return at.game
    _check_open(at)
    if at.game.hand_count:
        raise StaleError(hand_in_force(at.game, at.game.last_number))
    at.game.removed_at = clock.now()
    at.game.closed_at = at.game.closed_at or at.game.removed_at
    at.game.save(update_fields=["removed_at", "closed_at"])
    _pay(at, [], why=_("game deleted"), by=by)
    result_rows.drop_results(game=at.game.pk)
    return _done(at, Happened.GAME_REMOVED, by)


@transaction.atomic
def restore_game(*, game: Game, by: Membership | None = None) -> Game:
    """The game as it was before it was removed. Raises ClosedError after the night."""
    at = lock_table(game)
    if not at.game.removed_at:
        return at.game
    _check_open(at)
    played = replay(at, [])
    at.game.removed_at = None
    at.game.closed_at = at.game.closed_at if at.game.stopped else None
    at.game.save(update_fields=["removed_at", "closed_at"])
    right = [
        row
        for hand, payments in played.payments
        for row in payment_rows(
            game=at.game, hand=hand, payments=payments, players=at.player_ids, by=by
        )
    ]
    _pay(at, right, why=_("game restored"), by=by)
    keep_results(at)
    return _done(at, Happened.GAME_RESTORED, by)


def _check_open(at: Table) -> None:
    if at.game.session.closed_at:
        raise ClosedError


def _pay(at: Table, right: list[Payment], *, why: Phrase, by: Membership | None) -> None:
    """Make these all that the game has paid."""
    standing = ledger.in_force(Payment.objects.filter(game=at.game))
    ledger.correct(standing=standing, right=right, reason=why, by=by)


def _done(at: Table, what: Happened, by: Membership | None) -> Game:
    game, night = at.game, at.game.session
    locks.touch(night)
    note(what, club=night.club, session=night, by=by, number=game.number, game=game.title)
    return game
