"""A database that cannot write now: a sentence, nothing half kept, and the next try is kept."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from scorekeeper.clubs.models import Role
from scorekeeper.core.database import was_quicker
from scorekeeper.core.requests.middleware import is_unable
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.table.entry.views import address, answers

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Another program holds SQLite's only write lock."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def no_room() -> Iterator[None]:
    """The disk is full: the file may not grow by a page, and has none that other tests emptied."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")


@contextmanager
def held() -> Iterator[None]:
    """On PostgreSQL: another connection holds the game for longer than anybody waits."""
    other = connection.copy()
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("LOCK TABLE play_hand IN ACCESS EXCLUSIVE MODE")
    try:
        yield
    finally:
        other.rollback()
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@contextmanager
def disk_full(reason: str = "disk_full") -> Iterator[None]:
    """On PostgreSQL: the server answers as it does without room, from the third hand on."""
    with connection.cursor() as cursor:
        cursor.execute(f"""
            CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF (SELECT count(*) FROM play_hand) > 1 THEN RAISE {reason}; END IF;
                RETURN NEW;
            END $$""")
        cursor.execute(
            "CREATE TRIGGER no_room BEFORE INSERT ON play_hand"
            " FOR EACH ROW EXECUTE FUNCTION no_room()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION no_room CASCADE")


BUSY = {"sqlite": somebody_writes, "postgresql": held}
FULL = {"sqlite": no_room, "postgresql": disk_full}


def test_a_save_that_the_database_cannot_take_is_answered_by_503_and_kept_the_next_time():
    table = make.session("pool_rummy", make.NAMES[:3])
    browser = make.client_with(Role.SCORER, table.game.session.club)
    sent = answers(p1=43, p2=10)
    assert browser.get(address(table)).status_code == 200
    with BUSY[connection.vendor]():
        answer = browser.post(address(table), sent)
    assert answer.status_code == 503
    assert "kept on this device" in answer.content.decode() and answer["Retry-After"]
    assert not Hand.objects.exists()
    assert browser.post(address(table), sent).status_code in (200, 302)
    assert Hand.objects.count() == 1


def test_a_full_disk_loses_no_save_that_was_acknowledged():
    table = make.session("pool_rummy", make.NAMES[:3])
    browser = make.client_with(Role.SCORER, table.game.session.club)
    with FULL[connection.vendor]():
        for number in range(1, 50):
            sent = answers(number, p1=2, p2=2)
            answer = browser.post(address(table), sent)
            if answer.status_code == 503:
                break
    assert answer.status_code == 503 and "kept on this device" in answer.content.decode()
    assert Hand.objects.count() == number - 1
    assert browser.post(address(table), sent).status_code in (200, 302)
    assert Hand.objects.count() == number


@pytest.mark.postgres
def test_a_save_that_was_given_up_in_a_deadlock_is_sent_again():
    table = make.session("pool_rummy", make.NAMES[:3])
    browser = make.client_with(Role.SCORER, table.game.session.club)
    with disk_full("deadlock_detected"):
        sent = [browser.post(address(table), answers(n, p1=2, p2=2)) for n in (1, 2, 3)]
    assert sent[-1].status_code == 503 and Hand.objects.count() == 2
    assert browser.post(address(table), answers(3, p1=2, p2=2)).status_code in (200, 302)
    assert Hand.objects.count() == 3


def test_only_the_constraints_that_say_so_mean_that_somebody_was_quicker():
    table = make.play(make.session("points_rummy", ["Asha", "Dev"]), make.pool_hand("Asha", Dev=1))
    hand = table.game.hands.get()
    twice = Hand(game=table.game, number=1, entry={}, persons=2, token="other", digest="")
    same_token = Hand(game=table.game, number=2, entry={}, persons=2, token=hand.token, digest="")
    of_nothing = Hand(game=table.game, number=3, entry=None, persons=2, token="third", digest="")
    for row, name in ((twice, "one_hand_in_force_per_number"), (same_token, "one_hand_per_token")):
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            row.save(force_insert=True)
        assert was_quicker(refused.value, Hand, name)
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        of_nothing.save(force_insert=True)
    names = ("one_hand_in_force_per_number", "one_hand_per_token")
    assert not was_quicker(refused.value, Hand, *names)


def test_a_wrong_statement_is_no_busy_database():
    with pytest.raises(DatabaseError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert not is_unable(wrong.value)
