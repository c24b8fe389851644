"""A worker that is killed, and hands that are saved, in the middle of a rebuild: real processes and
real connections."""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.seasons.rebuilds import services
from scorekeeper.seasons.rebuilds.models import Rebuild
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.play.racing import collide, collide_at_the_end
from tests.helpers.seasons.sessions import checked
from tests.helpers.statements.workers import eventually, own_queue, worker
from tests.seasons.rebuilds.rebuilding import HAND, WRONG, result_rows, work

__all__ = ["own_queue"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.programs]
SESSIONS = 6


def played(sessions: int) -> Club:
    club = make.club()
    for _session in range(sessions):
        make.play(make.session("points_rummy", make.NAMES[:4], club=club), HAND, HAND)
    return club


def done(pk: int) -> int:
    return Rebuild.objects.values_list("done", flat=True).get(pk=pk)


def test_whoever_comes_after_a_worker_that_was_killed_goes_on_where_it_stopped(
    own_queue: Path,
    tmp_path: Path,
) -> None:
    club = played(SESSIONS)
    before, slow = result_rows(), tmp_path / "slow"
    GameResult.objects.update(**WRONG)
    slow.touch()
    pk = services.start_rebuild(club=club).pk
    app = "tests.seasons.rebuilds.slow_worker"
    with worker(own_queue, slow, app) as killed:
        eventually(slow.with_suffix(".begun").exists)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
    held = Rebuild.objects.get(pk=pk)
    assert (held.done, held.state) == (2, JobState.RUNNING) and held.claim
    wrong = GameResult.objects.filter(**WRONG).values("session").distinct().count()
    assert wrong == SESSIONS - 2, "of the session it was at nothing is written"
    slow.unlink()
    Rebuild.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert jobs.sweep() == 1
    with worker(own_queue, slow, app):
        eventually(lambda: not Rebuild.objects.get(pk=pk).is_in_work)
    rebuild = Rebuild.objects.get(pk=pk)
    assert (rebuild.done, rebuild.written, rebuild.state) == (SESSIONS, SESSIONS, JobState.DONE)
    assert result_rows() == before


# Saves meanwhile -----------------------------------------------------------------------------


def now(game: Game) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=game.pk))


def saves(game: Game) -> Callable[[], Any]:
    return lambda: make.play(now(game), pool_hand("Dev", Asha=40, Meera=9, Omar=1))


def takes_back(game: Game) -> Callable[[], Any]:
    hand = game.hands.latest("number")
    return lambda: void_hand(hand=hand)


@pytest.mark.postgres
@pytest.mark.parametrize("meet", [collide, collide_at_the_end])
@pytest.mark.parametrize("write", [saves, takes_back])
@pytest.mark.parametrize("order", ["the save first", "the rebuild first"])
def test_what_is_saved_during_a_rebuild_is_not_lost(
    meet: Callable[..., Any], write: Callable[[Game], Callable[[], Any]], order: str
) -> None:
    """The session waits for whichever came first, and both of them count."""
    club = played(2)
    GameResult.objects.update(**WRONG)
    game = club.sessions.latest("pk").games.get()
    pk = services.start_rebuild(club=club, tell_workers=False).pk
    acts = [write(game), lambda: work(pk)]
    if order == "the rebuild first":
        acts.reverse()
    outcomes, waited = meet(*acts)
    assert not any(isinstance(outcome, Exception) for outcome in outcomes), outcomes
    holds_no_session = (
        meet is collide and order == "the rebuild first"
    )  # it has just claimed its row
    assert waited != holds_no_session
    rebuild = Rebuild.objects.get(pk=pk)
    assert rebuild.state == JobState.DONE and rebuild.done == 2
    hands = {"saves": 3, "takes_back": 1}[write.__name__]
    kept = GameResult.objects.filter(game=game).values_list("hands", flat=True)
    assert set(kept) == {hands}
    assert " 0 results wrong" in checked(club)


@pytest.mark.postgres
def test_a_session_that_began_during_a_rebuild_is_right_without_it() -> None:
    club = played(1)
    GameResult.objects.update(**WRONG)
    pk = services.start_rebuild(club=club, tell_workers=False).pk
    make.play(make.session("points_rummy", make.NAMES[:4], club=club), HAND)
    assert work(pk) and done(pk) == 1
    assert " 0 results wrong" in checked(club)
