"""No table for spreadsheets can be made to run something, whoever gave a player what name."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.core.localization import currencies
from scorekeeper.play.wording.hand import Outcome
from scorekeeper.seasons.services import create_season
from scorekeeper.statements import services
from scorekeeper.statements.contents.session import Contents, PaidRow, for_player
from scorekeeper.statements.files.csv_file import csv_bytes, harmless, plain_number
from scorekeeper.statements.files.csv_file import rows as rows_of
from tests.helpers import factories as make
from tests.statements.made_up import session_contents

ROOT = Path(__file__).parents[2] / "scorekeeper"
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
DROPPED = "".join(map(chr, range(0x21))) + '"\x7f\xa0\u200b\u200e\u200f\u2028\ufeff'
"""What one spreadsheet or another does not see at the beginning of a cell."""
NASTY = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    "\ufeff=1+1",
    "\u200b@x",
    '"=1+1',
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
    "a;=1+1;b",
    'a;"=1+1"',
    'Dev";=1+1;"',
    "a\t=1+1",
    "a\n=1+1",
    "a\r=1+1",
    ";;-1+1",
    "-inf",
    "+1_000",
    "\tname",
]
NAMES = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.sampled_from("=+-@＝＋－＠;,\t\r\n\"' a1|\\\ufeff\u200b"), min_size=1, max_size=12),
    st.text(min_size=1, max_size=12),
)


def cells(text: str) -> Iterator[str]:
    """As it is read where a comma, a semicolon or a tab divides cells."""
    for divider in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=divider):
            yield from row


def runs(cell: str) -> bool:
    """A spreadsheet would take it for a formula."""
    seen = cell.lstrip(DROPPED)
    return seen[:1] in tuple("=+-@＝＋－＠") and not NUMBER.fullmatch(cell)


def written(contents: Contents) -> str:
    return csv_bytes(rows_of(contents)).decode("utf-8-sig")


def test_what_is_looked_for_is_found_where_nothing_is_done_about_it():
    assert [name for name in NASTY if runs(name)] == [
        name for name in NASTY if name not in ("\tname",) and not name.startswith(("a", "D", ";"))
    ]
    for name in ("a;=1+1;b", 'a;"=1+1"', ";;-1+1", "a\t=1+1"):
        assert any(map(runs, cells(name)))


@given(st.lists(NAMES, min_size=2, max_size=4), NAMES)
@example(NASTY[:4], "won")
@example(NASTY[8:12], 'a;"=1+1"')
@example(["a", 'b";=1+1;"'], "x\r=1")
def test_no_cell_of_a_statement_runs(names, reason):
    whole = session_contents(names, reason=reason)
    for contents in (whole, for_player(whole, 0)):
        text = written(contents)
        assert [cell for cell in cells(text) if runs(cell)] == []
        [head, *rows] = csv.reader(io.StringIO(text, newline=""))
        assert {len(row) for row in rows} == {len(head)}
        paid = [row for row in rows if row[2]]
        assert all(NUMBER.fullmatch(row[4]) for row in paid), "amounts stay numbers"
        assert all(NUMBER.fullmatch(row[8]) for row in rows if row not in paid), "points too"


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2))
def test_numbers_stay_numbers(number):
    assert harmless(f"{number:f}") == f"{number:f}"


@pytest.mark.parametrize("text", ["1E+2", "-2E+1", "-1.5e-7", "+.5", "-3."])
def test_a_number_stays_one_however_it_is_written(text):
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [(100.0, "100"), (-20.0, "-20"), (1e6, "1000000"), (15.5, "15.5"), (-0.0, "0"), (0.1, "0.1")],
)
def test_points_are_in_plain_digits(points, text):
    assert plain_number(points) == text


def with_points(whole: Contents, points: float) -> Contents:
    (game,) = whole.games
    hands = tuple(
        replace(row, outcome=Outcome(tuple(replace(s, points=points) for s in row.outcome.seats)))
        for row in game.hands
    )
    return replace(whole, games=(replace(game, hands=hands),))


@pytest.mark.parametrize("money", [True, False])
@pytest.mark.parametrize(("points", "text"), [(100, "100"), (-20, "-20"), (20.5, "20.5")])
def test_every_hand_has_its_points_with_money_and_without(money, points, text):
    with currencies.reading_as("en-IN", money=money):
        rows = table_of(with_points(session_contents(), points))
    listed = [row for row in rows if row["Player"]]
    assert len(listed) == 3 * 4
    assert {row["Points"] for row in listed} == {text}
    assert {row["Hand"] for row in listed} == {"1", "2", "3"}
    assert {row["Player"] for row in listed if row["Won"]} == {"Dev", "Meera", "Omar"}
    assert len(rows) - len(listed) == (9 if money else 0)


def test_a_game_without_payments_yet_has_its_hands():
    (game,) = (whole := session_contents()).games
    rows = table_of(replace(whole, games=(replace(game, payments=()),)))
    assert len(rows) == 12 and all(row["Points"] for row in rows)


def test_cash_counts_against_the_debt_it_pays():
    whole = session_contents()
    cash = tuple(PaidRow(t.payer, t.payee, t.amount, "cash", settles=True) for t in whole.transfers)
    debts: dict[str, Decimal] = dict.fromkeys(whole.people, Decimal(0))
    for row in table_of(replace(whole, cash=cash)):
        if row["From"]:
            assert abs(Decimal(row["Debt"])) == Decimal(row["Amount"])
            debts[row["From"]] += Decimal(row["Debt"])
            debts[row["To"]] -= Decimal(row["Debt"])
    assert cash and not any(debts.values())


def test_a_players_own_changes_come_to_their_sum():
    for person in range(4):
        rows = [row for row in table_of(for_player(session_contents(), person)) if row["From"]]
        total = Decimal(0)
        for row in rows:
            total += Decimal(row["Change"])
            assert Decimal(row["Sum so far"]) == total
        assert rows


def table_of(contents: Contents) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written(contents), newline="")))


@pytest.mark.parametrize(
    "text", ["Asha", "O'Neil", "count of 20, first drop", "2026-11-20", "−5", ""]
)
def test_honest_words_stay_as_they_are(text):
    assert harmless(text) == text


SERVED = {"statements/files/csv_file.py", "extensions/exchange/group_file/player/data.py"}


def test_nothing_else_writes_tables():
    served = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if "csv.writer" in path.read_text(encoding="utf-8")
    }
    assert served == SERVED


@pytest.mark.django_db
def test_no_table_that_is_served_runs():
    names = [name.strip() for name in ("=1+1", "+cmd|x", "a;=1+1", "@SUM(A1)")]
    table = make.session("paplu", names, {"rounds": None}, club=make.club("=club"))
    table = make.play(table, make.pool_hand(names[0], **dict.fromkeys(names[1:], 20)))
    session = table.game.session
    browser: Client = make.client_with(Role.HOST, session.club)
    tables = []
    for player in (None, table.players[0]):
        statement = services.request_statement(about=session, player=player)
        services.produce(statement.pk)
        tables.append(browser.get(reverse("statements:csv", args=[session.code, statement.pk])))
    tables += [
        browser.get(reverse("group_file:csv", args=[session.club.code, player.pk]))
        for player in table.players
    ]
    season = create_season(club=session.club, name="=2026", starts=date(2020, 1, 1), ends=None)
    for who in (None, table.players[0]):
        statement = services.request_statement(about=season, player=who)
        services.produce(statement.pk)
        address = reverse("statements:season_csv", args=[session.club.code, statement.pk])
        tables.append(browser.get(address))
    for answer in tables:
        text = b"".join(answer).decode("utf-8-sig")
        assert text.count("\n") > 1
        assert [cell for cell in cells(text) if runs(cell)] == []
