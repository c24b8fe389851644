"""Every payment explains itself: game by game on its page, hand by hand one tap further."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.engine.transfers.settle_up import Plan, Transfer
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game
from scorekeeper.settlement.balances import explanation as explained
from scorekeeper.settlement.balances import method_views, methods
from scorekeeper.settlement.balances.agreements import agree
from scorekeeper.settlement.balances.explanation import (
    debt_between,
    hand_numbers,
    payments_by_hand,
    settled_together,
    side,
    spans,
)
from scorekeeper.settlement.balances.pairwise import debts_by_game
from scorekeeper.settlement.balances.plan import standing
from scorekeeper.settlement.expenses.services import share_cost
from scorekeeper.settlement.models import How, Way
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.settlement.pages import words

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:4]


@pytest.fixture
def at() -> Table:
    """Two games, a pot among them; tea; and something on its way."""
    at = make.session("points_rummy", NAMES, {"point_value": 10})
    session = at.game.session
    at = make.play(
        at,
        pool_hand("Dev", Asha=30, Meera=2, Omar=5),
        pool_hand("Meera", Dev=21, Asha=2, Omar=9),
        pool_hand("Dev", Asha=3, Meera=4, Omar=5),
    )
    pot = make.next_game(session, "pool_rummy", NAMES[:3], {"fee": 1000})
    while pot.game.closed_at is None:
        pot = make.play(pot, pool_hand("Asha", Dev=80, Meera=70))
    share_cost(
        session=session,
        label="Tea",
        paid_by=at.players[3],
        amount=330,
        how=How.EQUAL,
        entered_weights={player.pk: 1 for player in at.players},
        token=make.token(),
        by=None,
    )
    return at


WAYS = [
    (Way.FEWEST, {}),
    (Way.DIRECT, {}),
    (Way.BANKER, {"banker": 1}),
    (Way.PURSES, {"purses": [[0, 3]]}),
]


def settle(at: Table, way: Way, told: dict, **more: Any) -> None:
    ids = [player.pk for player in at.players]
    named: dict[str, Any] = {}
    if "banker" in told:
        named["banker"] = ids[told["banker"]]
    if "purses" in told:
        named["purses"] = [[ids[n] for n in purse] for purse in told["purses"]]
    agree(session=at.game.session, way=way, token=make.token(), by=None, **named, **more)


def text_of(at: Table, name: str, *args: object, role: Role = Role.VIEWER) -> str:
    phone = make.client_with(role, at.game.session.club)
    answer = phone.get(reverse(f"settlement:{name}", args=[at.game.session.code, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


# The sums --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "told"), WAYS)
@pytest.mark.parametrize("step", [0, 500])
def test_both_ends_of_every_payment_add_up(at, way, told, step):
    settle(at, way, told, step=step)
    stands = standing(at.game.session)
    assert stands.plan.transfers
    debts = debts_by_game(at.game.session, stands.games)
    for t in stands.plan.transfers:
        for people in (t.payers or (t.payer,), t.payees or (t.payee,)):
            found = side(people, stands, hand_numbers(stands.games))
            assert found.amount == sum(stands.arrived.get(player, 0) for player in people)
            if way == Way.FEWEST or way == Way.PURSES:
                assert found.amount == sum(amount for _other, amount in found.pays)
        passed = debt_between(t.payer, t.payee, stands, debts)
        if way == Way.DIRECT:
            assert passed.amount >= t.amount


def test_what_passed_between_two_is_told_by_game_and_hand(at):
    stands = standing(at.game.session)
    asha, dev = at.players[:2]
    found = debt_between(asha, dev, stands, debts_by_game(at.game.session, stands.games))
    points, pot = found.parts
    assert (points.amount, points.hands, points.through_pot) == (330, "1, 3", 0)
    assert (pot.amount, pot.through_pot) == (-1000, -1000)


def test_a_hand_taken_out_is_no_reason_any_more(at):
    corrections.void_hand(hand=Hand.objects.get(game=at.game, number=1))
    stands = standing(at.game.session)
    asha, dev = at.players[:2]
    (points, *_rest) = debt_between(
        asha, dev, stands, debts_by_game(at.game.session, stands.games)
    ).parts
    assert (points.amount, points.hands) == (30, "3")
    listed = payments_by_hand(at.game, [asha.pk], [dev.pk]).listed
    assert [row.amount for row in listed] == [30]


@pytest.mark.parametrize(("number", "hands"), [(1, "2–3"), (2, "1, 3"), (3, "1–2")])
def test_a_hand_taken_out_is_not_named_where_only_the_sums_count(at, number, hands):
    corrections.void_hand(hand=Hand.objects.get(game=at.game, number=number))
    stands = standing(at.game.session)
    (dev,) = side(at.players[1:2], stands, hand_numbers(stands.games)).accounts
    assert dev.parts[0].hands == hands
    t = stands.plan.transfers[0]
    assert f"Points Rummy hands {hands}" in words(text_of(at, "why", t.payer.pk, t.payee.pk))


def test_an_unproven_plan_does_not_promise_the_fewest(at, monkeypatch):
    stands = standing(at.game.session)
    t, everybody = stands.plan.transfers[0], sum(map(bool, stands.arrived.values()))
    path = ("why", t.payer.pk, t.payee.pk)
    monkeypatch.setattr(method_views, "settled_together", lambda _one, plan: list(range(everybody)))
    assert "as few payments as possible" in text_of(at, *path)
    plan = standing(at.game.session).plan
    monkeypatch.setattr(methods, "settle_up", lambda net: Plan(plan.transfers, proven=False))
    text = words(text_of(at, *path))
    assert "as few payments" not in text and "Losers pay winners" in text


def test_stretches_of_hands():
    assert spans([1, 2, 3, 4, 5, 6]) == "1–6"
    assert spans([9, 1, 2, 4]) == "1–2, 4, 9"
    assert spans([]) == ""
    assert spans(range(1, 40, 2)) == ""


def test_who_is_settled_together():
    one, two = Transfer("A", "B", 5), Transfer("C", "B", 5)
    plan = Plan((one, Transfer("D", "E", 7), two), proven=True)
    assert settled_together(one, plan) == ["A", "B", "C"]


# The pages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "told"), WAYS)
def test_every_line_leads_to_the_hands_in_two_taps(at, way, told):
    """Settle up → why → the hands of a game, each with its own link."""
    settle(at, way, told)
    code = at.game.session.code
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    lines = re.findall(rf'href="(/sessions/{code}/settle/why/\d+/\d+/)"', text_of(at, "settle"))
    assert len(lines) == len(standing(at.game.session).plan.transfers) > 0
    for line in lines:
        shown = phone.get(line).content.decode()
        deeper = re.findall(
            rf'href="(/sessions/{code}/(?:settle/why/\d+/\d+/\d+/|players/\d+/\?game=\d+))', shown
        )
        assert deeper or "Shared expense" in shown
        for page in deeper:
            hands = phone.get(page).content.decode()
            assert (
                re.search(rf'href="/sessions/{code}/games/\d+/hands/[\w-]+/"', hands)
                or "Pot" in hands
            )


def test_a_payment_of_direct_says_what_was_lost_in_which_hands(at):
    settle(at, Way.DIRECT, {})
    omar, dev = at.players[3], at.players[1]
    text = words(text_of(at, "why", omar.pk, dev.pk))
    assert "Points Rummy hands 1, 3" in text
    assert "Shared expense" in text


def test_a_banker_and_a_household_are_named(at):
    settle(at, Way.BANKER, {"banker": 1})
    t = standing(at.game.session).plan.transfers[0]
    text = words(text_of(at, "why", t.payer.pk, t.payee.pk))
    assert "Dev is the banker" in text
    settle(at, Way.PURSES, {"purses": [[0, 3]]})
    t = next(t for t in standing(at.game.session).plan.transfers if t.payers or t.payees)
    text = words(text_of(at, "why", t.payer.pk, t.payee.pk))
    assert "Together" in text and "Omar" in text and "Asha" in text


def test_what_goes_round_in_a_circle_is_told():
    at = make.session("points_rummy", NAMES[:3], {"point_value": 10})
    at = make.play(
        at,
        pool_hand("Dev", Asha=30, Meera=2),
        pool_hand("Meera", Dev=20, Asha=2),
        pool_hand("Asha", Meera=25, Dev=2),
    )
    settle(at, Way.DIRECT, {})
    t = standing(at.game.session).plan.transfers[0]
    text = words(text_of(at, "why", t.payer.pk, t.payee.pk))
    assert "Goes round in a circle" in text


def test_a_payment_that_is_no_more_says_so(at):
    one, two = at.players[:2]
    settle(at, Way.BANKER, {"banker": 3})
    assert "Nothing is to be paid between these two now" in text_of(at, "why", one.pk, two.pk)


def test_asked_the_wrong_way_round_it_turns_round(at):
    t = standing(at.game.session).plan.transfers[0]
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    code = at.game.session.code
    answer = phone.get(reverse("settlement:why", args=[code, t.payee.pk, t.payer.pk]))
    assert answer.headers["Location"] == reverse(
        "settlement:why", args=[code, t.payer.pk, t.payee.pk]
    )


def test_nobody_and_strangers_are_not_found(at):
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    other = make.session("rummi", NAMES[:3]).players[0].pk
    one = at.players[0].pk
    for ends in ((one, one), (one, other), (10**15, one)):
        for name, args in (("why", ends), ("why_hands", (*ends, 1))):
            path = reverse(f"settlement:{name}", args=[at.game.session.code, *args])
            assert phone.get(path).status_code == 404
    path = reverse("settlement:why_hands", args=[at.game.session.code, one, at.players[1].pk, 9])
    assert phone.get(path).status_code == 404


def test_many_hands_come_page_by_page(at, monkeypatch):
    monkeypatch.setattr(explained, "PAGE_SIZE", 2)
    asha, dev = at.players[:2]
    make.play(at, *[pool_hand("Dev", Asha=n, Meera=2, Omar=2) for n in (7, 8, 9)])
    seen, upto = [], None
    for _page in range(9):
        found = payments_by_hand(at.game, [asha.pk], [dev.pk], upto)
        seen += [row.amount for row in found.listed]
        upto = found.older
        if upto is None:
            break
    assert seen == [90, 80, 70, 30, 300]
    assert "Earlier hands" in text_of(at, "why_hands", asha.pk, dev.pk, 1)


def test_the_page_costs_the_same_however_long_the_session(at, django_assert_num_queries):
    settle(at, Way.DIRECT, {})
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    path = reverse(
        "settlement:why", args=[at.game.session.code, at.players[1].pk, at.players[0].pk]
    )
    assert phone.get(path).status_code == 200
    with django_assert_num_queries(13):
        phone.get(path)
    make.play(at, *[pool_hand("Dev", Asha=n, Meera=2, Omar=2) for n in (7, 8, 9)])
    for _game in range(3):
        close_game(game=at.game)
        at = make.next_game(at.game.session, "points_rummy", NAMES, {"point_value": 10})
        at = make.play(at, pool_hand("Dev", Asha=7, Meera=2, Omar=2))
    phone.get(path)
    with django_assert_num_queries(13):
        phone.get(path)
