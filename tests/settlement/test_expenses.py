"""Shared costs: split to the last unit, seen before they are written down, taken back whole."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper.clubs.activity import describe, newest_first
from scorekeeper.clubs.services import add_players
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.money import in_proportion
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import beside
from scorekeeper.play.services import close_session
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.expenses import (
    add_expense,
    reverse_expense,
)
from scorekeeper.settlement.models import Expense, ExpenseShare, How
from tests.helpers import factories as make
from tests.helpers.ledgers import balances
from tests.helpers.settlement.debts import DEAL, Devices, played_session
from tests.helpers.settlement.pages import words

TABLE = pytest.mark.django_db


@pytest.fixture
def phones() -> Devices:
    return Devices(played_session())


# The arithmetic ----------------------------------------------------------------------------------


@given(some.integers(0, 10**12), some.lists(some.integers(0, 10**9), min_size=1, max_size=30))
def test_parts_are_the_whole_and_nobody_is_off_by_a_unit(total: int, weights: list[int]) -> None:
    if not any(weights):
        return
    parts = in_proportion(total, weights)
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * sum(weights) - total * weight) < sum(weights)
        assert weight or not part


@given(some.integers(0, 10**6), some.lists(some.integers(0, 9), min_size=1, max_size=9))
def test_who_weighs_more_never_bears_less(total: int, weights: list[int]) -> None:
    if not any(weights):
        return
    parts = in_proportion(total, weights)
    for index, first in enumerate(weights):
        for other, second in enumerate(weights):
            if first > second:
                assert parts[index] >= parts[other]


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [2, -1]])
def test_nobody_cannot_share(weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"nobody|empty"):
        in_proportion(10, weights)


# Entered ------------------------------------------------------------------------------------


def shared(phones: Devices, how: How = How.EQUAL, amount: int = 100, **more: object) -> Expense:
    asha, dev, meera = phones.table.players
    arguments: dict[str, Any] = {
        "session": phones.session,
        "label": "Snacks",
        "paid_by": meera,
        "amount": amount,
        "how": how,
        "entered_weights": {asha.pk: 1, dev.pk: 1, meera.pk: 1},
        "token": "snacks",
        "by": phones.scorer,
    }
    return add_expense(**(arguments | more))


def rows(phones: Devices) -> list[tuple[str, str, int]]:
    return sorted(
        (p.payer.name, p.payee.name, p.amount)
        for p in beside(phones.session)
        if p.payer and p.payee and p.kind == PaymentKind.EXPENSE
    )


@TABLE
def test_an_equal_expense_is_owed_to_its_payer(phones):
    before = balances(phones.session)
    shared(phones)
    assert rows(phones) == [("Asha", "Meera", 34), ("Dev", "Meera", 33)]
    asha, dev, meera = phones.table.players
    after = session_balances(phones.session).net
    assert after == balances(phones.session)
    assert [after[p] - before[p] for p in (asha, dev, meera)] == [-34, -33, 67]
    assert [s.amount for s in ExpenseShare.objects.order_by("pk")] == [34, 33, 33]


@TABLE
def test_shares_weigh(phones):
    asha, dev, meera = phones.table.players
    shared(phones, How.SHARES, entered_weights={asha.pk: 3, dev.pk: 0, meera.pk: 1})
    assert rows(phones) == [("Asha", "Meera", 75)]


@TABLE
def test_those_who_played_a_hand_were_there(phones):
    make.next_game(phones.session, "rummi", ["Asha", "Omar"])  # no hand of it
    shared(phones, How.THERE, entered_weights={})
    assert rows(phones) == [("Asha", "Meera", 34), ("Dev", "Meera", 33)]


@TABLE
def test_winners_pay_a_host_in_proportion(phones):
    late = ("Asha", "Dev", "Omar")
    deal = {"Asha": {"points": 9}, "Dev": {"points": 3}, "Omar": {"points": 5}}
    make.play(make.next_game(phones.session, "rummi", late), {"deal": {}, "lines": deal})
    # Asha +300 −200, Dev −200 +300: a hundred each
    shared(phones, How.WINNERS, 101, entered_weights={})
    assert rows(phones) == [("Asha", "Meera", 51), ("Dev", "Meera", 50)]


@TABLE
@pytest.mark.parametrize(
    "wrong",
    [{"paid_by": 0, "how": How.WINNERS}, {"entered_weights": "own"}, {"amount": 1, "paid_by": 0}],
)
def test_an_expense_that_nobody_else_shares_is_refused(phones, wrong):
    players = phones.table.players
    if "paid_by" in wrong:
        wrong = wrong | {"paid_by": players[wrong["paid_by"]]}
    if wrong.get("entered_weights") == "own":
        wrong = {"entered_weights": {players[2].pk: 1}}
    text = "Nobody else has won" if wrong.get("how") == How.WINNERS else "Only the payer shares"
    with pytest.raises(Refusal, match=text):
        shared(phones, **wrong)
    assert not Expense.objects.exists() and rows(phones) == []


@TABLE
def test_the_same_expense_again_is_written_once(phones):
    expense = shared(phones)
    assert shared(phones) == expense
    asha, _dev, meera = (player.pk for player in phones.table.players)
    for other in (
        {"amount": 90},
        {"label": "Tea"},
        {"how": How.THERE},
        {"how": How.SHARES},
        {"entered_weights": {asha: 1, meera: 1}},
    ):
        with pytest.raises(OtherwiseError):
            shared(phones, **other)
    assert Payment.objects.filter(kind=PaymentKind.EXPENSE).count() == 2


@TABLE
def test_the_same_cost_with_other_shares_is_another(phones):
    asha, dev, meera = (player.pk for player in phones.table.players)
    first: dict[str, Any] = {"how": How.SHARES, "entered_weights": {asha: 2, dev: 1}}
    assert shared(phones, **first) == shared(phones, **first)
    for weights in ({asha: 1, dev: 2}, {asha: 2, dev: 1, meera: 1}, {asha: 2}):
        with pytest.raises(OtherwiseError):
            shared(phones, How.SHARES, entered_weights=weights)


@TABLE
def test_an_expense_saved_before_for_others_is_shown_with_its_shares(phones):
    _status, page = post(phones, token="t")
    assert post(phones, token="t", shown=shown(page))[0] == 302
    fields: dict[str, Any] = {"in": [phones.table.players[0].pk], "token": "t"}
    status, page = post(phones, **fields)
    assert status == 409
    assert "This was already saved: Snacks, ₹1 (Asha ₹0.34, Dev ₹0.33, Meera ₹0.33)" in words(page)
    assert page.count(" checked") == 3, "and what was asked now stays"
    assert Expense.objects.count() == 1


@TABLE
def test_after_closing_a_host_alone_moves_what_everybody_owes(phones):
    expense = shared(phones, by=phones.host)
    close_session(session=phones.session)
    before, version = balances(phones.session), phones.session.version
    page = phones.page("scorer")
    assert (
        "Add expense" not in words(page).partition("Statement")[2]
        and "/expense/delete/" not in page
    )
    form = phones.browser("scorer").get(phones.url("expense_new")).content.decode()
    assert "This session has ended. Only a host can still save or undo this" in form
    seen = shown(post(phones, label="Tea")[1])
    status, page = post(phones, label="Tea", shown=seen)
    assert status == 409 and "This session has ended. Only a host can still" in page
    assert 'value="Tea"' in page
    answer = phones.browser("scorer").post(phones.url("expense_delete"), {"pk": expense.pk})
    assert answer.status_code == 409 and "This session has ended" in answer.content.decode()
    assert (balances(phones.session), phones.session.version) == (before, version)
    assert shared(phones) == expense, "what was written before is answered as before"
    assert not newest_first(phones.session.club).filter(kind__startswith="late_").exists()


@TABLE
def test_what_a_host_writes_down_after_closing_is_told(phones):
    close_session(session=phones.session)
    page = phones.page("host")
    assert phones.url("expense_new") in page and phones.url("deposit_new") in page
    seen = shown(post(phones, "host")[1])
    for _time in range(2):
        assert post(phones, "host", shown=seen, token="t")[0] == 302
    for _time in range(2):
        fields = {"pk": Expense.objects.get().pk}
        undone = phones.browser("host").post(phones.url("expense_delete"), fields, follow=True)
        assert "Expense undone." in undone.content.decode()
    lines = [str(describe(happening)) for happening in newest_first(phones.session.club)][:2]
    assert lines == [
        "After the session ended: expense <bdi>Snacks</bdi> deleted",
        "After the session ended: expense <bdi>Snacks</bdi>",
    ]


@TABLE
def test_a_cost_of_winners_is_refused_when_a_hand_came_in(phones):
    asha = phones.table.players[0]
    with pytest.raises(Refusal, match="The shares have changed") as changed:
        shared(phones, How.WINNERS, previewed={asha.pk: 99, phones.table.players[1].pk: 1})
    assert changed.value.now == {asha.pk: 100}
    shared(phones, How.WINNERS, previewed={asha.pk: 100})
    make.play(phones.table, DEAL)
    shared(phones, How.WINNERS, previewed={asha.pk: 100})  # the same again, later


@TABLE
def test_a_cost_undone_is_owed_no_more(phones):
    before = balances(phones.session)
    expense = shared(phones)
    assert list(audit_faults(phones.session)) == []
    for _time in range(2):
        reverse_expense(expense=expense, by=phones.scorer)
    assert balances(phones.session) == before and rows(phones) == []
    assert Payment.objects.filter(kind=PaymentKind.EXPENSE).count() == 4
    assert list(audit_faults(phones.session)) == []
    standing_there, _back, taken_back = phones.page("dev").partition('id="undone"')
    assert "Snacks" not in standing_there
    assert re.search(
        r"Asha → Meera ₹0.34 Dev → Meera ₹0.33 · expense: Snacks "
        r"\S+ \w+ · Scorer Undone \S+ \w+ · Scorer",
        words(taken_back),
    )


@TABLE
def test_a_share_that_is_not_booked_is_noticed(phones):
    expense = shared(phones)
    ExpenseShare.objects.filter(cost=expense, amount=34).update(amount=30)
    assert list(audit_faults(phones.session)) == [
        f"expense {expense.pk}: the shares are not the whole",
        f"expense {expense.pk}: the share of {phones.table.players[0].name} is booked differently",
    ]


@TABLE
def test_a_payment_without_its_expense_is_a_fault(phones):
    asha, dev, _meera = phones.table.players
    row = Payment.objects.create(
        session=phones.session, kind="cost", payer=dev, payee=asha, amount=5, reason="?"
    )
    assert list(audit_faults(phones.session)) == [
        f"payment {row.pk}: no expense is recorded for it"
    ]


# By page -----------------------------------------------------------------------------------------


def post(phones: Devices, who: str = "scorer", **more: Any) -> tuple[int, str]:
    players = phones.table.players
    fields = {
        "label": "Snacks",
        "amount": "1",
        "paid_by": players[2].pk,
        "how": "equal",
        "in": [p.pk for p in players],
        "token": make.token(),
    }
    htmx = {"HX-Request": "true"} if more.pop("htmx", False) else None
    answer = phones.browser(who).post(phones.url("expense_new"), fields | more, headers=htmx)
    return answer.status_code, answer.content.decode()


def shown(page: str) -> str:
    match = re.search(r'name="shown" value="([^"]*)"', page)
    assert match, page
    return match[1]


@TABLE
def test_a_cost_is_seen_before_it_is_written_down(phones):
    assert (
        "Each person’s share"
        in phones.browser("scorer").get(phones.url("expense_new")).content.decode()
    )
    status, page = post(phones)
    assert status == 200 and "₹0.34" in page and not Expense.objects.exists()
    for token in ("t", "t"):
        assert post(phones, shown=shown(page), token=token)[0] == 302
    assert Expense.objects.count() == 1
    text = phones.page("dev")
    assert "Snacks" in text and "paid by Meera" in text and "₹0.33" in text


@TABLE
def test_htmx_previews_the_shares_and_writes_nothing(phones):
    status, page = post(phones, htmx=True)
    assert status == 200 and page.lstrip().startswith('<section id="shares"')
    assert post(phones, htmx=True, shown=shown(page))[0] == 200
    assert not Expense.objects.exists()


@TABLE
def test_a_hand_that_came_in_shows_the_cost_anew(phones):
    _status, page = post(phones, how="winners")
    seen = shown(page)
    deal = {"Asha": {"points": 9}, "Dev": {"points": 3}, "Meera": {"points": 5}}
    for _hand in range(2):
        make.play(phones.table, {"deal": {}, "lines": deal})
    status, page = post(phones, how="winners", shown=seen)
    assert status == 409 and not Expense.objects.exists()
    assert 'value="Snacks"' in page
    assert "The shares have changed since you saw them." in page
    assert post(phones, how="winners", shown=shown(page))[0] == 302


@TABLE
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"label": " \u200b "}, "Enter what it was for."),
        ({"label": ""}, "Enter what it was for."),
        ({"label": "x" * 61}, "at most 60 characters"),
        ({"amount": "a lot"}, "Enter an amount such as"),
        ({"amount": "-1"}, "Enter more than 0."),
        ({"paid_by": "x"}, "Choose who paid it."),
        ({"how": ""}, "Choose who shares it."),
        ({"in": []}, "Choose who shares it."),
        ({"how": "shares", "in": []}, "Choose who shares it."),
        ({"amount": "0.01"}, "Only the payer shares this"),
    ],
)
def test_a_wrong_value_is_named_at_its_field_and_kept(phones, wrong, says):
    if wrong.get("amount") == "0.01":  # the first in order bears the one unit there is
        wrong = wrong | {"paid_by": phones.table.players[0].pk}
    status, page = post(phones, **wrong)
    assert status == 400 and says in page, page
    assert not Expense.objects.exists()


@TABLE
def test_shares_are_whole_numbers(phones):
    asha, dev, _meera = phones.table.players
    status, page = post(phones, how="shares", **{f"share-{asha.pk}": "1.5", f"share-{dev.pk}": "1"})
    assert status == 400 and "Shares are whole numbers from 0 to 99." in page
    assert 'value="1.5"' in page
    for three, one in (("3", "1"), ("३", "१"), ("٣", "١")):
        shares = {f"share-{asha.pk}": three, f"share-{dev.pk}": one}
        status, page = post(phones, how="shares", **shares)
        assert status == 200 and shown(page) == f"{asha.pk}:75,{dev.pk}:25"


@TABLE
def test_somebody_who_does_not_play_pays_and_shares(phones):
    (zoya,) = add_players(club=phones.session.club, names=["Zoya"])
    own: dict[str, Any] = {"paid_by": zoya.pk, "in": [phones.table.players[1].pk, zoya.pk]}
    _status, page = post(phones, **own)
    assert post(phones, shown=shown(page), **own)[0] == 302
    assert session_balances(phones.session).net[zoya] == 50
    assert phones.browser("dev").get(phones.url()).status_code == 200


@TABLE
def test_only_of_this_session_is_a_cost_undone(phones):
    expense, other = shared(phones), Devices(played_session())
    foreign = shared(other)
    for pk, status in (
        (foreign.pk, 404),
        ("x", 404),
        ("", 404),
        (expense.pk, 302),
        (expense.pk, 302),
    ):
        answer = phones.browser("scorer").post(phones.url("expense_delete"), {"pk": pk})
        assert answer.status_code == status, pk
    assert rows(phones) == [] and rows(other) != []
