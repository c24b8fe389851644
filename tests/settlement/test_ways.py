"""Settling one session in four ways: the balances come to nothing in each, and a host chooses."""

import re
from collections import defaultdict
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.activity import describe, newest_first
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session
from scorekeeper.play.sessions import session_tables
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import owed, session_balances, terms_of
from scorekeeper.settlement.models import StepKind, Terms, Way
from scorekeeper.settlement.payments import record_step
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:4]


def hand(winner: str, **finishes: int) -> dict[str, object]:
    return pool_hand(winner, **finishes)


@pytest.fixture
def table() -> Table:
    """Asha lost to Dev, Dev to Meera, Meera to Asha, Omar to all: 10 a point."""
    table = make.session("points_rummy", NAMES, {"point_value": 10})
    return make.play(
        table,
        hand("Dev", Asha=30, Meera=2, Omar=5),
        hand("Meera", Dev=20, Asha=2, Omar=9),
        hand("Asha", Meera=25, Dev=7, Omar=11),
    )


def pk(table: Table, name: str) -> int:
    return next(player.pk for player in table.players if player.name == name)


def settle(table: Table, way: Way | None = None, **terms: Any) -> Terms:
    return agree(session=table.game.session, way=way, token=make.token(), by=None, **terms)


def plan(table: Table) -> list[tuple[str, str, int]]:
    balances = session_balances(table.game.session)
    return [(t.payer.name, t.payee.name, t.amount) for t in balances.plan.transfers]


def comes_to_nothing(session: Session) -> bool:
    """Whether gains and payments of all sum to zero; a purse counts for its holder."""
    balances = session_balances(session)
    shared = balances.terms.purses if balances.terms.way == Way.PURSES else []
    holder = {pk: purse[0] for purse in shared for pk in purse}
    left: dict[int, int] = defaultdict(int)
    for player, amount in balances.arrived.items():
        left[holder.get(player.pk, player.pk)] += amount
    for t in balances.plan.transfers:
        left[t.payer.pk] += t.amount
        left[t.payee.pk] -= t.amount
    return not any(left.values())


def host(table: Table):
    return make.client_with(Role.HOST, table.game.session.club)


def page(table: Table, name: str = "settle", *args: object, role: Role = Role.HOST) -> str:
    phone = make.client_with(role, table.game.session.club)
    answer = phone.get(reverse(f"settlement:{name}", args=[table.game.session.code, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


# The ways --------------------------------------------------------------------------------------


def test_at_first_it_is_the_fewest(table):
    assert terms_of(table.game.session).way == Way.FEWEST
    assert len(plan(table)) == 3


def test_who_lost_to_whom_leaves_out_what_goes_round(table):
    """Asha lost 300 − 70 … to Dev and won from Meera; what all three owe in a circle is left."""
    settle(table, Way.DIRECT)
    owed = {
        ("Asha", "Dev"): 300 - 70,
        ("Dev", "Meera"): 200 - 20,
        ("Meera", "Asha"): 250 - 20,
        ("Omar", "Dev"): 50,
        ("Omar", "Meera"): 90,
        ("Omar", "Asha"): 110,
    }
    least = min(owed[pair] for pair in (("Asha", "Dev"), ("Dev", "Meera"), ("Meera", "Asha")))
    for pair in (("Asha", "Dev"), ("Dev", "Meera"), ("Meera", "Asha")):
        owed[pair] -= least
    assert {(a, b): x for a, b, x in plan(table)} == {pair: x for pair, x in owed.items() if x}
    assert comes_to_nothing(table.game.session)


def test_through_a_banker_everybody_pays_one(table):
    settle(table, Way.BANKER, banker=pk(table, "Omar"))
    assert all("Omar" in (payer, payee) for payer, payee, _amount in plan(table))
    assert comes_to_nothing(table.game.session)


def test_a_household_settles_as_one_and_is_named(table):
    settle(table, Way.PURSES, purses=[[pk(table, "Asha"), pk(table, "Omar")]])
    for t in session_balances(table.game.session).plan.transfers:
        assert not {t.payer.name, t.payee.name} >= {"Asha", "Omar"}
    text = page(table)
    assert re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text)).count("Asha + Omar") >= 2
    shared = re.findall(r"<textarea[^>]* data-text>([^<]*)<", text)[0]
    assert "Asha + Omar pay " in shared or "pays Asha + Omar" in shared


def test_pots_go_from_who_put_in_to_who_got_it_in_proportion():
    table = make.session("pool_rummy", NAMES[:3], {"fee": 100})
    while table.game.closed_at is None:
        table = make.play(table, pool_hand("Asha", Dev=80, Meera=70))
        table.game.refresh_from_db()
    settle(table, Way.DIRECT)
    assert plan(table) == [("Dev", "Asha", 100), ("Meera", "Asha", 100)]
    assert comes_to_nothing(table.game.session)


def test_cash_and_what_is_under_way_is_not_asked_for_again(table):
    settle(table, Way.DIRECT)
    payer, payee, amount = plan(table)[0]
    people = {player.name: player for player in table.players}
    make.hands_over(table.game.session, people[payer], people[payee], amount)
    assert (payer, payee) not in {(a, b) for a, b, _amount in plan(table)}
    assert comes_to_nothing(table.game.session)


def test_all_that_was_paid_by_another_way_leaves_no_circle_to_pay(table):
    people = {player.name: player for player in table.players}
    for payer, payee, amount in plan(table):
        make.hands_over(table.game.session, people[payer], people[payee], amount)
    settle(table, Way.DIRECT)
    assert plan(table) == []
    assert "Nothing to pay right now" in page(table)


def test_a_corrected_hand_is_seen_in_every_way(table):
    settle(table, Way.DIRECT)
    first = plan(table)
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    assert plan(table) != first
    assert comes_to_nothing(table.game.session)


def test_random_sessions_come_to_nothing_in_every_way():
    rng = Random(3)
    table = make.session("points_rummy", make.NAMES, {"point_value": 7})
    ids = [player.pk for player in table.players]
    for _hand in range(6):
        winner, *others = rng.sample(make.NAMES, len(make.NAMES))
        table = make.play(table, hand(winner, **{name: rng.randint(2, 80) for name in others}))
        for way in Way:
            settle(
                table,
                way,
                banker=rng.choice(ids),
                purses=[ids[:2], ids[3:6]],
                step=rng.choice([0, 10, 50]),
            )
            assert comes_to_nothing(table.game.session), way
            step = terms_of(table.game.session).step
            assert not step or all(amount % step == 0 for *_ends, amount in plan(table))


# Who lost to whom -------------------------------------------------------------------------------


def pairs(session: Session) -> dict[tuple[str, str], int]:
    sums = owed(session, session_tables(session), beside(session))
    return {(a.name, b.name): amount for (a, b), amount in sums.items()}


def test_what_each_lost_comes_to_the_balances(table):
    session = table.game.session
    net = {player.name: 0 for player in table.players}
    for (debtor, creditor), amount in pairs(session).items():
        net[debtor] -= amount
        net[creditor] += amount
    assert net == {player.name: amount for player, amount in session_balances(session).net.items()}


# Choosing --------------------------------------------------------------------------------------


def post(table: Table, role: Role = Role.HOST, **fields: Any):
    phone = make.client_with(role, table.game.session.club)
    path = reverse("settlement:method_save", args=[table.game.session.code])
    return phone.post(path, {"token": make.token(), **fields})


def test_the_page_says_how_many_payments_each_way_takes(table):
    settle(
        table, Way.FEWEST, banker=pk(table, "Dev"), purses=[[pk(table, "Asha"), pk(table, "Dev")]]
    )
    text = words(page(table))
    for way, count in ((Way.FEWEST, 3), (Way.DIRECT, 5), (Way.BANKER, 3), (Way.PURSES, 2)):
        assert f"{way.label} {count} payments" in text, way


def test_one_tap_switches_and_the_club_is_told(table):
    before = Session.objects.get(pk=table.game.session_id).version
    assert post(table, way="direct").status_code == 302
    assert terms_of(table.game.session).way == Way.DIRECT
    assert Session.objects.get(pk=table.game.session_id).version > before
    (happening, *_rest) = newest_first(table.game.session.club)
    assert describe(happening) == "Settlement method: <bdi>Pay each winner directly</bdi>"


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_a_host_switches(table, role):
    assert post(table, role, way="direct").status_code == 403
    assert not Terms.objects.exists()
    assert '<button class="way"' not in page(table, role=role)


def test_sent_twice_it_is_agreed_once(table):
    sent: dict[str, Any] = {"token": make.token(), "way": "direct"}
    post(table, **sent)
    post(table, way="fewest")
    post(table, **sent)
    assert terms_of(table.game.session).way == Way.FEWEST
    assert Terms.objects.count() == 2


def test_a_token_that_agreed_on_something_else_is_told_so_and_both_are_shown(table):
    asha, dev = pk(table, "Asha"), pk(table, "Dev")
    whole: dict[str, Any] = {"whole": "1", "token": "one", "way": "banker", "banker": asha}
    whole |= {"step": "500", f"purse-{asha}": "1", f"purse-{dev}": "1"}
    for _time in range(2):
        assert post(table, **whole).status_code == 302
    for other in (
        {"way": "direct"},
        {"banker": dev},
        {"step": "1000"},
        {f"purse-{dev}": ""},
        {f"purse-{pk(table, 'Omar')}": "1"},
    ):
        answer = post(table, **(whole | other))
        assert answer.status_code == 409, other
        text = words(answer.content.decode())
        assert "This was already saved: One banker, Asha, Asha + Dev, ₹5." in text
    assert 'value="500" checked' in " ".join(answer.content.decode().split())
    assert Terms.objects.count() == 1
    answer = post(
        table, token="one", way="direct"
    )  # one tap: the rest is shown as it was agreed on
    assert answer.status_code == 409 and answer.content.decode().count(" selected") == 2


def test_all_of_it_at_once(table):
    asha, dev = pk(table, "Asha"), pk(table, "Dev")
    fields: dict[str, Any] = {"whole": "1", "way": "purses", "banker": asha, "step": "1000"}
    fields |= {f"purse-{asha}": "1", f"purse-{dev}": "1"}
    answer = post(table, **fields)
    assert answer.status_code == 302
    terms = terms_of(table.game.session)
    assert (terms.way, terms.banker_id, terms.purses, terms.step) == (
        "purses",
        asha,
        [[asha, dev]],
        1000,
    )


def test_a_way_that_lacks_something_is_refused_in_a_sentence(table):
    for way, sentence in (
        ("banker", "Choose a banker"),
        ("purses", "Choose the households first"),
    ):
        answer = post(table, way=way)
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
    assert not Terms.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"way": "nonsense"},
        {"way": "direct", "token": ""},
        {"whole": "1", "way": "fewest", "step": "7"},
        {"whole": "1", "way": "fewest", "step": "x"},
        {"whole": "1", "way": "banker", "banker": "x"},
        {"whole": "1", "way": "banker", "banker": 9**19},
    ],
)
def test_nonsense_is_refused_and_writes_nothing(table, fields):
    assert post(table, **fields).status_code == 400
    assert not Terms.objects.exists()


def test_somebody_of_another_club_keeps_no_bank_and_shares_no_purse(table):
    other = make.session("rummi", NAMES[:3])
    stranger = other.players[0].pk
    assert post(table, whole="1", way="banker", banker=stranger).status_code == 400
    with pytest.raises(ValidationError):
        settle(table, Way.PURSES, purses=[[pk(table, "Asha"), stranger]])
    with pytest.raises(ValidationError):
        settle(
            table, Way.PURSES, purses=[[pk(table, "Asha"), pk(table, "Dev")], [pk(table, "Dev")]]
        )
    assert not Terms.objects.exists()


def test_a_household_pays_in_the_plural(table):
    settle(table, Way.PURSES, purses=[[pk(table, "Asha"), pk(table, "Omar")]])
    host = make.host_client(table.game.session.club)
    settle_page = words(
        host.get(reverse("settlement:settle", args=[table.game.session.code])).content.decode()
    )
    pairs = {
        (t.payer, t.payee): t.payers
        for t in session_balances(table.game.session).plan.transfers
        if len(t.payers) > 1
    }
    assert pairs and "Asha + Omar → pay " in settle_page
    assert "Asha + Omar → pays" not in settle_page
    assert "Still to settle:" in settle_page
    for payer, payee in pairs:
        url = reverse("settlement:why", args=[table.game.session.code, payer.pk, payee.pk])
        page = words(host.get(url).content.decode())
        assert "Asha + Omar → pay " in page and "→ pays" not in page
    with translation.override("en"), currencies.reading_as("en-IN"):
        layout = SessionLayout(contents(table.game.session))
        sentences = [layout.pays_sentence(t) for t in layout.contents.transfers if t.payers]
    assert sentences and all(" pay " in sentence for sentence in sentences)


def test_a_household_is_named_whole_when_it_has_paid_too(table):
    session = table.game.session
    settle(table, Way.PURSES, purses=[[pk(table, "Asha"), pk(table, "Omar")]])
    owed = [t for t in session_balances(session).plan.transfers if t.payers]
    ends = [f"Asha + Omar → to {transfer.payee}" for transfer in owed]
    handovers = [make.sends(session, transfer) for transfer in owed]
    text = words(page(table))
    assert owed and all(end in text for end in ends), "it is sent"
    for handover in handovers:
        record_step(handover=handover, kind=StepKind.RECEIVED, token=make.token(), by=None)
    text = words(page(table))
    assert text.count("Paid ·") == len(owed) and all(end in text for end in ends)
    settle(table, Way.FEWEST)
    assert "Asha + Omar" not in words(page(table)), "they no longer settle together"


def test_the_households_of_the_last_session_are_proposed(table):
    asha, dev = pk(table, "Asha"), pk(table, "Dev")
    settle(table, Way.PURSES, purses=[[asha, dev]])
    later = make.session("points_rummy", NAMES, club=table.game.session.club)
    assert page(later, "method_list").count(" selected") == 2
    assert terms_of(later.game.session).purses == []


def test_households_that_were_cleared_do_not_come_back(table):
    asha, dev = pk(table, "Asha"), pk(table, "Dev")
    settle(table, Way.PURSES, purses=[[asha, dev]])
    settle(table, Way.FEWEST, purses=[])
    assert " selected" not in page(table, "method_list"), "not on the session itself"
    later = make.session("points_rummy", NAMES, club=table.game.session.club)
    assert " selected" not in page(later, "method_list"), "nor on the next"
    settle(table, purses=[[asha, dev]])
    settle(later, Way.DIRECT)
    assert " selected" not in page(later, "method_list"), "nor on one that agreed on none"


def test_a_closed_session_can_still_be_settled_another_way(table):
    close_session(session=table.game.session)
    assert post(table, way="direct").status_code == 302


def test_no_row_of_the_ledger_is_moved_by_choosing_a_way(table):
    before = list(Payment.objects.values_list("pk", flat=True))
    for way in (Way.DIRECT, Way.FEWEST):
        settle(table, way)
    assert list(Payment.objects.values_list("pk", flat=True)) == before
    assert not Payment.objects.exclude(kind=PaymentKind.GAME).exists()
