"""What a game brought each player, worked out from its hands alone: what was kept for the
standings is held against it, and can be written anew from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from scorekeeper.clubs import locks
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.facts import Fact
from scorekeeper.engine.money import POT
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.results_audit import Difference, wrong_rows
from scorekeeper.play.locks import hold_game
from scorekeeper.play.models import Game
from scorekeeper.play.posting import results
from scorekeeper.play.replay import (
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
from scorekeeper.serving import clock

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
"""What a row says of what was not asked for when it was written."""


UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What reading raises where a row holds what never was written there."""


class UnknownError(Exception):
    """The rules as they are now do not give the game that was kept: that stands, as every past game
    does, and ``checkledger`` names the difference."""


@dataclass
class Inspection:
    """What was found of the games that were looked at; ``right``: what they brought."""

    games: int = 0
    right: list[GameResult] = field(default_factory=list)
    wrong: list[Difference] = field(default_factory=list)


def check_game(game: Game, seen: Inspection) -> None:
    """Hold what was kept of it against its hands. Raises UnknownError; what was kept is right
    then."""
    seen.games += 1
    found = list(GameResult.objects.filter(game=game).order_by("player_id"))
    try:
        right = results_of(game)
    except UnknownError:
        seen.right += found
        raise
    night = game.session
    where = (
        f"group {night.club.code}, session {night.code} of {night.played_on}, game {game.number}"
    )
    seen.right += right
    seen.wrong += wrong_rows(found, right, where)


def repair_results(game: Game) -> bool:
    """Write its results anew where they are not what its hands give; True if they were not. What
    today's rules do not give stays as it is."""
    held = hold_game(game)
    if not rewrite_results(held):
        return False
    locks.touch(held.session)
    return True


def complete_results(games: Collection[int]) -> None:
    """Work out what was not asked for when their results were written; of games (their ids) that
    come in from elsewhere, which nobody has seen yet."""
    unsaid = Q(dealt=None) | Q(outcomes=None)
    lacking = GameResult.objects.filter(unsaid, game__in=games).values("game")
    for game in Game.every.select_related("session__club").filter(pk__in=lacking):
        rewrite_results(game)


def rewrite_results(game: Game) -> bool:
    """The same of a game that is held."""
    found = list(GameResult.objects.filter(game=game).order_by("player_id"))
    try:
        right = results_of(game)
    except UnknownError:
        return False
    if not any(wrong_rows(found, right, "")):
        return False
    result_rows.drop_results(game=game.pk)
    result_rows.save_results(right)
    return True


def results_of(game: Game) -> Sequence[GameResult]:
    """Of one game, by person, as rows not yet written; of one that was removed none. Raises
    UnknownError."""
    if game.removed_at:
        return []
    try:
        return _worked_out_anew(game_table(game))
    except UNREADABLE as error:
        raise UnknownError(f"what is kept of it cannot be read: {error!r}") from error


def _worked_out_anew(at: Table) -> list[GameResult]:
    try:
        played = replay(at, hands_in_force(at.game))
    except NotPossibleError as broken:
        raise UnknownError(
            f"hand {broken.hand.number}: the rules refuse it now: {broken}"
        ) from broken
    except EntryError as error:
        raise UnknownError(f"the rules do not know now how it was played: {error}") from error
    if not _same_as_kept(at, played):
        raise UnknownError("the rules give another game now than was kept")
    return replayed_results(at, played)


def replayed_results(at: Table, played: Replay) -> list[GameResult]:
    """By person, as rows not yet written."""
    return results(_left_by(at, played), _paid_out(at, played))


def _left_by(at: Table, played: Replay) -> Table:
    """The game as these hands leave it, whatever was kept of it."""
    game = copy(at.game)
    game.keep(played.fold)
    older = _counts_otherwise(played.tally, at.game.tally)
    game.tally, game.hand_count = at.game.tally if older else played.tally, len(played.hands)
    game.last_number = played.hands[-1][0].number if played.hands else 0
    over = played.fold.over or game.stopped
    game.closed_at = (game.closed_at or clock.now()) if over else None
    return Table(game, at.players)


def _paid_out(at: Table, played: Replay) -> Collection[int]:
    """The players whom the last hand paid out of the pot."""
    last = played.hands[-1][1].last if played.hands else None
    payments = last.payments if last else ()
    ends = [paid.payee for paid in payments if paid.payer == POT]
    return {at.player_ids[person] for person in ends if isinstance(person, int)}


def _same_as_kept(at: Table, played: Replay) -> bool:
    """Past games never move, whatever is mended in the rules."""
    left, kept = _left_by(at, played).state, at.state
    tally = comparable_tally(left.game.tally, kept.game.tally)
    return (list(left.balances), list(left.totals), tally) == (
        list(kept.balances),
        list(kept.totals),
        kept.game.tally,
    )


def comparable_tally(tally: Tally, kept: Mapping[str, Any]) -> Tally:
    """Without the facts of hands, where they were not kept of the game. What can be achieved may be
    more today than it was then: that is held against the results alone."""
    if _counts_otherwise(tally, kept):
        return dict(kept)
    later = {*Fact, FEATS, RUN, COUNTS, OUTCOMES, UNPLAYED}
    found = {name: told for name, told in tally.items() if name not in later or name in kept}
    return found | {name: kept[name] for name in (FEATS, RUN) if name in kept}


def _counts_otherwise(tally: Tally, kept: Mapping[str, Any]) -> bool:
    """The tally that is kept counts hands that were not played, as tallies did before."""
    return UNPLAYED not in kept and any(tally.get(UNPLAYED, ()))
