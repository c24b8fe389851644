"""Whatever is said of a session's money, in whatever order: it sums to zero, it is what the rows
say, and the same again changes nothing."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.engine.money import in_proportion
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand, LateKind
from scorekeeper.play.selectors import hands_in_force
from scorekeeper.play.services import close_session, open_session
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.audit import audit_faults
from scorekeeper.settlement.balances import purses_of, session_balances
from scorekeeper.settlement.carry_over import carry, reverse_carry
from scorekeeper.settlement.expenses import add_expense, reverse_expense
from scorekeeper.settlement.models import (
    SENT,
    CarryOver,
    Expense,
    Handover,
    HandoverStep,
    How,
    StepKind,
    Terms,
    Way,
)
from scorekeeper.settlement.payments import (
    DEPOSITS,
    record_deposits,
    record_step,
    record_transfer,
    reverse_cash,
)
from tests.helpers import factories as make
from tests.helpers.ledgers import balances
from tests.helpers.play.sessions import REFUSALS
from tests.helpers.settlement.debts import DEAL, Devices, played_session
from tests.helpers.strategies import chances

pytestmark = pytest.mark.django_db
Act = Callable[[], Any]
TABLES = (Payment, Handover, HandoverStep, Expense, CarryOver, Terms)


class RandomSession:
    """Two sessions of one club, and everything that may be said of the money of the first."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.phones = rng, Devices(played_session())
        self.session = self.phones.session
        self.next = open_session(club=self.session.club, played_on=date(2026, 11, 27))
        self.done: list[Act] = []

    def by(self) -> Membership:
        names = ("asha", "dev", "meera", "host", "scorer")
        member: Membership = getattr(self.phones, self.rng.choice(names))
        return member

    def act(self) -> Act | None:
        """Something somebody might do now; or once more what was done before."""
        if self.done and self.rng.random() < 0.2:
            return self.rng.choice(self.done)
        acts = (self.pays, self.pays, self.says, self.says, self.pays_in, self.shares, self.carries)
        more = (self.agrees, self.rounds_again, self.takes_back, self.plays, self.corrects_late)
        return self.rng.choice((*acts, *more))()

    def pays(self) -> Act | None:
        transfers = session_balances(self.session).plan.transfers
        if not transfers:
            return None
        transfer = self.rng.choice(transfers)
        return partial(
            record_transfer,
            session=self.session,
            payer=transfer.payer.pk,
            payee=transfer.payee.pk,
            owed=transfer.amount,
            amount=self.rng.choice(
                (transfer.amount, transfer.amount, self.rng.randint(1, transfer.amount + 1))
            ),
            word=self.rng.choice((SENT, StepKind.RECEIVED)),
            token=make.token(),
            by=self.by(),
        )

    def says(self) -> Act | None:
        handovers = list(Handover.objects.filter(session=self.session))
        if not handovers:
            return None
        kind = self.rng.choice((*StepKind, StepKind.RECEIVED))
        handover = self.rng.choice(handovers)
        return partial(record_step, handover=handover, kind=kind, token=make.token(), by=self.by())

    def pays_in(self) -> Act:
        payee, *payers = self.rng.sample([p.pk for p in self.phones.table.players], 3)
        return partial(
            record_deposits,
            session=self.session,
            payers=payers[: self.rng.randint(1, 2)],
            payee=payee,
            amount=self.rng.randint(1, 999),
            purpose=self.rng.choice(list(DEPOSITS)),
            token=make.token(),
            by=self.by(),
        )

    def shares(self) -> Act:
        players = self.phones.table.players
        return partial(
            add_expense,
            session=self.session,
            label="Tea",
            paid_by=self.rng.choice(players),
            amount=self.rng.randint(1, 999),
            how=self.rng.choice(list(How)),
            entered_weights={player.pk: self.rng.randint(0, 3) for player in players},
            token=make.token(),
            by=self.phones.scorer,
        )

    def carries(self) -> Act | None:
        owed = [
            (t.payer.pk, t.payee.pk, t.amount)
            for t in session_balances(self.session).plan.transfers
        ]
        debts = self.rng.sample(owed, self.rng.randint(0, len(owed)))
        return partial(
            carry,
            from_session=self.session,
            to_session=self.next,
            debts=debts,
            token=make.token(),
            by=self.phones.host,
        )

    def agrees(self) -> Act:
        """Another way, rounded or not."""
        asha, dev, meera = (player.pk for player in self.phones.table.players)
        return partial(
            agree,
            session=self.session,
            way=self.rng.choice(list(Way)),
            banker=self.rng.choice((asha, dev, meera)),
            purses=self.rng.choice(([[asha, dev]], [[dev, meera]])),
            step=self.rng.choice((0, 50, 1000)),
            token=make.token(),
            by=self.phones.host,
        )

    def rounds_again(self) -> Act:
        return partial(agree, session=self.session, token=make.token(), by=self.phones.host)

    def takes_back(self) -> Act | None:
        acts: list[Act] = [
            partial(reverse_cash, payment=payment, token=make.token(), by=self.by())
            for payment in session_balances(self.session).cash
        ]
        acts += [partial(reverse_expense, expense=c, by=None) for c in Expense.objects.all()]
        acts += [partial(reverse_carry, carried=c, by=None) for c in CarryOver.objects.all()]
        return self.rng.choice(acts) if acts else None

    def corrects_late(self) -> Act | None:
        """The session is closed, and a hand of it taken back."""
        hands = hands_in_force(self.phones.table.game)
        if not hands:
            return None
        close_session(session=self.session)
        arguments: dict[str, Any] = {
            "session": self.session,
            "kind": LateKind.TAKEN_BACK,
            "by": None,
        }
        arguments["write"] = partial(self._takes_out, self.rng.choice(hands))
        try:
            correct_hand(**arguments)
        except NotAgreedError as refusal:
            correct_hand(**arguments, agreed=refusal.changes.key)
        return None

    @staticmethod
    def _takes_out(hand: Hand) -> Hand:
        corrections.void_hand(hand=hand, after_closing=True)
        return hand

    def plays(self) -> Act | None:
        """A hand comes in, or is taken back; it is no write of this room, and never repeated."""
        hands = hands_in_force(self.phones.table.game)
        with suppress(*REFUSALS):
            if hands and self.rng.random() < 0.5:
                corrections.void_hand(hand=hands[-1])
            else:
                make.play(self.phones.table, DEAL)
        return None


def written(*sessions: Session) -> list[Any]:
    versions = Session.objects.filter(pk__in=[s.pk for s in sessions]).order_by("pk")
    counts: list[Any] = [table.objects.count() for table in TABLES]
    return counts + list(versions.values_list("version", flat=True))


def check(session: RandomSession) -> None:
    for played in (session.session, session.next):
        settled = session_balances(played)
        assert sum(settled.net.values()) == 0
        owing = {player: amount for player, amount in settled.net.items() if amount}
        assert owing == {player: amount for player, amount in balances(played).items() if amount}
        assert list(audit_faults(played)) == []
        left = dict(settled.net)
        by_purse = settled.terms.way == Way.PURSES
        for handover in settled.under_way:
            left[handover.payer] += handover.amount
            left[handover.payee] -= handover.amount
        for transfer in settled.plan.transfers:
            left[transfer.payer] += transfer.amount
            left[transfer.payee] -= transfer.amount
        for holder, *others in purses_of(settled.terms.purses, left) if by_purse else ():
            left[holder] += sum(left.pop(player) for player in others)
        assert not any(left.values()), "what is on its way and the plan settle the session"


def check_words() -> None:
    """No payment was settled without the word of its payee or of a host."""
    for step in HandoverStep.objects.select_related("handover", "by"):
        assert step.by is not None
        if step.kind in (StepKind.RECEIVED, StepKind.DISPUTED):
            assert step.as_host or step.player_id == step.handover.payee_id
        assert step.as_host <= (step.by.role == 3)
    cash = Payment.objects.filter(kind=PaymentKind.CASH, reverses=None)
    assert cash.count() == HandoverStep.objects.filter(kind=StepKind.RECEIVED).count()


@given(rng=chances())
def test_money_sums_to_zero_and_the_same_again_changes_nothing(rng: Random) -> None:
    session = RandomSession(rng)
    for _turn in range(rng.randint(1, 12)):
        act = session.act()
        if act is None:
            continue
        again = act in session.done
        before = written(session.session, session.next)
        with suppress(*REFUSALS):
            act()
            after = written(session.session, session.next)
            assert not again or after == before
            act()
            assert written(session.session, session.next) == after
            session.done.append(act)
        check(session)
    check_words()


@given(rng=chances())
def test_the_shares_of_a_cost_are_its_parts(rng: Random) -> None:
    phones = Devices(played_session())
    players = phones.table.players
    weights = [rng.randint(0, 5) for _player in players]
    amount = rng.choice((rng.randint(1, 9), rng.randint(1, 10**9)))
    entered = dict(zip((p.pk for p in players), weights, strict=True))
    with suppress(*REFUSALS):
        expense = add_expense(
            session=phones.session,
            label="Tea",
            paid_by=players[0],
            amount=amount,
            how=How.SHARES,
            entered_weights=entered,
            token="t",
            by=None,
        )
        borne = dict(expense.shares.values_list("player", "amount"))
        parts = in_proportion(amount, weights)
        lines = zip(players, parts, weights, strict=True)
        assert borne == {player.pk: part for player, part, weight in lines if weight}
