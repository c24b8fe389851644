"""Payment addresses are seen and changed by their owner, and shown to who owes."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.paying.models import PayAddress
from scorekeeper.settling.standing import standing
from tests import factories as make
from tests.factories import pool_hand

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
    return browser.post(reverse("paying:of_night", args=[session.code]), told)


def page(browser, session, owed):
    return browser.get(reverse("settling:pay", args=[session.code, owed.payer.pk, owed.payee.pk]))


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
    own = phone_of(third, session).get(reverse("paying:of_night", args=[session.code]))
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
    answer = browser.get(reverse("paying:of_night", args=[session.code]))
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
    url = reverse("settling:pay", args=[session.code, owed.payee.pk, owed.payer.pk])
    text = browser.get(url).content.decode()
    assert "not owed any more" in text and "upi://" not in text
