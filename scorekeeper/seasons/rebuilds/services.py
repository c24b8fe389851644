"""Rebuilds results a batch of sessions at a time, and records the progress; nothing else writes
rebuilds.

Each batch renews its worker's lease (``jobs``) in its own transaction, and is rolled back if
another worker has the row by then. Saves go on meanwhile: a batch locks its sessions for a moment,
as a save does.

Money is the sum of the payments; the rest is each game's stored state, which ``checkledger``
compares with a replay. A game whose state does not match its payments, or that cannot be read, is
skipped and counted.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Max, Sum
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.core.jobs import batches
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import Kind, register
from scorekeeper.core.jobs.models import IN_WORK
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.words import _
from scorekeeper.ledger import results as result_rows
from scorekeeper.ledger.models import GameResult, Payment, PaymentKind
from scorekeeper.ledger.results import wrong_rows
from scorekeeper.play.ledger_rows import results
from scorekeeper.play.locks import hold_games
from scorekeeper.play.models import Game, Seat
from scorekeeper.play.replays.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.replays.results import UNREADABLE
from scorekeeper.play.selectors import Table
from scorekeeper.seasons.rebuilds.models import Rebuild
from scorekeeper.variants import VARIANTS

PIECE: Final = 40
"""Sessions locked at once: a save in one of them waits a tenth of a second."""
LEASE: Final = timedelta(seconds=20)
MOST: Final = 5
"""Attempts at one batch; then it is given up."""
log = logging.getLogger(__name__)


@transaction.atomic
def start_rebuild(
    *, club: Club, by: Membership | None = None, tell_workers: bool = True
) -> Rebuild:
    """Returns the rebuild in work, starting one if there is none."""
    locks.hold_club(club)
    if existing := Rebuild.objects.filter(club=club, state__in=IN_WORK).first():
        return existing
    sessions = Session.objects.filter(club=club)
    last = sessions.aggregate(last=Max("pk"))["last"] or 0
    rebuild = Rebuild.objects.create(club=club, sessions=sessions.count(), last=last, by=by)
    if tell_workers:
        jobs.start(rebuild)
    return rebuild


def run(rebuild: Rebuild, seconds: float = batches.TURN_SECONDS) -> bool:
    """Works on it for at most ``seconds``; returns whether it is done."""
    return batches.run(rebuild, _rebuild_batch, seconds)


def _work_on(rebuild: Rebuild) -> bool:
    return batches.run_and_requeue(rebuild, _rebuild_batch)


@transaction.atomic
def _rebuild_batch(rebuild: Rebuild) -> bool:
    """Rebuilds the next sessions; returns True after the last. Raises LeaseLostError, and nothing
    is written, if another worker has it."""
    rebuild.refresh_from_db(fields=["position"])
    waiting = Session.objects.filter(
        club=rebuild.club_id, pk__gt=rebuild.position, pk__lte=rebuild.last
    )
    sessions = list(waiting.order_by("pk").values_list("pk", flat=True)[:PIECE])
    locked = locks.hold_sessions(Session.objects.filter(pk__in=sessions))
    is_last = len(sessions) < PIECE  # not the locked ones: one may be removed right now
    counts = rebuild_results(locked)
    save = jobs.finish if is_last else jobs.note_progress
    if not save(
        rebuild,
        position=sessions[-1] if sessions else rebuild.position,
        done=F("done") + len(locked),
        games=F("games") + counts.games,
        written=F("written") + counts.rewritten,
        strange=F("strange") + counts.strange,
    ):
        raise batches.LeaseLostError
    return is_last


def latest_rebuild(club: Club) -> Rebuild | None:
    return Rebuild.objects.filter(club=club).order_by("-pk").first()


register(
    Kind(
        Rebuild,
        title=gettext_lazy("Standings recalculation"),
        work=_work_on,
        lease=LEASE,
        attempts=MOST,
        given_up=_("Several errors in a row. See the log of this site."),
    )
)


# What the results of a batch should be ---------------------------------------------------------


GameSums = Mapping[int, Mapping[int, int]]
"""By game and player (ids), in minor units."""


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
