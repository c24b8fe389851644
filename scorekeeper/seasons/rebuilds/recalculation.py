"""Recalculates players' results in some sessions from their games and payments, and writes those
that differ. Everything is read once for all of them.

Money is the sum of the payments; the rest is each game's stored state, which ``checkledger``
compares with a replay. A game whose state does not match its payments, or that cannot be read, is
skipped and counted."""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Sum

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Player
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger.models import GameResult, Payment, PaymentKind
from scorekeeper.ledger.results_audit import wrong_rows
from scorekeeper.play.ledger_rows import results
from scorekeeper.play.locks import hold_games
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.replays.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.replays.results import UNREADABLE
from scorekeeper.play.selectors import Table
from scorekeeper.variants import VARIANTS

GameSums = Mapping[int, Mapping[int, int]]
"""By game and player (ids), in minor units."""

log = logging.getLogger(__name__)


@dataclass
class RebuildCounts:
    games: int = 0
    rewritten: int = 0
    strange: int = 0


def rebuild_results(sessions: Sequence[int]) -> RebuildCounts:
    """Rebuilds the results of locked sessions (ids)."""
    games = hold_games(sessions)
    counts, wrong = RebuildCounts(games=len(games)), dict[int, int]()
    if not games:
        return counts
    seated, paid, pots = _seated(sessions), _paid(sessions), _paid_out(sessions)
    stored: dict[int, list[GameResult]] = defaultdict(list)
    for row in GameResult.objects.filter(session__in=sessions, game__isnull=False):
        stored[row.game_id or 0].append(row)
    rows: list[GameResult] = []
    for game in games:
        expected = _expected(Table(game, seated[game.pk]), paid[game.pk], pots[game.pk])
        if expected is None:
            counts.strange += 1
            continue
        _keep_unknown(expected, game, stored[game.pk])
        if any(wrong_rows(stored[game.pk], expected, "")):
            wrong[game.pk] = game.session_id
            rows += expected
    if wrong:
        result_rows.drop_results(games=list(wrong))
        result_rows.save_results(rows)
        locks.touch_held(sorted(set(wrong.values())))
    counts.rewritten = len(wrong)
    return counts


def _expected(
    table: Table, paid: Mapping[int, int], paid_out: Collection[int]
) -> list[GameResult] | None:
    """Returns the results of one game; None where it is skipped."""
    try:
        if table.game.variant not in VARIANTS or _is_inconsistent(table, paid):
            return None
        return [] if table.game.removed_at else results(table, paid_out)
    except UNREADABLE as error:
        log.warning("game %s cannot be read: %r", table.game.pk, error)
        return None


def _keep_unknown(expected: Sequence[GameResult], game: Game, stored: Sequence[GameResult]) -> None:
    """Keeps stored values that an old game's state does not have: they were calculated from its
    hands (``play.replays.results``)."""
    unknown = [name for name in (*Fact, FEATS, COUNTS, OUTCOMES) if name not in game.tally]
    by_player = {row.player_id: row for row in stored}
    for row in expected:
        for name in unknown if row.player_id in by_player else ():
            setattr(row, name, getattr(by_player[row.player_id], name))


def _is_inconsistent(table: Table, paid: Mapping[int, int]) -> bool:
    balances = dict(zip(table.player_ids, table.state.balances, strict=True))
    return any(balances.get(pk, 0) != paid.get(pk, 0) for pk in {*balances, *paid})


def _seated(sessions: Sequence[int]) -> Mapping[int, list[Player]]:
    by_game: dict[int, list[Player]] = defaultdict(list)
    seats = Seat.objects.filter(game__session__in=sessions).select_related("player")
    for seat in seats.order_by("game", "number"):
        by_game[seat.game_id].append(seat.player)
    return by_game


def _paid(sessions: Sequence[int]) -> GameSums:
    """Returns the sums of each game's payments."""
    by_game: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = Payment.objects.filter(session__in=sessions, kind=PaymentKind.GAME).order_by()
    for game, payer, payee, total in rows.values_list("game", "payer", "payee").annotate(
        total=Sum("amount")
    ):
        if payer is not None:
            by_game[game][payer] -= int(total)
        if payee is not None:
            by_game[game][payee] += int(total)
    return by_game


def _paid_out(sessions: Sequence[int]) -> Mapping[int, set[int]]:
    """Returns by game whom its last hand paid from the pot."""
    last = Payment.objects.filter(
        session__in=sessions,
        payer=None,
        hand__number=F("game__last_number"),
        hand__voided_at=None,
        reverses=None,
        reversed_by=None,
    )
    by_game: dict[int, set[int]] = defaultdict(set)
    for game, payee in last.values_list("game", "payee"):
        by_game[game].add(payee)
    return by_game
