"""Payment addresses are seen and changed by their owner, and shown to who owes."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Role
from scorekeeper.core.jobs.models import JobState
from scorekeeper.settlement.balances.plan import standing
from scorekeeper.settlement.payment_details import services
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.settlement.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Somebody owes somebody in a club that counts in rupees."""
    at = make.night("paplu", make.NAMES[:3], {"rounds": None})
    return make.play(at, pool_hand("Asha", Dev=30, Meera=10))


@pytest.fixture
def owed(night):
    return standing(night.game.session).plan.transfers[0]


def phone_of(player, session, role=Role.VIEWER):
    member = make.member(role, session.club, session)
    member.player = player
    member.save()
    return make.client_as(member)


def keep(browser, session, **told):
    return browser.post(reverse("payment_details:of_night", args=[session.code]), told)


def page(browser, session, owed):
    return browser.get(reverse("settlement:pay", args=[session.code, owed.payer.pk, owed.payee.pk]))


def test_who_owes_sees_the_sign_and_the_button(night, owed):
    session = night.game.session
    payee = phone_of(owed.payee, session)
    assert keep(payee, session, upi="Asha@okbank", sent_along="on").status_code == 302
    text = page(phone_of(owed.payer, session), session, owed).content.decode()
    assert f"upi://pay?pa=asha@okbank&amp;pn=Asha&amp;am={owed.amount / 100:.2f}&amp;cu=INR" in text
    assert "data:image/svg+xml" in text


def test_others_see_nothing(night, owed):
    session = night.game.session
    keep(phone_of(owed.payee, session), session, upi="asha@okbank", sent_along="on")
    third = next(p for p in night.players if p not in (owed.payer, owed.payee))
    for browser in (
        phone_of(third, session, Role.SCORER),
        make.client_with(Role.VIEWER, session.club),
    ):
        assert page(browser, session, owed).status_code == 403
    own = phone_of(third, session).get(reverse("payment_details:of_night", args=[session.code]))
    assert "asha@okbank" not in own.content.decode()


def test_a_host_sees_only_what_may_stand_in_the_text(night, owed):
    session = night.game.session
    host, payee = make.client_with(Role.HOST, session.club), phone_of(owed.payee, session)
    keep(payee, session, upi="asha@okbank", sent_along="on")
    assert "asha@okbank" in page(host, session, owed).content.decode()
    keep(payee, session, upi="asha@okbank")
    assert "asha@okbank" not in page(host, session, owed).content.decode()
    assert "asha@okbank" in page(phone_of(owed.payer, session), session, owed).content.decode()


def test_a_wrong_address_is_told_at_its_field_and_all_that_was_typed_stays(night, owed):
    session = night.game.session
    browser = phone_of(owed.payee, session)
    keep(browser, session, upi="asha@okbank", sent_along="on")
    answer = keep(browser, session, upi="new@okbank", iban="DE89 3704 0044 0532 0130 01")
    text = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="iban-error"' in text and 'id="upi-error"' not in text
    assert 'value="DE89 3704 0044 0532 0130 01"' in text and 'value="new@okbank"' in text
    assert [row.value for row in PayAddress.objects.all()] == ["asha@okbank"]


def test_twice_the_same_is_once_and_empty_takes_it_away(night, owed):
    session = night.game.session
    browser = phone_of(owed.payee, session)
    for _time in range(2):
        keep(browser, session, upi="asha@okbank", link="https://a.example/{amount}")
    assert PayAddress.objects.count() == 2
    keep(browser, session, upi="asha@okbank")
    assert [row.kind for row in PayAddress.objects.all()] == ["upi"]


def test_a_phone_that_is_nobodys_is_asked_whose_it_is(night):
    session = night.game.session
    browser = make.client_with(Role.SCORER, session.club)
    answer = browser.get(reverse("payment_details:of_night", args=[session.code]))
    assert (
        answer.status_code == 200
        and reverse("clubs:who", args=[session.code]) in answer.content.decode()
    )
    assert keep(browser, session, upi="asha@okbank").status_code == 409
    assert not PayAddress.objects.exists()


def test_what_is_paid_is_not_asked_for_again(night, owed):
    session = night.game.session
    browser = phone_of(owed.payee, session)
    keep(browser, session, upi="asha@okbank")
    url = reverse("settlement:pay", args=[session.code, owed.payee.pk, owed.payer.pk])
    text = browser.get(url).content.decode()
    assert "not owed any more" in text and "upi://" not in text


# Whose phone it is ---------------------------------------------------------------------------


@pytest.fixture
def kept(night, owed):
    """The payee's phone has written down an address."""
    session = night.game.session
    browser = phone_of(owed.payee, session)
    assert keep(browser, session, upi="asha@okbank", sent_along="on").status_code == 302
    return browser


def test_who_only_says_to_be_somebody_neither_sees_nor_changes_the_address(night, owed, kept):
    session = night.game.session
    other = phone_of(owed.payee, session)
    own = reverse("payment_details:of_night", args=[session.code])
    shown = other.get(own).content.decode()
    assert "asha@okbank" not in shown and "are on another device" in shown
    assert keep(other, session, upi="thief@okbank").status_code == 409
    assert PayAddress.objects.get().value == "asha@okbank"
    mail = reverse("mail:of_night", args=[session.code])
    assert other.post(mail, {"address": "thief@example.org"}).status_code == 409
    assert kept.post(mail, {"address": "asha@example.org"}).status_code == 302
    assert "asha@example.org" not in other.get(mail).content.decode()
    assert "asha@okbank" in kept.get(own).content.decode()


def test_two_phones_at_once_one_of_them_keeps_it(night, owed):
    session = night.game.session
    first, second = (make.member(Role.VIEWER, session.club, session) for _ in range(2))
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


def test_a_host_takes_all_away_so_that_another_phone_can_write_it_anew(night, owed, kept):
    session = night.game.session
    new, url = phone_of(owed.payee, session), release(owed.payee)
    scorer = make.client_with(Role.SCORER, session.club)
    assert (new.post(url).status_code, scorer.post(url).status_code) == (404, 403)
    of_night = phone_of(owed.payee, session, Role.HOST)
    assert "Remove addresses" not in of_night.get(own_page(session)).content.decode()
    member = make.member(Role.HOST, session.club)
    member.player = owed.payee
    member.save()
    host = make.client_as(member)
    assert "Remove addresses" in host.get(own_page(session)).content.decode()
    make.host_client(session.club).post(url)
    assert not PayAddress.objects.exists()
    told = list(Happening.objects.filter(club=session.club).values_list("kind", flat=True))
    assert told.count("own_taken_away") == told.count("address_changed") == 1
    assert keep(new, session, upi="new@okbank").status_code == 302
    assert keep(kept, session, upi="old@okbank").status_code == 409


def test_a_changed_address_moves_on_the_nights_that_name_its_owner(night, owed, kept):
    session = night.game.session
    session.refresh_from_db()
    version = session.version
    keep(kept, session, upi="asha@okbank", sent_along="on")
    session.refresh_from_db()
    assert session.version == version, "the same again"
    keep(kept, session, upi="asha@okbank")
    session.refresh_from_db()
    assert session.version == version + 1


def test_a_sheet_asked_for_after_an_address_changed_is_a_new_one(night, owed, kept):
    session = night.game.session
    session.refresh_from_db()
    first = statements.request_sheet(about=session)
    made = {"state": JobState.DONE, "shows": session.version}
    Statement.objects.filter(pk=first.pk).update(**made)
    assert statements.request_sheet(about=session).pk == first.pk
    keep(kept, session, upi="asha@newbank", sent_along="on")
    session.refresh_from_db()
    assert statements.request_sheet(about=session).pk != first.pk


def own_page(session):
    return reverse("payment_details:of_night", args=[session.code])


def release(player):
    return reverse("group_file:release", args=[player.club.code, player.pk])


def test_who_writes_nothing_down_keeps_nothing(night, owed):
    session = night.game.session
    guest, owner = phone_of(owed.payee, session), phone_of(owed.payee, session)
    assert keep(guest, session, sent_along="on").status_code == 302
    assert keep(owner, session, upi="asha@okbank").status_code == 302
    assert keep(guest, session, upi="thief@okbank").status_code == 409
    assert keep(owner, session).status_code == 302, "all taken away"
    assert keep(guest, session, upi="mine@okbank").status_code == 302


def test_what_no_phone_keeps_is_shown_to_none_and_taken_away_by_a_host(night, owed):
    session = night.game.session
    services.save_addresses(player=owed.payee, addresses={"upi": "old@bank"}, sent_along=True)
    browser = phone_of(owed.payee, session)
    assert "old@bank" not in browser.get(own_page(session)).content.decode()
    host = make.host_client(session.club)
    page = reverse("seasons:player", args=[session.club.code, owed.payee.pk])
    assert release(owed.payee) in host.get(page).content.decode()
    assert release(owed.payee) not in browser.get(page).content.decode()
    host.post(release(owed.payee))
    assert release(owed.payee) not in host.get(page).content.decode()
    assert keep(browser, session, upi="new@bank").status_code == 302


# Whose account it is --------------------------------------------------------------------------

IBAN = "DE89 3704 0044 0532 0130 00"


def test_a_name_in_other_letters_needs_an_account_holder_beside_the_iban(night, owed):
    session, payee = night.game.session, owed.payee
    session.club.currency = "EUR"
    session.club.save()
    payee.name = "मीरा"
    payee.save()
    own = phone_of(payee, session)
    answer = keep(own, session, iban=IBAN, sent_along="on")
    text = answer.content.decode()
    assert answer.status_code == 400 and "in Latin letters, as the bank has it" in text
    assert IBAN in text, "what was typed is kept"
    assert keep(own, session, iban=IBAN, holder="Meera Rao", sent_along="on").status_code == 302
    [kept] = PayAddress.objects.filter(player=payee)
    assert kept.holder == "Meera Rao"
    shown = page(phone_of(owed.payer, session), session, owed).content.decode()
    assert "data:image/svg+xml" in shown


def test_a_sign_that_no_bank_reads_is_not_shown(night, owed):
    session = night.game.session
    session.club.currency = "MYR"
    session.club.save()
    keep(phone_of(owed.payee, session), session, duitnow="+60 12 345 6789", sent_along="on")
    shown = page(phone_of(owed.payer, session), session, owed).content.decode()
    assert "+60123456789" in shown and "Copy this into your bank’s app." in shown
    assert "data:image/svg+xml" not in shown


# The payment page of each end ----------------------------------------------------------------


def test_a_link_is_shown_with_its_amount_and_never_as_it_was_typed(night, owed):
    session = night.game.session
    browser = phone_of(owed.payee, session)
    keep(browser, session, link="https://paypal.me/asha/{amount}")
    filled = f"https://paypal.me/asha/{owed.amount / 100:.2f}"
    for reader in (browser, phone_of(owed.payer, session)):
        text = page(reader, session, owed).content.decode()
        assert f'value="{filled}"' in text and "{amount}" not in text


def test_the_payees_own_phone_offers_to_confirm_and_never_to_pay(night, owed):
    session = night.game.session
    browser = phone_of(owed.payee, session)
    keep(browser, session, upi="asha@okbank")
    text = page(browser, session, owed).content.decode()
    assert "data:image/svg+xml" in text, "the payer scans it"
    assert "upi://" not in text and " now" not in words(text)
    assert f"{owed.payer} pays you" in words(text)
    assert "I received this" in words(text) and 'name="word" value="received"' in text
    url = reverse("settlement:paid", args=[session.code])
    told = {"payer": owed.payer.pk, "payee": owed.payee.pk, "owed": owed.amount}
    browser.post(url, told | {"word": "received", "token": make.token()})
    assert "not owed any more" in page(browser, session, owed).content.decode()


def test_the_payers_phone_offers_to_pay_and_to_mark_it(night, owed):
    session = night.game.session
    keep(phone_of(owed.payee, session), session, upi="asha@okbank")
    text = page(phone_of(owed.payer, session), session, owed).content.decode()
    assert "I paid this" in words(text) and "I received this" not in words(text)
    assert 'class="btn btn--primary btn--wide" href="upi://' in text
