"""A debt's life: sent, received or disputed, taken back; by whose word, and seen by whom."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.activity import describe, newest_first
from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.clubs.services import add_players, name_device, say_who
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.selectors import hands_in_force
from scorekeeper.play.services import close_session
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Handover, HandoverStep, StepKind
from scorekeeper.settlement.page import page
from scorekeeper.settlement.payment_details.services import save_addresses
from scorekeeper.settlement.payments import (
    Reporter,
    record_deposits,
    record_step,
    reverse_cash,
)
from tests.helpers import factories as make
from tests.helpers.ledgers import balances
from tests.helpers.settlement.debts import Devices, played_session
from tests.helpers.settlement.pages import count_of, words

pytestmark = pytest.mark.django_db
RECEIVED, DISPUTED, UNDONE = StepKind.RECEIVED, StepKind.DISPUTED, StepKind.UNDONE


@pytest.fixture
def phones() -> Devices:
    return Devices(played_session())


def cash() -> list[Payment]:
    return list(Payment.objects.filter(kind=PaymentKind.CASH).order_by("pk"))


def version(phones: Devices) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=phones.session.pk)


def say_of_handover(
    phones: Devices, handover: Handover, kind: StepKind, who: str, token: str = ""
) -> None:
    member: Membership = getattr(phones, who)
    record_step(handover=handover, kind=kind, token=token or make.token(), by=member)


# Whose word ------------------------------------------------------------------------------------


def test_what_its_payer_sent_is_on_its_way_until_the_payee_has_it(phones):
    handover = phones.send("dev")
    balances = session_balances(phones.session)
    assert [h.pk for h in balances.under_way] == [handover.pk]
    assert balances.net[phones.table.players[1]] == -200, "still owed"
    assert phones.plan() == [("Meera", "Asha", 100)], "and nobody is asked for it again"
    assert cash() == []
    say_of_handover(phones, handover, RECEIVED, "asha")
    assert session_balances(phones.session).net[phones.table.players[1]] == 0
    asha, dev, _meera = phones.table.players
    assert [(p.payer, p.payee, p.amount) for p in cash()] == [(dev, asha, 200)]
    assert session_balances(phones.session).handovers == []


@pytest.mark.parametrize("who", ["asha", "host"])
def test_a_report_of_the_payee_or_a_host_settles_in_one_tap(phones, who):
    handover = phones.send(who)
    assert [step.kind for step in handover.steps.all()] == [RECEIVED]
    assert len(cash()) == 1 and session_balances(phones.session).handovers == []
    assert handover.as_host == (who == "host")
    assert handover.steps.get().as_host == (who == "host")


@pytest.mark.parametrize("who", ["meera", "scorer"])
def test_only_the_two_ends_or_a_host_may_report(phones, who):
    text = {"meera": "Only these two players", "scorer": "Choose whose device this is"}[who]
    with pytest.raises(Refusal, match=text):
        phones.send(who)
    handover = phones.send("dev")
    for kind in StepKind:
        with pytest.raises(Refusal, match="Only Asha or a host can confirm this"):
            say_of_handover(phones, handover, kind, who)
    assert not HandoverStep.objects.exists() and cash() == []


@pytest.mark.parametrize("kind", [RECEIVED, DISPUTED])
def test_a_payer_cannot_report_the_arrival(phones, kind):
    handover = phones.send("dev")
    with pytest.raises(Refusal, match="Only Asha or a host can confirm this"):
        say_of_handover(phones, handover, kind, "dev")
    assert cash() == []


def test_a_disputed_payment_is_owed_again_and_may_still_arrive(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, DISPUTED, "asha")
    assert ("Dev", "Asha", 200) in phones.plan()
    assert [h.state for h in session_balances(phones.session).handovers] == [DISPUTED]
    say_of_handover(phones, handover, RECEIVED, "asha")
    assert ("Dev", "Asha", 200) not in phones.plan()
    assert session_balances(phones.session).handovers == []


@pytest.mark.parametrize("again", [200, 50])
@pytest.mark.parametrize("who", ["dev", "host"])
def test_what_was_paid_again_since_is_not_also_received(phones, again, who):
    """Else the same debt is paid twice by two taps, and the balance turns round."""
    first = phones.send("dev")
    say_of_handover(phones, first, DISPUTED, "asha")
    second = phones.send(who, again)
    shown = page(
        phones.session, session_balances(phones.session), Reporter.from_membership(phones.asha)
    )
    assert [line.may for line in shown.pending if line.handover == first] == [{UNDONE}]
    with pytest.raises(Refusal, match="This has changed, maybe on another device"):
        say_of_handover(phones, first, RECEIVED, "asha")
    say_of_handover(phones, second, UNDONE, "host")
    say_of_handover(phones, first, RECEIVED, "asha")
    assert [p.amount for p in cash() if not p.reverses_id][-1] == 200
    assert list(audit_faults(phones.session)) == []


@pytest.mark.parametrize("who", ["dev", "asha", "host"])
@pytest.mark.parametrize("before", [(), (DISPUTED,)])
def test_payer_and_payee_can_undo_a_payment_that_has_not_arrived(phones, who, before):
    handover = phones.send("dev")
    for kind in before:
        say_of_handover(phones, handover, kind, "asha")
    say_of_handover(phones, handover, UNDONE, who)
    assert ("Dev", "Asha", 200) in phones.plan()
    assert session_balances(phones.session).handovers == []
    with pytest.raises(Refusal, match="This has changed, maybe on another device"):
        say_of_handover(phones, handover, RECEIVED, "asha")


def test_only_the_payee_or_a_host_can_undo_a_received_payment(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, RECEIVED, "asha")
    with pytest.raises(Refusal, match="Only Asha or a host can confirm this"):
        say_of_handover(phones, handover, UNDONE, "dev")
    say_of_handover(phones, handover, UNDONE, "asha")
    assert ("Dev", "Asha", 200) in phones.plan()
    assert [p.reverses_id for p in cash()] == [None, cash()[0].pk]
    assert list(audit_faults(phones.session)) == []


def test_each_report_keeps_its_author_and_whether_as_a_host(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, DISPUTED, "host")
    say_of_handover(phones, handover, RECEIVED, "asha")
    steps = [(s.kind, s.player and s.player.name, s.as_host) for s in handover.steps.order_by("pk")]
    assert steps == [(DISPUTED, None, True), (RECEIVED, "Asha", False)]
    assert (handover.player and handover.player.name, handover.as_host) == ("Dev", False)


@pytest.mark.parametrize(("name", "called"), [("", "Host"), ("Old phone", "Old phone (host)")])
def test_a_report_of_a_device_is_not_one_of_its_later_player(phones, name, called):
    name_device(membership=phones.host, name=name)
    phones.send("host")
    say_who(membership=phones.host, player=phones.table.players[2])
    pattern = rf"Received \S+ \w+ · {re.escape(called)} Undo"
    assert re.search(pattern, words(phones.page("asha")))


def test_a_report_stays_its_authors_when_the_device_changes_hands(phones):
    handover = phones.send("dev")
    say_who(membership=phones.dev, player=phones.table.players[2])
    handover = Handover.objects.get(pk=handover.pk)
    assert (handover.who, handover.called) == ("Dev", "Dev")


def taken_back(phones: Devices, name: str = "settle", *args: object) -> str:
    """The words in the closed part of a page."""
    url = reverse(f"settlement:{name}", args=[phones.session.code, *args])
    page = phones.browser("meera").get(url).content.decode()
    section = re.search(r'<details class="card" id="undone".*?</details>', page, re.S)
    return words(section[0]) if section else ""


def test_who_took_something_back_and_when_is_shown(phones):
    assert taken_back(phones) == ""
    first, second = phones.send("dev", 50), phones.send("host", 150)
    say_of_handover(phones, first, DISPUTED, "asha")
    say_of_handover(phones, first, UNDONE, "host")
    say_of_handover(phones, second, UNDONE, "asha")
    stamp = r"\S+ \w+"
    whole = taken_back(phones)
    assert re.fullmatch(
        rf"Undone \(2\) Dev → Asha ₹1.50 Received {stamp} · Host Undone {stamp} · Asha "
        rf"Dev → Asha ₹0.50 Sent {stamp} · Dev Not received {stamp} · Asha Undone {stamp} · Host",
        whole,
    )
    asha, dev, meera = (player.pk for player in phones.table.players)
    assert taken_back(phones, "why", dev, asha) == whole
    assert taken_back(phones, "why", meera, asha) == ""


def test_a_session_in_which_all_was_undone_says_so(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, UNDONE, "dev")
    (hand,) = hands_in_force(phones.table.game)
    corrections.void_hand(hand=hand)
    assert taken_back(phones).startswith("Undone (1) Dev → Asha ₹2 Sent")


# Again, in part, and too late --------------------------------------------------------------------


def test_the_same_again_changes_nothing_and_gets_the_first_answer(phones):
    handover = phones.send("dev", token="one")
    assert phones.send("dev", token="one") == handover
    say_of_handover(phones, handover, RECEIVED, "asha", "two")
    say_of_handover(phones, handover, UNDONE, "asha", "three")
    before = version(phones)
    assert phones.send("dev", token="one") == handover
    for kind, token in ((RECEIVED, "two"), (UNDONE, "three")):
        say_of_handover(phones, handover, kind, "asha", token)
    assert version(phones) == before
    assert len(cash()) == 2 and handover.steps.count() == 2


def test_a_token_that_wrote_something_else_says_what(phones):
    handover = phones.send("dev", token="one")
    with pytest.raises(OtherwiseError) as other:
        phones.send("dev", 150, token="one")
    assert other.value.first == handover


def test_two_payees_devices_that_say_the_same_pay_once(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, RECEIVED, "asha")
    say_of_handover(phones, handover, RECEIVED, "host")
    assert len(cash()) == 1


def test_what_was_received_cannot_be_disputed_by_a_page_of_before(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, RECEIVED, "host")
    with pytest.raises(Refusal, match="This has changed, maybe on another device"):
        say_of_handover(phones, handover, DISPUTED, "asha")


def test_parts_go_their_own_ways(phones):
    first = phones.send("dev", 50)
    assert ("Dev", "Asha", 150) in phones.plan()
    second = phones.send("dev", 150)
    assert phones.plan() == [("Meera", "Asha", 100)]
    say_of_handover(phones, second, RECEIVED, "asha")
    say_of_handover(phones, first, DISPUTED, "asha")
    assert ("Dev", "Asha", 50) in phones.plan()


def test_money_that_arrived_stays_whatever_the_hands_come_to_later(phones):
    handover = phones.send("dev")
    (hand,) = hands_in_force(phones.table.game)
    corrections.void_hand(hand=hand)
    assert phones.plan() == [("Asha", "Dev", 200)], "what is on its way would come back"
    say_of_handover(phones, handover, RECEIVED, "asha")
    assert phones.plan() == [("Asha", "Dev", 200)]
    assert list(audit_faults(phones.session)) == []


def test_money_handed_over_before_this_was_said_step_by_step_is_undone(phones):
    asha, dev, _meera = phones.table.players
    old = Payment.objects.create(
        session=phones.session, kind="cash", payer=dev, payee=asha, amount=200, reason="cash"
    )
    assert "Undo" in phones.page("asha") and "Undo" not in phones.page("dev")
    with pytest.raises(Refusal, match="Only Asha or a host can undo this"):
        reverse_cash(payment=old, token="t", by=phones.dev)
    for _time in range(2):
        reverse_cash(payment=old, token="t", by=phones.asha)
    assert len(cash()) == 2 and ("Dev", "Asha", 200) in phones.plan()
    pattern = r"Undone \(1\) Dev → Asha ₹2 \S+ \w+ Undone \S+ \w+ · Asha"
    assert re.fullmatch(pattern, taken_back(phones))


# Paid in during the session
# ------------------------------------------------------------------------


def paid_in(
    phones: Devices, who: str = "asha", payers: str = "12", **more: object
) -> list[Handover]:
    fields = {
        "amount": 500,
        "purpose": "kitty",
        "token": "kitty-1",
        "by": getattr(phones, who),
    } | more
    players = phones.table.players
    return record_deposits(
        session=phones.session,
        payers=[players[int(n)].pk for n in payers],
        payee=players[0].pk,
        **fields,
    )


@pytest.mark.parametrize("who", ["asha", "host"])
def test_the_holder_owes_a_kitty_back(phones, who):
    before = balances(phones.session)
    asha, dev, meera = phones.table.players
    payment = paid_in(phones, who)
    assert paid_in(phones, who) == payment
    after = session_balances(phones.session).net
    assert after == balances(phones.session)
    assert [after[p] - before[p] for p in (asha, dev, meera)] == [-1000, 500, 500]
    assert "kitty" in phones.page("dev")


@pytest.mark.parametrize("who", ["dev", "scorer"])
def test_only_the_holder_or_a_host_records_a_kitty(phones, who):
    with pytest.raises(Refusal, match="Only Asha or a host can confirm this"):
        paid_in(phones, who)


def test_a_kitty_of_others_by_the_same_token_is_refused(phones):
    paid_in(phones)
    for wrong in ({"amount": 400}, {"payers": "1"}, {"purpose": "advance"}):
        with pytest.raises(OtherwiseError):
            paid_in(phones, **wrong)


def test_a_player_of_another_club_cannot_pay_in(phones):
    stranger = played_session().players[1]
    with pytest.raises(ValueError, match="players"):
        record_deposits(
            session=phones.session,
            payers=[stranger.pk],
            payee=phones.table.players[0].pk,
            amount=5,
            purpose="kitty",
            token="t",
            by=None,
        )


# On the page -------------------------------------------------------------------------------------


def posted(phones: Devices, **more: object) -> dict[str, object]:
    asha, dev, _meera = phones.table.players
    fields = {"payer": dev.pk, "payee": asha.pk, "owed": 200, "word": "sent", "token": make.token()}
    return {**fields, **more}


def test_a_guest_sees_his_own_first_with_the_one_thing_he_can_say(phones):
    meera = phones.page("meera")
    assert meera.index("You pay") < meera.index("Dev</bdi>")
    assert count_of(meera, "I paid this") == count_of(meera, "I paid this part") == 1
    assert "I received this" not in meera
    asha = phones.page("asha")
    assert asha.count("You get back") == 2
    assert count_of(asha, "I received this") == count_of(asha, "I received this part") == 2


def rows(page: str) -> list[str]:
    """The rows of who pays whom, in words."""
    listed = page[page.index('<ul class="transfers">') :]
    return [
        words(row) for row in re.findall(r"<li .*?</li>", listed[: listed.index("</ul>")], re.S)
    ]


@pytest.mark.parametrize("pays", ["Dev", "Meera"])
def test_a_row_that_is_paid_stays_where_it_was_and_is_crossed_out(phones, pays):
    before = rows(phones.page("host"))
    place = next(index for index, row in enumerate(before) if row.startswith(pays))
    _asha, dev, meera = phones.table.players
    payer, amount = {"Dev": (dev, 200), "Meera": (meera, 100)}[pays]
    fields = posted(phones, payer=payer.pk, owed=amount, word="received")
    phones.browser("host").post(phones.url("paid"), fields)
    page = phones.page("host")
    after = rows(page)
    assert [row.split()[0] for row in after] == [row.split()[0] for row in before]
    assert "Paid" in after[place] and "Mark as paid" not in after[place]
    assert re.search(rf"<s>\s*<bdi>{pays}</bdi>.*?</s>", page, re.S)
    assert "Mark as paid" in after[1 - place] and page.count("transfer--paid") == 1


def test_a_row_that_was_sent_stays_where_it_was(phones):
    before = rows(phones.page("host"))
    phones.send("dev")
    after = rows(phones.page("host"))
    assert [row.split()[0] for row in after] == [row.split()[0] for row in before]
    assert "Awaiting confirmation" in "".join(after)


def test_what_was_not_received_is_named_with_its_debt_and_waits_for_nobody(phones):
    before = rows(phones.page("host"))
    handover = phones.send("dev")
    say_of_handover(phones, handover, DISPUTED, "asha")
    disputed = rows(phones.page("host"))
    assert len(disputed) == len(before), "it is no second debt"
    (own,) = [row for row in disputed if row.startswith("Dev")]
    assert re.search(r"₹2 · Sent \S+ \w+ · Dev Not received \S+ \w+ · Asha Undo Dev → Asha", own)
    phones.send("host")
    for who in ("dev", "asha", "meera", "host"):
        page = phones.page(who)
        (own,) = [row for row in rows(page) if row.startswith("Dev")]
        assert re.search(r"Paid ·.* Not received \S+ \w+ · Asha$", own), own
        assert "Waiting for" not in page and "counts once it is confirmed" not in page
    fields = posted(phones, payer=phones.table.players[2].pk, owed=100, word="received")
    phones.browser("host").post(phones.url("paid"), fields)
    assert "Nothing to pay right now" in phones.page("host")


def test_a_disputed_payment_has_its_own_row_once_nothing_is_owed_for_it(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, DISPUTED, "asha")
    (hand,) = hands_in_force(phones.table.game)
    corrections.void_hand(hand=hand)
    (row,) = rows(phones.page("dev"))
    assert "Not received" in row and "Undo" in row and "Waiting for" not in row


def test_a_row_has_one_thing_to_do_and_the_rest_behind_it(phones):
    save_addresses(
        player=phones.table.players[0], addresses={"upi": "asha@okbank"}, sent_along=True
    )
    for who, says, look in (
        ("dev", "I paid this", " btn--primary"),
        ("asha", "I received this", " btn--primary"),
        ("host", "Mark as paid", ""),  # one of many
    ):
        page = phones.page(who)
        row = re.findall(r'<li class="transfer[ "].*?</li>', page, re.S)[0]
        plain = re.sub(r"<details.*?</details>", "", row, flags=re.S)
        assert re.findall(r'class="btn[^"]*"', plain) == [f'class="btn{look}"'], who
        assert says in words(plain) and reverse("settlement:pay", args=pay_ends(phones)) in row, who


def pay_ends(phones: Devices) -> list[object]:
    asha, dev, _meera = phones.table.players
    return [phones.session.code, dev.pk, asha.pk]


def test_a_device_without_a_player_chooses_one_in_one_tap(phones):
    guest = make.client_with(Role.VIEWER, phones.session.club)
    assert "Who’s using this device?" in guest.get(phones.url()).content.decode()
    dev = phones.table.players[1]
    assert guest.post(phones.url("me"), {"player": dev.pk}).headers["Location"] == phones.url()
    page = guest.get(phones.url()).content.decode()
    assert "Who’s using this device?" not in page and "You pay" in page
    for wrong in ("", "x", "9" * 30, played_session().players[0].pk):
        assert guest.post(phones.url("me"), {"player": wrong}).status_code == 404


def test_a_payer_sends_and_the_payee_says_that_it_arrived(phones):
    assert phones.browser("dev").post(phones.url("paid"), posted(phones)).status_code == 302
    dev, asha = words(phones.page("dev")), words(phones.page("asha"))
    assert "Awaiting confirmation" in dev and "Waiting for Asha or a host to confirm." in dev
    assert "Undo" in dev and "Not received" not in dev
    assert "Not received" in asha
    handover = Handover.objects.get()
    step = {"handover": handover.pk, "kind": "received", "token": make.token()}
    for _time in range(2):
        assert phones.browser("asha").post(phones.url("step"), step).status_code == 302
    page = words(phones.page("meera"))
    assert re.search(r"Dev → to Asha ₹2 .*Sent \S+ \w+ · Dev .*Received \S+ \w+ · Asha", page)
    assert len(cash()) == 1


def test_a_host_who_reports_for_others_is_named_as_host(phones):
    named = make.member(Role.HOST, phones.session.club)
    named.player = phones.table.players[2]
    named.save()
    make.client_as(named).post(phones.url("paid"), posted(phones, word="received"))
    assert re.search(r"Received \S+ \w+ · Meera \(host\)", words(phones.page("dev")))


def host_who_owes(phones: Devices) -> Client:
    """The host of the table is Dev."""
    say_who(membership=phones.host, player=phones.table.players[1])
    return phones.browser("host")


def hidden(page: str, token: str = "t") -> list[dict[str, str]]:
    """The forms for Dev's debt, whole and in part, as a tap sends them."""
    forms = re.findall(r"<form[^>]*settle/paid/.*?</form>", page, re.S)
    inputs = [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]
    return [
        posted_form | {"token": token} for posted_form in inputs if posted_form.get("owed") == "200"
    ]


def test_a_host_who_owes_reports_it_sent_and_the_payee_is_asked(phones):
    browser, (asha, dev, _meera) = host_who_owes(phones), phones.table.players
    own = browser.get(phones.url()).content.decode()
    assert count_of(own, "I paid this") == count_of(own, "I paid this part") == 1
    assert count_of(own, "Mark as paid") == count_of(own, "Mark part as paid") == 1  # Meera's
    pay = reverse("settlement:pay", args=[phones.session.code, dev.pk, asha.pk])
    sign = browser.get(pay).content.decode()
    assert "I paid this" in sign
    whole, part = hidden(own)
    (by_sign,) = hidden(sign)
    assert [form["word"] for form in (whole, part, by_sign)] == ["sent"] * 3
    assert browser.post(phones.url("paid"), by_sign).status_code == 302
    assert cash() == [] and not Handover.objects.get().as_host
    assert "I received this" in phones.page("asha")
    assert [t.state for t in session_balances(phones.session).under_way] == ["sent"]


def test_a_host_who_is_paid_reports_the_arrival(phones):
    say_who(membership=phones.host, player=phones.table.players[0])
    page = phones.page("host")
    assert count_of(page, "I received this") == 2 and not count_of(page, "Mark as paid")
    assert [form["word"] for form in hidden(page)] == ["received", "received"]


def test_a_payer_cannot_say_that_it_was_received(phones):
    answer = phones.browser("dev").post(phones.url("paid"), posted(phones, word="received"))
    assert answer.status_code == 403
    assert "Only Asha or a host can confirm this." in words(answer.content.decode())
    assert not Handover.objects.exists()


@pytest.mark.parametrize("word", ["", "disputed", "undone", "paid"])
def test_a_transfer_takes_no_other_report(phones, word):
    fields = posted(phones, word=word)
    assert phones.browser("host").post(phones.url("paid"), fields).status_code == 400
    assert not Handover.objects.exists()


def test_a_token_that_reported_sent_does_not_report_received(phones):
    handover = phones.send("host", token="one", word="sent")
    assert phones.send("host", token="one", word="sent") == handover
    with pytest.raises(OtherwiseError):
        phones.send("host", token="one", word="received")
    say_of_handover(phones, handover, RECEIVED, "asha", "two")
    assert phones.send("host", token="one", word="sent") == handover
    assert len(cash()) == 1


def test_somebody_who_confirms_anothers_receipt_is_told_beside_it(phones):
    handover = phones.send("dev")
    step = {"handover": handover.pk, "kind": "received", "token": make.token()}
    answer = phones.browser("meera").post(phones.url("step"), step)
    assert answer.status_code == 403
    page = answer.content.decode()
    assert re.search(r'id="handover-\d+".*Only Asha or a host can confirm this\.', page, re.S)
    assert cash() == []


def test_a_guest_who_pays_for_others_is_told_beside_it_and_keeps_what_he_typed(phones):
    answer = phones.browser("meera").post(phones.url("paid"), posted(phones, part="0.70"))
    assert answer.status_code == 403
    page = words(answer.content.decode())
    assert (
        "Only these two players or a host can do that." in page and "You had entered 0.70." in page
    )


def test_a_debt_that_is_gone_keeps_what_was_typed(phones):
    phones.send("host")
    answer = phones.browser("dev").post(phones.url("paid"), posted(phones, part="0.70"))
    assert answer.status_code == 409
    page = words(answer.content.decode())
    assert "This had already changed" in page and "You had entered 0.70." in page


def test_a_report_that_others_overtook_is_refused(phones):
    handover = phones.send("dev")
    say_of_handover(phones, handover, UNDONE, "dev")
    step = {"handover": handover.pk, "kind": "received", "token": make.token()}
    answer = phones.browser("asha").post(phones.url("step"), step)
    assert answer.status_code == 409
    assert "This has changed, maybe on another device" in answer.content.decode()


@pytest.mark.parametrize(
    "wrong", [{"kind": "x"}, {"handover": "x"}, {"token": ""}, {"handover": "9" * 30}]
)
def test_a_step_that_makes_no_sense_is_refused(phones, wrong):
    step = {"handover": phones.send("dev").pk, "kind": "received", "token": "t"} | wrong
    assert phones.browser("asha").post(phones.url("step"), step).status_code == 400
    assert not HandoverStep.objects.exists()


def test_a_handover_of_another_session_does_not_exist_here(phones):
    other = Devices(played_session())
    step = {"handover": other.send("dev").pk, "kind": "received", "token": "t"}
    assert phones.browser("host").post(phones.url("step"), step).status_code == 404


def test_only_its_payee_or_a_host_takes_money_back_by_the_page(phones):
    phones.send("host")
    (payment,) = cash()
    for who, status in (("dev", 403), ("scorer", 403), ("asha", 302)):
        answer = phones.browser(who).post(phones.url("unpaid"), {"payment": payment.pk})
        assert answer.status_code == status, who
    assert ("Dev", "Asha", 200) in phones.plan()


def test_the_text_for_the_group_tells_what_is_on_its_way(phones):
    phones.send("dev")
    assert "Dev has sent Asha ₹2, awaiting confirmation" in phones.page("meera")


def advance(phones: Devices, who: str, **more: object) -> tuple[int, str]:
    asha, dev, meera = phones.table.players
    fields = {
        "what": "advance",
        "payee": asha.pk,
        "payers": [dev.pk, meera.pk],
        "amount": "2.50",
        "token": make.token(),
    }
    answer = phones.browser(who).post(phones.url("deposit_new"), fields | more)
    return answer.status_code, words(answer.content.decode())


def test_an_advance_is_written_down_by_page_and_kept_where_it_is_wrong(phones):
    assert advance(phones, "asha")[0] == 302
    assert [p.amount for p in cash()] == [250, 250]
    for wrong, says in (
        ({"amount": "a lot"}, "Enter an amount such as"),
        ({"amount": "0"}, "Enter more than 0."),
        ({"amount": ""}, "Enter how much it was."),
        ({"payers": []}, "Choose who pays it in."),
        ({"payers": [phones.table.players[0].pk]}, "Choose who pays it in."),
        ({"payee": ""}, "Choose who holds it."),
        ({"what": "x"}, "x is not one of the available choices."),
    ):
        status, page = advance(phones, "asha", **wrong)
        assert status == 400 and says in page, wrong
    assert len(cash()) == 2


def test_an_advance_for_another_names_who_may_record_it(phones):
    status, page = advance(phones, "dev")
    assert status == 403 and "Only Asha or a host can confirm this." in page
    page = words(phones.browser("scorer").get(phones.url("deposit_new")).content.decode())
    assert "The person holding the money enters it, or a host." in page


def test_after_closing_only_a_host_writes_an_advance_down(phones):
    close_session(session=phones.session)
    assert phones.url("deposit_new") not in phones.page("asha")
    page = phones.browser("asha").get(phones.url("deposit_new")).content.decode()
    assert "This session has ended. Only a host can still save or undo this" in page
    status, page = advance(phones, "asha")
    assert status == 409 and "This session has ended. Only a host can still" in page
    assert cash() == []
    assert advance(phones, "host")[0] == 302
    text = str(describe(newest_first(phones.session.club)[0]))
    assert text == "Paid after the session ended: <bdi>advance</bdi>"


def test_after_closing_only_a_host_takes_an_advance_back(phones):
    advance(phones, "asha", amount="0.50")
    first, second = cash()
    phones.send("asha", amount=100)
    close_session(session=phones.session)
    before = version(phones)
    assert phones.page("asha").count("/settle/unpaid/") == 1, "what settled a transfer"
    step = {"handover": first.handed.handover.pk, "kind": "undone", "token": "t"}
    for name, posted in (("unpaid", {"payment": first.pk}), ("step", step)):
        answer = phones.browser("asha").post(phones.url(name), posted)
        assert answer.status_code == 409
        assert "This session has ended. Only a host can still" in answer.content.decode()
    assert (len(cash()), version(phones)) == (3, before)
    assert not newest_first(phones.session.club).filter(kind__startswith="late_").exists()

    assert phones.page("host").count("/settle/unpaid/") == 3
    for payment in (first, second, first):
        answer = phones.browser("host").post(phones.url("unpaid"), {"payment": payment.pk})
        assert answer.status_code == 302
    said_late = newest_first(phones.session.club).filter(kind__startswith="late_")
    assert [str(describe(happening)) for happening in said_late] == [
        "Payment undone after the session ended: <bdi>advance</bdi>"
    ] * 2


def test_cash_that_settles_a_closed_session_stays_its_payees_to_undo(phones):
    close_session(session=phones.session)
    phones.send("asha")
    (payment,) = cash()
    answer = phones.browser("asha").post(phones.url("unpaid"), {"payment": payment.pk})
    assert answer.status_code == 302 and ("Dev", "Asha", 200) in phones.plan()
    assert not newest_first(phones.session.club).filter(kind__startswith="late_").exists()


@pytest.mark.parametrize("reworded", ["Bargeld", "नकद", "advance"])
def test_money_for_a_debt_stays_that_however_it_is_worded(phones, reworded):
    close_session(session=phones.session)
    handover = phones.send("asha")
    Payment.objects.update(reason=reworded)
    Handover.objects.update(reason=reworded)
    assert "Buy-ins and deposits" not in phones.page("asha")
    assert "Undo" in phones.page("asha")
    (payment,) = cash()
    reverse_cash(payment=payment, token="t", by=phones.asha)
    assert "advance" not in taken_back(phones) and reworded not in taken_back(phones)
    assert handover.deposit is None


def test_a_deposit_stays_one_however_it_is_worded(phones):
    paid_in(phones)
    Payment.objects.update(reason="cash")
    Handover.objects.update(reason="cash")
    assert "Buy-ins and deposits" in phones.page("asha")
    close_session(session=phones.session)
    assert "Undo" not in phones.page("asha")
    for payment in cash():
        with pytest.raises(Refusal, match="Only a host can still"):
            reverse_cash(payment=payment, token="t", by=phones.asha)
    assert list(audit_faults(phones.session)) == []


def test_after_closing_an_advance_of_before_the_steps_is_a_hosts_as_well(phones):
    asha, dev, _meera = phones.table.players
    old = Payment.objects.create(
        session=phones.session,
        kind="cash",
        deposit="advance",
        payer=dev,
        payee=asha,
        amount=200,
        reason="advance",
    )
    close_session(session=phones.session)
    old.refresh_from_db()
    assert "Undo" not in phones.page("asha")
    with pytest.raises(Refusal, match="Only a host can still"):
        reverse_cash(payment=old, token="t", by=phones.asha)
    assert cash() == [old]
    reverse_cash(payment=old, token="t", by=phones.host)
    assert len(cash()) == 2
    assert newest_first(phones.session.club).filter(kind="late_paid_back").exists()


def test_an_advance_sent_twice_with_something_else_says_what_is_written_down(phones):
    assert advance(phones, "asha", token="t")[0] == 302
    status, page = advance(phones, "asha", token="t", amount="3")
    assert status == 409 and "This was already saved: Dev had paid Asha ₹2.50." in page


def test_who_has_no_seat_and_handed_money_over_has_a_page(phones):
    asha = phones.table.players[0]
    (zoya,) = add_players(club=phones.session.club, names=["Zoya"])
    url = reverse("scoreboard:player", args=[phones.session.code, zoya.pk])
    assert phones.browser("dev").get(url).status_code == 404
    make.hands_over(phones.session, zoya, asha, 500)
    page = words(phones.browser("dev").get(url).content.decode())
    assert "Zoya" in page and "advance" in page


# All at once -----------------------------------------------------------------------------------


def all_paid(phones: Devices) -> dict[str, list[str]]:
    """What the one button at the bottom of a host's page sends."""
    page = phones.page("host")
    (form,) = re.findall(r"settle/paid/all/.*?</form>", page, re.S)
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(debt|handover|token)"\s+value="([^"]+)"', form):
        fields.setdefault(name, []).append(value)
    return fields


def test_a_host_marks_all_as_paid_what_is_owed_and_what_was_sent_once(phones):
    handover = phones.send("dev")
    fields, browser = all_paid(phones), phones.browser("host")
    assert fields["handover"] == [str(handover.pk)] and len(fields["debt"]) == 1
    for _tap in range(2):
        assert browser.post(phones.url("all_paid"), fields).status_code == 302
    assert [(str(p.payer), str(p.payee), p.amount) for p in cash()] == [
        ("Dev", "Asha", 200),
        ("Meera", "Asha", 100),
    ]
    assert phones.plan() == [] and session_balances(phones.session).handovers == []
    assert list(audit_faults(phones.session)) == []
    page = phones.page("host")
    assert "Mark all as paid" not in page and count_of(page, "Undo") == 2


def test_a_token_that_marked_all_as_paid_writes_nothing_else(phones):
    asha, dev, _meera = phones.table.players
    fields, browser = all_paid(phones), phones.browser("host")
    browser.post(phones.url("all_paid"), fields)
    single = {"payer": dev.pk, "payee": asha.pk, "owed": 200, "word": "received"}
    for name, sent in (("paid", single), ("all_paid", {"debt": fields["debt"][:1]})):
        answer = browser.post(phones.url(name), {**sent, "token": fields["token"][0]})
        assert "This was already saved" in words(answer.content.decode())
    assert len(cash()) == 2


def test_all_is_paid_as_it_was_shown_or_nothing_is(phones):
    fields = all_paid(phones)
    phones.send("dev")
    answer = phones.browser("host").post(phones.url("all_paid"), fields)
    assert answer.status_code == 409
    assert "This had already changed" in words(answer.content.decode())
    assert cash() == []
    assert phones.browser("asha").post(phones.url("all_paid"), fields).status_code == 403


def test_a_payer_of_two_payments_pays_both(phones):
    """Each has the token, with its number."""
    points = {"Meera": 3, "Asha": 5, "Dev": 9}
    lines = {name: {"points": each} for name, each in points.items()}
    make.play(phones.table, {"deal": {}, "lines": lines})
    fields = all_paid(phones)
    phones.browser("host").post(phones.url("all_paid"), fields)
    assert [(str(p.payer), str(p.payee)) for p in cash()] == [("Dev", "Asha"), ("Dev", "Meera")]
    assert phones.plan() == []


def test_one_page_has_one_gold_button_however_many_payments_await_the_reader(phones):
    for transfer in session_balances(phones.session).plan.transfers:
        make.sends(phones.session, transfer)
    for who, golden in (("asha", 1), ("host", 1), ("dev", 0)):
        page = phones.page(who).partition('id="settle"')[2]
        buttons = re.findall(r"<(?:a|button)[^>]*btn--primary[^>]*>([^<]*)", page)
        assert len(buttons) == golden, (who, buttons)
    assert count_of(phones.page("asha"), "I received this") == 2
