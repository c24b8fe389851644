"""A probe gets an answer in time, at its address only."""

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.calendar.mail.models import Mail
from scorekeeper.extensions.calendar.planning.models import (
    PlanLetter,
    PlanLetterKind,
    PlannedSession,
)
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.health import checks
from scorekeeper.extensions.operation.health.checks import CHECKS, Checks
from scorekeeper.extensions.operation.health.models import Pulse
from scorekeeper.extensions.operation.ledger_check.models import LedgerCheck
from scorekeeper.seasons.rebuilds.models import Rebuild
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.celery_queue import configured, forget_connections
from tests.helpers.dead_queues import full, hung, refusing

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["full", "hung", "refusing"]
AT_MOST = 15.0
"""Seconds on a busy machine; a second is meant. Without a limit it would wait for ever."""
WORKS = (
    "database",
    "schema",
    "broker",
    "disk",
    "queue",
    "beat",
    "worker",
    "mail",
    "ledger",
    "backup",
)
WELL = dict.fromkeys(WORKS, "ok")


def forget() -> None:
    """Once the last round is over."""
    if CHECKS.thread.ident:
        CHECKS.thread.join()
    CHECKS.ended_at = float("-inf")
    CHECKS.words.clear()


@pytest.fixture(autouse=True)
def _nothing_told_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "STARTED", timezone.now())
    forget()


@pytest.fixture
def probe(settings: Any) -> Client:
    """Asks a machine of a public site by its address, without https."""
    settings.ALLOWED_HOSTS = ["score.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    return Client(headers={"Host": "10.0.0.5:8001"}, raise_request_exception=False)


def test_a_probe_by_address_is_told_all(probe: Client) -> None:
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"version": __version__, **WELL})
    assert "no-store" in answer["Cache-Control"]
    assert "10.0.0.5" not in str(answer.headers) + answer.content.decode()
    assert probe.head("/health/").status_code == 200
    assert probe.post("/health/").status_code == 405
    assert probe.get("/health/")["Cross-Origin-Resource-Policy"] == "same-origin"


def test_nothing_else_is_told_by_address(probe: Client) -> None:
    for url in ("/", "/games/", "/health", "/health/x/", "/g/x/"):
        assert probe.get(url).status_code == 400, url


@pytest.mark.skipif(
    connection.vendor != "sqlite",
    reason="only SQLite keeps its database in a file that can be taken away",
)
def test_without_a_database_it_is_503_and_tells_no_secret(
    probe: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections.settings["default"], "NAME", "/nowhere/password.sqlite3")
    answer = probe.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"
    assert b"nowhere" not in answer.content


def test_without_a_place_to_write_it_is_503(probe: Client, settings: Any) -> None:
    settings.DATA_DIR = Path("/proc")  # where not even root may make a file
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()["disk"]) == (503, "down")


def test_a_disk_that_fills_is_told(probe: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "ROOM", 2**62)
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()["disk"]) == (200, "low")


@pytest.mark.parametrize("how", ["hung", "refusing", "full"])
def test_a_queue_that_does_not_answer_is_told_and_the_site_works(
    how: str, request: pytest.FixtureRequest, probe: Client, real_queue: Celery
) -> None:
    address = request.getfixturevalue(how)
    addresses = dict.fromkeys(("broker_url", "broker_read_url", "broker_write_url"), address)
    with configured(**addresses, broker_transport_options={"socket_timeout": 10}):
        forget_connections(real_queue)
        began = time.monotonic()
        answer = probe.get("/health/")
        assert time.monotonic() - began < AT_MOST
        assert answer.status_code == 200
        assert answer.json() == {"version": __version__, **WELL, "broker": answer.json()["broker"]}
        assert answer.json()["broker"] in ("down", "slow")
        CHECKS.thread.join()
        assert probe.get("/health/").json()["broker"] == "down"


@pytest.mark.redis
def test_redis_that_answers_is_ok(probe: Client, redis_queue: Celery) -> None:
    assert probe.get("/health/").json()["broker"] == "ok"


def a_statement(due: datetime, **fields: Any) -> None:
    session = make.session().game.session
    Statement.objects.create(session=session, version=1, due_at=due, **fields)


def a_mail(due: datetime, state: JobState) -> None:
    session = make.session()
    player = session.game.session.club.players.first()
    assert player
    Mail.objects.create(
        session=session.game.session, player=player, version=1, state=state, due_at=due
    )


def a_letter(due: datetime, state: JobState) -> None:
    club = make.session().game.session.club
    planned = PlannedSession.objects.create(club=club, starts_at=due, zone="UTC")
    player = club.players.first()
    assert player
    kind = PlanLetterKind.ASKED
    PlanLetter.objects.create(planned=planned, player=player, kind=kind, state=state, due_at=due)


def a_rebuild(due: datetime) -> None:
    Rebuild.objects.create(club=make.session().game.session.club, sessions=1, last=1, due_at=due)


JOBS = {
    "statement that waits": lambda due: a_statement(due, state=JobState.WAITING),
    "statement in work": lambda due: a_statement(due, state=JobState.RUNNING),
    "mail that waits": lambda due: a_mail(due, JobState.WAITING),
    "mail in work": lambda due: a_mail(due, JobState.RUNNING),
    "letter of a plan": lambda due: a_letter(due, JobState.WAITING),
    "rebuild": a_rebuild,
}


@pytest.mark.parametrize(("seconds", "word"), [(-10, "ok"), (5, "ok"), (60, "slow"), (600, "down")])
@pytest.mark.parametrize("job", JOBS)
def test_jobs_that_nobody_does_are_told(probe: Client, job: str, seconds: int, word: str) -> None:
    JOBS[job](timezone.now() - timedelta(seconds=seconds))
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()["queue"]) == (200, word)


@pytest.mark.parametrize(("seconds", "word"), [(5, "ok"), (25, "slow"), (90, "down")])
@pytest.mark.parametrize("name", ["beat", "worker"])
def test_a_program_that_gives_no_sign_of_life_is_told(
    probe: Client, monkeypatch: pytest.MonkeyPatch, name: str, seconds: int, word: str
) -> None:
    ago = timezone.now() - timedelta(seconds=seconds)
    monkeypatch.setattr(checks, "STARTED", ago - timedelta(hours=1))
    for program in ("beat", "worker"):
        Pulse.objects.create(name=program, at=ago if program == name else timezone.now())
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()) == (
        200,
        {"version": __version__, **WELL, name: word},
    )


def test_programs_that_never_gave_one_are_told_soon_after_the_start(
    probe: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "STARTED", timezone.now() - timedelta(seconds=25))
    health = probe.get("/health/").json()
    assert (health["beat"], health["worker"]) == ("slow", "slow")


class Hanging:
    """A check that answers when it may go on, after one that answers at once."""

    def __init__(self, outcome: str = "ok") -> None:
        self.outcome, self.calls, self.go_on = outcome, 0, threading.Event()
        self.checks = Checks({"well": lambda: "ok", "it": self.ask, "next": lambda: "low"})

    def ask(self) -> str:
        self.calls += 1
        self.go_on.wait(30)
        return self.outcome

    def end(self) -> None:
        self.go_on.set()
        self.checks.thread.join()

    def begin_again(self) -> None:
        self.go_on.clear()
        self.checks.ended_at -= checks.CACHED_FOR


def test_whoever_asks_again_neither_waits_nor_asks_the_same_once_more() -> None:
    hanging = Hanging()
    began = time.monotonic()
    for _stranger in range(50):
        assert hanging.checks.outcomes() == {"well": "ok", "it": "slow", "next": "slow"}
    assert time.monotonic() - began < AT_MOST
    assert hanging.calls == 1
    hanging.checks.started_at -= checks.GIVEN_UP
    assert hanging.checks.outcomes() == {"well": "ok", "it": "down", "next": "down"}
    hanging.end()
    for _stranger in range(50):
        assert hanging.checks.outcomes() == {"well": "ok", "it": "ok", "next": "low"}
    assert hanging.calls == 1
    hanging.checks.ended_at -= checks.CACHED_FOR
    assert hanging.checks.outcomes()["it"] == "ok" and hanging.calls == 2


def test_what_was_down_is_down_until_it_answers() -> None:
    hanging = Hanging("down")
    hanging.go_on.set()
    assert hanging.checks.outcomes()["it"] == "down"
    hanging.begin_again()
    assert hanging.checks.outcomes() == {"well": "ok", "it": "down", "next": "slow"}
    hanging.outcome = "ok"
    hanging.end()
    assert hanging.checks.outcomes()["it"] == "ok"


def test_a_check_that_fails_is_down_and_the_next_is_asked() -> None:
    checks = Checks({"it": lambda: str(1 / 0), "next": lambda: "ok"})
    assert checks.outcomes() == {"it": "down", "next": "ok"}


# Mail and ledger ------------------------------------------------------------------------------


@pytest.fixture
def _no_mail_server(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"


@pytest.mark.usefixtures("_no_mail_server")
def test_without_a_mail_server_mail_is_off(probe: Client) -> None:
    assert probe.get("/health/").json()["mail"] == "off"


def ended(letter: Callable[[datetime, JobState], None], state: JobState, minutes: int) -> None:
    now = timezone.now()
    letter(now, state)
    model = Mail if letter is a_mail else PlanLetter
    moment = now - timedelta(minutes=minutes)
    model.objects.filter(ended_at=None).update(ended_at=moment)


@pytest.mark.parametrize(("minutes", "word"), [(1, "failed"), (9, "ok")])
def test_the_last_e_mail_of_any_kind_decides(probe: Client, minutes: int, word: str) -> None:
    ended(a_mail, JobState.DONE, 5)
    ended(a_letter, JobState.FAILED, minutes)
    assert probe.get("/health/").json()["mail"] == word


@pytest.mark.parametrize(
    ("attempts", "seconds", "word"), [(0, 0, "ok"), (1, 0, "slow"), (0, 60, "slow")]
)
def test_an_e_mail_that_waits_is_told(
    probe: Client, attempts: int, seconds: int, word: str
) -> None:
    a_mail(timezone.now() - timedelta(seconds=seconds), JobState.WAITING)
    Mail.objects.update(attempts=attempts)
    assert probe.get("/health/").json()["mail"] == word


@pytest.mark.parametrize(
    ("hours", "wrong", "word"), [(20, 0, "ok"), (31, 0, "slow"), (80, 0, "down"), (1, 2, "differs")]
)
def test_the_last_check_of_the_ledger_is_told(
    probe: Client, hours: int, wrong: int, word: str
) -> None:
    LedgerCheck.objects.create(
        state=JobState.DONE, ended_at=timezone.now() - timedelta(hours=hours), wrong=wrong
    )
    answer = probe.get("/health/")
    assert (answer.status_code, answer.json()["ledger"]) == (200, word)


def test_a_site_that_was_never_checked_is_told_after_a_day(
    probe: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "STARTED", timezone.now() - timedelta(hours=40))
    assert probe.get("/health/").json()["ledger"] == "slow"


@pytest.mark.parametrize(
    ("hours", "error", "word"),
    [(20, "", "ok"), (31, "", "slow"), (80, "", "down"), (1, "the disk was full", "slow")],
)
def test_the_last_good_backup_is_told(
    probe: Client, monkeypatch: pytest.MonkeyPatch, hours: int, error: str, word: str
) -> None:
    monkeypatch.setattr(checks, "STARTED", timezone.now() - timedelta(hours=40))
    finished_at = timezone.now() - timedelta(hours=hours)
    Backup.objects.create(name="a", finished_at=finished_at, error=error)
    assert probe.get("/health/").json()["backup"] == word


def test_backups_that_are_off_are_told(probe: Client, settings: Any) -> None:
    settings.BACKUPS = False
    assert probe.get("/health/").json()["backup"] == "off"
