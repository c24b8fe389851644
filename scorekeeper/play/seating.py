"""The only writer of seats after a game has started: who leaves it, comes back to it or joins it.

As every write: once per token, and refused (``StaleError``) when it rests on an old view of the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.persons import main_player
from scorekeeper.clubs.services import add_players
from scorekeeper.clubs.signing import author_fields, signature_id
from scorekeeper.engine import seating
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.kept import recall_answers
from scorekeeper.engine.options import load_options
from scorekeeper.engine.words import _
from scorekeeper.ledger.results import drop_result
from scorekeeper.play.audit import chained_digest
from scorekeeper.play.corrections import rework
from scorekeeper.play.models import ChangeKind, Game, Seat, SeatChange
from scorekeeper.play.posting import keep_results
from scorekeeper.play.repeated import is_same_change
from scorekeeper.play.replay import tally_with_new_seat
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.play.services import ClosedError, StaleError, check_one_each, lock_table
from scorekeeper.serving import clock
from scorekeeper.serving.tokens import first_answer


@dataclass(frozen=True, slots=True)
class TableVersion:
    """The table as the phone showed it: the next hand's number, and how many changes of seats
    there had been."""

    number: int
    changes: int

    def of(self, game: Game) -> bool:
        return (self.number, self.changes) == (game.last_number + 1, game.change_count)


@transaction.atomic
def leave_game(
    *, game: Game, person: int, seen: TableVersion, token: str, by: Membership | None = None
) -> SeatChange:
    """From the next hand on this person misses every hand. Raises EntryError, StaleError,
    ClosedError, OtherwiseError."""
    at = lock_table(game)
    if earlier := _earlier(at, token, ChangeKind.LEAVE, person=person):
        return earlier
    _check_view(at, seen)
    after = seating.leave(at.rules, at.fold, person)
    return _write(at, after, ChangeKind.LEAVE, person, token, by)


@transaction.atomic
def come_back(
    *, game: Game, person: int, seen: TableVersion, token: str, by: Membership | None = None
) -> SeatChange:
    """From the next hand on he plays again. Raises EntryError, StaleError, ClosedError,
    OtherwiseError."""
    at = lock_table(game)
    if earlier := _earlier(at, token, ChangeKind.BACK, person=person):
        return earlier
    _check_view(at, seen)
    after = seating.come_back(at.rules, at.fold, person)
    return _write(at, after, ChangeKind.BACK, person, token, by)


@transaction.atomic
def join_game(
    *,
    game: Game,
    player: Player | str,
    options: Mapping[str, Any],
    seen: TableVersion,
    token: str,
    by: Membership | None = None,
) -> SeatChange:
    """From the next hand on there is one more seat, for a player of the club or the new one of
    this name, and the game is played by ``options``, all of them.

    Raises EntryError (seats, or naming the option), StaleError, ClosedError, OtherwiseError.
    """
    at = lock_table(game)
    if earlier := _earlier(at, token, ChangeKind.JOIN, player=player, options=options):
        return earlier
    _check_view(at, seen)
    seating.check_room(at.rules, at.fold)
    if isinstance(player, str):
        (player,) = add_players(club=at.game.session.club, names=[player])
    player = main_player(player)
    if player in at.players:
        raise EntryError(_("{name} is already playing."), field="seats", name=player.name)
    chosen = load_options(at.rules, dict(options), at.fold.seats + 1)
    after = seating.join(at.rules, at.fold, chosen)
    before = at.game.options
    seat = Seat.objects.create(game=at.game, player=player, number=at.fold.persons)
    check_one_each(at.game)
    at.players.append(player)
    at.game.agree(chosen, at.fold.seats + 1)
    at.game.tally = tally_with_new_seat(at.game.tally)
    return _write(at, after, ChangeKind.JOIN, seat.number, token, by, before)


def _earlier(at: Table, token: str, kind: ChangeKind, **asked: Any) -> SeatChange | None:
    """What this token wrote. Raises OtherwiseError unless it was asked for the same."""
    known = SeatChange.objects.filter(game=at.game).select_related("player", "game")
    return first_answer(known, token, lambda change: is_same_change(at, change, kind, **asked))


def _check_view(at: Table, seen: TableVersion) -> None:
    if at.game.closed_at or at.game.session.closed_at:
        raise ClosedError
    seating.check_open(at.rules, at.fold)
    if not seen.of(at.game):
        raise StaleError(None)


def _write(
    at: Table,
    after: Fold[Any, Any],
    kind: ChangeKind,
    person: int,
    token: str,
    by: Membership | None,
    before: Mapping[str, Any] | None = None,
) -> SeatChange:
    game = at.game
    change = SeatChange(
        game=game,
        place=game.change_count + 1,
        kind=kind,
        person=person,
        player=at.players[person],
        before=before,
        token=token,
        **author_fields(by),
    )
    change.digest = chained_digest(game.last_digest, token, change.plain)
    change.save()
    at.fold = after
    game.keep(after)
    game.change_count, game.last_digest = change.place, change.digest
    game.save()
    keep_results(at)
    locks.touch(game.session)
    return change


@transaction.atomic
def undo_seat_change(*, change: SeatChange, by: Membership | None = None) -> SeatChange:
    """The table as it was before the last change of seats. A change already taken back stays so.

    Raises StaleError if a hand, or another change, rests on it; ClosedError after the game.
    """
    at = lock_table(change.game)
    held = SeatChange.objects.get(pk=change.pk)
    if held.voided_at:
        return held
    if at.game.closed_at or at.game.session.closed_at:
        raise ClosedError
    if not can_be_undone(at.game, held):
        raise StaleError(None)
    held.voided_at, held.voided_by = clock.now(), by
    held.void_signature_id = signature_id(by)
    held.save(update_fields=["voided_at", "voided_by", "void_signature"])
    at.game.change_count -= 1
    if held.kind == ChangeKind.JOIN:
        _stand_up(at, held)
    rework(game_table(at.game), why=_("seat change undone"), by=by)
    return held


def can_be_undone(game: Game, change: SeatChange) -> bool:
    """Nothing that counts was written since this change."""
    played = any(hand.changes >= change.place for hand in hands_in_force(game))
    return change.voided_at is None and change.place == game.change_count and not played


def _stand_up(at: Table, change: SeatChange) -> None:
    """The seat that joined is there no more, and the options are those of before."""
    assert change.before is not None
    before = recall_answers(at.rules.options, change.before)
    at.game.agree(before, at.fold.seats - 1)
    Seat.objects.filter(game=at.game, number=change.person).delete()
    drop_result(game=at.game.pk, player=change.player_id)
