"""Who opens a hand that somebody else has begun reads so before he types."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.play.selectors import Table
from scorekeeper.table.live.devices import STOPS_AFTER, note_writing
from scorekeeper.table.live.models import Writing
from tests.helpers import factories as make
from tests.helpers.table.entry.views import HTMX, address, text
from tests.helpers.table.overtaken import asks, news, plain

pytestmark = pytest.mark.django_db
FIRST = make.pool_hand("Dev", Asha=12, Meera="first_drop")


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def phone(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


@pytest.fixture
def meera(table: Table) -> Membership:
    return clubs.say_who(
        membership=make.member(Role.SCORER, table.game.session.club), player=table.players[2]
    )


def says(table: Table) -> str:
    return reverse("live:writing", args=[table.game.session.code, table.game.number])


def opened(phone: Client, table: Table) -> str:
    return plain(text(phone.get(address(table))))


def test_it_stands_on_the_page_before_anything_is_typed(table, phone, meera):
    assert "is entering" not in opened(phone, table)
    assert make.client_as(meera).post(says(table), {"number": 1}).status_code == 204
    assert "Meera is entering hand 1" in opened(phone, table)
    assert "is entering" not in opened(make.client_as(meera), table), "he knows it himself"


def test_an_open_page_hears_it_at_its_next_question_and_that_it_is_over(table, phone, meera):
    place = asks(phone, table)
    assert phone.get(place, headers=HTMX).status_code == 204
    note_writing(game=table.game, hand=1, by=meera)
    notice = news(phone, place)
    assert plain(notice) == "Meera is entering hand 1"
    place = asks(phone, table)
    note_writing(game=table.game, hand=1, by=meera)
    assert phone.get(place, headers=HTMX).status_code == 204, "nothing is new"
    make.client_as(meera).post(says(table), {"number": 1, "leaves": 1})
    assert "is entering" not in news(phone, place)


def test_a_minute_of_silence_ends_it(table, phone, meera):
    note_writing(game=table.game, hand=1, by=meera)
    place = asks(phone, table)
    assert "is entering" in opened(phone, table)
    Writing.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert "is entering" not in news(phone, place)
    assert timedelta(seconds=50) <= STOPS_AFTER <= timedelta(seconds=70)


def test_when_it_is_saved_it_is_said_to_be_saved(table, phone, meera):
    note_writing(game=table.game, hand=1, by=meera)
    place = asks(phone, table)
    make.play(table, FIRST, by=meera)
    notice = plain(news(phone, place))
    assert "Meera saved hand 1" in notice and "is entering" not in notice
    assert "is entering" not in opened(phone, table)


def test_several_are_named_and_who_was_shut_out_is_not(table, phone, meera):
    for name in ("Asha", "Dev"):
        other = make.member(Role.SCORER, table.game.session.club)
        other.name = name
        other.save()
        note_writing(game=table.game, hand=1, by=other)
    note_writing(game=table.game, hand=1, by=meera)
    assert "Asha, Dev, Meera" in opened(phone, table) or "Meera, Asha, Dev" in opened(phone, table)
    meera.revoked_at = timezone.now()
    meera.save()
    assert "Asha, Dev are entering hand 1" in opened(phone, table)


def test_it_keeps_nobody_from_saving(table, phone, meera):
    note_writing(game=table.game, hand=1, by=meera)
    make.play(table, FIRST, by=make.member(Role.SCORER, table.game.session.club))
    assert table.game.hands.count() == 1


def test_it_is_one_row_of_each_device_however_often_it_is_said(
    table, phone, meera, django_assert_num_queries
):
    for hand in (1, 2, 2):
        note_writing(game=table.game, hand=hand, by=meera)
    assert [(row.hand, row.by) for row in Writing.objects.all()] == [(2, meera)]
    with django_assert_num_queries(1):
        note_writing(game=table.game, hand=2, by=meera)


@pytest.mark.parametrize("number", ["", "x", "9" * 9, "-1"])
def test_a_hand_without_a_number_is_none(table, phone, number):
    assert phone.post(says(table), {"number": number}).status_code == 400


def test_of_a_closed_session_nothing_is_noted(table, phone):
    table.game.session.closed_at = timezone.now()
    table.game.session.save()
    assert phone.post(says(table), {"number": 1}).status_code == 204
    assert not Writing.objects.exists()


def test_a_page_hears_nothing_of_its_own_writing(table, meera):
    phone = make.client_as(meera)
    place = asks(phone, table)
    note_writing(game=table.game, hand=1, by=meera)
    assert phone.get(place, headers=HTMX).status_code == 204
