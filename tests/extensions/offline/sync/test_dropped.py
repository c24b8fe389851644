"""With a hand that its holder dropped goes what this phone had said of it later; nobody is asked
again, and nothing is told twice."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Membership, Role
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.offline.delivering import deliver, fate, hand, overtaken, points
from tests.helpers.table.entry.views import answers

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def holder(table: Table) -> Membership:
    return make.member(Role.HOST, table.game.session.club)


@pytest.fixture
def phone(holder: Membership) -> Client:
    return make.client_as(holder)


def of_hand(table: Table, name: str, token: str) -> str:
    return reverse(name, args=[table.game.session.code, 1, token])


def later(table: Table, token: str) -> list[tuple[str, Any]]:
    """What was said of this hand on the device: corrected, the correction taken back, and so on."""
    mine, again = answers(p1=35, p2=10), answers(p1=36, p2=10)
    return [
        (of_hand(table, "entry:hand_edit", token), mine),
        (of_hand(table, "entry:hand_edit", mine["token"]), again),
        (of_hand(table, "entry:hand_delete", again["token"]), {"again": "1"}),
        (of_hand(table, "entry:hand_restore", again["token"]), {"again": "2"}),
        (of_hand(table, "approvals:reply", token), {"token": "word", "says": "accepted"}),
    ]


def test_what_follows_on_a_dropped_hand_goes_with_it(table, phone):
    fields = overtaken(phone, table)
    what = later(table, fields["token"])
    assert [fate(deliver(phone, table, *item)) for item in what] == ["gone"] * len(what)
    assert fate(hand(phone, table, fields, choice="keep")) == "done"
    for _time in range(2):
        assert [fate(deliver(phone, table, *item)) for item in what] == ["done"] * len(what)
        assert fate(deliver(phone, table, *what[1], choice="instead")) == "done"
        assert fate(deliver(phone, table, *what[2], choice="keep")) == "done"
    assert points(table) == [43] and Hand.objects.count() == 1
    assert [happening.kind for happening in Happening.objects.filter(kind__endswith="dropped")] == [
        "hand_dropped"
    ]


def test_a_hand_left_out_before_it_is_a_hand_and_is_asked_for(table, phone):
    fields = overtaken(phone, table)
    assert fate(hand(phone, table, fields, choice="keep")) == "done"
    place = of_hand(table, "entry:hand_insert", fields["token"])
    assert fate(deliver(phone, table, place, answers(p1=9, p2=10))) == "gone"


def test_a_hand_that_was_saved_before_is_not_dropped_with_its_other_answers(table, phone):
    fields = answers(p1=43, p2=10)
    assert fate(hand(phone, table, fields)) == "done"
    mine = fields | {"p1-points": 34}
    assert fate(hand(phone, table, mine)) == "conflict"
    assert fate(hand(phone, table, mine, choice="keep")) == "done"
    place = of_hand(table, "entry:hand_edit", fields["token"])
    assert fate(deliver(phone, table, place, answers(p1=50, p2=10))) == "done"
    assert points(table) == [50]
