"""Every payment explains itself: game by game on its page, hand by hand one tap further."""

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
from scorekeeper.settlement import explanation
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import debts_by_game, session_balances
from scorekeeper.settlement.expenses import add_expense
from scorekeeper.settlement.explanation import (
    debt_between,
    hand_numbers,
    payments_by_hand,
    settled_together,
    side,
    spans,
)
from scorekeeper.settlement.models import How, Way
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:4]


@pytest.fixture
def table() -> Table:
    """Two games, a pot among them; tea; and something on its way."""
    table = make.session("points_rummy", NAMES, {"point_value": 10})
    session = table.game.session
    table = make.play(
        table,
        pool_hand("Dev", Asha=30, Meera=2, Omar=5),
        pool_hand("Meera", Dev=21, Asha=2, Omar=9),
        pool_hand("Dev", Asha=3, Meera=4, Omar=5),
    )
    pot = make.next_game(session, "pool_rummy", NAMES[:3], {"fee": 1000})
    while pot.game.closed_at is None:
        pot = make.play(pot, pool_hand("Asha", Dev=80, Meera=70))
    add_expense(
        session=session,
        label="Tea",
        paid_by=table.players[3],
        amount=330,
        how=How.EQUAL,
        entered_weights={player.pk: 1 for player in table.players},
        token=make.token(),
        by=None,
    )
    return table


WAYS = [
    (Way.FEWEST, {}),
    (Way.DIRECT, {}),
    (Way.BANKER, {"banker": 1}),
    (Way.PURSES, {"purses": [[0, 3]]}),
]


def settle(table: Table, way: Way, given_terms: dict, **more: Any) -> None:
    ids = [player.pk for player in table.players]
    named: dict[str, Any] = {}
    if "banker" in given_terms:
        named["banker"] = ids[given_terms["banker"]]
    if "purses" in given_terms:
        named["purses"] = [[ids[n] for n in purse] for purse in given_terms["purses"]]
    agree(session=table.game.session, way=way, token=make.token(), by=None, **named, **more)


def text_of(table: Table, name: str, *args: object, role: Role = Role.VIEWER) -> str:
    phone = make.client_with(role, table.game.session.club)
    answer = phone.get(reverse(f"settlement:{name}", args=[table.game.session.code, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


# The sums --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "given_terms"), WAYS)
@pytest.mark.parametrize("step", [0, 500])
def test_both_ends_of_every_payment_add_up(table, way, given_terms, step):
    settle(table, way, given_terms, step=step)
    balances = session_balances(table.game.session)
    assert balances.plan.transfers
    debts = debts_by_game(table.game.session, balances.games)
    for t in balances.plan.transfers:
        for people in (t.payers or (t.payer,), t.payees or (t.payee,)):
            total = side(people, balances, hand_numbers(balances.games))
            assert total.amount == sum(balances.net.get(player, 0) for player in people)
            if way == Way.FEWEST or way == Way.PURSES:
                left = total.amount + sum(part.amount for part in total.sent)
                assert left == sum(amount for _other, amount in total.pays)
        passed = debt_between(t.payer, t.payee, balances, debts)
        if way == Way.DIRECT:
            assert passed.amount >= t.amount


def test_the_remaining_balance_is_that_of_settle_up_while_a_payment_waits(table):
    session = table.game.session
    first, second, *_others = session_balances(session).plan.transfers
    make.sends(session, first)
    balances = session_balances(session)
    assert "A payment counts once it is confirmed." in text_of(table, "settle")
    people = [second.payer, second.payee]
    total = side([first.payer], balances, hand_numbers(balances.games))
    assert total.amount == balances.net[first.payer] == dict(balances.ranked)[first.payer]
    assert [part.amount for part in total.sent] == [first.amount]
    assert balances.plan.transfers[0].payer in people
    if first.payer in people or first.payee in people:
        text = words(text_of(table, "why", second.payer.pk, second.payee.pk))
        assert "Awaiting confirmation" in text.partition("Remaining balance")[2]


def test_payments_between_two_are_listed_by_game_and_hand(table):
    balances = session_balances(table.game.session)
    asha, dev = table.players[:2]
    debt = debt_between(asha, dev, balances, debts_by_game(table.game.session, balances.games))
    points, pot = debt.parts
    assert (points.amount, points.hands, points.through_pot) == (330, "1, 3", 0)
    assert (pot.amount, pot.through_pot) == (-1000, -1000)


def test_a_hand_taken_out_is_no_reason_any_more(table):
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    balances = session_balances(table.game.session)
    asha, dev = table.players[:2]
    (points, *_rest) = debt_between(
        asha, dev, balances, debts_by_game(table.game.session, balances.games)
    ).parts
    assert (points.amount, points.hands) == (30, "3")
    listed = payments_by_hand(table.game, [asha.pk], [dev.pk]).listed
    assert [row.amount for row in listed] == [30]


@pytest.mark.parametrize(("number", "hands"), [(1, "2–3"), (2, "1, 3"), (3, "1–2")])
def test_a_hand_taken_out_is_not_named_where_only_the_sums_count(table, number, hands):
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=number))
    balances = session_balances(table.game.session)
    (dev,) = side(table.players[1:2], balances, hand_numbers(balances.games)).accounts
    assert dev.parts[0].hands == hands
    t = balances.plan.transfers[0]
    assert f"Points Rummy hands {hands}" in words(text_of(table, "why", t.payer.pk, t.payee.pk))


def test_an_unproven_plan_does_not_promise_the_fewest(table, monkeypatch):
    balances = session_balances(table.game.session)
    t, everybody = balances.plan.transfers[0], sum(map(bool, balances.arrived.values()))
    path = ("why", t.payer.pk, t.payee.pk)
    monkeypatch.setattr(explanation, "settled_together", lambda _one, plan: list(range(everybody)))
    assert "as few payments as possible" in text_of(table, *path)
    plan = session_balances(table.game.session).plan
    monkeypatch.setattr(
        "scorekeeper.settlement.balances.settle_up", lambda net: Plan(plan.transfers, proven=False)
    )
    text = words(text_of(table, *path))
    assert "as few payments" not in text and "Losers pay winners" in text


def test_stretches_of_hands():
    assert spans([1, 2, 3, 4, 5, 6]) == "1–6"
    assert spans([9, 1, 2, 4]) == "1–2, 4, 9"
    assert spans([]) == ""
    assert spans(range(1, 40, 2)) == ""


def test_who_is_settled_together():
    first, second = Transfer("A", "B", 5), Transfer("C", "B", 5)
    plan = Plan((first, Transfer("D", "E", 7), second), proven=True)
    assert settled_together(first, plan) == ["A", "B", "C"]


# The pages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "given_terms"), WAYS)
def test_every_line_leads_to_the_hands_in_two_taps(table, way, given_terms):
    """Settle up → why → the hands of a game, each with its own link."""
    settle(table, way, given_terms)
    code = table.game.session.code
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    lines = re.findall(rf'href="(/sessions/{code}/settle/why/\d+/\d+/)"', text_of(table, "settle"))
    assert len(lines) == len(session_balances(table.game.session).plan.transfers) > 0
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


def test_a_payment_of_direct_says_what_was_lost_in_which_hands(table):
    settle(table, Way.DIRECT, {})
    omar, dev = table.players[3], table.players[1]
    text = words(text_of(table, "why", omar.pk, dev.pk))
    assert "Points Rummy hands 1, 3" in text
    assert "Shared expense" in text


def test_a_banker_and_a_household_are_named(table):
    settle(table, Way.BANKER, {"banker": 1})
    t = session_balances(table.game.session).plan.transfers[0]
    text = words(text_of(table, "why", t.payer.pk, t.payee.pk))
    assert "Dev is the banker" in text
    settle(table, Way.PURSES, {"purses": [[0, 3]]})
    t = next(t for t in session_balances(table.game.session).plan.transfers if t.payers or t.payees)
    text = words(text_of(table, "why", t.payer.pk, t.payee.pk))
    assert "Together" in text and "Omar" in text and "Asha" in text


def test_what_goes_round_in_a_circle_is_told():
    table = make.session("points_rummy", NAMES[:3], {"point_value": 10})
    table = make.play(
        table,
        pool_hand("Dev", Asha=30, Meera=2),
        pool_hand("Meera", Dev=20, Asha=2),
        pool_hand("Asha", Meera=25, Dev=2),
    )
    settle(table, Way.DIRECT, {})
    t = session_balances(table.game.session).plan.transfers[0]
    text = words(text_of(table, "why", t.payer.pk, t.payee.pk))
    assert "Goes round in a circle" in text


def test_a_payment_that_is_no_more_says_so(table):
    first, second = table.players[:2]
    settle(table, Way.BANKER, {"banker": 3})
    assert "Nothing is to be paid between these two now" in text_of(
        table, "why", first.pk, second.pk
    )


def test_asked_the_wrong_way_round_it_turns_round(table):
    t = session_balances(table.game.session).plan.transfers[0]
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    code = table.game.session.code
    answer = phone.get(reverse("settlement:why", args=[code, t.payee.pk, t.payer.pk]))
    assert answer.headers["Location"] == reverse(
        "settlement:why", args=[code, t.payer.pk, t.payee.pk]
    )


def test_nobody_and_strangers_are_not_found(table):
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    other = make.session("rummi", NAMES[:3]).players[0].pk
    player_pk = table.players[0].pk
    for ends in ((player_pk, player_pk), (player_pk, other), (10**15, player_pk)):
        for name, args in (("why", ends), ("why_hands", (*ends, 1))):
            path = reverse(f"settlement:{name}", args=[table.game.session.code, *args])
            assert phone.get(path).status_code == 404
    path = reverse(
        "settlement:why_hands", args=[table.game.session.code, player_pk, table.players[1].pk, 9]
    )
    assert phone.get(path).status_code == 404


def test_many_hands_come_page_by_page(table, monkeypatch):
    monkeypatch.setattr(explanation, "PAGE_SIZE", 2)
    asha, dev = table.players[:2]
    make.play(table, *[pool_hand("Dev", Asha=n, Meera=2, Omar=2) for n in (7, 8, 9)])
    seen, upto = [], None
    for _page in range(9):
        payments = payments_by_hand(table.game, [asha.pk], [dev.pk], upto)
        seen += [row.amount for row in payments.listed]
        upto = payments.older
        if upto is None:
            break
    assert seen == [90, 80, 70, 30, 300]
    assert "Earlier hands" in text_of(table, "why_hands", asha.pk, dev.pk, 1)


def test_the_page_costs_the_same_however_long_the_session(table, django_assert_num_queries):
    settle(table, Way.DIRECT, {})
    phone = make.client_with(Role.VIEWER, table.game.session.club)
    path = reverse(
        "settlement:why", args=[table.game.session.code, table.players[1].pk, table.players[0].pk]
    )
    assert phone.get(path).status_code == 200
    with django_assert_num_queries(13):
        phone.get(path)
    make.play(table, *[pool_hand("Dev", Asha=n, Meera=2, Omar=2) for n in (7, 8, 9)])
    for _game in range(3):
        close_game(game=table.game)
        table = make.next_game(table.game.session, "points_rummy", NAMES, {"point_value": 10})
        table = make.play(table, pool_hand("Dev", Asha=7, Meera=2, Omar=2))
    phone.get(path)
    with django_assert_num_queries(13):
        phone.get(path)
