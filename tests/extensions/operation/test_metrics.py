"""What ``/metrics`` counts, right over processes that come and go, and for whom."""

import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from math import inf
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.health.models import Pulse
from scorekeeper.extensions.operation.ledger_check.models import LedgerCheck
from scorekeeper.extensions.operation.metrics import events, files, views
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.table.entry.views import address, answers

pytestmark = pytest.mark.django_db

TOKEN = "a-token-for-prometheus-and-nobody-else"
ELSEWHERE: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.9"}
Sample = tuple[str, frozenset[tuple[str, str]]]


def samples(text: str) -> dict[Sample, float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scraped() -> dict[Sample, float]:
    return samples(Client().get("/metrics").content.decode())


def value(name: str, **labels: str) -> float:
    return scraped().get((f"scorekeeper_{name}", frozenset(labels.items())), 0)


# For whom ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meta", "is_readable"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, True),
        ({"REMOTE_ADDR": "::1"}, True),
        ({"REMOTE_ADDR": "192.168.1.7"}, False),
        (ELSEWHERE, False),
        (ELSEWHERE | {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, True),
        (ELSEWHERE | {"HTTP_AUTHORIZATION": f"bearer {TOKEN}"}, True),
        (ELSEWHERE | {"HTTP_AUTHORIZATION": f"Basic {TOKEN}"}, False),
        (ELSEWHERE | {"HTTP_AUTHORIZATION": f"Bearer {TOKEN[:-1]}"}, False),
        (ELSEWHERE | {"HTTP_AUTHORIZATION": "Bearer tökén"}, False),
        (ELSEWHERE | {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_VIA": "1.1 a tunnel"}, False),
    ],
)
def test_a_token_or_this_computer_opens_it(
    settings: Any, meta: dict[str, Any], is_readable: bool
) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = Client().get("/metrics", **meta)
    assert answer.status_code == (200 if is_readable else 404)
    assert (b"scorekeeper_build" in answer.content) is is_readable


@pytest.mark.parametrize(("forwarded", "status"), [("203.0.113.9", 404), ("127.0.0.1", 200)])
def test_behind_a_proxy_the_client_s_address_counts(
    settings: Any, forwarded: str, status: int
) -> None:
    settings.BEHIND_PROXY = True
    answer = Client().get("/metrics", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert answer.status_code == status


def test_without_a_token_an_empty_one_opens_nothing(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    for sent in ("Bearer ", "Bearer", ""):
        meta = ELSEWHERE | {"HTTP_AUTHORIZATION": sent}
        assert Client().get("/metrics", **meta).status_code == 404


@pytest.mark.parametrize("method", ["get", "head", "post", "put"])
def test_a_stranger_gets_what_any_unknown_address_gets(method: str) -> None:
    answers = [
        getattr(Client(enforce_csrf_checks=True), method)(path, **ELSEWHERE)
        for path in ("/metrics", "/nowhere")
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content.replace(b"/metrics", b"/nowhere") == answers[1].content
    differ = {"X-Request-ID", "Content-Length", "Content-Security-Policy"}
    assert answers[0].headers.keys() - differ == answers[1].headers.keys() - differ


def test_prometheus_asks_a_machine_by_its_address_without_https(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["score.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    client = Client(headers={"Host": "127.0.0.1:8001"})
    assert client.get("/metrics").status_code == 200
    assert client.post("/metrics").status_code == 405


# What it counts ------------------------------------------------------------------------------


def test_requests_are_counted_by_route_and_never_by_address() -> None:
    code = make.club().code
    missing = {"route": "home:club", "method": "GET", "status": "404"}
    timed = {"route": "home:club"}
    unknown = {"route": "unknown", "method": "GET", "status": "404"}
    before = [
        value("requests_total", **missing),
        value("request_duration_seconds_count", **timed),
        value("requests_total", **unknown),
    ]
    Client().get(f"/g/{code}/")
    for path in ("/a-secret-that-leads-nowhere/", "/another/"):
        Client().get(path)
    after = [
        value("requests_total", **missing),
        value("request_duration_seconds_count", **timed),
        value("requests_total", **unknown),
    ]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1, 2]
    text = Client().get("/metrics").content.decode()
    assert code not in text and "a-secret" not in text


def test_an_unknown_method_is_no_label_of_its_own() -> None:
    Client().generic("BREW", "/games/")
    methods = {dict(labels).get("method") for _name, labels in scraped()}
    assert "BREW" not in methods and "other" in methods


def test_hands_and_conflicts_are_counted() -> None:
    at = make.session()
    client, url = make.host_client(at.game.session.club), address(at)
    saved = {"route": "entry:hand_new", "outcome": "done"}
    clash = {"route": "entry:hand_new", "outcome": "conflict"}
    before = value("writes_total", **saved), value("writes_total", **clash)
    for points in (43, 44):  # another device saved another first hand
        client.post(url, answers(p1=points, p2=10, p3=20) | {"save": "1"})
    after = value("writes_total", **saved), value("writes_total", **clash)
    assert (after[0] - before[0], after[1] - before[1]) == (1, 1)


def test_refusals_are_counted_by_limit() -> None:
    limit = {"limit": acts.MISSED_LINK.name}
    before = value("refusals_total", **limit)
    for _try in range(200):
        if Client().get("/join/wrong/", REMOTE_ADDR="203.0.113.77").status_code == 429:
            break
    assert value("refusals_total", **limit) == before + 1


def test_jobs_and_what_nobody_sees_are_told_with_their_age() -> None:
    session = make.session().game.session
    Statement.objects.create(session=session, version=1, state=JobState.FAILED)
    waiting = Statement.objects.create(session=session, version=2)
    ago = timezone.now() - timedelta(hours=2)
    Statement.objects.filter(pk=waiting.pk).update(at=ago)
    Pulse.objects.create(name="beat", at=ago)
    LedgerCheck.objects.create(state=JobState.DONE, ended_at=ago, wrong=3)
    Backup.objects.create(name="a", finished_at=ago, size=4096)
    kind = {"kind": "statements.statement"}
    assert value("jobs", state="failed", **kind) == value("jobs", state="waiting", **kind) == 1
    two_hours = pytest.approx(7200, abs=60)
    assert value("oldest_job_age_seconds", state="waiting", **kind) == two_hours
    assert value("heartbeat_age_seconds", program="beat") == two_hours
    assert value("ledger_check_age_seconds") == two_hours
    assert value("backup_age_seconds") == two_hours
    assert value("ledger_check_wrong_sessions") == 3
    assert value("backup_size_bytes") == 4096
    assert value("database_up") == 1


def test_what_never_happened_is_infinitely_long_ago_if_it_should_have(settings: Any) -> None:
    assert value("heartbeat_age_seconds", program="beat") == inf
    assert value("ledger_check_age_seconds") == inf
    settings.BACKUPS = True
    assert value("backup_age_seconds") == inf
    settings.BACKUPS = False
    assert "scorekeeper_backup_age_seconds" not in {name for name, _labels in scraped()}


def test_without_a_database_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError

    monkeypatch.setattr(views, "ages", fail)
    samples = scraped()
    assert samples["scorekeeper_database_up", frozenset()] == 0
    assert "scorekeeper_requests_total" in {name for name, _labels in samples}


@pytest.mark.postgres
def test_connections_of_the_database_are_told() -> None:
    assert value("database_connections", state="active") >= 1
    assert value("database_connections_limit") >= 10


# Over processes ------------------------------------------------------------------------------

COUNTING = """
import sys
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from scorekeeper.extensions.operation.metrics import counters
registry = CollectorRegistry()
Counter("tried", "-", ["who"], registry=registry).labels("us").inc(2)
Histogram("took", "-", buckets=(1, 2), registry=registry).observe(1.5)
Gauge("opened", "-", multiprocess_mode="livesum", registry=registry).inc(3)
print("counted", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.METRICS_DIR = tmp_path
    return tmp_path


def counting(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", COUNTING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PROMETHEUS_MULTIPROC_DIR": str(folder)},
    )
    assert process.stdout and process.stdout.readline() == "counted\n"
    return process


def counted() -> tuple[float, ...]:
    samples = scraped()
    second = frozenset({("le", "2.0")})
    names: list[Sample] = [
        ("tried_total", frozenset({("who", "us")})),
        ("took_sum", frozenset()),
        ("took_count", frozenset()),
        ("took_bucket", second),
        ("opened", frozenset()),
    ]
    return tuple(samples.get(name, 0) for name in names)


def ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


def test_what_ended_processes_counted_stays_and_what_they_had_open_is_closed(folder: Path) -> None:
    processes = [counting(folder) for _process in range(3)]
    try:
        assert counted() == (6, 4.5, 3, 3, 9)
        for number, process in enumerate(processes, start=1):
            ended(process)
            assert counted() == (6, 4.5, 3, 3, 9 - 3 * number)
    finally:
        for process in processes:
            process.kill()


def test_processes_go_on_in_the_files_of_those_that_ended(folder: Path) -> None:
    stays = counting(folder)
    try:
        for restart in range(1, 4):
            process = counting(folder)
            runs = restart + 1
            assert counted() == (2 * runs, 1.5 * runs, runs, runs, 6)
            ended(process)
    finally:
        ended(stays)
    assert {path.stem for path in folder.glob("counter_*")} == {"counter_0", "counter_1"}


FORKING = """
import os
from scorekeeper.extensions.operation.metrics.files import process_number
print(process_number(), flush=True)
if os.fork():
    os.wait()
else:
    print(process_number())
"""
ROUTES = """
import sys
from scorekeeper.extensions.operation.metrics.counters import DURATIONS, REQUESTS
for route in sys.stdin.read().split():
    DURATIONS.labels(route).observe(1)
    for method in ("GET", "POST"):
        for status in ("200", "302", "404", "409"):
            REQUESTS.labels(route, method, status).inc()
"""


def run_in(folder: Path, program: str, given: str = "") -> str:
    env = {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, input=given, capture_output=True, text=True, env=env, check=True
    ).stdout


def test_a_process_that_was_forked_counts_in_files_of_its_own(folder: Path) -> None:
    assert run_in(folder, FORKING).split() == ["0", "1"]


def test_all_routes_fit_into_the_room_that_the_files_have(folder: Path) -> None:
    routes = {name for name in names_of(get_resolver()) if name}
    assert len(routes) > 100
    run_in(folder, ROUTES, " ".join(routes))
    sizes = {kind: (folder / f"{kind}_0.db").stat().st_size for kind in files.SIZES}
    assert sizes == files.SIZES


def names_of(resolver: URLResolver, space: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from names_of(entry, f"{space}{entry.namespace}:" if entry.namespace else space)
        else:
            yield f"{space}{entry.name}"


# What it costs -------------------------------------------------------------------------------


def test_counting_a_request_costs_less_than_three_hundredths_of_a_page() -> None:
    at = make.session()
    client, url = make.host_client(at.game.session.club), address(at)
    client.get(url)
    page = min(timed(lambda: client.get(url)) for _time in range(10))
    request: Any = type("Request", (), {"method": "GET", "resolver_match": None})()
    response: Any = type("Response", (), {"status_code": 200})()
    counted = events.counted(lambda _request: response)
    counted(request)
    hundred = min(timed(lambda: [counted(request) for _time in range(100)]) for _try in range(10))
    assert hundred / 100 < 0.03 * page, f"{hundred * 1e4:.1f} µs of {page * 1e3:.1f} ms"
    print(f"{hundred * 1e4:.1f} µs of {page * 1e3:.1f} ms")


def timed(act: Any) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
