"""The promises of the set-up: one command, honest settings, logs that can be traced."""

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from celery import Celery, shared_task
from celery.contrib.testing.worker import start_worker
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from playwright.sync_api import Page, expect

import go
from scorekeeper import __version__
from scorekeeper.core import logs
from scorekeeper.core.requests.middleware import every_answer
from scorekeeper.core.server.management.commands import play
from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.start import NOT_COLLECTED, files_are_collected
from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.project.setup import (
    PRODUCTION,
    answers_over_https,
    command_of,
    family,
    production_commands,
    settings_with,
    worker_among,
)
from tests.helpers.served import (
    ROOT,
    SETTINGS,
    Site,
    address_of_the_test_database,
    documented_names,
    environment,
    eventually,
)

CHECK = ["check", "--deploy", "--fail-level", "WARNING"]


# Settings


def test_a_fresh_clone_needs_no_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = settings_with(monkeypatch, tmp_path, {})
    assert settings["DATABASES"]["default"]["ENGINE"].endswith("sqlite3")
    assert "synchronous=FULL" in settings["DATABASES"]["default"]["OPTIONS"]["init_command"]
    assert settings["CELERY_BROKER_URL"].startswith("filesystem://")
    assert not settings["SECURE_SSL_REDIRECT"]


def test_the_key_of_a_clone_is_made_once_for_its_owner_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = settings_with(monkeypatch, tmp_path, {})["SECRET_KEY"]
    assert settings_with(monkeypatch, tmp_path, {})["SECRET_KEY"] == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert len(first) >= 50


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"MODE": "prod"}, "MODE"),
        ({**PRODUCTION, "SECRET_KEY": ""}, "SECRET_KEY"),
        ({**PRODUCTION, "SECRET_KEY": "short"}, "SECRET_KEY must have 50"),
        ({**PRODUCTION, "SECRET_KEY": "a" * 60}, "SECRET_KEY must have 50"),
        ({"LOG_LEVL": "INFO"}, "LOG_LEVL is not a setting. Did you mean LOG_LEVEL"),
        ({"LOG_LEVLE": "INFO"}, "Did you mean LOG_LEVEL"),
        ({"DATABASE_ULR": "x"}, "Did you mean DATABASE_URL"),
        ({"ALOWED_HOSTS": "x"}, "Did you mean ALLOWED_HOSTS"),
        ({"DATA_DIR": "/proc/nowhere"}, "DATA_DIR is '/proc/nowhere'; it must be a folder"),
        ({"STATIC_ROOT": "/proc/nowhere"}, "STATIC_ROOT is '/proc/nowhere'"),
        ({**PRODUCTION, "ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({**PRODUCTION, "BROKER_URL": ""}, "BROKER_URL"),
        ({**PRODUCTION, "DEBUG": "yes"}, "DEBUG"),
        ({"SECRET_KEY": "x"}, "MODE"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"PORT": "eighty"}, "PORT"),
        ({"DATABASE_URL": "mysql://db/score"}, "DATABASE_URL"),
        ({"BROKER_URL": "memory://"}, "BROKER_URL"),
        ({**PRODUCTION, "HTTPS": "yes"}, "HTTPS"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
        ({"TIME_ZONE": "Mars/Olympus"}, "TIME_ZONE"),
        ({"STORAGE_OPTIONS": "{"}, "STORAGE_OPTIONS"),
        ({"EMAIL_URL": "smtp://mail:25"}, "EMAIL_FROM"),
    ],
)
def test_nonsense_stops_the_start_and_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variables: dict[str, str], named: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        settings_with(monkeypatch, tmp_path, variables)


OF_OTHERS = """
    EMAIL LOGNAME LOG_DIR MODEL PORTS HTTPS_PROXY HTTP_PROXY XDG_DATA_DIRS PGDATABASE PGHOST
    DATABASE_PORT DATABASE_SERVICE_HOST DATABASE_SERVICE_PORT BROKER_PORT BROKER_SERVICE_HOST SECRET
    HOSTNAME TZ LANG LC_ALL DEBUGINFOD_URLS STORAGE_DRIVER STATIC_URL SERVER_PORT WEB_CONCURRENCY
    DJANGO_SETTINGS_MODULE GUNICORN_CMD_ARGS CELERY_BROKER_URL TEST_DATABASE COLORTERM
"""
"""Names that desktops, containers and their keepers set."""


def test_what_the_environment_has_of_its_own_is_nobodys_slip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert settings_with(monkeypatch, tmp_path, dict.fromkeys(OF_OTHERS.split(), "x"))


@pytest.mark.parametrize("wrong", [{"MODE": "prod"}, {"DATA_DIR": "/proc/nowhere"}])
@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "check"],
        ["manage.py", "serve", "--bind", "127.0.0.1:0"],
        ["-m", "celery", "-A", "scorekeeper", "beat"],
    ],
    ids=["manage", "server", "celery"],
)
@pytest.mark.programs
def test_settings_that_make_no_sense_end_a_start_with_a_sentence(
    tmp_path: Path, command: list[str], wrong: dict[str, str]
) -> None:
    env = environment(**{"DATA_DIR": str(tmp_path), **wrong})
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )
    [(name, value)] = wrong.items()
    assert done.returncode != 0
    assert f"{name} is '{value}'; it must be" in done.stderr
    assert "Traceback" not in done.stderr


def test_production_insists_on_https_and_tests_the_connections_it_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = settings_with(monkeypatch, tmp_path, PRODUCTION)
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["SECURE_SSL_REDIRECT"]
    kept = settings["DATABASES"]["default"]
    assert (kept["CONN_MAX_AGE"], kept["CONN_HEALTH_CHECKS"]) == (None, True)
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.programs
def test_production_passes_djangos_own_check(tmp_path: Path, redis_url: str) -> None:
    real = {"DATABASE_URL": address_of_the_test_database(), "BROKER_URL": f"{redis_url}/15"}
    env = environment(**PRODUCTION | real, DATA_DIR=str(tmp_path), BEHIND_PROXY="yes")
    for command in (["collectstatic", "--no-input", "-v0"], CHECK):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.programs
def test_the_check_names_what_does_not_answer_and_what_lets_everybody_in(tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgres://u@127.0.0.1:1/x", "BROKER_URL": "redis://127.0.0.1:1"}
    env = environment(**PRODUCTION | nowhere | {"ALLOWED_HOSTS": "*"}, DATA_DIR=str(tmp_path))
    command = [sys.executable, "manage.py", *CHECK]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode != 0
    for sentence in (
        "ALLOWED_HOSTS accepts any host name.",
        "Set BEHIND_PROXY=yes",
        "The database does not answer: ",
        "The queue (BROKER_URL) does not answer: ",
        "python manage.py collectstatic",
    ):
        assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.programs
def test_a_site_whose_files_nobody_collected_does_not_start(tmp_path: Path) -> None:
    env = environment(**PRODUCTION, DATA_DIR=str(tmp_path))
    [server] = [it for it in production_commands(0) if "serve" in it]
    done = subprocess.run(server, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    *_others, last = [json.loads(line) for line in done.stderr.splitlines()]
    assert last["message"] == NOT_COLLECTED
    assert NOT_COLLECTED.endswith("Run: python manage.py collectstatic --no-input")


def test_a_file_that_is_new_since_they_were_collected_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    storage: Any = staticfiles_storage
    assert files_are_collected()
    monkeypatch.delitem(storage.hashed_files, "js/pad.js")
    assert not files_are_collected()


def test_every_environment_name_is_documented() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    missing = {name for name in documented_names(SETTINGS.read_text()) if f"`{name}`" not in page}
    assert missing == set()


@pytest.mark.django_db
def test_the_models_have_all_their_migrations() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())


# Lists


def test_the_test_list_holds_the_run_list_whole() -> None:
    run, test = (pins((ROOT / "requirements" / name).read_text()) for name in LISTS)
    assert run.items() <= test.items()


LISTS = ("run.txt", "test.txt")


def pins(text: str) -> dict[str, str]:
    """Name and version with all hashes, of each package."""
    packages = re.findall(r"^([\w.\[\],-]+)==(.+?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return {name: " ".join(re.findall(r"^[\w.]+|sha256:\w+", rest)) for name, rest in packages}


@pytest.mark.parametrize("name", [*LISTS, "docs.txt"])
def test_the_lists_are_hashed_and_name_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert "://" not in text
    assert all("sha256:" in rest for rest in pins(text).values())


# The one door


def test_an_old_python_is_told_so_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert go.main(["play"]) == "Scorekeeper needs Python 3.11 or newer; this is 3.9."


def test_an_unknown_command_shows_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main(["fly"]) == 2
    assert "go.py play" in capsys.readouterr().out


def test_a_taken_port_gives_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with listen(number) as connection:
            assert number < port_of(connection) <= number + 50


def test_stopping_leaves_no_grandchild_behind() -> None:
    """Neither the program that will not listen nor the one it started."""
    stubborn = "trap '' TERM; sleep 60 & echo $!; wait; sleep 60"
    child = Child("stubborn", ["sh", "-c", stubborn], {"stdout": subprocess.PIPE})
    child.start()
    assert child.process is not None
    assert child.process.stdout is not None
    grandchild = int(child.process.stdout.readline())
    stop([child], seconds=0.3)
    assert not child.is_running
    assert eventually(lambda: not is_alive(grandchild))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child")
def test_a_start_that_is_killed_outright_takes_its_programs_along() -> None:
    start = "c = Child('c', ['sleep', '60']); c.start(); print(c.process.pid, flush=True)"
    script = f"from scorekeeper.core.server.subprocesses import Child; {start}; input()"
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
    assert eventually(lambda: not is_alive(child))


def is_alive(number: int) -> bool:
    """A zombie that nobody has collected is not alive."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Everything, as ``go.py play`` starts it, in an empty data folder."""
    env = environment(DATA_DIR=str(tmp_path), PORT="18600", SHOW_QR="no")
    command = [sys.executable, "manage.py", "play"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def address_told(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if match := re.search(r"http://localhost:\d+/", line):
            return match.group()
    raise AssertionError(process.communicate()[1])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads Linux's process list")
@pytest.mark.programs
def test_one_command_starts_everything_and_ctrl_c_stops_it_all(
    started: subprocess.Popen[str],
) -> None:
    address = address_told(started)
    with urlopen(f"{address}health/") as answer:
        parts = ("database", "schema", "broker", "disk", "queue", "beat", "worker")
        well = dict.fromkeys((*parts, "ledger", "backup"), "ok")
        assert json.load(answer) == {"version": __version__, **well, "mail": "off"}

    first = worker_among(family(started.pid))
    os.killpg(first, signal.SIGKILL)
    second = eventually(lambda: worker_among(family(started.pid) - {first}))
    assert second != first, "a dead worker is started again"

    everyone = family(started.pid)
    started.send_signal(signal.SIGINT)
    started.wait(timeout=60)
    assert eventually(lambda: not any(map(is_alive, everyone))), [*map(command_of, everyone)]
    with pytest.raises(URLError):
        urlopen(address, timeout=2)


def test_a_signal_while_an_object_is_deleted_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what a signal raises there."""

    class Deleted:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    rounds = iter([Deleted])
    command = play.Command(stdout=StringIO())
    monkeypatch.setattr(command, "announce", lambda *_: None)
    monkeypatch.setattr(command, "look_after", lambda _children: next(rounds)())
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        command.keep_running([], play.SiteAddress(1), "", [])
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.programs
def test_the_production_commands_of_the_readme_work(tmp_path: Path, redis_url: str) -> None:
    """Several processes, PostgreSQL and Redis, as printed; on the database of this test."""
    with listen(18700) as free:
        port = port_of(free)
    real = {"DATABASE_URL": address_of_the_test_database(), "BROKER_URL": f"{redis_url}/15"}
    env = environment(**PRODUCTION | real, DATA_DIR=str(tmp_path), BEHIND_PROXY="yes")
    *once, server, worker, beat = production_commands(port)
    for command in once:
        subprocess.run(command, cwd=ROOT, env=env, check=True)
    running = [Child(" ".join(it), it, {"cwd": ROOT, "env": env}) for it in (server, worker, beat)]
    ping = ["celery", "-A", "scorekeeper", "inspect", "ping", "--timeout", "2"]
    try:
        for child in running:
            child.start()
        assert eventually(lambda: answers_over_https(port))
        assert eventually(lambda: subprocess.call(ping, cwd=ROOT, env=env) == 0)
        assert all(child.is_running for child in running)
    finally:
        stop(running)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_printed_link_opens_on_a_device_without_complaint(
    phone: Page, site: Site, screenshot: Callable[[Page, str], Path]
) -> None:
    """The policy is as strict as on the real site: one inline script or style would complain."""
    phone.goto(f"{site.url}/")
    expect(phone.locator("main")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    screenshot(phone, "front")


# Headers


@pytest.mark.django_db
def test_answers_carry_a_strict_policy_and_their_number(client: Client) -> None:
    answer = client.get("/")
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self';" in f"{policy};"
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert re.fullmatch(r"[0-9a-f]{16}", answer["X-Request-ID"])


# Logs


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [("edge-12345678", True), ("short", False), ("a" * 65, False), ("x\nlevel: fake", False)],
)
def test_only_a_sane_request_id_is_taken_over(given: str, is_kept: bool) -> None:
    answer = every_answer(lambda _: HttpResponse())(
        RequestFactory().get("/", headers={"X-Request-ID": given})
    )
    assert (answer["X-Request-ID"] == given) is is_kept


class Lines:
    def __init__(self, stream: StringIO) -> None:
        self.stream = stream

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the site's log would say, read back."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(logs.Bound())
    handler.setFormatter(logs.JsonLine())
    root = logging.getLogger("scorekeeper")
    root.addHandler(handler)
    before = root.level
    root.setLevel(logging.INFO)
    yield Lines(stream)
    root.removeHandler(handler)
    root.setLevel(before)


def a_hand(request: HttpRequest, secret: str) -> HttpResponse:
    logs.bind(club=7, hand=3)
    logging.getLogger("scorekeeper.play").warning("A hand was amended.")
    return HttpResponse()


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("join/<str:secret>/", a_hand), path("nothing/", nothing)]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_line_names_request_club_and_hand_but_no_secret(client: Client, lines: Lines) -> None:
    client.get("/join/OPEN-SESAME/", headers={"X-Request-ID": "edge-12345678"})
    client.get("/nothing/")
    amended, first, second = lines.read()
    assert (amended["request"], amended["club"], amended["hand"]) == ("edge-12345678", 7, 3)
    assert first["message"].startswith("GET /join/<str:secret>/ 200")
    assert "OPEN-SESAME" not in lines.stream.getvalue()
    assert "club" not in second, "what one request was about must not reach the next"


def test_a_record_of_django_has_its_address_replaced() -> None:
    for address, route in (("/join/OPEN-SESAME/", "/join/<str:token>/"), ("/o/", "(no such page)")):
        request = RequestFactory().get(address)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "Failed: %s", (address,), None)
        record.request = request
        assert logs.without_address(record) == f"Failed: {route}"


def test_a_record_of_django_does_not_hold_where_somebody_came_from() -> None:
    """Its check of forms quotes the page before, which may have been an invitation."""
    came = "https://score.example.org:8443/come/OPEN-SESAME/"
    request = RequestFactory().get("/start/", headers={"Referer": came})
    refused = "Forbidden (Referer checking failed - %s does not match any trusted origins.): %s"
    record = logging.LogRecord("x", logging.WARNING, "", 0, refused, (came, "/start/"), None)
    record.request = request
    assert "OPEN-SESAME" not in logs.without_address(record)


# Tasks

seen: list[dict[str, Any]] = []


@shared_task(name="tests.note")
def note() -> None:
    seen.append(logs.bound())


def run_one(app: Celery) -> dict[str, Any]:
    seen.clear()
    logs.begin(request="edge-12345678")
    with start_worker(app, perform_ping_check=False, pool="solo", loglevel="ERROR"):
        note.delay()
        eventually(lambda: seen)
    return seen[0]


@pytest.mark.django_db(transaction=True)
def test_a_task_sent_through_the_embedded_queue_knows_its_request(real_queue: Celery) -> None:
    assert run_one(real_queue)["request"] == "edge-12345678"


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_task_sent_through_redis_knows_its_request(redis_queue: Celery) -> None:
    assert run_one(redis_queue)["request"] == "edge-12345678"
