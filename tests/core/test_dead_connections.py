"""Connections to PostgreSQL that die: between two requests it costs nobody a page; in the middle of
one the device is told to send again, and what it sends is kept once."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import close_old_connections, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse

from scorekeeper.clubs.models import Club
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.core.dead_connections import kill_all
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

runs: list[str] = []


def once(where: str) -> None:
    """The connection dies here, at the first run only."""
    runs.append(where)
    if runs.count(where) == 1:
        kill_all()


def reads(request: HttpRequest) -> HttpResponse:
    count = Club.objects.count()
    if "read" in request.GET:
        once("read")
    return HttpResponse(f"{count} {Club.objects.count()}")


def writes(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        Club.objects.create(name=request.POST["name"])
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
    connection.close()


@pytest.fixture
def phone() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.urls(__name__)
def test_connections_that_died_between_two_requests_cost_nobody_a_page(phone: Client) -> None:
    make.club()
    for _restart in range(3):
        assert phone.get("/reads/").content == b"1 1"
        kill_all()
        close_old_connections()  # as each request begins, but for one of the tests
        assert phone.get("/reads/").content == b"1 1"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("/reads/?read", []),
        ("/writes/", []),
        ("/commits/", []),
        ("/twice/", ["first"]),
        ("/alone/", []),
    ],
)
def test_a_device_whose_connection_dies_on_the_way_is_told_to_send_again(
    phone: Client, url: str, kept: list[str]
) -> None:
    answer = phone.post(url, {"name": "Friday"})
    assert answer.status_code == 503
    assert answer["Retry-After"] and "no-store" in answer["Cache-Control"]
    assert b"kept on this device" in answer.content
    close_old_connections()
    assert [club.name for club in Club.objects.all()] == kept
    assert phone.post(url, {"name": "Friday"}).status_code == 200


def save(phone: Client, table: Any, token: str) -> Any:
    from scorekeeper.table.entry.forms import HandForm, posted_values

    hand = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
    entry = load_entry(table.rules, table.fold, hand, table.names)
    fields = dict(posted_values(HandForm(table.rules, table.fold, table.names, entry=entry)))
    url = reverse("entry:hand_new", args=[table.game.session.code, table.game.number])
    return phone.post(url, fields | {"number": "1", "token": token})


@pytest.mark.parametrize("nth", range(1, 25))
def test_a_save_whose_connection_dies_anywhere_is_kept_once(nth: int) -> None:
    table = make.session()
    phone = make.host_client(table.game.session.club, raise_request_exception=False)
    seen: list[str] = []

    def die(execute: Any, sql: str, *arguments: Any) -> Any:
        seen.append(sql)
        if len(seen) == nth:
            kill_all()
        return execute(sql, *arguments)

    with connection.execute_wrapper(die):
        first = save(phone, table, "token-of-this-hand")
    assert first.status_code in (200, 302, 503)
    close_old_connections()
    assert save(phone, table, "token-of-this-hand").status_code in (200, 302)
    assert Hand.objects.filter(token="token-of-this-hand").count() == 1
