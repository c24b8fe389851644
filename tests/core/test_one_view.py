"""What a page reads is of one moment, and reading waits for nobody."""

import pytest
from django.db import DatabaseError, connection, transaction

from scorekeeper.clubs.models import Club
from scorekeeper.core.database.one_view import one_view
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


@pytest.mark.postgres
def test_nothing_is_written_while_only_reading():
    with pytest.raises(DatabaseError), one_view():
        make.club()
