"""The only writer of seats after a game has started: players leave, come back or join.

Each write happens once per token, and is refused (``StaleError``) if it rests on an old view of the
table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, author_fields, signature_id
from scorekeeper.clubs.players.persons import main_player
from scorekeeper.clubs.services import add_players
from scorekeeper.core import clock
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine import reasons
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.outcomes.stored import recall_answers
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats import changes as seating
from scorekeeper.engine.words import _
from scorekeeper.ledger.results import drop_result
from scorekeeper.play.edits.idempotency import is_same_change
from scorekeeper.play.edits.services import rework
from scorekeeper.play.ledger_rows import keep_results
from scorekeeper.play.models import ChangeKind, Game, Seat, SeatChange
from scorekeeper.play.replays.evidence import chained_digest
from scorekeeper.play.replays.replay import tally_with_new_seat
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.play.services import ClosedError, StaleError, check_one_each, lock_table

PLAYERS_CHANGED: Final = gettext_lazy(
    "The players have changed. Check who is playing, then try again."
)
SENT_OTHERWISE: Final = gettext_lazy(
    "This was already sent with something else. Check who is playing, then try again."
)


@dataclass(frozen=True, slots=True)
class TableVersion:
    """The table as the device showed it: the next hand's number, and the number of seat changes."""

    number: int
    changes: int

    def matches(self, game: Game) -> bool:
        return (self.number, self.changes) == (game.last_number + 1, game.change_count)


@transaction.atomic
def leave_game(
    *, game: Game, person: int, version: TableVersion, token: str, by: Membership | None = None
) -> SeatChange:
    """The person misses every hand from the next one on. Raises EntryError, StaleError,
    ClosedError, OtherwiseError."""
    table = lock_table(game)
    if earlier := _earlier_change(table, token, ChangeKind.LEAVE, person=person):
        return earlier
    _check_view(table, version)
    after = seating.leave(table.rules, table.fold, person)
    return _write_change(table, after, ChangeKind.LEAVE, person, token, by)


@transaction.atomic
def come_back(
    *, game: Game, person: int, version: TableVersion, token: str, by: Membership | None = None
) -> SeatChange:
    """The person plays again from the next hand on. Raises EntryError, StaleError, ClosedError,
    OtherwiseError."""
    table = lock_table(game)
    if earlier := _earlier_change(table, token, ChangeKind.BACK, person=person):
        return earlier
    _check_view(table, version)
    after = seating.come_back(table.rules, table.fold, person)
    return _write_change(table, after, ChangeKind.BACK, person, token, by)


@transaction.atomic
def join_game(
    *,
    game: Game,
    player: Player | str,
    options: Mapping[str, Any],
    version: TableVersion,
    token: str,
    in_place_of: int | None = None,
    by: Membership | None = None,
) -> SeatChange:
    """Adds a seat from the next hand on, for a player of the group or a new one of this name; the
    game is then played by ``options``, all of them.

    ``in_place_of``: the person whose seat they take over; None: they sit after the last
    person. Raises EntryError (seats, or naming the option), StaleError, ClosedError,
    OtherwiseError.
    """
    table = lock_table(game)
    request = {"player": player, "options": options, "in_place_of": in_place_of}
    if earlier := _earlier_change(table, token, ChangeKind.JOIN, **request):
        return earlier
    _check_view(table, version)
    seating.check_room(table.rules, table.fold)
    if isinstance(player, str):
        (player,) = add_players(club=table.game.session.club, names=[player])
    player = main_player(player)
    if player in table.players:
        raise EntryError(_("{name} is already playing."), field="seats", name=player.name)
    chosen = load_options(table.rules, dict(options), table.fold.seats + 1, without_stakes=True)
    after = seating.join(table.rules, table.fold, chosen, in_place_of)
    before = table.game.options
    seat = Seat.objects.create(game=table.game, player=player, number=table.fold.persons)
    check_one_each(table.game)
    table.players.append(player)
    table.game.agree(chosen, table.fold.seats + 1)
    table.game.tally = tally_with_new_seat(table.game.tally)
    return _write_change(table, after, ChangeKind.JOIN, seat.number, token, by, before, in_place_of)


def _earlier_change(
    table: Table, token: str, kind: ChangeKind, **request: Any
) -> SeatChange | None:
    """Returns what this token wrote. Raises OtherwiseError unless that was the same request."""
    changes = SeatChange.objects.filter(game=table.game).select_related("player", "game")
    return first_answer(
        changes,
        token,
        lambda change: is_same_change(table, change, kind, **request),
        lambda change: OtherwiseError(change, SENT_OTHERWISE, fate=Refused),
    )


def _check_view(table: Table, version: TableVersion) -> None:
    if table.game.closed_at or table.game.session.closed_at:
        raise ClosedError
    seating.check_open(table.rules, table.fold)
    if not version.matches(table.game):
        raise StaleError(None, PLAYERS_CHANGED, fate=Refused)


def _write_change(
    table: Table,
    after: Fold[Any, Any],
    kind: ChangeKind,
    person: int,
    token: str,
    by: Membership | None,
    before: Mapping[str, Any] | None = None,
    in_place_of: int | None = None,
) -> SeatChange:
    game = table.game
    change = SeatChange(
        game=game,
        place=game.change_count + 1,
        kind=kind,
        person=person,
        player=table.players[person],
        before=before,
        in_place_of=in_place_of,
        token=token,
        **author_fields(by),
    )
    change.digest = chained_digest(game.last_digest, token, change.plain)
    change.save()
    table.fold = after
    game.keep(after)
    game.change_count, game.last_digest = change.place, change.digest
    game.save()
    keep_results(table)
    locks.touch(game.session)
    return change


@transaction.atomic
def undo_seat_change(*, change: SeatChange, by: Membership | None = None) -> SeatChange:
    """Restores the table as it was before the last seat change. A change already undone stays
    undone.

    Raises StaleError if a hand or another change rests on it; ClosedError after the game.
    """
    table = lock_table(change.game)
    current = SeatChange.objects.get(pk=change.pk)
    if current.voided_at:
        return current
    if table.game.closed_at or table.game.session.closed_at:
        raise ClosedError
    if not can_be_undone(table.game, current):
        raise StaleError(None, PLAYERS_CHANGED, fate=Refused)
    current.voided_at, current.voided_by = clock.now(), by
    current.void_signature_id = signature_id(by)
    current.save(update_fields=["voided_at", "voided_by", "void_signature"])
    table.game.change_count -= 1
    if current.kind == ChangeKind.JOIN:
        _remove_seat(table, current)
    rework(game_table(table.game), why=reasons.SEAT_CHANGE_UNDONE, by=by)
    return current


def can_be_undone(game: Game, change: SeatChange) -> bool:
    """Returns whether nothing in force was written since this change."""
    played = any(hand.changes >= change.place for hand in hands_in_force(game))
    return change.voided_at is None and change.place == game.change_count and not played


def _remove_seat(table: Table, change: SeatChange) -> None:
    """Removes the seat that joined and restores the earlier options."""
    assert change.before is not None
    options = recall_answers(table.rules.options, change.before)
    table.game.agree(options, table.fold.seats - 1)
    Seat.objects.filter(game=table.game, number=change.person).delete()
    drop_result(game=table.game.pk, player=change.player_id)
