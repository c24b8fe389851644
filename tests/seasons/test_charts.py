"""Who took how much from whom, the days of a season, and the bars of a player: numbers and where
they are drawn."""

from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.charts import Track, chart
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.selectors import game_debts
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.sessions import session_tables
from scorekeeper.seasons import days, head_to_head, selectors
from scorekeeper.seasons import page as bars
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.rules import USUAL, limited_to
from scorekeeper.settlement.balances import debts_by_game
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

NAMES = make.NAMES[:3]


# Who took how much from whom -------------------------------------------------------------------


@pytest.fixture
def club() -> Club:
    """A session of two games, one of them with a hand taken back, and one whose pot is open."""
    new_club = make.club()
    table = make.session("rummi", NAMES, club=new_club, played_on=date(2026, 10, 3))
    for order in (("Asha", "Dev", "Meera"), ("Asha", "Meera", "Dev"), ("Meera", "Asha", "Dev")):
        lines = {name: {"points": place * 3} for place, name in enumerate(order)}
        make.play(table, {"deal": {}, "lines": lines})
    corrections.void_hand(hand=Hand.objects.filter(game=table.game).earliest("pk"))
    pool = make.session(
        "pool_rummy", NAMES, {"pool": 61}, club=new_club, played_on=date(2026, 11, 7)
    )
    make.play(pool, pool_hand("Dev", Asha="wrong_show", Meera=20))
    make.play(pool, pool_hand("Dev", Asha=40, Meera=60))
    still = make.session(
        "pool_rummy", NAMES, {"pool": 61}, club=new_club, played_on=date(2026, 11, 14)
    )
    make.play(still, pool_hand("Asha", Dev=3, Meera=20))
    return new_club


@pytest.mark.django_db
def test_it_is_what_each_session_says_that_they_owe_each_other(club):
    game_debts_now = game_debts(club.sessions.values("pk"), GameResult.objects.values("game"))
    owed: dict[tuple[int, int], int] = defaultdict(int)
    for session in club.sessions.all():
        for debts in debts_by_game(session, session_tables(session)).values():
            for (debtor, creditor), amount in debts.items():
                owed[debtor, creditor] += amount
                owed[creditor, debtor] -= amount
    assert game_debts_now.owed == {pair: amount for pair, amount in owed.items() if amount > 0}
    assert game_debts_now.owed and game_debts_now.pot_balances


@pytest.mark.django_db
def test_without_what_lies_in_pots_it_comes_to_the_money_of_the_table(club):
    ranks = selectors.ranked(club)
    page = head_to_head.head_to_head(ranks, club, None)
    assert page and page.has_pots and not page.has_others
    assert [(row.name, row.total) for row in page.rows] == [(r.name, r.net) for r in ranks.ranks]
    assert [row.cells[index] for index, row in enumerate(page.rows)] == [None] * 3
    assert sum(row.in_pots for row in page.rows) < 0, "told beside it, and nobody's loss yet"
    assert sum(rank.net for rank in ranks.ranks) == 0


@pytest.mark.django_db
def test_of_one_game_only_its_money_is_told(club):
    rules = limited_to("rummi", USUAL)
    ranks = selectors.ranked(club, None, rules)
    page = head_to_head.head_to_head(ranks, club, None)
    assert page and not page.has_pots
    assert [row.total for row in page.rows] == [rank.net for rank in ranks.ranks]


amounts = st.dictionaries(
    st.tuples(st.integers(0, 14), st.integers(0, 14)).filter(lambda pair: pair[0] < pair[1]),
    st.integers(1, 10**9),
)


@given(amounts, st.dictionaries(st.integers(0, 14), st.integers(-500, -1)))
def test_what_one_took_another_lost_and_who_has_no_column_is_among_the_others(taken, pots):
    names = [f"P{n}" for n in range(15)]
    rows = head_to_head.taken_rows(names, taken, pots)
    assert len(rows) == head_to_head.SHOWN
    for index, row in enumerate(rows):
        for other, cell in enumerate(row.cells):
            assert (cell is None) is (index == other)
            assert cell is None or cell == -(rows[other].cells[index] or 0)
        shown_total = sum(cell or 0 for cell in row.cells)
        assert row.total == shown_total + row.others
    whole = head_to_head.taken_rows(names, taken, pots, limit=15)
    assert [row.total for row in whole[: head_to_head.SHOWN]] == [row.total for row in rows]


@given(amounts)
def test_squares_stay_in_their_cells_and_the_largest_is_most(taken):
    chart = head_to_head.matrix([f"Player {n}" for n in range(15)], taken)
    if chart is None:
        assert not taken
        return
    assert len(chart.squares) == 2 * len(taken)
    assert max(square.side for square in chart.squares) == head_to_head.LARGEST
    for square in chart.squares:
        assert chart.begin <= square.x and square.x + square.side <= chart.width
        assert chart.begin <= square.y and square.y + square.side <= chart.width
    assert sum(square.took for square in chart.squares) == len(taken)


def test_names_that_begin_alike_stay_apart_in_charts():
    names = ["Padma", "Padmavathi Rao", "Padmavathi Sen", "Meera"]
    shown = ["Padma", "Padma…Rao", "Padma…Sen", "Meera"]
    squares = head_to_head.matrix(names, {(0, 1): 5})
    assert squares and [name.text for name in squares.names] == shown
    lines = chart([Track(name, (0, 5)) for name in names], "", "", "")
    assert lines and [label.text for line in lines.curves for label in line.labels] == shown


# The days ------------------------------------------------------------------------------------

played = st.lists(
    st.builds(
        days.PlayedSession,
        on=st.dates(date(2023, 11, 1), date(2026, 2, 28)),
        key=st.integers(1, 9),
        hands=st.integers(0, 40),
    ),
    max_size=12,
)


@given(played)
def test_each_session_of_the_last_years_has_a_square_on_its_day_and_in_the_frame(sessions):
    years = days.years(sessions)
    numbers = [year.number for year in years]
    assert numbers == sorted({session.on.year for session in sessions}, reverse=True)[: days.YEARS]
    shown = [day.session for year in years for day in year.days]
    assert sorted(shown, key=repr) == sorted(
        (session for session in sessions if session.on.year in numbers), key=repr
    )
    for year in years:
        for day in year.days:
            assert day.x >= days.LEFT and day.x + day.side <= year.width
            assert int((day.y - days.TOP) / days.CELL) == day.session.on.weekday()
            assert 1 <= day.shade <= days.SHADES


def test_two_sessions_of_a_day_share_its_square_and_a_day_later_is_beside():
    first = date(2026, 3, 6)
    sessions = [days.PlayedSession(first, 1, 4), days.PlayedSession(first, 2, 8)]
    [year] = days.years([*sessions, days.PlayedSession(first + timedelta(days=7), 3, 8)])
    left_one, second, later = [day.x + day.side / 2 for day in year.days]
    assert (left_one < second < later) and second - left_one == pytest.approx(13, abs=0.2)
    assert {round(day.y + day.side / 2) for day in year.days} == {days.TOP + 4.5 * days.CELL}
    assert [day.shade for day in year.days] == [2, 4, 4]
    assert [month.first for month in year.months] == [date(2026, 3, 1)]


def test_however_many_sessions_a_day_had_each_has_a_square():
    first = date(2026, 3, 6)
    [year] = days.years([days.PlayedSession(first, key, 4) for key in range(20)])
    assert len(year.days) == 20 and min(day.side for day in year.days) >= 1


# The bars ------------------------------------------------------------------------------------

sessions_of_one = st.lists(
    st.builds(bars.SessionBar, st.integers(-500, 500).map(float), st.booleans(), st.booleans()),
    max_size=70,
)


@given(sessions_of_one)
def test_bars_stand_in_the_frame_beside_each_other_and_on_the_line_of_nothing(sessions):
    chart = bars.bar_chart(sessions)
    if chart is None:
        assert len(sessions) < 2 or not any(session.figure for session in sessions[-bars.SHOWN :])
        return
    nothing = next(tick.y for tick in chart.ticks if tick.amount == 0)
    shown = sessions[-bars.SHOWN :]
    assert len(chart.bars) == len(shown)
    for left, right in pairwise(chart.bars):
        assert left.x + left.width < right.x
    for session, bar in zip(shown, chart.bars, strict=True):
        assert chart.left <= bar.x and bar.x + bar.width <= chart.right < chart.width
        assert bar.y >= 0 and bar.y + bar.height <= chart.height
        foot = bar.y + bar.height if session.figure > 0 else bar.y
        assert abs(foot - nothing) <= 0.21
        assert (bar.kind == "out") is not session.counts


@pytest.mark.django_db
def test_a_players_page_draws_each_session_and_hatches_what_does_not_count(club):
    """The worst session of Dev is dropped; the one whose pot is open cost nobody anything yet."""
    dropping = {"method": {"measure": "money", "over": "drop", "many": 1, "missed": "last"}}
    season = Season.objects.create(
        club=club, name="Autumn", starts=date(2026, 10, 1), rules=dropping
    )
    dev = club.players.get(name="Dev")
    path = reverse("seasons:course", args=[club.code, dev.pk])
    phone = make.client_with(Role.VIEWER, club)
    text = phone.get(path, {"season": season.pk}).content.decode()
    [svg] = pictures(text)
    kinds = [e.get("class") for e in svg.iter("rect")]
    assert kinds == ["bars__out", "bars__up", "bars__up"]
    assert "Hatched: does not count." in text
    assert "Dashed outline" not in text


# The page ------------------------------------------------------------------------------------


def page(club: Club, **query: str | int) -> str:
    path = reverse("seasons:charts", args=[club.code])
    answer = make.client_with(Role.VIEWER, club).get(path, query)
    assert answer.status_code == 200
    return answer.content.decode()


def pictures(text: str) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring("<svg" + piece.split("</svg>")[0] + "</svg>")
        for piece in text.split("<svg")[1:]
        if 'class="chart' in piece.split(">")[0]
    ]


@pytest.mark.django_db
def test_the_page_draws_both_and_the_list_leads_to_each_session(club):
    text = page(club)
    square, *_counts, year = pictures(text)
    assert square.get("role") == "img" and "Dev took most" in square.get("aria-label", "")
    sessions = Session.objects.filter(club=club).order_by("played_on")
    assert len([title.text for title in year.iter("title") if title.text]) == len(sessions)
    for session in sessions:
        assert f'href="{reverse("scoreboard:session", args=[session.code])}"' in text
    assert not [e for svg in (square, year) for e in svg.iter() if e.get("style")]


@pytest.mark.django_db
def test_where_no_money_moved_nobody_took_any_and_a_season_of_nothing_says_so():
    empty = make.club()
    assert "No hands in this season yet" in page(empty)
    table = make.session("pool_rummy", NAMES, {"fee": 0}, club=empty)
    make.play(table, pool_hand("Dev", Asha=2, Meera=3))
    text = page(empty)
    assert not [drawn for drawn in pictures(text) if "matrix" in drawn.get("class", "")]
    assert "Head-to-head" not in text


@pytest.mark.django_db
def test_the_page_costs_the_same_however_many_sessions(club, django_assert_num_queries):
    phone = make.client_with(Role.VIEWER, club)
    path = reverse("seasons:charts", args=[club.code])
    with django_assert_num_queries(10):
        phone.get(path)
    with django_assert_num_queries(5):  # it stands as it was
        phone.get(path)
    for day in range(1, 5):
        table = make.session("rummi", NAMES, club=club, played_on=date(2026, 9, day))
        lines = {name: {"points": place * 3} for place, name in enumerate(NAMES)}
        make.play(table, {"deal": {}, "lines": lines})
    with django_assert_num_queries(10):
        phone.get(path)
