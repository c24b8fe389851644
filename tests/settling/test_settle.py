"""Settling up: the fewest payments, each handed over once, taken back once, and seen by all."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.settle_up import Plan
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import cash as cash_of
from scorekeeper.ledger.selectors import nets
from scorekeeper.ledger.services import take_back_cash
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session
from scorekeeper.settling import standing as settling
from scorekeeper.settling.standing import standing
from tests import factories as make
from tests.factories import pool_hand

pytestmark = pytest.mark.django_db

# Stake 100, three players: the second pays 1 unit and the third 2 to the first.
DEAL = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}, "Meera": {"points": 5}}}
POOL = pool_hand("Asha", Dev=43, Meera=2, Omar=3, Priya=4, Ravi=5)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def at() -> Table:
    return make.play(make.night("rummi", make.NAMES[:3]), DEAL)


def address(name: str, at: Table) -> str:
    return reverse(f"settling:{name}", args=[at.game.session.code])


def owed(at: Table) -> list[tuple[str, str, int]]:
    plan = standing(at.game.session).plan
    return [(t.payer.name, t.payee.name, t.amount) for t in plan.transfers]


def posted(at: Table, payer: str, payee: str, amount: int, **more: object) -> dict[str, object]:
    players = {player.name: player.pk for player in at.players}
    told = {"payer": players[payer], "payee": players[payee], "owed": amount}
    return {**told, "token": make.token(), **more}


def version(at: Table) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=at.game.session_id)


def scorer(at: Table):
    return make.client_with(Role.SCORER, at.game.session.club)


def cash() -> list[Payment]:
    return list(Payment.objects.filter(kind=PaymentKind.CASH).order_by("pk"))


def test_the_page_names_the_fewest_payments_and_says_that_fewer_is_not_possible(at):
    text = scorer(at).get(address("settle", at)).content.decode()
    assert owed(at) == [("Dev", "Asha", 200), ("Meera", "Asha", 100)]
    assert "2 payments settle everything – fewer is not possible." in text
    assert "₹2" in text
    assert text.count(">Paid<") == 4  # each in whole and in part


def test_an_unproven_plan_promises_nothing(at, monkeypatch):
    plan = standing(at.game.session).plan
    monkeypatch.setattr(settling, "settle_up", lambda net: Plan(plan.transfers, proven=False))
    text = scorer(at).get(address("settle", at)).content.decode()
    assert "2 payments settle everything." in text
    assert "fewer" not in text


def test_paid_settles_the_transfer_and_tells_the_other_phones(at):
    before = version(at)
    answer = scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    assert answer.status_code == 302
    assert owed(at) == [("Meera", "Asha", 100)]
    assert version(at) > before
    assert "Take back" in scorer(at).get(address("settle", at)).content.decode()


def test_the_same_token_twice_pays_once(at):
    told = posted(at, "Dev", "Asha", 200)
    assert [scorer(at).post(address("paid", at), told).status_code for _time in "12"] == [302, 302]
    assert len(cash()) == 1


def test_what_another_phone_paid_already_is_not_paid_twice(at):
    one, two = posted(at, "Dev", "Asha", 200), posted(at, "Dev", "Asha", 200)
    scorer(at).post(address("paid", at), one)
    answer = scorer(at).post(address("paid", at), two)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "This had changed already" in text
    assert f"v={version(at)}" in text
    assert len(cash()) == 1


def test_a_part_can_be_paid_and_the_rest_stays_owed(at):
    told = posted(at, "Dev", "Asha", 200, part="0.50")
    assert scorer(at).post(address("paid", at), told).status_code == 302
    assert ("Dev", "Asha", 150) in owed(at)


def test_a_part_paid_from_a_stale_page_is_refused(at):
    scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part="0.50"))
    answer = scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part="0.50"))
    assert answer.status_code == 409
    assert [p.amount for p in cash()] == [50]


@pytest.mark.parametrize("part", ["2.01", "0", "-1", "a lot", "9" * 40, "0.001"])
def test_a_part_that_cannot_be_is_refused_beside_its_field_and_kept(at, part):
    answer = scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part=part))
    assert answer.status_code == 400
    text = answer.content.decode()
    assert 'id="part-error"' in text
    assert f'value="{part}"' in text
    assert cash() == []


@pytest.mark.parametrize(
    "told",
    [
        {"payer": "Asha", "payee": "Dev", "owed": 200},  # the wrong way round
        {"payer": "Dev", "payee": "Asha", "owed": 201},
        {"payer": "Dev", "payee": "Meera", "owed": 200},
    ],
)
def test_only_what_is_owed_can_be_paid(at, told):
    form = posted(at, told["payer"], told["payee"], told["owed"])
    assert scorer(at).post(address("paid", at), form).status_code == 409
    assert cash() == []


@pytest.mark.parametrize(
    "wrong", [{"payer": "x"}, {"owed": ""}, {"owed": "-5"}, {"token": ""}, {"payer": "9" * 30}]
)
def test_a_form_that_makes_no_sense_writes_nothing(at, wrong):
    form = {**posted(at, "Dev", "Asha", 200), **wrong}
    assert scorer(at).post(address("paid", at), form).status_code == 400
    assert cash() == []


def test_somebody_from_another_night_cannot_be_paid(at):
    other = make.play(make.night("rummi", make.NAMES[:3]), DEAL)
    assert (
        scorer(at).post(address("paid", at), posted(other, "Dev", "Asha", 200)).status_code == 409
    )


def test_cash_taken_back_is_owed_again_and_only_once(at):
    scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    (payment,) = cash()
    before = version(at)
    for _time in range(2):
        answer = scorer(at).post(address("unpaid", at), {"payment": payment.pk})
        assert answer.status_code == 302
    assert ("Dev", "Asha", 200) in owed(at)
    assert len(cash()) == 2
    assert version(at) == before + 1
    assert cash_of(at.game.session) == []


def test_only_cash_of_this_night_can_be_taken_back(at):
    other = make.play(make.night("rummi", make.NAMES[:3]), DEAL)
    scorer(other).post(address("paid", other), posted(other, "Dev", "Asha", 200))
    (foreign,) = cash()
    rule = Payment.objects.filter(session=at.game.session)[0]
    take_back_cash(payment=foreign, by=None)
    reversal = cash()[-1]
    for pk in (foreign.pk, rule.pk, reversal.pk, "", "x", 10**30):
        assert scorer(at).post(address("unpaid", at), {"payment": pk}).status_code == 404
    assert scorer(other).post(address("unpaid", other), {"payment": reversal.pk}).status_code == 404


def test_a_viewer_sees_and_cannot_pay(at):
    phone = make.client_with(Role.VIEWER, at.game.session.club)
    assert "Paid" not in phone.get(address("settle", at)).content.decode()
    assert phone.post(address("paid", at), posted(at, "Dev", "Asha", 200)).status_code == 403
    assert phone.post(address("unpaid", at), {"payment": 1}).status_code == 403
    assert cash() == []


def test_an_open_pot_is_left_out_and_said_so():
    at = make.play(make.night(), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = scorer(at).get(address("settle", at)).content.decode()
    assert re.search(r"₹400</bdi> lies in pots not yet won", text)
    assert owed(at) == []


def test_a_closed_night_can_still_be_settled(at):
    close_session(session=at.game.session)
    assert scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200)).status_code == 302


def test_only_the_host_is_offered_to_close_the_night(at):
    for role in Role:
        browser = make.client_with(role, at.game.session.club)
        text = browser.get(address("settle", at)).content.decode()
        assert ("Close the night" in text) == (role == Role.HOST)


def test_the_page_polls_for_nothing_and_gets_a_fragment_when_something_changed(
    at, django_assert_num_queries
):
    phone, path, shown = scorer(at), address("settle", at), {"v": version(at)}
    with django_assert_num_queries(1):
        assert phone.get(path, shown, headers=HTMX).status_code == 204
    scorer(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    answer = phone.get(path, shown, headers=HTMX)
    assert answer.content.lstrip().startswith(b'<section id="settle"')


def test_the_page_costs_the_same_however_long_the_night(at, django_assert_num_queries):
    phone, path = scorer(at), address("settle", at)
    with django_assert_num_queries(5):
        phone.get(path)
    make.play(at, *[DEAL] * 12)
    for _transfer in range(2):
        payer, payee, amount = owed(at)[0]
        phone.post(path + "paid/", posted(at, payer, payee, amount))
    make.play(make.next_game(at.game.session, "pool_rummy", make.NAMES))
    with django_assert_num_queries(5):
        phone.get(path)


def test_a_night_without_money_never_names_a_currency():
    at = make.play(make.night(options={"fee": 0}), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = scorer(at).get(address("settle", at)).content.decode()
    assert "No money has moved tonight." in text
    assert "₹" not in text


def test_the_text_to_share_says_who_pays_whom(at):
    text = scorer(at).get(address("settle", at)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    assert "Dev pays Asha ₹2" in shared
    assert "Asha: +₹3" in shared


def test_settling_up_reads_what_the_games_kept_and_no_payment_of_a_hand(at):
    """However long the night, it costs what it cost; that the two agree, checkledger proves."""
    make.play(at, *[DEAL] * 3)
    before = standing(at.game.session)
    games = Payment.objects.filter(kind=PaymentKind.GAME)
    games._raw_delete(games.db)
    assert standing(at.game.session) == before
    assert before.balances[at.players[0]] == 1200


def test_what_is_kept_is_what_the_payments_come_to(at):
    make.play(make.next_game(at.game.session, "pool_rummy", make.NAMES), POOL)
    payer, payee, amount = owed(at)[0]
    scorer(at).post(address("paid", at), posted(at, payer, payee, amount))
    kept, rows = standing(at.game.session), nets(at.game.session)
    pots = {game for game, net in rows.items() if net.get(None)}
    assert kept.open_pots == sum(rows[game][None] for game in pots) > 0
    for player, net in kept.balances.items():
        assert net == sum(rows[game].get(player.pk, 0) for game in rows if game not in pots)
