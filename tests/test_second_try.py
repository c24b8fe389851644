"""Connections to PostgreSQL that die: between two requests, and in the middle of one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse

from scorekeeper.clubs.models import Club
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.play.models import Hand
from scorekeeper.serving.second_try import forget_dead_connections
from tests import factories as make
from tests.factories import pool_hand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

runs: list[str] = []


@pytest.fixture(autouse=True)
def pool_of_its_own() -> None:
    """What threads of earlier tests still hold is not missing here."""
    connection.close()
    if connection.vendor == "postgresql":
        getattr(connection, "close_pool")()  # noqa: B009  # only this backend has one


def kill_all() -> None:
    """End every connection of this database but our own, as a restart of the server would."""
    told = connection.settings_dict
    with psycopg.connect(
        host=told["HOST"],
        port=told["PORT"] or None,
        user=told["USER"],
        password=told["PASSWORD"] or None,
        dbname="postgres",
        autocommit=True,
    ) as admin:
        ended = admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            [told["NAME"]],
        ).fetchall()
    assert ended


def once(where: str) -> None:
    """The connection dies here, at the first run only."""
    runs.append(where)
    if runs.count(where) == 1:
        kill_all()


def reads(request: HttpRequest) -> HttpResponse:
    if "start" in request.GET:
        once("start")
    count = Club.objects.count()
    if "read" in request.GET:
        once("read")
    return HttpResponse(f"{count} {Club.objects.count()}")


def writes(request: HttpRequest) -> HttpResponse:
    name = request.POST["name"]
    file: Any = request.FILES.get("file")
    read = file.read().decode() if file else ""
    with transaction.atomic():
        Club.objects.create(name=name + read)
        once("written")
        Club.objects.count()
    return HttpResponse("kept")


def commits(request: HttpRequest) -> HttpResponse:
    """Dies in COMMIT itself."""
    with transaction.atomic():
        Club.objects.create(name="in doubt")
        once("commit")
    return HttpResponse("kept")


def writes_twice(request: HttpRequest) -> HttpResponse:
    """The first is committed when the connection dies."""
    with transaction.atomic():
        with transaction.atomic():
            Club.objects.create(name="undone")
            transaction.set_rollback(True)
        Club.objects.create(name="first")
    once("between")
    Club.objects.create(name="second")
    return HttpResponse("kept")


def writes_alone(request: HttpRequest) -> HttpResponse:
    """Without a transaction: it may have taken effect."""
    connection.ensure_connection()
    once("alone")
    Club.objects.filter(name="first").update(name="changed")
    return HttpResponse("kept")


urlpatterns = [
    path("reads/", reads),
    path("writes/", writes),
    path("commits/", commits),
    path("twice/", writes_twice),
    path("alone/", writes_alone),
    path("", include("scorekeeper.urls")),
]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    runs.clear()
    yield
    forget_dead_connections()


@pytest.fixture
def phone() -> Client:
    return Client(raise_request_exception=False)


def fill_the_pool() -> None:
    """Eight connections at once, all of which lie in the pool afterwards."""
    held = threading.Barrier(8)

    def hold() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                held.wait(20)
        finally:
            connection.close()

    threads = [threading.Thread(target=hold) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.urls(__name__)
def test_connections_that_died_between_two_requests_cost_nobody_a_page(phone: Client) -> None:
    make.club()
    for _restart in range(3):
        connection.close()
        fill_the_pool()
        kill_all()
        for _request in range(10):
            assert phone.get("/reads/").content == b"1 1"
            connection.close()


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("where", ["start", "read"])
def test_a_request_that_only_read_runs_again(phone: Client, where: str) -> None:
    make.club()
    answer = phone.get(f"/reads/?{where}")
    assert (answer.status_code, answer.content) == (200, b"1 1")
    assert runs == [where, where]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("file", [None, b"-file"])
def test_a_write_that_was_not_committed_runs_again_with_the_same_body(
    phone: Client, file: bytes | None
) -> None:
    told: dict[str, Any] = {"name": "Friday"}
    if file:
        told["file"] = SimpleUploadedFile("a.txt", file)
        answer = phone.post("/writes/", told)
    else:
        form = "application/x-www-form-urlencoded"
        answer = phone.post("/writes/", "name=Friday", content_type=form)
    assert (answer.status_code, answer.content) == (200, b"kept")
    assert [club.name for club in Club.objects.all()] == ["Friday" + (file or b"").decode()]
    assert len(runs) == 2


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("url", "kept"), [("/commits/", []), ("/twice/", ["first"]), ("/alone/", [])]
)
def test_what_may_have_been_kept_is_not_run_again(phone: Client, url: str, kept: list[str]) -> None:
    answer = phone.post(url)
    assert answer.status_code == 503
    assert answer["Retry-After"] and "no-store" in answer["Cache-Control"]
    assert b"kept on this device" in answer.content
    assert len(runs) == 1
    assert [club.name for club in Club.objects.all()] == kept


@pytest.mark.urls(__name__)
def test_it_runs_again_only_once(phone: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def always(where: str) -> None:
        runs.append(where)
        kill_all()

    monkeypatch.setitem(reads.__globals__, "once", always)
    assert phone.get("/reads/?read").status_code == 503
    assert len(runs) == 2


def save(phone: Client, at: Any, token: str) -> Any:
    from scorekeeper.capture.forms import HandForm, as_posted

    hand = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
    entry = load_entry(at.rules, at.fold, hand, at.names)
    told = dict(as_posted(HandForm(at.rules, at.fold, at.names, entry=entry)))
    url = reverse("capture:hand_new", args=[at.game.session.code, at.game.number])
    return phone.post(url, told | {"number": "1", "token": token})


@pytest.mark.parametrize("nth", range(1, 25))
def test_a_save_whose_connection_dies_anywhere_is_kept_once(nth: int) -> None:
    at = make.night()
    phone = make.host_client(at.game.session.club, raise_request_exception=False)
    seen: list[str] = []

    def die(execute: Any, sql: str, *told: Any) -> Any:
        seen.append(sql)
        if len(seen) == nth:
            kill_all()
        return execute(sql, *told)

    with connection.execute_wrapper(die):
        first = save(phone, at, "token-of-this-hand")
    assert first.status_code in (200, 302)
    assert save(phone, at, "token-of-this-hand").status_code in (200, 302)
    assert Hand.objects.filter(token="token-of-this-hand").count() == 1
