"""Each write of an evening against each other write, in both orders.

On PostgreSQL the second runs into the first just after that got its first lock, and again at its
last moment before it commits; on SQLite, which has one lock, both are fired at once. Whatever
comes out: nobody waits in a circle, each is done or refused in a sentence, every page of the
session answers, and the money is what the hands say.

The writes of a game run into all others here, the rest in the modules beside it: together they take
longer than any other test.
"""

from contextlib import suppress
from typing import Any

import pytest
from django.db import connection

from scorekeeper.play.models import LateCorrection
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.play.every_write import (
    OF_GAMES,
    OF_NO_SESSION,
    WRITES,
    faults_beside_others,
    prepared,
)
from tests.helpers.play.racing import LOCKS, on_postgres, together
from tests.helpers.play.sessions import REFUSALS, faults

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("real_queue")]
"""A statement that is asked for is not drawn."""


@pytest.mark.postgres
@pytest.mark.parametrize("write", OF_GAMES)
def test_no_write_breaks_another_that_runs_into_it(write):
    assert faults_beside_others(write) == {}


@pytest.mark.parametrize("write", WRITES)
def test_writes_fired_at_once_break_nothing(write):
    """A few of all pairs; the test above has the rest."""
    names, wrong = list(WRITES), {}
    start = names.index(write)
    steps = (0, 1, 3, 8) if LOOKS_FOR_NEW else (0, 3)
    for step in steps if not on_postgres() else (0,):
        other = names[(start + step) % len(names)]
        game, acts = prepared(write, other)
        outcomes = together(*acts)
        if problems := faults(game.session, outcomes, pages=LOOKS_FOR_NEW or step == 0):
            wrong[other] = problems
    assert wrong == {}


@pytest.mark.parametrize("name", [name for name in WRITES if name.endswith("after closing")])
def test_a_late_correction_that_nobody_runs_into_is_written(name):
    game, (act,) = prepared(name)
    act()
    assert LateCorrection.objects.get().session == game.session


@pytest.mark.postgres
@pytest.mark.parametrize("name", [name for name in WRITES if name not in OF_NO_SESSION])
def test_every_write_holds_the_session_before_anything_else(name):
    _game, (act,) = prepared(name)
    locking: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if LOCKS.search(sql):
            locking.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen), suppress(*REFUSALS):  # a game with a hand stays
        act()
    assert locking and "clubs_session" in locking[0].split("WHERE")[0], locking[0]
    games = [sql for sql in locking if sql.startswith("SELECT") and 'FROM "play_game"' in sql]
    rest = [sql for sql in locking if 'FROM "clubs_' in sql and 'FROM "clubs_session"' not in sql]
    held = [sql for sql in rest if sql.startswith("SELECT")]
    if games and held:
        assert locking.index(games[-1]) < locking.index(held[0]), "the game before the rest"
