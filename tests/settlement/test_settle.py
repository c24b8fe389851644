"""Settling up: the fewest payments, each handed over once, taken back once, and seen by all."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.services import add_players, say_who
from scorekeeper.engine.transfers.settle_up import Plan
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside, nets
from scorekeeper.ledger.services import reversal
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game, close_session
from scorekeeper.settlement.balances import methods
from scorekeeper.settlement.balances.plan import standing
from scorekeeper.settlement.payment_details import emv
from scorekeeper.settlement.payment_details.services import save_addresses
from scorekeeper.settlement.payments.services import reverse_cash
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.settlement.debts import DEAL
from tests.settlement.pages import words

pytestmark = pytest.mark.django_db

POOL = pool_hand("Asha", Dev=43, Meera=2, Omar=3, Priya=4, Ravi=5)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def at() -> Table:
    return make.play(make.session("rummi", make.NAMES[:3]), DEAL)


def address(name: str, at: Table) -> str:
    return reverse(f"settlement:{name}", args=[at.game.session.code])


def owed(at: Table) -> list[tuple[str, str, int]]:
    plan = standing(at.game.session).plan
    return [(t.payer.name, t.payee.name, t.amount) for t in plan.transfers]


def posted(at: Table, payer: str, payee: str, amount: int, **more: object) -> dict[str, object]:
    players = {player.name: player.pk for player in at.players}
    told = {"payer": players[payer], "payee": players[payee], "owed": amount, "word": "received"}
    return {**told, "token": make.token(), **more}


def version(at: Table) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=at.game.session_id)


def host(at: Table):
    return make.host_client(at.game.session.club)


def cash() -> list[Payment]:
    return list(Payment.objects.filter(kind=PaymentKind.CASH).order_by("pk"))


def test_the_page_names_the_fewest_payments_and_says_that_fewer_is_not_possible(at):
    text = host(at).get(address("settle", at)).content.decode()
    assert owed(at) == [("Dev", "Asha", 200), ("Meera", "Asha", 100)]
    assert "2 payments settle everything – fewer is not possible." in text
    assert "₹2" in text
    assert text.count(">Mark as paid<") == 4  # each in whole and in part, by a host


def test_an_unproven_plan_promises_nothing(at, monkeypatch):
    plan = standing(at.game.session).plan
    monkeypatch.setattr(methods, "settle_up", lambda net: Plan(plan.transfers, proven=False))
    text = host(at).get(address("settle", at)).content.decode()
    assert "2 payments settle everything." in text
    assert "fewer" not in text


def test_what_is_on_its_way_is_said_beside_what_settles_the_rest(at):
    make.sends(at.game.session, standing(at.game.session).plan.transfers[0])
    text = words(host(at).get(address("settle", at)).content.decode())
    assert "1 payment settles everything; 1 more awaits confirmation." in text


def test_one_who_is_paid_is_offered_a_code_only_where_there_is_one(at):
    phone = make.member(Role.VIEWER, at.game.session.club)
    say_who(membership=phone, player=at.players[0])
    client = make.client_as(phone)
    assert "Add my payment details" in words(client.get(address("settle", at)).content.decode())
    save_addresses(player=at.players[0], addresses={"upi": "asha@okbank"}, sent_along=False)
    text = words(client.get(address("settle", at)).content.decode())
    assert "Show my QR code to be paid" in text
    assert "Add my payment details" not in text


def test_paid_settles_the_transfer_and_tells_the_other_phones(at):
    before = version(at)
    answer = host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    assert answer.status_code == 302
    assert owed(at) == [("Meera", "Asha", 100)]
    assert version(at) > before
    assert "Undo" in host(at).get(address("settle", at)).content.decode()


def test_the_same_token_twice_pays_once(at):
    told = posted(at, "Dev", "Asha", 200)
    assert [host(at).post(address("paid", at), told).status_code for _time in "12"] == [302, 302]
    assert len(cash()) == 1


def test_what_another_phone_paid_already_is_not_paid_twice(at):
    one, two = posted(at, "Dev", "Asha", 200), posted(at, "Dev", "Asha", 200)
    host(at).post(address("paid", at), one)
    answer = host(at).post(address("paid", at), two)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "This had already changed" in text
    assert f"v={version(at)}" in text
    assert len(cash()) == 1


def test_a_part_can_be_paid_and_the_rest_stays_owed(at):
    told = posted(at, "Dev", "Asha", 200, part="0.50")
    assert host(at).post(address("paid", at), told).status_code == 302
    assert ("Dev", "Asha", 150) in owed(at)


def test_a_part_paid_from_a_stale_page_is_refused(at):
    host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part="0.50"))
    answer = host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part="0.50"))
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "This has changed. It is now ₹1.50." in text
    assert 'value="0.50"' in text
    assert [p.amount for p in cash()] == [50]


@pytest.mark.parametrize("part", ["2.01", "0", "-1", "a lot", "9" * 40, "0.001"])
def test_a_part_that_cannot_be_is_refused_beside_its_field_and_kept(at, part):
    answer = host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200, part=part))
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
    assert host(at).post(address("paid", at), form).status_code == 409
    assert cash() == []


@pytest.mark.parametrize(
    "wrong", [{"payer": "x"}, {"owed": ""}, {"owed": "-5"}, {"token": ""}, {"payer": "9" * 30}]
)
def test_a_form_that_makes_no_sense_writes_nothing(at, wrong):
    form = {**posted(at, "Dev", "Asha", 200), **wrong}
    assert host(at).post(address("paid", at), form).status_code == 400
    assert cash() == []


def test_somebody_from_another_session_cannot_be_paid(at):
    other = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    assert host(at).post(address("paid", at), posted(other, "Dev", "Asha", 200)).status_code == 409


def test_cash_taken_back_is_owed_again_and_only_once(at):
    host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    (payment,) = cash()
    before = version(at)
    for _time in range(2):
        answer = host(at).post(address("unpaid", at), {"payment": payment.pk})
        assert answer.status_code == 302
    assert ("Dev", "Asha", 200) in owed(at)
    assert len(cash()) == 2
    assert version(at) == before + 1
    assert beside(at.game.session) == []


def test_only_cash_of_this_session_can_be_taken_back(at):
    other = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    host(other).post(address("paid", other), posted(other, "Dev", "Asha", 200))
    (foreign,) = cash()
    rule = Payment.objects.filter(session=at.game.session)[0]
    reverse_cash(payment=foreign, token=make.token(), by=None)
    reversal = cash()[-1]
    for pk in (foreign.pk, rule.pk, reversal.pk, "", "x", 10**30):
        assert host(at).post(address("unpaid", at), {"payment": pk}).status_code == 404
    assert host(other).post(address("unpaid", other), {"payment": reversal.pk}).status_code == 404


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_whose_money_it_is_not_sees_and_cannot_pay(at, role):
    """A scorer of hands is no witness of money: its payer, its payee or a host say so."""
    phone = make.client_with(role, at.game.session.club)
    assert ">Mark as paid<" not in phone.get(address("settle", at)).content.decode()
    answer = phone.post(address("paid", at), posted(at, "Dev", "Asha", 200))
    assert answer.status_code == 403
    assert "Choose whose device this is first." in answer.content.decode()
    assert phone.post(address("unpaid", at), {"payment": 1}).status_code == 404
    assert cash() == []


def test_an_open_pot_is_left_out_and_said_so():
    at = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = host(at).get(address("settle", at)).content.decode()
    assert re.search(r"₹400</bdi> is in open pots", text)
    assert owed(at) == []


def test_while_a_pot_is_open_nothing_says_that_all_is_settled():
    at = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = words(host(at).get(address("settle", at)).content.decode())
    assert "Nothing to pay right now" in text and "₹400 is in open pots" in text
    assert "settled up" not in text and "Nobody owes" not in text
    assert "₹400 is in open pots and does not count yet" in shared_text(at)
    close_game(game=at.game)
    close_session(session=at.game.session)
    text = words(host(at).get(address("settle", at)).content.decode())
    assert "Nothing to pay right now" not in text and "open pots" not in text


def test_what_else_can_be_done_stands_under_headings_with_one_primary_button(at):
    close_game(game=at.game)
    for one in owed(at):
        host(at).post(address("paid", at), posted(at, *one))
    text = host(at).get(address("settle", at)).content.decode()
    (more,) = re.findall(r'<section[^>]*aria-labelledby="more">.*?</section>', text, re.S)
    assert re.findall(r"<h3>([^<]*)</h3>", more) == ["Money outside the games", "Records"]
    assert "btn" not in more and "Add expense" in more and "Statement" in more
    page = text[text.index('id="settle"') :]
    assert re.findall(r"<(?:a|button)[^>]*btn--primary[^>]*>([^<]*)", page) == ["End session"]


def test_closing_is_asked_once_more_while_payments_are_open(at):
    close_game(game=at.game)
    text = host(at).get(address("settle", at)).content.decode()
    section = text[text.index('id="settle"') :]
    assert "btn--primary" not in section
    assert re.search(r'<a[^>]*href="[^"]*/close/">\s*End session', section)


def test_a_closed_session_can_still_be_settled(at):
    close_session(session=at.game.session)
    assert host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200)).status_code == 302


def test_only_the_host_is_offered_to_close_the_session(at):
    for role in Role:
        browser = make.client_with(role, at.game.session.club)
        text = browser.get(address("settle", at)).content.decode()
        assert ("End session" in text) == (role == Role.HOST)


def test_the_page_polls_for_nothing_and_gets_a_fragment_when_something_changed(
    at, django_assert_num_queries
):
    phone, path, shown = host(at), address("settle", at), {"v": version(at)}
    with django_assert_num_queries(1):
        assert phone.get(path, shown, headers=HTMX).status_code == 204
    host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    answer = phone.get(path, shown, headers=HTMX)
    assert answer.content.lstrip().startswith(b'<section id="settle"')


def test_the_page_costs_the_same_however_long_the_session(at, django_assert_num_queries):
    phone, path = host(at), address("settle", at)
    with django_assert_num_queries(13):
        phone.get(path)
    with django_assert_num_queries(2):  # drawn already
        again = phone.get(path)
    make.play(at, *[DEAL] * 12)
    for _transfer in range(2):
        payer, payee, amount = owed(at)[0]
        phone.post(path + "paid/", posted(at, payer, payee, amount))
    make.play(make.next_game(at.game.session, "pool_rummy", make.NAMES))
    with django_assert_num_queries(13):
        later = phone.get(path)
    assert again.content != later.content


def test_what_is_drawn_once_has_new_tokens_for_each_write(at):
    tokens = [
        set(re.findall(r' name="token" value="([^"]+)"', host(at).get(path).content.decode()))
        for path in [address("settle", at)] * 2
    ]
    assert all(tokens) and not tokens[0] & tokens[1]


def test_a_page_is_drawn_for_each_who_sees_another(at):
    """A host, a guest and the payer of a transfer; and whoever comes after an address changed."""
    path, club = address("settle", at), at.game.session.club
    payer, payee = (Player.objects.get(club=club, name=name) for name in owed(at)[0][:2])
    member = make.member(Role.VIEWER, club)
    say_who(membership=member, player=payer)
    phones = [host(at), make.client_with(Role.VIEWER, club), make.client_as(member)]
    shown = [words(phone.get(path).content.decode()) for phone in phones]
    assert len(set(shown)) == 3
    save_addresses(player=payee, addresses={"upi": "asha@okbank"}, sent_along=True)
    assert words(phones[2].get(path).content.decode()) != shown[2]


def test_a_session_without_money_never_names_a_currency():
    at = make.play(make.session(options={"fee": 0}), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = host(at).get(address("settle", at)).content.decode()
    assert "No money to settle in this session." in text
    assert "₹" not in text


def test_the_text_to_share_says_who_pays_whom(at):
    text = host(at).get(address("settle", at)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    assert "Dev pays Asha ₹2" in shared
    assert "Asha: +₹3" in shared
    host(at).post(address("paid", at), posted(at, "Dev", "Asha", 200))
    text = host(at).get(address("settle", at)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    assert "Asha: +₹1" in shared and "Dev" not in shared


@pytest.mark.parametrize(
    ("currency", "kind", "typed", "line"),
    [
        ("INR", "upi", "asha@okbank", "upi://pay?pa=asha@okbank"),
        ("EUR", "iban", "DE89370400440532013000", "IBAN: DE89 3704 0044 0532 0130 00"),
        ("SGD", "paynow", "+6591234567", "PayNow: +6591234567"),
        ("MYR", "duitnow", "+60123456789", "DuitNow: +60123456789"),
        ("EUR", "link", "https://paypal.me/asha/{amount}", "https://paypal.me/asha/2.00"),
    ],
)
def test_the_text_for_the_group_names_every_address_that_its_page_promises(
    currency, kind, typed, line
):
    at = owed_in(currency)
    save_addresses(player=at.players[0], addresses={kind: typed}, sent_along=True)
    assert line in shared_text(at)
    save_addresses(player=at.players[0], addresses={kind: typed}, sent_along=False)
    assert line not in shared_text(at)


def test_the_text_for_the_group_names_all_addresses_of_the_payee():
    at = owed_in("EUR")
    ways_in = {"iban": "DE89370400440532013000", "link": "https://paypal.me/asha/{amount}"}
    save_addresses(player=at.players[0], addresses=ways_in, sent_along=True)
    text = shared_text(at)
    assert "IBAN: DE89 3704 0044 0532 0130 00" in text and "https://paypal.me/asha/" in text


def test_a_banks_own_qr_code_is_named_in_the_text_and_not_spelt_out():
    at = owed_in("MYR")
    sign = emv.with_checksum(
        [("00", "01"), ("26", "0014A000000615000101"), ("53", "458"), ("58", "MY")]
    )
    save_addresses(player=at.players[0], addresses={"duitnow": sign}, sent_along=True)
    text = shared_text(at)
    assert "DuitNow: QR code on the payment page" in text and sign[:20] not in text


def owed_in(currency: str) -> Table:
    club = make.club(currency=currency)
    return make.play(make.session("rummi", make.NAMES[:3], at=club), DEAL)


def shared_text(at: Table) -> str:
    text = host(at).get(address("settle", at)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    return unescape(shared)


def test_settling_up_reads_what_the_games_kept_and_no_payment_of_a_hand(at):
    """However long the session, it costs what it cost; that the two agree, checkledger proves."""
    make.play(at, *[DEAL] * 3)
    before = standing(at.game.session)
    games = Payment.objects.filter(kind=PaymentKind.GAME)
    games._raw_delete(games.db)
    assert standing(at.game.session) == before
    assert before.balances[at.players[0]] == 1200


def test_what_is_kept_is_what_the_payments_come_to(at):
    make.play(make.next_game(at.game.session, "pool_rummy", make.NAMES), POOL)
    payer, payee, amount = owed(at)[0]
    host(at).post(address("paid", at), posted(at, payer, payee, amount))
    kept, rows = standing(at.game.session), nets(at.game.session)
    pots = {game for game, net in rows.items() if net.get(None)}
    assert kept.open_pots == sum(rows[game][None] for game in pots) > 0
    for player, net in kept.balances.items():
        assert net == sum(rows[game].get(player.pk, 0) for game in rows if game not in pots)


KINDS = [kind for kind in PaymentKind if kind not in (PaymentKind.GAME, PaymentKind.CASH)]


def booked(at: Table, kind: PaymentKind, payer: int, payee: int, amount: int) -> Payment:
    """A row that no game brought, between two persons of the table."""
    return Payment.objects.create(
        session=at.game.session,
        kind=kind,
        payer=at.players[payer],
        payee=at.players[payee],
        amount=amount,
        reason="for pizza",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_that_no_game_brought_is_owed_until_it_is_taken_back(at, kind):
    before = standing(at.game.session).balances
    row = booked(at, kind, 0, 1, 70)
    asha, dev, _meera = at.players
    stands = standing(at.game.session)
    assert stands.balances == before | {asha: before[asha] - 70, dev: before[dev] + 70}
    assert [each.pk for each in stands.beside] == [row.pk] and stands.cash == []
    assert nets(at.game.session)[None] == {asha.pk: -70, dev.pk: 70}
    reversal(row, reason=row.reason, by=None).save()
    assert standing(at.game.session).balances == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_players_page_tells_what_no_game_brought(at, kind):
    booked(at, kind, 0, 1, 70)
    url = reverse("scoreboard:player", args=[at.game.session.code, at.players[0].pk])
    text = host(at).get(url).content.decode()
    assert "for pizza" in text and str(kind.label) in text
    assert re.search(
        r"Expenses, carry-overs, rounding.*?−₹0.70.*?Remaining balance.*?₹2.30", text, re.S
    )


def test_who_only_has_to_do_with_the_money_has_a_page_of_his_own(at):
    zoya, stranger = add_players(club=at.game.session.club, names=["Zoya", "Yash"])
    row = booked(at, PaymentKind.COST, 0, 1, 70)
    Payment.objects.filter(pk=row.pk).update(payee=zoya)
    assert standing(at.game.session).balances[zoya] == 70
    for player, status in ((zoya, 200), (stranger, 404)):
        url = reverse("scoreboard:player", args=[at.game.session.code, player.pk])
        assert host(at).get(url).status_code == status
