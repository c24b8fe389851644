"""What runs inside the runtime of a device, tried by ordinary Python: requests, cookies, upkeep."""

import datetime as dt
import runpy
import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from scorekeeper.core.limits.models import Spent
from scorekeeper.extensions.exchange.group_file.models import Incoming
from scorekeeper.extensions.offline.pocket import device_app, device_database, device_files

DAY = 24 * 3600


# The secret of the device ----------------------------------------------------------------------


@pytest.fixture
def as_on_a_phone(monkeypatch: pytest.MonkeyPatch, settings: SimpleNamespace) -> None:
    """How the app on a device has its session."""
    monkeypatch.setattr(device_files, "built_json", lambda _name: ["scorekeeper.website.rulebook"])
    monkeypatch.setenv("EXTENSIONS", "")  # which the settings change
    values = runpy.run_path(str(device_files.__file__).replace("_files", "_settings"))
    for name in (name for name in values if name.startswith("SESSION_")):
        setattr(settings, name, values[name])


def visit(cookie: str = "") -> tuple[str, str]:
    """Whose device it is as the app sees it, and the cookie afterwards."""
    seen = []

    def app(request: HttpRequest) -> HttpResponse:
        seen.append(request.session.setdefault("secret", "nobody's" if cookie else "mine"))
        request.session.modified = not cookie
        return HttpResponse()

    request = RequestFactory().get("/")
    request.COOKIES["scorekeeper"] = cookie
    middleware = SessionMiddleware(app)
    middleware.process_request(request)
    given = middleware.process_response(request, app(request)).cookies.get("scorekeeper")
    return seen[0], given.value if given else cookie


@pytest.mark.usefixtures("as_on_a_phone")
def test_a_device_that_lay_in_a_drawer_for_years_still_knows_whose_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whose, cookie = visit()
    assert whose == "mine"
    now = time.time()
    for days in (400, 30 * 365):
        monkeypatch.setattr(time, "time", lambda then=now + days * DAY: then)
        assert visit(cookie) == ("mine", cookie)


# Addresses ------------------------------------------------------------------------------------


def environ_of(path: str, prefix: str = "") -> dict[str, Any]:
    request = {"origin": "https://club.example", "method": "GET", "query": "", "headers": {}}
    return device_app.environ({**request, "path": path, "prefix": prefix}, b"")


@pytest.mark.parametrize("path", ["/न/", "/%zz/", "/ü/", "/plain/"])
def test_an_address_in_any_script_is_read(path: str) -> None:
    request = WSGIRequest(environ_of(path, "/मेज़"))
    assert request.path_info == path
    assert request.path == f"/मेज़{path}"


# The database ---------------------------------------------------------------------------------


@pytest.mark.one_database
@pytest.mark.django_db
def test_a_release_leaves_the_database_of_a_newer_one_alone() -> None:
    assert device_database.unknown_migrations() == set()
    assert device_database.migrate_database("en", {}) == ""
    MigrationRecorder(connection).record_applied("play", "9999_of_next_year")
    assert device_database.unknown_migrations() == {("play", "9999_of_next_year")}
    assert "Another version" in device_database.migrate_database("en", {})


def free_pages() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA freelist_count")
        [(free,)] = cursor.fetchall()
    return int(free)


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_what_means_nothing_any_more_takes_no_room() -> None:
    long_ago = timezone.now() - dt.timedelta(days=30)
    taken = Incoming.objects.create(digest="0" * 64)
    for place in range(2):
        taken.pieces.create(place=place, content=b"x" * 400_000)
    Incoming.objects.update(at=long_ago)
    Spent.objects.create(due=1)
    device_database.delete_expired()
    assert not Incoming.objects.exists()
    assert not Spent.objects.exists()
    assert free_pages() < device_database.MOST_FREE
