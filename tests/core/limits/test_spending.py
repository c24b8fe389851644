"""Limits are exact over all threads, give back by the clock, and know nobody's address."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import RequestFactory

from scorekeeper.core.limits import acts, spending
from scorekeeper.core.limits.acts import Act, KeptIn, Limit
from scorekeeper.core.limits.models import Spent
from scorekeeper.core.limits.spending import TooMuchError, address, check, delete_expired, spend
from tests.helpers import factories as make
from tests.helpers.play.concurrency import together

THREE = Act("three", (Limit("address", 3, 60),), "Three.")


def request_from(where: str = "192.0.2.7", **headers: str) -> Any:
    return RequestFactory().get("/", REMOTE_ADDR=where, headers=headers)


def refused(act: Act, request: Any, **whom: Any) -> float:
    with pytest.raises(TooMuchError) as raised:
        spend(act, request, **whom)
    return raised.value.wait


@pytest.fixture(params=[KeptIn.ROWS, KeptIn.HERE], ids=["rows", "here"])
def three(request: pytest.FixtureRequest, db: None) -> Act:
    """Three a minute, kept in either place, of which nothing is spent."""
    return replace(THREE, name=f"{request.node.name}", kept_in=request.param)


def test_as_much_as_the_limit_is_possible_at_once_and_no_more(three: Act, clock: Any):
    for _time in range(3):
        spend(three, request_from())
    assert 19 < refused(three, request_from()) <= 20


def test_it_comes_back_one_by_one_with_the_time(three: Act, clock: Any):
    for _time in range(3):
        spend(three, request_from())
    clock.go_on(20.1)
    spend(three, request_from())
    assert 19 < refused(three, request_from()) <= 20


def test_waiting_as_long_as_was_said_is_enough(three: Act, clock: Any):
    for _time in range(3):
        spend(three, request_from())
    clock.go_on(refused(three, request_from()))
    spend(three, request_from())


def test_refused_tries_do_not_make_it_longer(three: Act, clock: Any):
    for _time in range(3):
        spend(three, request_from())
    assert refused(three, request_from()) == refused(three, request_from())


def test_several_at_once_count_as_several(three: Act, clock: Any):
    spend(three, request_from(), times=2)
    with pytest.raises(TooMuchError):
        spend(three, request_from(), times=2)
    spend(three, request_from())


def test_looking_costs_nothing(three: Act, clock: Any):
    for _time in range(9):
        check(three, request_from())
    for _time in range(3):
        spend(three, request_from())
    with pytest.raises(TooMuchError):
        check(three, request_from())


def test_another_address_has_its_own(three: Act, clock: Any):
    for _time in range(3):
        spend(three, request_from())
    spend(three, request_from("192.0.2.8"))


def test_each_club_has_its_own(db: None, clock: Any):
    act = Act("one", (Limit("club", 1, 60),), "One.")
    club = make.club()
    spend(act, request_from(), club=club)
    assert refused(act, request_from("192.0.2.8"), club=club.pk)
    spend(act, request_from(), club=make.club())


def test_of_two_limits_both_must_hold_and_a_refusal_spends_neither(db: None, clock: Any):
    both = Act("both", (Limit("address", 9, 60), Limit("club", 1, 60)), "Both.")
    spend(both, request_from(), club=1)
    before = set(Spent.objects.values_list("key", "due"))
    assert refused(both, request_from(), club=1)
    assert set(Spent.objects.values_list("key", "due")) == before


@pytest.mark.django_db(transaction=True)
def test_of_six_devices_at_once_no_more_get_through_than_may():
    answers = together(lambda phone: spend(THREE, request_from()))
    assert sorted(answer is None for answer in answers) == [False] * 3 + [True] * 3, answers
    assert all(isinstance(answer, TooMuchError) for answer in answers if answer is not None)


def test_who_looked_at_the_clock_and_then_waited_for_others_is_not_refused(db: None, clock: Any):
    spend(THREE, request_from())
    spend(THREE, request_from())
    looked = iter([clock.now - 1_000_000])  # a millisecond before the others, and after them
    clock.earlier = lambda: next(looked, clock.now)
    spend(THREE, request_from())
    assert refused(THREE, request_from())


def test_rows_that_mean_nothing_any_more_are_cleared_away(db: None, clock: Any):
    spend(THREE, request_from())
    clock.go_on(10)
    spend(THREE, request_from("192.0.2.8"))
    clock.go_on(11)
    assert delete_expired() == 1
    assert Spent.objects.count() == 1


def test_a_row_tells_nobody_whom_it_is_about(db: None):
    spend(THREE, request_from())
    row = Spent.objects.get()
    assert len(row.key) == 64
    assert "192.0.2.7" not in str(vars(row))


def test_a_process_that_sees_very_many_strangers_forgets_rather_than_grows(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(spending, "MOST_KEYS", 5)
    monkeypatch.setattr(spending, "_dues", {})
    act = replace(THREE, kept_in=KeptIn.HERE)
    for number in range(20):
        spend(act, request_from(f"192.0.2.{number}"))
    assert len(spending._dues) <= 6


def test_ten_fast_scorers_never_meet_the_limit_of_writing(clock: Any):
    club, scorers = "a club of this test", 10
    for _second in range(600):
        for scorer in range(scorers):
            spend(acts.WRITE, request_from(), club=club, member=scorer)
        clock.go_on(10)


# Whose address it is -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "other", "same"),
    [
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("fe80::1%wlan0", "fe80::2%eth0", True),
        ("192.0.2.7", "192.0.2.8", False),
    ],
)
def test_one_household_is_one_client(first: str, other: str, same: bool):
    assert (address(request_from(first)) == address(request_from(other))) is same


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        ("198.51.100.4", "198.51.100.4"),
        ("10.0.0.1, 198.51.100.4", "198.51.100.4"),
        ("10.0.0.1,198.51.100.4", "198.51.100.4"),
        ("", "127.0.0.1"),
    ],
)
def test_behind_a_proxy_the_last_hop_it_tells_of_is_believed(
    settings: Any, forwarded: str, expected: str
):
    settings.BEHIND_PROXY = True
    assert address(request_from("127.0.0.1", **{"X-Forwarded-For": forwarded})) == expected


def test_without_a_proxy_nobody_is_believed():
    assert address(request_from(**{"X-Forwarded-For": "10.0.0.1"})) == "192.0.2.7"


def test_a_clock_that_was_ahead_leaves_nothing_spent(three: Act, clock: Any):
    """What it wrote lies further ahead than anything that was really spent."""
    clock.go_on(30 * 24 * 3600)
    for _time in range(3):
        spend(three, request_from())
    clock.go_on(-30 * 24 * 3600)
    check(three, request_from())
    for _time in range(3):
        spend(three, request_from())
    assert 19 < refused(three, request_from()) <= 20
