"""What was written an hour ago on a device without a network is told as written then."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Happening, Role, Session
from scorekeeper.core import clock
from scorekeeper.extensions.offline.sync.delivery import LONGEST, parse_age
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.ledger.models import Payment
from scorekeeper.play.edits.hints import Pace
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.table.starting.forms import next_time
from tests.helpers import factories as make
from tests.helpers.offline.delivering import deliver, hand
from tests.helpers.table.entry.views import answers, in_force
from tests.helpers.table.starting.views import form

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
NEARLY = timedelta(seconds=20)
"""What a busy machine may take to deliver something."""


@pytest.fixture
def table() -> Table:
    """A game that was begun three hours ago."""
    return begun(make.session("paplu", make.NAMES[:3], {"rounds": None}), 3 * HOUR)


@pytest.fixture
def phone(table: Table) -> Client:
    return make.client_with(Role.SCORER, table.game.session.club)


def begun(table: Table, ago: timedelta) -> Table:
    then = timezone.now() - ago
    Game.objects.filter(pk=table.game.pk).update(started_at=then)
    Session.objects.filter(pk=table.game.session_id).update(created_at=then)
    return table


def ago(waited: timedelta) -> str:
    """As a device tells it."""
    return str(int(waited / timedelta(milliseconds=1)))


def is_ago(moment: datetime | None, waited: timedelta) -> bool:
    return moment is not None and -NEARLY < timezone.now() - waited - moment < NEARLY


def hand_fields(number: int = 1) -> dict[str, Any]:
    return answers(number, p1=10 * number, p2=20)


def test_a_hand_and_its_payments_are_of_the_time_at_which_they_were_written(table, phone):
    assert hand(phone, table, hand_fields(), age=ago(HOUR))["fate"] == "done"
    (saved,) = in_force(table)
    assert is_ago(saved.at, HOUR)
    assert all(is_ago(payment.at, HOUR) for payment in Payment.objects.filter(hand=saved))
    assert Payment.objects.filter(hand=saved).exists()
    pace = Pace.load(Game.objects.get(pk=table.game.pk).pace)
    assert pace.last == pytest.approx(saved.at.timestamp(), abs=1)


def test_when_it_came_stays_known(table, phone):
    hand(phone, table, hand_fields(), age=ago(HOUR))
    assert is_ago(Delivered.objects.get().at, timedelta())
    closes = reverse("starting:game_close", args=[table.game.session.code, 1])
    host = make.host_client(table.game.session.club)
    assert deliver(host, table, closes, {}, age=ago(30 * MINUTE))["fate"] == "done"
    assert is_ago(Game.objects.get(pk=table.game.pk).closed_at, 30 * MINUTE)
    assert is_ago(Happening.objects.latest("pk").at, timedelta())


def test_hands_keep_their_distance(table, phone):
    for number, waited in enumerate((50, 40, 31), 1):
        hand(phone, table, hand_fields(number), age=ago(waited * MINUTE))
    assert all(
        is_ago(saved.at, waited * MINUTE)
        for saved, waited in zip(in_force(table), (50, 40, 31), strict=True)
    )


@pytest.mark.parametrize("age", ["-3600000", "1e6", "an hour", "", "NaN", "9" * 40, "٣"])
def test_an_age_that_is_none_is_not_believed(table, phone, age):
    assert hand(phone, table, hand_fields(), age=age)["fate"] == "done"
    assert is_ago(in_force(table)[0].at, timedelta())


def test_nothing_comes_before_what_was_written_before_it(table, phone):
    hand(phone, table, hand_fields(1), age=ago(timedelta(days=366)))
    hand(phone, table, hand_fields(2), age=ago(HOUR))
    hand(phone, table, hand_fields(3), age=ago(2 * HOUR))
    hand(phone, table, hand_fields(4), age="9" * 15)
    first, second, three, four = in_force(table)
    assert first.at == Game.objects.get(pk=table.game.pk).started_at
    assert is_ago(second.at, HOUR)
    assert second.at == three.at == four.at


def test_a_correction_meanwhile_moves_no_hand_that_follows(table, phone):
    hand(phone, table, hand_fields(1))
    Hand.objects.update(at=timezone.now() - HOUR)
    (first,) = in_force(table)
    amend = reverse("entry:hand_edit", args=[table.game.session.code, 1, first.token])
    phone.post(amend, hand_fields(1) | {"p1-points": 5, "reason": "Told wrongly"})
    assert is_ago(in_force(table)[0].at, timedelta())
    hand(phone, table, hand_fields(2), age=ago(40 * MINUTE))
    assert is_ago(in_force(table)[1].at, 40 * MINUTE)


def test_another_table_of_the_session_dates_no_game_that_was_begun_beside_it(table):
    host = make.host_client(table.game.session.club)
    hand(host, table, hand_fields())
    new = reverse("starting:game_new", args=[table.game.session.code])
    begins = {**form(host, table), "do": "start", "token": "beside"}
    assert deliver(host, table, new, begins, age=ago(2 * HOUR))["fate"] == "done"
    assert is_ago(Game.objects.get(token="beside").started_at, 2 * HOUR)


def test_a_correction_is_of_its_own_time(table, phone):
    hand(phone, table, hand_fields(), age=ago(HOUR))
    (first,) = in_force(table)
    amend = reverse("entry:hand_edit", args=[table.game.session.code, 1, first.token])
    assert (
        deliver(phone, table, amend, hand_fields(1) | {"p1-points": 5}, age=ago(30 * MINUTE))[
            "number"
        ]
        == 1
    )
    first.refresh_from_db()
    assert is_ago(first.voided_at, 30 * MINUTE)
    assert is_ago(in_force(table)[0].at, 30 * MINUTE)


def test_a_game_that_ends_by_the_clock_looks_at_the_time_at_which_a_hand_was_written(table, phone):
    Game.objects.filter(pk=table.game.pk).update(until=timezone.now() - 30 * MINUTE)
    hand(phone, table, hand_fields(1), age=ago(HOUR))
    assert Game.objects.get(pk=table.game.pk).closed_at is None
    hand(phone, table, hand_fields(2), age=ago(40 * MINUTE))
    assert Game.objects.get(pk=table.game.pk).closed_at is None
    hand(phone, table, hand_fields(3), age=ago(20 * MINUTE))
    assert is_ago(Game.objects.get(pk=table.game.pk).closed_at, 20 * MINUTE)
    assert Hand.objects.filter(game=table.game).count() == 3


def test_a_time_to_stop_at_is_the_next_one_from_when_it_was_agreed() -> None:
    session = datetime(2026, 11, 20, 22, tzinfo=UTC)
    with clock.written_at(session):
        assert next_time(23, 0, ZoneInfo("UTC")) == session + HOUR
    assert next_time(23, 0, ZoneInfo("UTC")) > timezone.now()


def test_an_age_has_an_end() -> None:
    assert parse_age("9" * 15) == LONGEST
    assert parse_age("60000") == MINUTE
