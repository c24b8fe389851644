"""One act for each write there is, to be tried against each other one."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Game
from scorekeeper.settlement.balances.plan import session_balances
from scorekeeper.settlement.expenses.carry_over import carry
from scorekeeper.settlement.expenses.services import add_expense, reverse_expense
from scorekeeper.settlement.models import SENT, Expense, How, StepKind
from scorekeeper.settlement.payments.services import record_deposits, record_transfer
from scorekeeper.settlement.payments.services import record_step as say_of_money
from tests.helpers import factories as make
from tests.helpers.play.sessions import (
    hand_of,
    last_hand,
    read,
    view_of,
)

Act = Callable[[], Any]


def amends(game: Game) -> Act:
    hand = last_hand(game)
    table = read(game)
    hand_entry = hand_of(table) | {"absent": []}
    hand_entry["lines"]["Omar"] = {"finish": "first_drop"}
    entry = load_entry(table.rules, table.fold, hand_entry, table.names, strict=False)
    return partial(corrections.amend_hand, hand=hand, entry=entry, token=make.token())


def inserts(game: Game) -> Act:
    hand, table = last_hand(game), read(game)
    return partial(insert_hand, before=hand, entry=table.entry(hand), token=make.token())


def joins(game: Game) -> Act:
    return partial(
        seating.join_game,
        game=game,
        player="Zoya",
        options=game.options,
        version=view_of(game),
        token=make.token(),
    )


def pays(game: Game, by: Membership | None = None) -> Act:
    owed = session_balances(game.session).plan.transfers[0]
    return partial(
        record_transfer,
        session=game.session,
        payer=owed.payer.pk,
        payee=owed.payee.pk,
        owed=owed.amount,
        amount=owed.amount,
        word=SENT if by else StepKind.RECEIVED,
        token=make.token(),
        by=by,
    )


def sends(game: Game) -> Act:
    owed = session_balances(game.session).plan.transfers[0]
    payer = make.member(Role.VIEWER, game.session.club)
    clubs.say_who(membership=payer, player=owed.payer)
    return pays(game, payer)


def says(kind: StepKind) -> Callable[[Game], Act]:
    def answered(game: Game) -> Act:
        handover = sends(game)()
        return partial(say_of_money, handover=handover, kind=kind, token=make.token(), by=None)

    return answered


def pays_in(game: Game) -> Act:
    payer, payee, *_rest = (seat.player for seat in game.seats.order_by("number"))
    return partial(
        record_deposits,
        session=game.session,
        payers=[payer.pk],
        payee=payee.pk,
        amount=500,
        purpose="kitty",
        token=make.token(),
        by=None,
    )


def shares_cost(game: Game) -> Act:
    players = [seat.player for seat in game.seats.order_by("number")]
    return partial(
        add_expense,
        session=game.session,
        label="Tea",
        paid_by=players[1],
        amount=1000,
        how=How.WINNERS,
        entered_weights={},
        token=make.token(),
        by=None,
    )


def takes_back_cost(game: Game) -> Act:
    cost: Expense = shares_cost(game)()
    return partial(reverse_expense, expense=cost, by=None)


def carries(game: Game) -> Act:
    session = services.open_session(club=game.session.club, played_on=date(2026, 11, 27))
    owed = session_balances(game.session).plan.transfers[0]
    return partial(
        carry,
        from_session=game.session,
        to_session=session,
        debts=[(owed.payer.pk, owed.payee.pk, owed.amount)],
        token=make.token(),
        by=None,
    )
