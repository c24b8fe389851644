"""Every write that a device may deliver says itself that it was done; none is taken at its page."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import say_who
from scorekeeper.extensions.offline.sync.writes import (
    AGAIN,
    AMEND,
    BEGINS_GAME,
    HAND,
    KINDS,
    LEFT_OUT,
    START,
)
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import CarryOver, Expense, Handover
from tests.helpers import factories as make
from tests.helpers.offline.delivering import deliver
from tests.helpers.table.entry.views import answers
from tests.helpers.table.starting.views import form

pytestmark = pytest.mark.django_db
ME = 1
"""The person whose device it is."""


class OfflineDevice:
    """A host's, which delivers one thing after the other; ``said``: what became of each."""

    def __init__(self, table: Table) -> None:
        self.table, self.session = table, table.game.session
        self.mine = make.member(Role.HOST, self.session.club)
        self.browser: Client = make.client_as(self.mine)
        self.answers: dict[str, dict[str, Any]] = {}

    def do(self, name: str, /, *args: Any, **values: Any) -> None:
        path = reverse(name, args=[self.session.code, *args])
        fields = {"token": make.token(), "csrfmiddlewaretoken": make.token()} | values
        answer = deliver(self.browser, self.table, path, fields)
        assert (answer["fate"], answer["message"]) == ("done", ""), (name, answer)
        self.answers[name] = answer

    def hand(self) -> str:
        return Hand.objects.filter(voided_at=None).latest("pk").token


@pytest.fixture
def phone() -> OfflineDevice:
    return OfflineDevice(make.session("paplu", make.NAMES[:4], {"rounds": None}))


def told_hand(points: int, number: int = 1) -> dict[str, Any]:
    return answers(number, p1=points, p2=10, p3=11)


def hands(phone: OfflineDevice) -> None:
    phone.do(HAND, 1, **told_hand(43))
    phone.do(AMEND, 1, phone.hand(), **told_hand(44))
    phone.do(LEFT_OUT, 1, phone.hand(), **told_hand(45))
    token = phone.hand()
    phone.do("entry:hand_delete", 1, token, again="2")
    phone.do("entry:hand_restore", 1, token)


def words_on_lines(phone: OfflineDevice) -> None:
    me = phone.table.players[ME]
    phone.do("clubs:who", player=me.pk)
    phone.do("settlement:me", player=me.pk)
    phone.do("approvals:settings", consent="1")
    last = Hand.objects.filter(voided_at=None).latest("number")
    phone.do("approvals:reply", 1, last.token, says="contested", why="No")
    phone.do("approvals:overrule", 1, last.token, player=me.pk, why="Yes")
    say_who(membership=phone.mine, player=None)


def games(phone: OfflineDevice) -> None:
    phone.do(START, **form(phone.browser, phone.table), do="start")
    phone.do("entry:game_delete", 2)
    phone.do("entry:game_restore", 2)
    page = phone.browser.get(reverse("starting:seats", args=[phone.session.code, 2]))
    seen = {name: page.context[name] for name in ("number",)} | {"changes": 0}
    phone.do("starting:seats", 2, **seen, do="leave:3")
    phone.do("starting:game_close", 2)
    phone.do("entry:game_resume", 2)
    phone.do("starting:game_close", 2)
    phone.do(AGAIN, 1)


def money(phone: OfflineDevice) -> None:
    owed = session_balances(phone.session).plan.transfers[0]
    ends = {"payer": owed.payer.pk, "payee": owed.payee.pk}
    phone.do("settlement:paid", **ends, owed=owed.amount, word="sent")
    phone.do("settlement:step", handover=Handover.objects.get().pk, kind="received")
    phone.do("settlement:unpaid", payment=Payment.objects.get(kind=PaymentKind.CASH).pk)
    phone.do("settlement:paid", **ends, owed=owed.amount, word="sent")
    rest = session_balances(phone.session).plan.transfers
    debts = [f"{each.payer.pk}-{each.payee.pk}-{each.amount}" for each in rest]
    phone.do("settlement:all_paid", debt=debts, handover=Handover.objects.latest("pk").pk)
    asha, dev, *_rest = (player.pk for player in phone.table.players)
    phone.do("settlement:deposit_new", payers=[dev], payee=asha, amount="50", what="kitty")
    tea: dict[str, Any] = {"label": "Tea", "paid_by": asha, "amount": "30", "how": "equal"}
    tea |= {"in": [asha, dev], "token": make.token()}
    path = reverse("settlement:expense_new", args=[phone.session.code])
    shown = phone.browser.post(path, tea).context["shares_key"]
    phone.do("settlement:expense_new", **tea, shown=shown)
    phone.do("settlement:expense_delete", pk=Expense.objects.get().pk)
    phone.do("settlement:method_save", way="direct")
    phone.do("settlement:round")


def other_session(phone: OfflineDevice) -> None:
    day = phone.session.played_on + timedelta(days=7)
    there = make.session("paplu", club=phone.session.club, played_on=day).game.session
    owed = session_balances(phone.session).plan.transfers[0]
    debt = f"{owed.payer.pk}-{owed.payee.pk}-{owed.amount}"
    ends = {"from": phone.session.code, "to": there.code}
    phone.do("settlement:carry_over_new", **ends, debt=debt)
    phone.do("settlement:carry_over_undo", pk=CarryOver.objects.get().pk)


def test_every_write_says_that_it_was_done(phone: OfflineDevice) -> None:
    for part in (hands, words_on_lines, games, money, other_session):
        part(phone)
    phone.do("starting:session_close")
    phone.do("starting:session_reopen")
    assert phone.answers.keys() == KINDS.keys()
    assert {name for name, outcome in phone.answers.items() if outcome["begins"]} == BEGINS_GAME


def test_an_answer_tells_the_outcome_in_one_header_and_a_whole_page_in_itself(
    phone: OfflineDevice,
) -> None:
    path = reverse(HAND, args=[phone.session.code, 1])
    fields = told_hand(43)
    refused = phone.browser.post(path, fields | {"p1-points": ""})
    saved = phone.browser.post(path, fields)
    for answer, fate in ((refused, "refused"), (saved, "done")):
        outcome = json.loads(answer.headers["X-Outcome"])
        assert (outcome["token"], outcome["fate"]) == (fields["token"], fate)
        assert bool(outcome["message"]) is (fate == "refused")
    shown = re.findall(r'data-outcome="([^"]+)"', refused.content.decode())
    assert shown == [refused.headers["X-Outcome"].replace('"', "&quot;")]
    assert "X-Outcome" not in phone.browser.get(path)
