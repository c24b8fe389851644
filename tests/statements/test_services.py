"""A statement is drawn once, whoever dies meanwhile, and who waits for it is told."""

import csv
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from scorekeeper.clubs.models import Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.jobs.tasks import work as task
from scorekeeper.core.localization import currencies
from scorekeeper.play.selectors import Table
from scorekeeper.statements import services
from scorekeeper.statements.contents.session import UnbalancedError
from scorekeeper.statements.drawing import fonts
from scorekeeper.statements.files import rendering
from scorekeeper.statements.layouts.session import SessionLayout
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.statements.contents import played_session, rummi

pytestmark = pytest.mark.django_db

OnCommit = Callable[..., Any]


@pytest.fixture
def table(db: None) -> Table:
    return played_session()


def request_statement(table: Table, **more: Any) -> Statement:
    """Asked for, but not told to any worker: the transaction of the test never ends."""
    return services.request_statement(about=table.game.session, **more)


def now(statement: Statement) -> Statement:
    return Statement.objects.get(pk=statement.pk)


def lapse(statement: Statement) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Statement.objects.filter(pk=statement.pk).update(due_at=past)


def kept(files: Path) -> list[str]:
    return sorted(file.name for file in files.rglob("*") if file.is_file())


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids that were sent to the workers, who do not listen."""
    queued: list[int] = []
    monkeypatch.setattr(task, "apply_async", lambda args, **_: queued.append(args[1]))
    return queued


# Asking --------------------------------------------------------------------------------------


def test_a_statement_asked_for_is_drawn_after_commit(
    table: Table, files: Path, django_capture_on_commit_callbacks: OnCommit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        statement = request_statement(table)
        assert now(statement).state == JobState.WAITING
    done = now(statement)
    assert (done.state, done.attempts, done.shows) == (JobState.DONE, 1, done.version)
    assert done.file.read().startswith(b"%PDF-") and done.file.size == done.size
    assert len(kept(files)) == 2


def test_asking_twice_gives_the_same_statement(table: Table, sent: list[int]) -> None:
    statement, dev = request_statement(table), table.players[1]
    assert request_statement(table) == statement
    assert request_statement(table, player=dev) == request_statement(table, player=dev) != statement
    assert Statement.objects.count() == 2


def test_after_another_hand_a_new_statement_is_made(table: Table) -> None:
    statement = request_statement(table)
    services.produce(statement.pk)
    make.play(table, rummi(12, 30, 45, 61))
    assert request_statement(table) != statement


def test_asking_for_a_statement_that_failed_tries_again(
    table: Table, django_capture_on_commit_callbacks: OnCommit
) -> None:
    statement = request_statement(table)
    Statement.objects.update(state=JobState.FAILED, error="x")
    with django_capture_on_commit_callbacks(execute=True):
        assert request_statement(table) == statement
    assert now(statement).state == JobState.DONE


def test_with_the_queue_down_the_statement_waits_and_the_sweep_sends_it(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    def unreachable(args: tuple[str, int], **_: Any) -> None:
        raise OperationalError("Connection refused")

    with monkeypatch.context() as down:
        down.setattr(task, "apply_async", unreachable)
        with django_capture_on_commit_callbacks(execute=True):
            statement = request_statement(table)
        lapse(statement)
        jobs.sweep()
        assert now(statement).state == JobState.WAITING
    lapse(statement)
    assert jobs.sweep() == 1
    assert now(statement).state == JobState.DONE


def test_the_table_has_one_row_for_each_payment(table: Table) -> None:
    statement = request_statement(table)
    services.produce(statement.pk)
    data = now(statement).table.read()
    assert data.startswith(b"\xef\xbb\xbf"), "spreadsheets want to be told it is UTF-8"
    head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert head[:7] == ["Game", "Hand", "From", "To", "Amount", "Currency", "Why"]
    paid = [row for row in rows if row[2]]
    assert paid[0][:6] == ["1 Rummi", "1", "Dev", "Asha", "1.00", "INR"]
    assert len(paid) == table.game.payments.count()


def test_a_players_table_has_his_running_sum(table: Table) -> None:
    statement = request_statement(table, player=table.players[1])
    services.produce(statement.pk)
    _head, *rows = csv.reader(io.StringIO(now(statement).table.read().decode("utf-8-sig")))
    assert [row[-1] for row in rows if row[2]] == ["-1.00", "0.00", "2.00", "5.00"]


def test_a_name_that_looks_like_a_formula_is_harmless_in_a_spreadsheet() -> None:
    table = make.session("rummi", ["=1+1", "-2", "@x", "+cmd"])
    lines = {name: {"points": p} for name, p in zip(table.names, (12, 30, 45, 61), strict=True)}
    table = make.play(table, {"deal": {"result": "points"}, "lines": lines})
    statement = request_statement(table)
    services.produce(statement.pk)
    _head, *rows = csv.reader(io.StringIO(now(statement).table.read().decode("utf-8-sig")))
    assert {cell for row in rows if row[2] for cell in row[2:4]} == {"'=1+1", "-2", "'@x", "'+cmd"}


def test_numbers_are_written_as_the_asker_writes_them(table: Table) -> None:
    with currencies.reading_as("de-DE"):
        statement = request_statement(table)
    assert statement.locale == "de-DE"
    services.produce(statement.pk)
    assert now(statement).state == JobState.DONE


def test_a_reader_whose_letters_no_font_has_gets_plain_ones(table: Table) -> None:
    session = table.game.session
    assert rendering.readable("hi-IN", session) == "hi-IN"
    assert rendering.readable("ar-EG", session) == "ar-EG"
    assert rendering.readable("dz", session) == "en"


# One draws -----------------------------------------------------------------------------------


def test_of_two_workers_that_see_the_same_row_one_draws(table: Table) -> None:
    statement = request_statement(table)
    first, second = now(statement), now(statement)
    assert [services.claim(first), services.claim(second)] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_at_once_one_draws(files: Path) -> None:
    statement = request_statement(played_session())
    fonts.prepare()

    def work(_worker: int) -> bool:
        try:
            return services.produce(statement.pk)
        finally:
            connection.close()

    Statement.objects.update(state=JobState.WAITING, attempts=0)
    for name in kept(files):
        next(files.rglob(name)).unlink()
    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(work, range(6))) == 1
    assert now(statement).attempts == 1
    assert len(kept(files)) == 2


def test_a_message_that_comes_twice_draws_once(table: Table, files: Path) -> None:
    statement = request_statement(table)
    assert services.produce(statement.pk)
    assert not services.produce(statement.pk)
    assert now(statement).attempts == 1 and len(kept(files)) == 2


def test_a_message_about_no_row_is_nothing(db: None) -> None:
    assert not services.produce(999_999)


def test_while_the_lease_runs_nobody_else_draws(table: Table) -> None:
    statement = request_statement(table)
    assert services.claim(statement)
    assert not services.produce(statement.pk)
    assert now(statement).claim == statement.claim


def test_a_slow_worker_that_lost_its_turn_leaves_nothing(
    table: Table, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease lapses while it draws; another draws; then it comes to its end."""
    statement = request_statement(table)
    slow = now(statement)
    assert services.claim(slow)
    lapse(statement)
    assert services.produce(statement.pk)
    other = now(statement)
    assert not services._finish(slow)
    assert now(statement).claim == other.claim and now(statement).state == JobState.DONE
    assert kept(files) == sorted(Path(str(f)).name for f in (other.file, other.table))


def test_what_a_dead_worker_left_is_removed_by_the_next(table: Table, files: Path) -> None:
    statement = request_statement(table)
    assert services.claim(statement)
    half = services.Files.for_statement(statement).pdf
    default_storage.save(half, io.BytesIO(b"%PDF-half"))
    lapse(statement)
    assert services.produce(statement.pk)
    assert not default_storage.exists(half)
    assert len(kept(files)) == 2


# Sweeping ------------------------------------------------------------------------------------


def test_the_sweep_sends_what_was_forgotten_and_not_twice_at_once(
    table: Table, sent: list[int]
) -> None:
    statement = request_statement(table)
    assert jobs.sweep() == 0, "it was sent a moment ago"
    lapse(statement)
    assert jobs.sweep() == 1 and sent == [statement.pk]
    assert jobs.sweep() == 0, "it is given time"


def test_the_sweep_sends_what_a_dead_worker_held(table: Table, sent: list[int]) -> None:
    statement = request_statement(table)
    services.claim(statement)
    assert jobs.sweep() == 0
    lapse(statement)
    assert jobs.sweep() == 1 and sent == [statement.pk]


def test_after_three_attempts_it_is_given_up_and_said(table: Table, sent: list[int]) -> None:
    statement = request_statement(table)
    for _attempt in range(3):
        assert services.claim(now(statement))
        lapse(statement)
    assert not services.produce(statement.pk)
    jobs.sweep()
    failed = now(statement)
    assert failed.state == JobState.FAILED and "3 attempts" in failed.error
    assert sent == []
    assert services.retry(statement=failed).state == JobState.WAITING
    assert services.produce(statement.pk)


def test_the_sweep_costs_the_same_queries_however_many_wait(
    table: Table, sent: list[int], django_assert_num_queries: Any
) -> None:
    for player in (None, *table.players):
        request_statement(table, player=player)
    Statement.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    with django_assert_num_queries(15):  # for seven kinds of jobs
        assert jobs.sweep() == 5


# Failing -------------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_leaves_no_half_file_and_retry_works(
    table: Table, keep_files: Callable[..., Path]
) -> None:
    files = keep_files("tests.statements.storages.FullDisk")
    statement = request_statement(table)
    assert not services.produce(statement.pk)
    failed = now(statement)
    assert failed.state == JobState.FAILED and "no space" in failed.error
    assert kept(files) == [] and not failed.file
    keep_files()
    services.retry(statement=failed)
    assert services.produce(statement.pk)
    assert now(statement).error == "" and len(kept(files)) == 2


def test_a_storage_that_refuses_is_said(table: Table, keep_files: Callable[..., Path]) -> None:
    keep_files("tests.statements.storages.ForbiddenDisk")
    statement = request_statement(table)
    services.produce(statement.pk)
    assert now(statement).state == JobState.FAILED
    assert "Couldn’t save the statement" in now(statement).error


def test_no_room_for_the_fonts_is_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fonts, "prepare", full)
    statement = request_statement(table)
    assert not services.produce(statement.pk)
    assert now(statement).state == JobState.FAILED and "no space" in now(statement).error
    assert now(statement).attempts == 0


@pytest.mark.parametrize(
    ("error", "message"),
    [(UnbalancedError("x"), "don’t add up"), (RuntimeError("x"), "Couldn’t create")],
)
def test_what_goes_wrong_in_drawing_is_said(
    table: Table, error: Exception, message: str, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(SessionLayout, "pdf", fails)
    statement = request_statement(table)
    assert not services.produce(statement.pk)
    assert now(statement).state == JobState.FAILED and message in now(statement).error
    assert kept(files) == []


def test_a_database_that_fails_leaves_the_row_to_the_sweep(
    table: Table, monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    def fails(*_: Any) -> None:
        raise DatabaseError("gone")

    statement = request_statement(table)
    with monkeypatch.context() as broken:
        broken.setattr(rendering, "draw", fails)
        with pytest.raises(DatabaseError):
            services.produce(statement.pk)
    assert now(statement).state == JobState.RUNNING
    lapse(statement)
    jobs.sweep()
    assert now(statement).state == JobState.DONE


def test_retry_leaves_a_finished_statement_alone(table: Table, sent: list[int]) -> None:
    statement = request_statement(table)
    services.produce(statement.pk)
    before = now(statement)
    assert services.retry(statement=before).file.name == before.file.name
    assert now(statement).state == JobState.DONE


def test_a_hand_saved_between_asking_and_drawing_is_on_the_statement(table: Table) -> None:
    statement = request_statement(table)
    make.play(table, rummi(12, 30, 45, 61))
    services.produce(statement.pk)
    assert now(statement).shows == Session.objects.get().version > statement.version
