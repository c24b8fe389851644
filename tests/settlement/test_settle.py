"""Settling up: the fewest payments, each handed over once, taken back once, and seen by all."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.services import add_players, say_who
from scorekeeper.engine.transfers.settle_up import Plan
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside, nets
from scorekeeper.ledger.services import reversal
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game, close_session
from scorekeeper.settlement import balances
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.payment_details import emv
from scorekeeper.settlement.payment_details.services import save_addresses
from scorekeeper.settlement.payments import reverse_cash
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.settlement.debts import DEAL
from tests.helpers.settlement.pages import count_of, words

pytestmark = pytest.mark.django_db

POOL = pool_hand("Asha", Dev=43, Meera=2, Omar=3, Priya=4, Ravi=5)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table() -> Table:
    return make.play(make.session("rummi", make.NAMES[:3]), DEAL)


def address(name: str, table: Table) -> str:
    return reverse(f"settlement:{name}", args=[table.game.session.code])


def owed(table: Table) -> list[tuple[str, str, int]]:
    plan = session_balances(table.game.session).plan
    return [(t.payer.name, t.payee.name, t.amount) for t in plan.transfers]


def posted(table: Table, payer: str, payee: str, amount: int, **more: object) -> dict[str, object]:
    players = {player.name: player.pk for player in table.players}
    fields = {"payer": players[payer], "payee": players[payee], "owed": amount, "word": "received"}
    return {**fields, "token": make.token(), **more}


def version(table: Table) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=table.game.session_id)


def host(table: Table):
    return make.host_client(table.game.session.club)


def cash() -> list[Payment]:
    return list(Payment.objects.filter(kind=PaymentKind.CASH).order_by("pk"))


def test_the_page_names_the_fewest_payments_and_says_that_fewer_is_not_possible(table):
    text = host(table).get(address("settle", table)).content.decode()
    assert owed(table) == [("Dev", "Asha", 200), ("Meera", "Asha", 100)]
    assert "2 payments settle everything – fewer is not possible." in text
    assert "₹2" in text
    assert count_of(text, "Mark as paid") == count_of(text, "Mark part as paid") == 2


def test_an_unproven_plan_promises_nothing(table, monkeypatch):
    plan = session_balances(table.game.session).plan
    monkeypatch.setattr(balances, "settle_up", lambda net: Plan(plan.transfers, proven=False))
    text = host(table).get(address("settle", table)).content.decode()
    assert "2 payments settle everything." in text
    assert "fewer" not in text


def test_pending_payments_are_listed_beside_those_that_settle_the_rest(table):
    make.sends(table.game.session, session_balances(table.game.session).plan.transfers[0])
    text = words(host(table).get(address("settle", table)).content.decode())
    assert "1 payment settles everything; 1 more awaits confirmation." in text


def test_one_who_is_paid_is_offered_a_code_only_where_there_is_one(table):
    phone = make.member(Role.VIEWER, table.game.session.club)
    say_who(membership=phone, player=table.players[0])
    client = make.client_as(phone)
    assert "Add my payment details" in words(client.get(address("settle", table)).content.decode())
    save_addresses(player=table.players[0], addresses={"upi": "asha@okbank"}, sent_along=False)
    text = words(client.get(address("settle", table)).content.decode())
    assert "Show my QR code to be paid" in text
    assert "Add my payment details" not in text


def test_paid_settles_the_transfer_and_tells_the_other_devices(table):
    before = version(table)
    answer = host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200))
    assert answer.status_code == 302
    assert owed(table) == [("Meera", "Asha", 100)]
    assert version(table) > before
    assert "Undo" in host(table).get(address("settle", table)).content.decode()


def test_the_same_token_twice_pays_once(table):
    fields = posted(table, "Dev", "Asha", 200)
    assert [host(table).post(address("paid", table), fields).status_code for _time in "12"] == [
        302,
        302,
    ]
    assert len(cash()) == 1


def test_what_another_device_paid_already_is_not_paid_twice(table):
    first, second = posted(table, "Dev", "Asha", 200), posted(table, "Dev", "Asha", 200)
    host(table).post(address("paid", table), first)
    answer = host(table).post(address("paid", table), second)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "This had already changed" in text
    assert f"v={version(table)}" in text
    assert len(cash()) == 1


def test_a_part_can_be_paid_and_the_rest_stays_owed(table):
    fields = posted(table, "Dev", "Asha", 200, part="0.50")
    assert host(table).post(address("paid", table), fields).status_code == 302
    assert ("Dev", "Asha", 150) in owed(table)


def test_a_part_paid_from_a_stale_page_is_refused(table):
    host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200, part="0.50"))
    answer = host(table).post(
        address("paid", table), posted(table, "Dev", "Asha", 200, part="0.50")
    )
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "This has changed. It is now ₹1.50." in text
    assert 'value="0.50"' in text
    assert [p.amount for p in cash()] == [50]


@pytest.mark.parametrize("part", ["2.01", "0", "-1", "a lot", "9" * 40, "0.001"])
def test_a_part_that_cannot_be_is_refused_beside_its_field_and_kept(table, part):
    answer = host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200, part=part))
    assert answer.status_code == 400
    text = answer.content.decode()
    assert 'id="part-error"' in text
    assert f'value="{part}"' in text
    assert cash() == []


@pytest.mark.parametrize("name", ["paid", "step", "unpaid"])
def test_the_address_of_a_refusal_leads_to_the_page_when_it_is_opened_again(table, name):
    assertRedirects(host(table).get(address(name, table)), address("settle", table))
    assert Client().get(address(name, table)).status_code == 404


@pytest.mark.parametrize(
    "payment",
    [
        {"payer": "Asha", "payee": "Dev", "owed": 200},  # the wrong way round
        {"payer": "Dev", "payee": "Asha", "owed": 201},
        {"payer": "Dev", "payee": "Meera", "owed": 200},
    ],
)
def test_only_what_is_owed_can_be_paid(table, payment):
    form = posted(table, payment["payer"], payment["payee"], payment["owed"])
    assert host(table).post(address("paid", table), form).status_code == 409
    assert cash() == []


@pytest.mark.parametrize(
    "wrong", [{"payer": "x"}, {"owed": ""}, {"owed": "-5"}, {"token": ""}, {"payer": "9" * 30}]
)
def test_a_form_that_makes_no_sense_writes_nothing(table, wrong):
    form = {**posted(table, "Dev", "Asha", 200), **wrong}
    assert host(table).post(address("paid", table), form).status_code == 400
    assert cash() == []


def test_somebody_from_another_session_cannot_be_paid(table):
    other = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    assert (
        host(table).post(address("paid", table), posted(other, "Dev", "Asha", 200)).status_code
        == 409
    )


def test_cash_undone_is_owed_again_and_only_once(table):
    host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200))
    (payment,) = cash()
    before = version(table)
    for _time in range(2):
        answer = host(table).post(address("unpaid", table), {"payment": payment.pk})
        assert answer.status_code == 302
    assert ("Dev", "Asha", 200) in owed(table)
    assert len(cash()) == 2
    assert version(table) == before + 1
    assert beside(table.game.session) == []


def test_only_cash_of_this_session_can_be_undone(table):
    other = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    host(other).post(address("paid", other), posted(other, "Dev", "Asha", 200))
    (foreign,) = cash()
    rule = Payment.objects.filter(session=table.game.session)[0]
    reverse_cash(payment=foreign, token=make.token(), by=None)
    reversal = cash()[-1]
    for pk in (foreign.pk, rule.pk, reversal.pk, "", "x", 10**30):
        assert host(table).post(address("unpaid", table), {"payment": pk}).status_code == 404
    assert host(other).post(address("unpaid", other), {"payment": reversal.pk}).status_code == 404


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_others_than_the_two_ends_see_a_payment_and_cannot_report_it(table, role):
    """A scorer of hands is no witness of money: its payer, its payee or a host say so."""
    phone = make.client_with(role, table.game.session.club)
    page = phone.get(address("settle", table)).content.decode()
    assert not count_of(page, "Mark as paid")
    answer = phone.post(address("paid", table), posted(table, "Dev", "Asha", 200))
    assert answer.status_code == 403
    assert "Choose whose device this is first." in answer.content.decode()
    assert phone.post(address("unpaid", table), {"payment": 1}).status_code == 404
    assert cash() == []


def test_an_open_pot_is_left_out_and_said_so():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = host(table).get(address("settle", table)).content.decode()
    assert re.search(r"₹400</bdi> is in open pots", text)
    assert owed(table) == []


def test_while_a_pot_is_open_nothing_says_that_all_is_settled():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = words(host(table).get(address("settle", table)).content.decode())
    assert "Nothing to pay right now" in text and "₹400 is in open pots" in text
    assert "settled up" not in text and "Nobody owes" not in text
    assert "₹400 is in open pots and does not count yet" in shared_text(table)
    close_game(game=table.game)
    close_session(session=table.game.session)
    text = words(host(table).get(address("settle", table)).content.decode())
    assert "Nothing to pay right now" not in text and "open pots" not in text


def test_other_actions_are_under_headings_with_one_primary_button(table):
    close_game(game=table.game)
    for payment in owed(table):
        host(table).post(address("paid", table), posted(table, *payment))
    text = host(table).get(address("settle", table)).content.decode()
    (more,) = re.findall(r'<section[^>]*aria-labelledby="more">.*?</section>', text, re.S)
    assert re.findall(r"<h3>([^<]*)</h3>", more) == ["Money outside the games", "Records"]
    assert "btn" not in more and "Add expense" in more and "Statement" in more
    page = text[text.index('id="settle"') :]
    assert re.findall(r"<(?:a|button)[^>]*btn--primary[^>]*>([^<]*)", page) == ["End session"]


def test_closing_is_asked_once_more_while_payments_are_open(table):
    close_game(game=table.game)
    text = host(table).get(address("settle", table)).content.decode()
    section = text[text.index('id="settle"') :]
    assert re.findall(r"btn--primary[^>]*>([^<]*)", section) == ["Mark all as paid"]
    assert re.search(r'<a[^>]*href="[^"]*/close/">\s*End session', section)


def test_a_closed_session_can_still_be_settled(table):
    close_session(session=table.game.session)
    assert (
        host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200)).status_code
        == 302
    )


def test_only_the_host_is_offered_to_close_the_session(table):
    for role in Role:
        browser = make.client_with(role, table.game.session.club)
        text = browser.get(address("settle", table)).content.decode()
        assert ("End session" in text) == (role == Role.HOST)


def test_the_page_polls_for_nothing_and_gets_a_fragment_when_something_changed(
    table, django_assert_num_queries
):
    phone, path, shown = host(table), address("settle", table), {"v": version(table)}
    with django_assert_num_queries(1):
        assert phone.get(path, shown, headers=HTMX).status_code == 204
    host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200))
    answer = phone.get(path, shown, headers=HTMX)
    assert answer.content.lstrip().startswith(b'<section id="settle"')


def test_the_page_costs_the_same_however_long_the_session(table, django_assert_num_queries):
    phone, path = host(table), address("settle", table)
    with django_assert_num_queries(13):
        phone.get(path)
    with django_assert_num_queries(2):  # drawn already
        again = phone.get(path)
    make.play(table, *[DEAL] * 12)
    for _transfer in range(2):
        payer, payee, amount = owed(table)[0]
        phone.post(path + "paid/", posted(table, payer, payee, amount))
    make.play(make.next_game(table.game.session, "pool_rummy", make.NAMES))
    with django_assert_num_queries(14):  # one more: money has changed hands
        later = phone.get(path)
    assert again.content != later.content


def test_what_is_drawn_once_has_new_tokens_for_each_write(table):
    tokens = [
        set(re.findall(r' name="token" value="([^"]+)"', host(table).get(path).content.decode()))
        for path in [address("settle", table)] * 2
    ]
    assert all(tokens) and not tokens[0] & tokens[1]


def test_a_page_is_drawn_for_each_who_sees_another(table):
    """A host, a guest and the payer of a transfer; and whoever comes after an address changed."""
    path, club = address("settle", table), table.game.session.club
    payer, payee = (Player.objects.get(club=club, name=name) for name in owed(table)[0][:2])
    member = make.member(Role.VIEWER, club)
    say_who(membership=member, player=payer)
    phones = [host(table), make.client_with(Role.VIEWER, club), make.client_as(member)]
    shown = [words(phone.get(path).content.decode()) for phone in phones]
    assert len(set(shown)) == 3
    save_addresses(player=payee, addresses={"upi": "asha@okbank"}, sent_along=True)
    assert words(phones[2].get(path).content.decode()) != shown[2]


def test_a_session_without_money_never_names_a_currency():
    table = make.play(make.session(options={"fee": 0}), pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    text = host(table).get(address("settle", table)).content.decode()
    assert "No money to settle in this session." in text
    assert "₹" not in text


def test_the_text_to_share_says_who_pays_whom(table):
    text = host(table).get(address("settle", table)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    assert "Dev pays Asha ₹2" in shared
    assert "Asha: +₹3" in shared
    host(table).post(address("paid", table), posted(table, "Dev", "Asha", 200))
    text = host(table).get(address("settle", table)).content.decode()
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
    table = owed_in(currency)
    save_addresses(player=table.players[0], addresses={kind: typed}, sent_along=True)
    assert line in shared_text(table)
    save_addresses(player=table.players[0], addresses={kind: typed}, sent_along=False)
    assert line not in shared_text(table)


def test_the_text_for_the_group_names_all_addresses_of_the_payee():
    table = owed_in("EUR")
    ways_in = {"iban": "DE89370400440532013000", "link": "https://paypal.me/asha/{amount}"}
    save_addresses(player=table.players[0], addresses=ways_in, sent_along=True)
    text = shared_text(table)
    assert "IBAN: DE89 3704 0044 0532 0130 00" in text and "https://paypal.me/asha/" in text


def test_a_banks_own_qr_code_is_named_in_the_text_and_not_spelt_out():
    table = owed_in("MYR")
    sign = emv.with_checksum(
        [("00", "01"), ("26", "0014A000000615000101"), ("53", "458"), ("58", "MY")]
    )
    save_addresses(player=table.players[0], addresses={"duitnow": sign}, sent_along=True)
    text = shared_text(table)
    assert "DuitNow: QR code on the payment page" in text and sign[:20] not in text


def owed_in(currency: str) -> Table:
    club = make.club(currency=currency)
    return make.play(make.session("rummi", make.NAMES[:3], club=club), DEAL)


def shared_text(table: Table) -> str:
    text = host(table).get(address("settle", table)).content.decode()
    (shared,) = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)
    return unescape(shared)


def test_settling_up_reads_what_the_games_kept_and_no_payment_of_a_hand(table):
    """However long the session, it costs what it cost; that the two agree, checkledger proves."""
    make.play(table, *[DEAL] * 3)
    before = session_balances(table.game.session)
    games = Payment.objects.filter(kind=PaymentKind.GAME)
    games._raw_delete(games.db)
    assert session_balances(table.game.session) == before
    assert before.net[table.players[0]] == 1200


def test_stored_balances_equal_the_sum_of_payments(table):
    make.play(make.next_game(table.game.session, "pool_rummy", make.NAMES), POOL)
    payer, payee, amount = owed(table)[0]
    host(table).post(address("paid", table), posted(table, payer, payee, amount))
    kept, rows = session_balances(table.game.session), nets(table.game.session)
    pots = {game for game, net in rows.items() if net.get(None)}
    assert kept.open_pots == sum(rows[game][None] for game in pots) > 0
    for player, net in kept.net.items():
        assert net == sum(rows[game].get(player.pk, 0) for game in rows if game not in pots)


KINDS = [kind for kind in PaymentKind if kind not in (PaymentKind.GAME, PaymentKind.CASH)]


def booked(table: Table, kind: PaymentKind, payer: int, payee: int, amount: int) -> Payment:
    """A row that no game brought, between two persons of the table."""
    return Payment.objects.create(
        session=table.game.session,
        kind=kind,
        payer=table.players[payer],
        payee=table.players[payee],
        amount=amount,
        reason="for pizza",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_that_no_game_brought_is_owed_until_it_is_undone(table, kind):
    before = session_balances(table.game.session).net
    row = booked(table, kind, 0, 1, 70)
    asha, dev, _meera = table.players
    balances = session_balances(table.game.session)
    assert balances.net == before | {asha: before[asha] - 70, dev: before[dev] + 70}
    assert [payment.pk for payment in balances.beside] == [row.pk] and balances.cash == []
    assert nets(table.game.session)[None] == {asha.pk: -70, dev.pk: 70}
    reversal(row, reason=row.reason, by=None).save()
    assert session_balances(table.game.session).net == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_players_page_lists_payments_outside_games(table, kind):
    booked(table, kind, 0, 1, 70)
    url = reverse("scoreboard:player", args=[table.game.session.code, table.players[0].pk])
    text = host(table).get(url).content.decode()
    assert "for pizza" in text and str(kind.label) in text
    assert re.search(
        r"Expenses, carry-overs, rounding.*?−₹0.70.*?Remaining balance.*?₹2.30", text, re.S
    )


def test_who_only_has_to_do_with_the_money_has_a_page_of_his_own(table):
    zoya, stranger = add_players(club=table.game.session.club, names=["Zoya", "Yash"])
    row = booked(table, PaymentKind.EXPENSE, 0, 1, 70)
    Payment.objects.filter(pk=row.pk).update(payee=zoya)
    assert session_balances(table.game.session).net[zoya] == 70
    for player, status in ((zoya, 200), (stranger, 404)):
        url = reverse("scoreboard:player", args=[table.game.session.code, player.pk])
        assert host(table).get(url).status_code == status
