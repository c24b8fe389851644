"""With a hand that its holder dropped goes what this phone had said of it later; nobody is asked
again, and nothing is told twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Membership, Role
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.offline.sync.delivering import deliver, fate, hand, overtaken, points
from tests.table.entry.views import answers

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


@pytest.fixture
def holder(at: Table) -> Membership:
    return make.member(Role.HOST, at.game.session.club)


@pytest.fixture
def phone(holder: Membership) -> Client:
    return make.client_as(holder)


def of_hand(at: Table, name: str, token: str) -> str:
    return reverse(name, args=[at.game.session.code, 1, token])


def later(at: Table, token: str) -> list[tuple[str, Any]]:
    """What was said of this hand on the phone: corrected, the correction taken back, and so on."""
    mine, again = answers(p1=35, p2=10), answers(p1=36, p2=10)
    return [
        (of_hand(at, "entry:hand_amend", token), mine),
        (of_hand(at, "entry:hand_amend", mine["token"]), again),
        (of_hand(at, "entry:hand_void", again["token"]), {"again": "1"}),
        (of_hand(at, "entry:hand_back", again["token"]), {"again": "2"}),
        (of_hand(at, "approvals:line", token), {"token": "word", "says": "accepted"}),
    ]


def test_what_follows_on_a_dropped_hand_goes_with_it(at, phone):
    told = overtaken(phone, at)
    what = later(at, told["token"])
    assert [fate(deliver(phone, at, *each)) for each in what] == ["gone"] * len(what)
    assert fate(hand(phone, at, told, choice="keep")) == "done"
    for _time in range(2):
        assert [fate(deliver(phone, at, *each)) for each in what] == ["done"] * len(what)
        assert fate(deliver(phone, at, *what[1], choice="instead")) == "done"
        assert fate(deliver(phone, at, *what[2], choice="keep")) == "done"
    assert points(at) == [43] and Hand.objects.count() == 1
    assert [each.kind for each in Happening.objects.filter(kind__endswith="dropped")] == [
        "hand_dropped"
    ]


def test_a_hand_left_out_before_it_is_a_hand_and_is_asked_for(at, phone):
    told = overtaken(phone, at)
    assert fate(hand(phone, at, told, choice="keep")) == "done"
    place = of_hand(at, "entry:hand_left_out", told["token"])
    assert fate(deliver(phone, at, place, answers(p1=9, p2=10))) == "gone"


def test_a_hand_that_was_saved_before_is_not_dropped_with_its_other_answers(at, phone):
    told = answers(p1=43, p2=10)
    assert fate(hand(phone, at, told)) == "done"
    mine = told | {"p1-points": 34}
    assert fate(hand(phone, at, mine)) == "conflict"
    assert fate(hand(phone, at, mine, choice="keep")) == "done"
    place = of_hand(at, "entry:hand_amend", told["token"])
    assert fate(deliver(phone, at, place, answers(p1=50, p2=10))) == "done"
    assert points(at) == [50]
