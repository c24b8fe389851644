"""A pool that gives one PostgreSQL session to many is refused, by the sentence that says why."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.core.database import SHARED, are_shared
from tests.helpers.bouncers import bouncer
from tests.helpers.served import ROOT, environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_postgresql_itself_is_taken() -> None:
    assert not are_shared(connection)


@pytest.mark.bouncer
@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize(
    ("mode", "shared"), [("session", False), ("transaction", True), ("statement", True)]
)
def test_pgbouncer_is_taken_by_sessions_alone(mode: str, shared: bool, in_turn: bool) -> None:
    there = connection.copy()
    with bouncer(mode, in_turn=in_turn) as folder:
        there.settings_dict |= {"HOST": folder, "PORT": ""}
        assert [are_shared(there) for _time in range(3)] == [shared] * 3


@pytest.mark.bouncer
@pytest.mark.parametrize("command", [["serve", "--bind=127.0.0.1:0"], ["migrate"], ["check"]])
@pytest.mark.programs
def test_nothing_starts_behind_it(command: list[str], tmp_path: Path) -> None:
    with bouncer("transaction") as folder:
        there = f"postgres://postgres@/{folder}/{connection.settings_dict['NAME']}"
        env = environment(MODE="play", DATA_DIR=str(tmp_path), DATABASE_URL=there)
        more = ["--deploy"] if command == ["check"] else []
        done = subprocess.run(
            [sys.executable, "manage.py", *command, *more],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode != 0
    assert SHARED in done.stderr and "Traceback" not in done.stderr
