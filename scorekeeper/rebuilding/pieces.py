"""What some nights brought their players, worked out anew from their games and payments, and
written where it is not there. Everything is read once for all of them.

Money is what the payments come to; the rest is what each game keeps, which ``checkledger`` holds
against a replay. A game whose own sums are not those of its payments, or that cannot be read, is
left alone, and counted.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Sum

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Player
from scorekeeper.engine.facts import Fact
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.locks import hold_games
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.posting import results
from scorekeeper.play.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.results import UNREADABLE
from scorekeeper.play.selectors import Table
from scorekeeper.standings import services as standings
from scorekeeper.standings.audit import wrong_rows
from scorekeeper.standings.models import GameResult
from scorekeeper.variants import VARIANTS

GameSums = Mapping[int, Mapping[int, int]]
"""By game and player (ids), in minor units."""

log = logging.getLogger(__name__)


@dataclass
class Rewritten:
    games: int = 0
    written: int = 0
    strange: int = 0


def write_anew(nights: Sequence[int]) -> Rewritten:
    """Of nights (ids) that are held."""
    games = hold_games(nights)
    found, wrong = Rewritten(games=len(games)), dict[int, int]()
    if not games:
        return found
    seated, paid, pots = _seated(nights), _paid(nights), _paid_out(nights)
    there: dict[int, list[GameResult]] = defaultdict(list)
    for row in GameResult.objects.filter(session__in=nights, game__isnull=False):
        there[row.game_id or 0].append(row)
    rows: list[GameResult] = []
    for game in games:
        right = _right(Table(game, seated[game.pk]), paid[game.pk], pots[game.pk])
        if right is None:
            found.strange += 1
            continue
        _as_told(right, game, there[game.pk])
        if any(wrong_rows(there[game.pk], right, "")):
            wrong[game.pk] = game.session_id
            rows += right
    if wrong:
        standings.drop_results_of(games=list(wrong))
        standings.save_results(rows)
        locks.touch_held(sorted(set(wrong.values())))
    found.written = len(wrong)
    return found


def _right(at: Table, paid: Mapping[int, int], got: Collection[int]) -> list[GameResult] | None:
    """What is to be there of one game; None where it is to be left alone."""
    try:
        if at.game.variant not in VARIANTS or _strange(at, paid):
            return None
        return [] if at.game.removed_at else results(at, got)
    except UNREADABLE as error:
        log.warning("game %s cannot be read: %r", at.game.pk, error)
        return None


def _as_told(right: Sequence[GameResult], game: Game, there: Sequence[GameResult]) -> None:
    """What a game of before does not keep may have been worked out from its hands since
    (``play.results``): that stays."""
    unknown = [name for name in (*Fact, FEATS, COUNTS, OUTCOMES) if name not in game.tally]
    kept = {row.player_id: row for row in there}
    for row in right:
        for name in unknown if row.player_id in kept else ():
            setattr(row, name, getattr(kept[row.player_id], name))


def _strange(at: Table, paid: Mapping[int, int]) -> bool:
    kept = dict(zip(at.player_ids, at.state.balances, strict=True))
    return any(kept.get(who, 0) != paid.get(who, 0) for who in {*kept, *paid})


def _seated(nights: Sequence[int]) -> Mapping[int, list[Player]]:
    found: dict[int, list[Player]] = defaultdict(list)
    seats = Seat.objects.filter(game__session__in=nights).select_related("player")
    for seat in seats.order_by("game", "number"):
        found[seat.game_id].append(seat.player)
    return found


def _paid(nights: Sequence[int]) -> GameSums:
    """What the payments of each game come to."""
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = Payment.objects.filter(session__in=nights, kind=PaymentKind.GAME).order_by()
    for game, payer, payee, total in rows.values_list("game", "payer", "payee").annotate(
        total=Sum("amount")
    ):
        if payer is not None:
            found[game][payer] -= int(total)
        if payee is not None:
            found[game][payee] += int(total)
    return found


def _paid_out(nights: Sequence[int]) -> Mapping[int, set[int]]:
    """By game, whom its last hand paid out of the pot."""
    last = Payment.objects.filter(
        session__in=nights,
        payer=None,
        hand__number=F("game__last_number"),
        hand__voided_at=None,
        reverses=None,
        reversed_by=None,
    )
    found: dict[int, set[int]] = defaultdict(set)
    for game, payee in last.values_list("game", "payee"):
        found[game].add(payee)
    return found
