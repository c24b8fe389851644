"""Tables that are not those of the code: while a site is updated, nobody reads an error page."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Role
from scorekeeper.core import database
from scorekeeper.core.limits.models import Spent
from scorekeeper.core.server.management.commands import migrate
from scorekeeper.extensions.operation.health.checks import CHECKS
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.served import ROOT, environment
from tests.helpers.table.entry.views import address, answers

pytestmark = pytest.mark.django_db(transaction=True)
MISSING = ("limits", "0001_first_release")


@contextmanager
def one_is_missing() -> Iterator[None]:
    """As a process starts."""
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*MISSING)
    database.check_at_start()
    try:
        yield
    finally:
        recorder.record_applied(*MISSING)


@contextmanager
def a_column_has_gone(*, migrated: bool) -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE play_hand RENAME COLUMN digest TO later")
    if migrated:
        recorder.record_applied("play", "9999_later")
    try:
        yield
    finally:
        recorder.record_unapplied("play", "9999_later")
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE play_hand RENAME COLUMN later TO digest")


def test_while_a_migration_is_missing_all_is_answered_by_503_and_kept_the_next_time() -> None:
    CHECKS.ended_at = float("-inf")
    table = make.session("pool_rummy", make.NAMES[:3])
    browser = make.client_with(Role.SCORER, table.game.session.club)
    with one_is_missing():
        page = browser.get(address(table), headers={"Accept-Language": "hi"})
        answer = browser.post(address(table), answers(p1=43, p2=10))
        health = Client().get("/health/")
    assert (page.status_code, answer.status_code, health.status_code) == (503, 503, 503)
    assert 'lang="hi"' in page.content.decode()
    assert "kept on this device" in answer.content.decode() and answer["Retry-After"]
    assert health.json()["schema"] == "down" and not Hand.objects.exists()
    assert browser.post(address(table), answers(p1=43, p2=10)).status_code in (200, 302)
    assert Hand.objects.count() == 1


@pytest.mark.parametrize(("migrated", "status"), [(True, 503), (False, 500)])
def test_what_newer_tables_refuse_is_sent_again_and_a_wrong_statement_is_not(
    migrated: bool, status: int
) -> None:
    table = make.session("pool_rummy", make.NAMES[:3])
    browser = make.client_with(Role.SCORER, table.game.session.club)
    browser.raise_request_exception = False
    with a_column_has_gone(migrated=migrated):
        assert browser.post(address(table), answers(p1=43, p2=10)).status_code == status
    assert browser.post(address(table), answers(p1=43, p2=10)).status_code in (200, 302)


def test_a_process_whose_tables_are_its_own_asks_for_no_migration() -> None:
    database.check_at_start()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get("/").status_code == 200
    assert not [query for query in queries.captured_queries if "django_migrations" in query["sql"]]


STARTED = """
import asyncio
from django.test import Client

async def load():
    import scorekeeper.wsgi

asyncio.run(load())
print(Client().get("/games/").status_code)
"""
"""In a loop, as the web server loads it."""


@pytest.mark.one_database
@pytest.mark.programs
def test_a_web_process_looks_when_it_starts(tmp_path: Path) -> None:
    env = environment(MODE="play", DATA_DIR=str(tmp_path))
    command = [sys.executable, "-c", STARTED]

    def health_status() -> str:
        return subprocess.check_output(command, cwd=ROOT, env=env, text=True).strip()

    subprocess.run([sys.executable, "manage.py", "collectstatic", "-v0"], cwd=ROOT, env=env)
    assert health_status() == "503"
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    assert health_status() == "200"


# Migrating beside people who write ---------------------------------------------------------------


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(migrate, "PATIENCE", "100ms")
    monkeypatch.setattr(migrate, "PAUSE", 0.0)
    yield
    call_command("migrate", "limits", verbosity=0)


class Said(StringIO):
    """What a command says; hearing it ends what is in its way."""

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self.end, self.lines = end, list[str]()

    def write(self, text: str, /) -> int:
        self.lines.append(text)
        self.end()
        return len(text)


@contextmanager
def somebody_writes() -> Iterator[Said]:
    """And has not committed yet."""
    other = connection.copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("INSERT INTO limits_spent (key, due) VALUES ('a', 1)")
    try:
        yield Said(other.rollback)
    finally:
        other.rollback()
        other.close()


@contextmanager
def somebody_meets_it_crosswise() -> Iterator[Said]:
    """The server answers as it does in a deadlock."""
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE FUNCTION crosswise() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                RAISE deadlock_detected;
            END $$""")
        cursor.execute(
            "CREATE EVENT TRIGGER crosswise ON ddl_command_start"
            " WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION crosswise()"
        )

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP EVENT TRIGGER IF EXISTS crosswise")

    try:
        yield Said(end)
    finally:
        end()
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION crosswise")


@pytest.mark.postgres
@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("in_the_way", [somebody_writes, somebody_meets_it_crosswise])
def test_a_migration_that_meets_somebody_who_writes_is_tried_again(in_the_way) -> None:
    with in_the_way() as output:
        call_command("migrate", "limits", "zero", verbosity=0, stderr=output)
    assert len(output.lines) == 1 and "Trying again." in output.lines[0]
    assert Spent._meta.db_table not in connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


@pytest.mark.postgres
@pytest.mark.usefixtures("_soon")
@pytest.mark.programs
def test_a_migration_is_not_tried_without_end() -> None:
    with somebody_writes() as output:
        output.end = lambda: None
        with pytest.raises(CommandError, match="lock timeout"):
            call_command("migrate", "limits", "zero", verbosity=0, stderr=output)
    assert len(output.lines) == migrate.TRIES - 1
