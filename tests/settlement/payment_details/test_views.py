"""Payment addresses are seen and changed by their owner, and shown to who owes."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.payment_details import services
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Somebody owes somebody in a club that counts in rupees."""
    table = make.session("paplu", make.NAMES[:3], {"rounds": None})
    return make.play(table, pool_hand("Asha", Dev=30, Meera=10))


@pytest.fixture
def owed(session):
    return session_balances(session.game.session).plan.transfers[0]


def phone_of(player, session, role=Role.VIEWER):
    member = make.member(role, session.club, session)
    member.player = player
    member.save()
    return make.client_as(member)


def keep(browser, session, **fields):
    return browser.post(reverse("payment_details:of_session", args=[session.code]), fields)


def page(browser, session, owed):
    return browser.get(reverse("settlement:pay", args=[session.code, owed.payer.pk, owed.payee.pk]))


def test_who_owes_sees_the_sign_and_the_button(session, owed):
    played = session.game.session
    payee = phone_of(owed.payee, played)
    assert keep(payee, played, upi="Asha@okbank", sent_along="on").status_code == 302
    text = page(phone_of(owed.payer, played), played, owed).content.decode()
    assert f"upi://pay?pa=asha@okbank&amp;pn=Asha&amp;am={owed.amount / 100:.2f}&amp;cu=INR" in text
    assert "data:image/svg+xml" in text


def test_others_see_nothing(session, owed):
    played = session.game.session
    keep(phone_of(owed.payee, played), played, upi="asha@okbank", sent_along="on")
    third = next(p for p in session.players if p not in (owed.payer, owed.payee))
    for browser in (
        phone_of(third, played, Role.SCORER),
        make.client_with(Role.VIEWER, played.club),
    ):
        assert page(browser, played, owed).status_code == 403
    own = phone_of(third, played).get(reverse("payment_details:of_session", args=[played.code]))
    assert "asha@okbank" not in own.content.decode()


def box(browser, session) -> str:
    own = browser.get(reverse("payment_details:of_session", args=[session.code]))
    match = re.search(r'<input[^>]*name="sent_along"[^>]*>', own.content.decode())
    assert match is not None
    return match[0]


def test_an_address_not_allowed_is_not_ticked_and_not_in_the_text(session, owed):
    played = session.game.session
    payee = phone_of(owed.payee, played)
    assert "checked" not in box(payee, played)
    keep(payee, played, link="https://paypal.me/asha/{amount}")
    assert "checked" not in box(payee, played)
    settle = reverse("settlement:settle", args=[played.code])
    assert "paypal.me" not in make.host_client(played.club).get(settle).content.decode()
    keep(payee, played, link="https://paypal.me/asha/{amount}", sent_along="on")
    assert "checked" in box(payee, played)
    assert "paypal.me" in make.host_client(played.club).get(settle).content.decode()
    keep(payee, played)
    assert "checked" not in box(payee, played)


def test_a_host_sees_only_addresses_that_may_be_in_the_text(session, owed):
    played = session.game.session
    host, payee = make.client_with(Role.HOST, played.club), phone_of(owed.payee, played)
    keep(payee, played, upi="asha@okbank", sent_along="on")
    assert "asha@okbank" in page(host, played, owed).content.decode()
    keep(payee, played, upi="asha@okbank")
    assert "asha@okbank" not in page(host, played, owed).content.decode()
    assert "asha@okbank" in page(phone_of(owed.payer, played), played, owed).content.decode()


def test_a_wrong_address_is_told_at_its_field_and_all_that_was_typed_stays(session, owed):
    played = session.game.session
    browser = phone_of(owed.payee, played)
    keep(browser, played, upi="asha@okbank", sent_along="on")
    answer = keep(browser, played, upi="new@okbank", iban="DE89 3704 0044 0532 0130 01")
    text = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="iban-error"' in text and 'id="upi-error"' not in text
    assert 'value="DE89 3704 0044 0532 0130 01"' in text and 'value="new@okbank"' in text
    assert [row.value for row in PayAddress.objects.all()] == ["asha@okbank"]


def test_twice_the_same_is_once_and_empty_takes_it_away(session, owed):
    played = session.game.session
    browser = phone_of(owed.payee, played)
    for _time in range(2):
        keep(browser, played, upi="asha@okbank", link="https://a.example/{amount}")
    assert PayAddress.objects.count() == 2
    keep(browser, played, upi="asha@okbank")
    assert [row.kind for row in PayAddress.objects.all()] == ["upi"]


def test_a_device_without_a_player_is_asked_for_one(session):
    played = session.game.session
    browser = make.client_with(Role.SCORER, played.club)
    answer = browser.get(reverse("payment_details:of_session", args=[played.code]))
    assert (
        answer.status_code == 200
        and reverse("clubs:who", args=[played.code]) in answer.content.decode()
    )
    assert keep(browser, played, upi="asha@okbank").status_code == 409
    assert not PayAddress.objects.exists()


def test_what_is_paid_is_not_asked_for_again(session, owed):
    played = session.game.session
    browser = phone_of(owed.payee, played)
    keep(browser, played, upi="asha@okbank")
    url = reverse("settlement:pay", args=[played.code, owed.payee.pk, owed.payer.pk])
    text = browser.get(url).content.decode()
    assert "not owed any more" in text and "upi://" not in text


# Whose device it is ---------------------------------------------------------------------------


@pytest.fixture
def kept(session, owed):
    """The payee's device has written down an address."""
    played = session.game.session
    browser = phone_of(owed.payee, played)
    assert keep(browser, played, upi="asha@okbank", sent_along="on").status_code == 302
    return browser


def test_a_device_that_is_not_the_keeper_neither_sees_nor_changes_the_address(session, owed, kept):
    played = session.game.session
    other = phone_of(owed.payee, played)
    own = reverse("payment_details:of_session", args=[played.code])
    shown = other.get(own).content.decode()
    assert "asha@okbank" not in shown and "are on another device" in shown
    assert keep(other, played, upi="thief@okbank").status_code == 409
    assert PayAddress.objects.get().value == "asha@okbank"
    mail = reverse("mail:of_session", args=[played.code])
    assert other.post(mail, {"address": "thief@example.org"}).status_code == 409
    assert kept.post(mail, {"address": "asha@example.org"}).status_code == 302
    assert "asha@example.org" not in other.get(mail).content.decode()
    assert "asha@okbank" in kept.get(own).content.decode()


def test_two_devices_at_once_one_of_them_keeps_it(session, owed):
    played = session.game.session
    first, second = (make.member(Role.VIEWER, played.club, played) for _ in range(2))
    for member in (first, second):
        make.client_as(member)
        member.player = owed.payee
        member.save()
    services.save_addresses(
        player=owed.payee, addresses={"upi": "a@bank"}, sent_along=True, by=first
    )
    with pytest.raises(PermissionDenied):
        services.save_addresses(
            player=owed.payee, addresses={"upi": "b@bank"}, sent_along=True, by=second
        )
    assert PayAddress.objects.get().value == "a@bank"


def test_a_host_takes_all_away_so_that_another_device_can_write_it_anew(session, owed, kept):
    played = session.game.session
    new, url = phone_of(owed.payee, played), release(owed.payee)
    scorer = make.client_with(Role.SCORER, played.club)
    assert (new.post(url).status_code, scorer.post(url).status_code) == (404, 403)
    of_session = phone_of(owed.payee, played, Role.HOST)
    assert "Remove addresses" not in of_session.get(own_page(played)).content.decode()
    member = make.member(Role.HOST, played.club)
    member.player = owed.payee
    member.save()
    host = make.client_as(member)
    assert "Remove addresses" in host.get(own_page(played)).content.decode()
    make.host_client(played.club).post(url)
    assert not PayAddress.objects.exists()
    kinds = list(Happening.objects.filter(club=played.club).values_list("kind", flat=True))
    assert kinds.count("own_taken_away") == kinds.count("address_changed") == 1
    assert keep(new, played, upi="new@okbank").status_code == 302
    assert keep(kept, played, upi="old@okbank").status_code == 409


def test_a_changed_address_moves_on_the_sessions_that_name_its_owner(session, owed, kept):
    played = session.game.session
    played.refresh_from_db()
    version = played.version
    keep(kept, played, upi="asha@okbank", sent_along="on")
    played.refresh_from_db()
    assert played.version == version, "the same again"
    keep(kept, played, upi="asha@okbank")
    played.refresh_from_db()
    assert played.version == version + 1


def test_a_statement_asked_for_after_an_address_changed_is_a_new_one(session, owed, kept):
    played = session.game.session
    played.refresh_from_db()
    first = statements.request_statement(about=played)
    columns = {"state": JobState.DONE, "shows": played.version}
    Statement.objects.filter(pk=first.pk).update(**columns)
    assert statements.request_statement(about=played).pk == first.pk
    keep(kept, played, upi="asha@newbank", sent_along="on")
    played.refresh_from_db()
    assert statements.request_statement(about=played).pk != first.pk


def own_page(session):
    return reverse("payment_details:of_session", args=[session.code])


def release(player):
    return reverse("payment_details:release", args=[player.club.code, player.pk])


def test_a_device_that_saves_no_address_is_not_the_keeper(session, owed):
    played = session.game.session
    guest, owner = phone_of(owed.payee, played), phone_of(owed.payee, played)
    assert keep(guest, played, sent_along="on").status_code == 302
    assert keep(owner, played, upi="asha@okbank").status_code == 302
    assert keep(guest, played, upi="thief@okbank").status_code == 409
    assert keep(owner, played).status_code == 302, "all taken away"
    assert keep(guest, played, upi="mine@okbank").status_code == 302


def test_an_address_without_a_keeper_is_shown_to_none_and_cleared_by_a_host(session, owed):
    played = session.game.session
    services.save_addresses(player=owed.payee, addresses={"upi": "old@bank"}, sent_along=True)
    browser = phone_of(owed.payee, played)
    assert "old@bank" not in browser.get(own_page(played)).content.decode()
    host = make.host_client(played.club)
    page = reverse("seasons:player", args=[played.club.code, owed.payee.pk])
    assert release(owed.payee) in host.get(page).content.decode()
    assert release(owed.payee) not in browser.get(page).content.decode()
    host.post(release(owed.payee))
    assert release(owed.payee) not in host.get(page).content.decode()
    assert keep(browser, played, upi="new@bank").status_code == 302


# Whose account it is --------------------------------------------------------------------------

IBAN = "DE89 3704 0044 0532 0130 00"


def test_a_name_in_other_letters_needs_an_account_holder_beside_the_iban(session, owed):
    played, payee = session.game.session, owed.payee
    played.club.currency = "EUR"
    played.club.save()
    payee.name = "मीरा"
    payee.save()
    own = phone_of(payee, played)
    answer = keep(own, played, iban=IBAN, sent_along="on")
    text = answer.content.decode()
    assert answer.status_code == 400 and "in Latin letters, as the bank has it" in text
    assert IBAN in text, "what was typed is kept"
    assert keep(own, played, iban=IBAN, holder="Meera Rao", sent_along="on").status_code == 302
    [kept] = PayAddress.objects.filter(player=payee)
    assert kept.holder == "Meera Rao"
    shown = page(phone_of(owed.payer, played), played, owed).content.decode()
    assert "data:image/svg+xml" in shown


def test_a_sign_that_no_bank_reads_is_not_shown(session, owed):
    played = session.game.session
    played.club.currency = "MYR"
    played.club.save()
    keep(phone_of(owed.payee, played), played, duitnow="+60 12 345 6789", sent_along="on")
    shown = page(phone_of(owed.payer, played), played, owed).content.decode()
    assert "+60123456789" in shown and "Copy this into your bank’s app." in shown
    assert "data:image/svg+xml" not in shown


# The payment page of each end ----------------------------------------------------------------


def test_a_link_is_shown_with_its_amount_and_never_as_it_was_typed(session, owed):
    played = session.game.session
    browser = phone_of(owed.payee, played)
    keep(browser, played, link="https://paypal.me/asha/{amount}")
    filled = f"https://paypal.me/asha/{owed.amount / 100:.2f}"
    for reader in (browser, phone_of(owed.payer, played)):
        text = page(reader, played, owed).content.decode()
        assert f'value="{filled}"' in text and "{amount}" not in text


def test_the_payees_own_device_offers_to_confirm_and_never_to_pay(session, owed):
    played = session.game.session
    browser = phone_of(owed.payee, played)
    keep(browser, played, upi="asha@okbank")
    text = page(browser, played, owed).content.decode()
    assert "data:image/svg+xml" in text, "the payer scans it"
    assert "upi://" not in text and " now" not in words(text)
    assert f"{owed.payer} pays you" in words(text)
    assert "I received this" in words(text) and 'name="word" value="received"' in text
    url = reverse("settlement:paid", args=[played.code])
    fields = {"payer": owed.payer.pk, "payee": owed.payee.pk, "owed": owed.amount}
    browser.post(url, fields | {"word": "received", "token": make.token()})
    assert "not owed any more" in page(browser, played, owed).content.decode()


def test_the_payers_device_offers_to_pay_and_to_mark_it(session, owed):
    played = session.game.session
    keep(phone_of(owed.payee, played), played, upi="asha@okbank")
    text = page(phone_of(owed.payer, played), played, owed).content.decode()
    assert "I paid this" in words(text) and "I received this" not in words(text)
    assert re.search(r'class="btn btn--primary btn--wide"\s+href="upi://', text)
