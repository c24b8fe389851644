"""The results of a game for each player, computed from its hands: checks the stored standings and
rewrites them."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from scorekeeper.clubs import locks
from scorekeeper.core import clock
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import POT
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.results import Difference, wrong_rows
from scorekeeper.play.ledger_rows import results
from scorekeeper.play.locks import hold_game
from scorekeeper.play.models import Game
from scorekeeper.play.replays.replay import (
    COUNTS,
    FEATS,
    OUTCOMES,
    RUN,
    UNPLAYED,
    NotPossibleError,
    Replay,
    Tally,
    replay,
)
from scorekeeper.play.selectors import Table, game_table, hands_in_force

UNRECORDED = {
    "preset": "",
    "points": None,
    "lowest": False,
    "game_points": None,
    "took": False,
    "feats": None,
    "counts": None,
    "outcomes": None,
    **dict.fromkeys(map(str, Fact)),
}
"""Values of columns that were not recorded when a row was written."""


UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors raised when a stored row holds unexpected values."""


class UnknownError(Exception):
    """Today's rules do not give the stored game. It stays as it is, and ``checkledger`` reports the
    difference."""


@dataclass
class Inspection:
    """The differences found in the games checked; ``expected``: their results."""

    games: int = 0
    expected: list[GameResult] = field(default_factory=list)
    wrong: list[Difference] = field(default_factory=list)


def check_game(game: Game, inspection: Inspection) -> None:
    """Compares the game's stored results with its hands. Raises UnknownError; its stored results
    are then taken as right."""
    inspection.games += 1
    stored = list(GameResult.objects.filter(game=game).order_by("player_id"))
    try:
        expected = results_of(game)
    except UnknownError:
        inspection.expected += stored
        raise
    session = game.session
    at = f"session {session.code} of {session.played_on}"
    where = f"group {session.club.code}, {at}, game {game.number}"
    inspection.expected += expected
    inspection.wrong += wrong_rows(stored, expected, where)


def repair_results(game: Game) -> bool:
    """Rewrites the game's results if they differ from its hands; returns whether they did. What
    today's rules do not give stays."""
    locked = hold_game(game, even_removed=True)
    if not rewrite_results(locked):
        return False
    locks.touch_held([locked.session_id])
    return True


def complete_results(games: Collection[int]) -> None:
    """Computes what was not recorded in the results of games (ids) imported from elsewhere."""
    unrecorded = Q(dealt=None) | Q(outcomes=None)
    lacking = GameResult.objects.filter(unrecorded, game__in=games).values("game")
    for game in Game.every.select_related("session__club").filter(pk__in=lacking):
        rewrite_results(game)


def rewrite_results(game: Game) -> bool:
    """Does the same for a locked game."""
    stored = list(GameResult.objects.filter(game=game).order_by("player_id"))
    try:
        expected = results_of(game)
    except UnknownError:
        return False
    if not any(wrong_rows(stored, expected, "")):
        return False
    result_rows.drop_results(games=[game.pk])
    result_rows.save_results(expected)
    return True


def results_of(game: Game) -> Sequence[GameResult]:
    """Returns unsaved results of a game, by person; none for a removed one. Raises UnknownError."""
    if game.removed_at:
        return []
    try:
        return _replay_results(game_table(game))
    except UNREADABLE as error:
        raise UnknownError(f"what is kept of it cannot be read: {error!r}") from error


def _replay_results(table: Table) -> list[GameResult]:
    try:
        played = replay(table, hands_in_force(table.game))
    except NotPossibleError as broken:
        raise UnknownError(
            f"hand {broken.hand.number}: the rules refuse it now: {broken.error}"
        ) from broken
    except EntryError as error:
        raise UnknownError(f"the rules do not know now how it was played: {error}") from error
    if not _equals_stored(table, played):
        raise UnknownError("the rules give another game now than was kept")
    return replayed_results(table, played)


def replayed_results(table: Table, played: Replay) -> list[GameResult]:
    """Returns unsaved results by person."""
    return results(_table_after(table, played), _paid_out(table, played))


def _table_after(table: Table, played: Replay) -> Table:
    """Returns the game as these hands leave it, whatever is stored."""
    game = copy(table.game)
    game.keep(played.fold)
    older = _counts_unplayed_hands(played.tally, table.game.tally)
    game.tally, game.hand_count = table.game.tally if older else played.tally, len(played.hands)
    game.last_number = played.hands[-1][0].number if played.hands else 0
    over = played.fold.over or game.stopped
    game.closed_at = (game.closed_at or clock.now()) if over else None
    return Table(game, table.players)


def _paid_out(table: Table, played: Replay) -> Collection[int]:
    """Returns the players whom the last hand paid from the pot."""
    last = played.hands[-1][1].last if played.hands else None
    payments = last.payments if last else ()
    payees = [payment.payee for payment in payments if payment.payer == POT]
    return {table.player_ids[person] for person in payees if isinstance(person, int)}


def _equals_stored(table: Table, played: Replay) -> bool:
    """Returns whether the replay gives the stored game."""
    replayed, stored = _table_after(table, played).state, table.state
    tally = comparable_tally(replayed.game.tally, stored.game.tally)
    return (list(replayed.balances), list(replayed.totals), tally) == (
        list(stored.balances),
        list(stored.totals),
        stored.game.tally,
    )


def comparable_tally(tally: Tally, stored: Mapping[str, Any]) -> Tally:
    """Returns the tally without facts that the game has not stored. Feats may have been added
    since; those are compared in the results alone."""
    if _counts_unplayed_hands(tally, stored):
        return dict(stored)
    later = {*Fact, FEATS, RUN, COUNTS, OUTCOMES, UNPLAYED}
    comparable = {
        name: values for name, values in tally.items() if name not in later or name in stored
    }
    return comparable | {name: stored[name] for name in (FEATS, RUN) if name in stored}


def _counts_unplayed_hands(tally: Tally, stored: Mapping[str, Any]) -> bool:
    """Returns whether the stored tally counts hands that were not played, as older ones did."""
    return UNPLAYED not in stored and any(tally.get(UNPLAYED, ()))
