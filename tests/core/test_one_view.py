"""What a page reads is of one moment, and reading waits for nobody."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, path

from scorekeeper import urls as site
from scorekeeper.clubs.models import Club
from scorekeeper.core.database import one_view
from tests.helpers import factories as make
from tests.helpers.play.racing import Writer, on_postgres

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(act):
    """What ``act`` gives on another connection, while this one goes on."""
    writer = Writer(act)
    writer.start()
    writer.join(30)
    assert not writer.is_alive(), "it had to wait"
    return writer.outcome


def test_what_is_written_meanwhile_is_not_seen_until_the_next_reading():
    club = make.club()
    with one_view():
        assert Club.objects.get(pk=club.pk).name == "Friday table"
        assert elsewhere(lambda: Club.objects.filter(pk=club.pk).update(name="Other")) == 1
        assert Club.objects.get(pk=club.pk).name == "Friday table"
    assert Club.objects.get(pk=club.pk).name == "Other"


def test_the_first_thing_a_thread_does_may_be_to_read():
    def read() -> int:
        connection.close()
        with one_view():
            return Club.objects.count()

    def from_nothing() -> int:
        from django.db import connections

        del connections["default"]
        return read_fresh()

    def read_fresh() -> int:
        with one_view():
            return Club.objects.count()

    assert elsewhere(read) == 0
    assert elsewhere(from_nothing) == 0


def test_after_a_reading_writes_are_as_before():
    with one_view():
        Club.objects.count()
    club = make.club()
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(name="Other")
        if not on_postgres():
            outcome = elsewhere(begin_quickly)
            assert isinstance(outcome, DatabaseError), "a write takes the lock as it begins"
    assert Club.objects.get(pk=club.pk).name == "Other"


def begin_quickly() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    with transaction.atomic():
        pass


def test_nothing_is_written_while_only_reading():
    with pytest.raises(DatabaseError), one_view():
        make.club()
    assert make.club().pk


# Pages -------------------------------------------------------------------------------------------


def reading_twice(request: HttpRequest) -> HttpResponse:
    """Reads the club's name, lets somebody else change it, and reads it again."""
    before = Club.objects.get().name
    elsewhere(lambda: Club.objects.update(name="Other"))
    if "missing" in request.GET:
        raise Http404
    return HttpResponse(f"{before}, {Club.objects.get().name}")


def writing(_request: HttpRequest) -> HttpResponse:
    Club.objects.update(name="Written")
    return HttpResponse("done")


def names(_request: HttpRequest, **_values: Any) -> HttpResponse:
    return HttpResponse(Club.objects.get().name, status=404)


urlpatterns = [
    path("twice/", reading_twice),
    path("writing/", writing),
    path("join/", writing, name="join"),
    *site.urlpatterns,
]
handler404 = names


@pytest.mark.urls(__name__)
def test_a_page_is_of_one_moment_and_what_is_posted_is_not(client: Client):
    make.club()
    assert client.get("/twice/").content == b"Friday table, Friday table"
    Club.objects.update(name="Friday table")
    assert client.post("/twice/").content == b"Friday table, Other"


@pytest.mark.urls(__name__)
def test_the_page_of_an_error_is_read_after_it(client: Client):
    make.club()
    assert client.get("/twice/?missing").content == b"Other"


@pytest.mark.urls(__name__)
def test_only_a_view_that_the_settings_name_writes_when_it_is_opened(client: Client, settings: Any):
    make.club()
    for method in (client.get, client.head):
        assert method("/writing/").status_code == 503
    assert Club.objects.get().name == "Friday table"
    assert client.post("/writing/").status_code == 200
    Club.objects.update(name="Friday table")
    settings.NOT_READ_AT_ONCE = {"join"}
    assert client.get("/join/").status_code == 200
    assert Club.objects.get().name == "Written"


def test_the_settings_name_views_that_there_are(settings: Any):
    assert not settings.NOT_READ_AT_ONCE - set(_names(get_resolver()))


def _names(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Yields the names of all views and namespaces, as the settings write them."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inside = f"{before}{pattern.namespace}:" if pattern.namespace else before
            yield from (inside.removesuffix(":"), *_names(pattern, inside))
        else:
            yield f"{before}{pattern.name}"
