"""Rounding to coins: booked as rows, shown for each person, and done anew when balances change."""

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.activity import describe, newest_first
from scorekeeper.clubs.models import Role
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.agreements import agree, is_rounded, moved_by_rounding
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Way
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.ledgers import balances
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:4]
STEP = 1000


@pytest.fixture
def table() -> Table:
    table = make.session("points_rummy", NAMES, {"point_value": 7})
    return make.play(
        table,
        pool_hand("Dev", Asha=30, Meera=2, Omar=5),
        pool_hand("Meera", Dev=21, Asha=2, Omar=9),
        pool_hand("Asha", Meera=25, Dev=7, Omar=11),
    )


def settle(table: Table, way: Way | None = None, step: int | None = STEP, **terms: Any) -> None:
    agree(session=table.game.session, way=way, step=step, token=make.token(), by=None, **terms)


def rounded() -> list[Payment]:
    return list(Payment.objects.filter(kind=PaymentKind.ROUND).order_by("pk"))


def sums(table: Table) -> dict[str, int]:
    return {p.name: amount for p, amount in session_balances(table.game.session).net.items()}


def moves(table: Table) -> dict[str, int]:
    return {p.name: amount for p, amount in moved_by_rounding(beside(table.game.session)).items()}


def amounts(table: Table) -> list[int]:
    return [t.amount for t in session_balances(table.game.session).plan.transfers]


def in_force() -> list[Payment]:
    return [row for row in rounded() if not row.reverses_id and not hasattr(row, "reversed_by")]


def page(table: Table, role: Role = Role.HOST) -> str:
    phone = make.client_with(role, table.game.session.club)
    answer = phone.get(reverse("settlement:settle", args=[table.game.session.code]))
    return answer.content.decode()


def round_off(table: Table, role: Role = Role.HOST, **fields: Any):
    phone = make.client_with(role, table.game.session.club)
    path = reverse("settlement:round", args=[table.game.session.code])
    return phone.post(path, {"token": make.token(), **fields})


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("step", [500, 1000, 5000])
def test_every_payment_is_a_multiple_and_nobody_is_off_by_a_step(table, way, step):
    ids = [player.pk for player in table.players]
    before = sums(table)
    settle(table, way, step, banker=ids[1], purses=[[ids[0], ids[3]]])
    assert all(amount % step == 0 for amount in amounts(table))
    moved = moves(table)
    assert sum(moved.values()) == 0
    assert moved and all(abs(amount) < step for amount in moved.values())
    assert sums(table) == {name: amount + moved.get(name, 0) for name, amount in before.items()}
    assert {p.name: x for p, x in balances(table.game.session).items()} == sums(table)


def test_a_household_is_rounded_once(table):
    ids = {player.name: player.pk for player in table.players}
    settle(table, Way.PURSES, purses=[[ids["Asha"], ids["Dev"], ids["Omar"]]])
    assert set(moves(table)) == {"Asha", "Meera"}


def test_each_ones_rounding_is_shown(table):
    settle(table)
    text = words(page(table))
    assert "Rounded to ₹10" in text
    moved = moves(table)
    for name, amount in moved.items():
        sign = "+" if amount > 0 else "−"
        assert f"{name} {sign}₹{abs(amount) / 100:.2f}" in text


def test_nothing_is_rounded_unless_it_was_agreed(table):
    settle(table, Way.DIRECT, None)
    assert rounded() == []
    assert "ounded" not in page(table)


def test_after_a_change_the_page_says_so_and_one_tap_rounds_again(table):
    settle(table)
    assert "has changed since it was rounded" not in page(table)
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=2))
    assert "has changed since it was rounded to" in page(table)
    assert not is_rounded(session_balances(table.game.session).plan, STEP)
    first = rounded()
    assert round_off(table).status_code == 302
    assert "has changed since it was rounded" not in page(table)
    assert all(amount % STEP == 0 for amount in amounts(table))
    taken_back = {row.reverses_id for row in rounded()[len(first) :]} - {None}
    assert taken_back == {row.pk for row in first}
    assert all(abs(amount) < STEP for amount in moves(table).values())


def test_a_hand_that_comes_later_is_noticed_too(table):
    settle(table)
    make.play(table, pool_hand("Omar", Asha=3, Dev=4, Meera=5))
    assert "has changed since it was rounded to" in page(table)
    viewer = page(table, Role.VIEWER)
    assert "has changed since" in viewer and "Round again" not in viewer


def test_who_has_paid_keeps_his_rounding_where_others_can_be_moved(table):
    """A late correction between two others does not bring back whoever had settled."""
    settle(table)
    people = {player.name: player for player in table.players}
    before = moves(table)
    for t in session_balances(table.game.session).plan.transfers:
        if t.payer.name == "Omar":
            make.hands_over(table.game.session, people["Omar"], t.payee, t.amount)
    assert sums(table)["Omar"] == 0
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=3))
    table = make.play(table, pool_hand("Asha", Meera=24, Dev=8, Omar=11))
    round_off(table)
    assert moves(table)["Omar"] == before["Omar"]
    assert sums(table)["Omar"] == 0


def test_rounding_again_twice_is_once(table):
    settle(table)
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=2))
    token = make.token()
    round_off(table, token=token)
    written = len(rounded())
    round_off(table, token=token)
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    round_off(table, token=token)  # sent again, long after
    assert len(rounded()) == written


def test_rounding_what_fits_already_books_nothing_and_the_same_again_much_later_neither(table):
    """A tap that changed nothing had left no token behind."""
    settle(table)
    token, written = make.token(), len(rounded())
    round_off(table, token=token)
    assert len(rounded()) == written
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=2))
    round_off(table, token=token)
    assert len(rounded()) == written
    assert "has changed since it was rounded to" in page(table)


def test_rounding_given_up_is_undone(table):
    exact = sums(table)
    settle(table)
    settle(table, step=0)
    assert sums(table) == exact
    assert in_force() == [] and len(rounded()) > 0
    lines = [str(describe(happening)) for happening in newest_first(table.game.session.club)]
    assert lines[:2] == [
        "Payments no longer rounded",
        'Payments rounded to <bdi class="money">₹10</bdi>',
    ]


def test_another_way_is_rounded_its_own_way(table):
    settle(table)
    settle(table, Way.DIRECT, None)
    assert all(amount % STEP == 0 for amount in amounts(table))
    settle(table, Way.FEWEST, None)
    assert all(amount % STEP == 0 for amount in amounts(table))
    assert all(abs(amount) < STEP for amount in moves(table).values())


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_a_host_rounds(table, role):
    assert round_off(table, role).status_code == 403


def test_without_a_token_nothing_is_rounded(table):
    settle(table)
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=2))
    before = len(rounded())
    assert round_off(table, token="").status_code == 400
    assert len(rounded()) == before


def test_a_players_page_shows_rounding(table):
    settle(table)
    (player, *_rest) = [p for p in table.players if p.name in moves(table)]
    phone = make.host_client(table.game.session.club)
    text = phone.get(
        reverse("scoreboard:player", args=[table.game.session.code, player.pk])
    ).content.decode()
    assert "Rounding" in text
