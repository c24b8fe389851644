"""What the small site of a release holds: something of everything."""

import json
from typing import Any

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.engine.cases.case import load_seating
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
)
from scorekeeper.play.edits.services import amend_hand, void_hand
from scorekeeper.play.models import Hand
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.expenses import add_expense
from scorekeeper.settlement.models import How
from scorekeeper.statements.services import request_statement
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.served import ROOT

SPREADSHEET = "Date,Asha,Dev,Meera\n2024-11-30,120,-80,-40\n2024-12-07,-50,,50\n"


def fill() -> None:
    club = make.club("Every game", currency="INR")
    for file in sorted((ROOT / "fixtures" / "variants").glob("*.json")):
        play_case(club, json.loads(file.read_text()))
    settle(change_hands(club))
    import_earlier_sessions(club)


def play_case(club: Club, cases: list[dict[str, Any]]) -> None:
    """The first that plays hands."""
    case = next(case for case in cases if "hands" in case and "seats" in case)
    seating = load_seating(VARIANTS[case["variant"]], case["seats"])
    options = case.get("options")
    table = make.session(case["variant"], seating.persons, options, side=seating.side, club=club)
    make.play(table, *case["hands"])


def change_hands(club: Club) -> Session:
    """A session with an edited hand, and one that was deleted."""
    table = make.session("points_rummy", make.NAMES[:3], club=club)
    table = make.play(table, *[make.pool_hand("Asha", Dev=43, Meera=left) for left in (10, 20, 30)])
    first, _second, last = Hand.objects.filter(game=table.game).order_by("number")
    entry = load_entry(
        table.rules, table.fold, make.pool_hand("Dev", Asha=5, Meera=50), table.names
    )
    amend_hand(hand=first, entry=entry, token=make.token(), reason="Misread")
    void_hand(hand=last)
    return table.game.session


def settle(session: Session) -> None:
    """An expense, money that was handed over, a statement."""
    add_expense(
        session=session,
        label="Pizza",
        paid_by=Player.objects.get(club=session.club, name="Meera"),
        amount=10000,
        how=How.THERE,
        entered_weights={},
        token=make.token(),
        by=None,
    )
    make.sends(session, session_balances(session).plan.transfers[0])
    request_statement(about=session)


def import_earlier_sessions(club: Club) -> None:
    upload = SpreadsheetUpload(text=SPREADSHEET)
    import_spreadsheet(
        club=club, upload=upload, preview_key=None, most=100, token=make.token(), by=None
    )
