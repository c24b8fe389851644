"""Debts taken along to the next session: booked on both, taken back on both."""

import re
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.house_rules.choice import GamePlan
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.services import reverse_payment
from scorekeeper.play.services import close_session, open_session
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.carry_over import (
    Debt,
    carry,
    carry_to_next,
    reverse_carry,
)
from scorekeeper.settlement.models import CarryOver, Way
from scorekeeper.table.starting.services import start_next_game, today
from tests.helpers import factories as make
from tests.helpers.ledgers import balances
from tests.helpers.settlement.debts import Devices, played_session
from tests.helpers.settlement.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> Devices:
    return Devices(played_session())


def later(phones: Devices, day: int = 27) -> Session:
    return open_session(club=phones.session.club, played_on=date(2026, 11, day))


def owed(session: Session) -> list[tuple[str, str, int]]:
    transfers = session_balances(session).plan.transfers
    return sorted((t.payer.name, t.payee.name, t.amount) for t in transfers)


def debts(session: Session) -> list[Debt]:
    return [(t.payer.pk, t.payee.pk, t.amount) for t in session_balances(session).plan.transfers]


def taken(
    phones: Devices, to: Session, what: list[Debt] | None = None, token: str = "t"
) -> CarryOver:
    here = phones.session
    chosen_debts = debts(here) if what is None else what
    return carry(from_session=here, to_session=to, debts=chosen_debts, token=token, by=phones.host)


def test_a_carried_debt_is_settled_here_and_owed_there(phones):
    to = later(phones)
    before = owed(phones.session)
    carry_over = taken(phones, to)
    assert owed(phones.session) == [] and owed(to) == before
    for session in (phones.session, to):
        assert session_balances(session).net == balances(session)
        assert list(audit_faults(session)) == []
    page = phones.page("dev")
    assert "Carried over to" in page
    text = phones.browser("dev").get(phones.url().replace(phones.session.code, to.code))
    assert "Carried over from" in text.content.decode()
    for _time in range(2):
        reverse_carry(carried=carry_over, by=phones.host)
    assert owed(phones.session) == before and owed(to) == []
    taken_back = phones.page("dev").partition('id="undone"')[2]
    pattern = r"Dev → Asha ₹2 Meera → Asha ₹1 · carried over to .* · Host Undone \S+ \w+ · Host"
    assert re.search(pattern, words(taken_back))
    assert Payment.objects.filter(kind=PaymentKind.CARRIED).count() == 8
    assert list(audit_faults(phones.session)) == []


def test_before_the_next_session_exists_one_button_starts_it_and_carries_over(phones):
    page = carry_page(phones)
    assert "Start the next session and carry over" in page and "come back" not in page
    what = [f"{payer}-{payee}-{amount}" for payer, payee, amount in debts(phones.session)]
    before, fields = owed(phones.session), {"to": "next", "token": "next", "debt": what}
    for _time in range(2):
        answer = phones.browser("host").post(
            phones.url("carry_over_new"), fields | {"from": phones.session.code}
        )
        assert answer.status_code == 302
    target = phones.session.club.sessions.exclude(pk=phones.session.pk).get()
    assert owed(phones.session) == [] and owed(target) == before
    assert target.played_on >= phones.session.played_on and not target.games.exists()


def test_nothing_is_started_for_a_debt_that_is_no_longer_owed(phones):
    fields = {"to": "next", "token": "next", "debt": ["1-2-3"], "from": phones.session.code}
    answer = phones.browser("host").post(phones.url("carry_over_new"), fields)
    assert answer.status_code == 409
    assert phones.session.club.sessions.count() == 1


def test_a_session_started_for_a_debt_is_of_the_day_on_which_it_is_played(phones):
    carried = carry_to_next(
        from_session=phones.session, debts=debts(phones.session), token="t", by=phones.host
    )
    before = date(2026, 11, 20)
    Session.objects.filter(pk=carried.to_session_id).update(played_on=before)
    plan = GamePlan("points_rummy")
    players = phones.table.players[:2]
    for number in range(2):
        start_next_game(
            session=carried.to_session, players=players, plan=plan, token=str(number), by=None
        )
    assert Session.objects.get(pk=carried.to_session_id).played_on == today(phones.session.club)


def carry_page(phones: Devices) -> str:
    return phones.browser("host").get(phones.url("carry_over_new")).content.decode()


def test_one_debt_can_be_carried_and_the_rest_stays(phones):
    to = later(phones)
    taken(phones, to, debts(phones.session)[:1])
    assert owed(phones.session) == [("Meera", "Asha", 100)]
    assert owed(to) == [("Dev", "Asha", 200)]


def test_the_same_again_carries_once(phones):
    to = later(phones)
    first = debts(phones.session)
    carry_over = taken(phones, to, first)
    assert taken(phones, to, first) == carry_over
    for wrong in (first[:1], [*first[:1], (1, 2, 3)]):
        with pytest.raises(OtherwiseError):
            taken(phones, to, wrong)
    with pytest.raises(OtherwiseError):
        taken(phones, later(phones, 28), first)
    assert CarryOver.objects.count() == 1


@pytest.mark.parametrize("more", [1, -1])
def test_what_is_not_owed_so_is_not_carried(phones, more):
    payer, payee, amount = debts(phones.session)[0]
    for wrong in ([(payer, payee, amount + more)], [(payee, payer, amount)]):
        with pytest.raises(Refusal, match="This had already changed"):
            taken(phones, later(phones), wrong)
    with pytest.raises(Refusal, match="Choose what to carry over"):
        taken(phones, later(phones), [])
    assert not CarryOver.objects.exists()


def test_what_is_on_its_way_is_not_carried_as_well(phones):
    before = debts(phones.session)
    phones.send("dev")
    with pytest.raises(Refusal, match="This had already changed"):
        taken(phones, later(phones), before)


def test_it_goes_to_a_later_open_session_of_the_club_only(phones):
    closed, before = later(phones), later(phones, 19)
    close_session(session=closed)
    for wrong in (closed, before, phones.session, played_session().game.session):
        with pytest.raises(Refusal, match="is not a later one"):
            taken(phones, wrong)


def test_a_debt_carried_on_leaves_every_session_square_but_the_last(phones):
    middle, last = later(phones), later(phones, 28)
    before = owed(phones.session)
    taken(phones, middle)
    carry(from_session=middle, to_session=last, debts=debts(middle), token="on", by=phones.host)
    assert [owed(s) for s in (phones.session, middle, last)] == [[], [], before]


def test_a_carry_undone_on_one_session_only_is_noticed(phones):
    carry_over = taken(phones, later(phones))
    row = carry_over.rows.select_related("out").order_by("pk")[0]
    call_command("checkledger")
    reverse_payment(payment=row.out, by=None)
    for session in (carry_over.from_session, carry_over.to_session):
        assert list(audit_faults(session)) == [
            f"carry-over {carry_over.pk}: undone in one session only"
        ]
    with pytest.raises(CommandError):
        call_command("checkledger")


def test_a_session_alone_shows_the_debts_carried_into_it(phones):
    """Like a carry-over imported with one session: the other session is not here."""
    asha, dev, _meera = phones.table.players
    Payment.objects.create(
        session=phones.session,
        kind="carried",
        payer=dev,
        payee=asha,
        amount=5,
        reason="from before",
    )
    assert list(audit_faults(phones.session)) == []
    assert "from before" in phones.page("dev")


# By page -----------------------------------------------------------------------------------------


def post(phones: Devices, session: Session, *, here: Session | None = None, **more: object):
    game_session = here or phones.session
    fields = {
        "from": phones.session.code,
        "to": session.code,
        "debt": ["-".join(map(str, debt)) for debt in debts(phones.session)],
        "token": make.token(),
    }
    url = phones.url("carry_over_new").replace(phones.session.code, game_session.code)
    return phones.browser("host").post(url, fields | more)


def test_a_host_carries_debts_from_either_session(phones):
    to = later(phones)
    page = phones.browser("host").get(phones.url("carry_over_new")).content.decode()
    assert "Carry over" in page and "Carry over here" not in page
    there = phones.url("carry_over_new").replace(phones.session.code, to.code)
    page = phones.browser("host").get(there).content.decode()
    assert "Carry over here" not in page and f'href="?from={phones.session.code}"' in page
    page = phones.browser("host").get(there, {"from": phones.session.code}).content.decode()
    assert "Carry over here" in page
    assert post(phones, to, here=to).status_code == 302
    carry_over = CarryOver.objects.get()
    assert (
        "No balances to carry over"
        in phones.browser("host").get(phones.url("carry_over_new")).content.decode()
    )
    for _time in range(2):
        answer = phones.browser("host").post(phones.url("carry_over_undo"), {"pk": carry_over.pk})
        assert answer.status_code == 302
    assert owed(to) == []


def test_the_sessions_next_to_this_one_are_offered(phones):
    """Before and after, though there are many."""
    after, before = (30, 22, 28, 21, 26, 24), (1, 17, 5, 18, 12, 19, 2, 15, 9, 4, 7, 11)
    days = [later(phones, day) for day in after + before]
    around = {session.played_on.day: session.code for session in days}
    page = phones.browser("host").get(phones.url("carry_over_new")).content.decode()
    to = re.findall(r'name="to" value="(\w+)"', page)
    assert to == [around[day] for day in (21, 22, 24, 26, 28)]
    back = re.findall(r'href="\?from=(\w+)"', page)
    assert back == [around[day] for day in (19, 18, 17, 15, 12, 11, 9, 7, 5, 4)]


def test_a_household_that_owes_is_named_whole(phones):
    first, second, *_rest = (t.payer for t in session_balances(phones.session).plan.transfers)
    purses = [[first.pk, second.pk]]
    agree(session=phones.session, way=Way.PURSES, purses=purses, token="p", by=phones.host)
    page = words(phones.browser("host").get(phones.url("carry_over_new")).content.decode())
    assert f"{first} + {second} →" in page or f"{second} + {first} →" in page


def test_nothing_is_carried_over_to_the_day_of_a_tournament(phones):
    day = later(phones)
    Session.objects.filter(pk=day.pk).update(kind="tournament")
    page = phones.browser("host").get(phones.url("carry_over_new")).content.decode()
    assert re.findall(r'name="to" value="(\w+)"', page) == ["next"]


def test_a_session_long_past_is_reached_by_its_address(phones):
    """And stands there again when what was sent of it is refused."""
    before = open_session(club=phones.session.club, played_on=date(2025, 1, 1))
    *_between, to = [later(phones, day) for day in range(20, 31)]
    there = phones.url("carry_over_new").replace(phones.session.code, to.code)
    host, code = phones.browser("host"), phones.session.code
    assert f'href="?from={code}"' not in host.get(there).content.decode()
    page = host.get(there, {"from": code}).content.decode()
    assert "Carry over here" in page
    refused = post(phones, to, here=to, debt=[])
    assert refused.status_code == 400 and "Carry over here" in refused.content.decode()
    assert post(phones, to, here=to).status_code == 302
    assert ("Dev", "Asha", 200) in owed(to)
    page = host.get(there, {"from": before.code}).content.decode()
    assert "Nothing is owed from" in words(page)


def test_no_later_session_and_none_of_another_club_is_brought_here(phones):
    to = later(phones, 1)
    foreign = open_session(club=make.club("Another"), played_on=date(2025, 1, 1))
    there = phones.url("carry_over_new").replace(phones.session.code, to.code)
    for code in (phones.session.code, to.code, foreign.code, "nowhere"):
        page = phones.browser("host").get(there, {"from": code}).content.decode()
        assert "Carry over from" not in page and "Nothing is owed from" not in page, code


def test_no_debt_is_carried_into_a_session_that_ended(phones):
    to = later(phones)
    close_session(session=to)
    there = phones.url("carry_over_new").replace(phones.session.code, to.code)
    for sent in ({}, {"from": phones.session.code}):
        page = phones.browser("host").get(there, sent).content.decode()
        assert "Carry over from" not in page and "Carry over here" not in page


def test_the_page_costs_the_same_however_many_sessions_there_are(
    phones, django_assert_max_num_queries
):
    to = later(phones, 27)
    for day in (21, 22, 23, 24):
        later(phones, day)
    there = phones.url("carry_over_new").replace(phones.session.code, to.code)
    host = phones.browser("host")
    host.get(there)
    with django_assert_max_num_queries(12):
        assert host.get(there).status_code == 200


def test_a_change_meanwhile_is_shown_and_nothing_is_carried(phones):
    to, stale = later(phones), ["-".join(map(str, d)) for d in debts(phones.session)]
    phones.send("host")
    answer = post(phones, to, debt=stale)
    assert answer.status_code == 409 and "This had already changed" in answer.content.decode()
    close_session(session=to)
    answer = post(phones, to)
    assert answer.status_code == 409 and "That session has ended" in answer.content.decode()
    assert not CarryOver.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"debt": []}, 400),
        ({"debt": ["1-2", "a-b-c", "²-1-1"]}, 400),
        ({"to": "nowhere"}, 404),
        ({"from": ""}, 404),
        ({"token": ""}, 404),
        ({"token": "x" * 65}, 404),
    ],
)
def test_what_makes_no_sense_carries_nothing(phones, wrong, status):
    assert post(phones, later(phones), **wrong).status_code == status
    assert not CarryOver.objects.exists()


def test_two_other_sessions_are_not_moved_from_here(phones):
    first, second = later(phones, 21), later(phones, 22)
    fields = {"from": phones.session.code, "to": first.code, "debt": [], "token": "t"}
    url = phones.url("carry_over_new").replace(phones.session.code, second.code)
    assert phones.browser("host").post(url, fields).status_code == 404


def test_a_host_of_one_session_only_may_not_carry_debts(phones):
    carry_over = taken(phones, later(phones))
    guest = make.client_with(Role.HOST, phones.session.club, phones.session)
    page = guest.get(phones.url("carry_over_new"))
    assert page.status_code == 200 and "Only a host of the whole group" in page.content.decode()
    assert guest.post(phones.url("carry_over_new"), {"token": "t"}).status_code == 200
    assert guest.post(phones.url("carry_over_undo"), {"pk": carry_over.pk}).status_code == 403
    assert owed(phones.session) == []


def test_a_carry_of_other_sessions_does_not_exist_here(phones):
    other = Devices(played_session())
    carry_over = taken(other, later(other))
    answer = phones.browser("host").post(phones.url("carry_over_undo"), {"pk": carry_over.pk})
    assert answer.status_code == 404
