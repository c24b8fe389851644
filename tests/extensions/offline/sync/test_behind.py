"""Who has hands on his device that are not here yet is told to all others, until they are."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.play.selectors import Table
from scorekeeper.table.live.devices import EXPIRES_AFTER, note_behind
from scorekeeper.table.live.models import Behind
from tests.helpers import factories as make
from tests.helpers.table.entry.views import HTMX, address, answers, text
from tests.helpers.table.overtaken import asks, plain

pytestmark = pytest.mark.django_db
SAID = "Meera has 3 unsynced hands"


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def meera(table: Table) -> Membership:
    joined = make.member(Role.SCORER, table.game.session.club)
    return clubs.say_who(membership=joined, player=table.players[2])


@pytest.fixture
def other(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


def waits(meera: Membership, table: Table, count: int) -> int:
    """The session's version after it."""
    note_behind(session=table.game.session, by=meera, count=count)
    return version(table)


def version(table: Table) -> int:
    return Session.objects.get(pk=table.game.session_id).version


def seen(browser: Client, table: Table, page: str = "session") -> str:
    return plain(text(browser.get(reverse(f"scoreboard:{page}", args=[table.game.session.code]))))


def test_it_stands_on_the_boards_of_others_until_it_is_here(table, meera, other):
    browser = make.client_as(meera)
    before = version(table)
    assert SAID not in seen(other, table)
    assert waits(meera, table, 3) == before + 1
    assert SAID in seen(other, table) and SAID in seen(other, table, "tv")
    assert SAID not in seen(browser, table), "he knows it himself"
    waits(meera, table, 1)
    assert "Meera has 1 unsynced hand" in seen(other, table)
    waits(meera, table, 0)
    assert "unsynced" not in seen(other, table) and not Behind.objects.exists()


def test_a_board_that_was_kept_for_all_is_right_for_each(table, meera, other):
    for browser in (make.client_as(meera), other, make.client_as(meera), other):
        note_behind(session=table.game.session, by=meera, count=3)
        assert (SAID in seen(browser, table)) == (browser is other)


def test_saying_the_same_again_is_no_news(table, meera):
    waits(meera, table, 3)
    before = version(table)
    assert waits(meera, table, 3) == before
    Behind.objects.update(at=timezone.now() - timedelta(hours=2))
    assert waits(meera, table, 3) == before
    assert timezone.now() - Behind.objects.get().at < timedelta(minutes=1)
    assert waits(meera, table, 0) == before + 1
    assert waits(meera, table, 0) == before + 1


def test_an_open_page_of_a_hand_hears_it_at_its_next_question(table, meera, other):
    place = asks(other, table)
    assert other.get(place, headers=HTMX).status_code == 204
    note_behind(session=table.game.session, by=meera, count=3)
    assert SAID in plain(text(other.get(place, headers=HTMX)))
    assert SAID in plain(text(other.get(address(table))))
    assert SAID not in plain(text(make.client_as(meera).get(address(table))))


def test_asking_for_news_costs_one_query_as_it_did(table, meera, other, django_assert_num_queries):
    note_behind(session=table.game.session, by=meera, count=3)
    place = asks(other, table)
    assert other.get(place, headers=HTMX).status_code == 204
    with django_assert_num_queries(2):  # and who else writes
        assert other.get(place, headers=HTMX).status_code == 204
    board = f"{reverse('scoreboard:newer', args=[table.game.session.code])}?v={version(table)}"
    with django_assert_num_queries(1):
        assert other.get(board, headers=HTMX).status_code == 204


def test_what_was_said_a_day_ago_and_by_who_is_out_is_not_shown(table, meera, other):
    note_behind(session=table.game.session, by=meera, count=3)
    Behind.objects.update(at=timezone.now() - EXPIRES_AFTER)
    assert SAID not in seen(other, table)
    Behind.objects.update(at=timezone.now())
    Session.objects.filter(pk=table.game.session_id).update(version=99)
    assert SAID in seen(other, table)
    clubs.take_out(membership=meera)
    assert version(table) == 100
    assert SAID not in seen(other, table)


def test_whose_link_was_revoked_has_nothing_that_is_told(table, meera, other):
    note_behind(session=table.game.session, by=meera, count=3)
    before = version(table)
    assert SAID in seen(other, table)
    clubs.revoke_link(link=meera.link)
    assert version(table) == before + 1
    assert SAID not in seen(other, table)


def test_delivering_counts_down_and_a_refusal_does_not(table, meera):
    browser = make.client_as(meera)
    place = reverse("sync:deliver", args=[table.game.session.code])

    def deliver(number: int, waiting: int) -> Any:
        body = urlencode(answers(number, p1=43, p2=10))
        return browser.post(
            place, {"path": address(table), "body": body, "waiting": waiting}
        ).json()

    assert deliver(1, 3)["waiting"] == 2 and Behind.objects.get().count == 2
    assert deliver(1, 2)["fate"] == "conflict"
    assert Behind.objects.get().count == 2
    assert deliver(2, 2)["waiting"] == 1 and deliver(3, 1)["waiting"] == 0
    assert not Behind.objects.exists()


@pytest.mark.parametrize("waiting", ["", "-1", "x", "1" * 9])
def test_what_is_no_count_is_ignored(waiting, table, meera):
    place = reverse("sync:deliver", args=[table.game.session.code])
    fields = {"path": address(table), "body": urlencode(answers(p1=43, p2=10)), "waiting": waiting}
    answer = make.client_as(meera).post(place, fields).json()
    assert (answer["fate"], answer["waiting"]) == ("done", None)
    assert not Behind.objects.exists()
