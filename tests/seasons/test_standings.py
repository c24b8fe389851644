"""Season tables against numbers worked out by hand, and the chart that goes with them."""

import itertools
from collections.abc import Sequence
from datetime import date
from functools import partial
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core import charts
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.play import services
from scorekeeper.play.edits.services import restore_hand, void_hand
from scorekeeper.seasons import selectors
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.method import Method, TieRule
from scorekeeper.seasons.rules import USUAL, SeasonRules, limited_to
from scorekeeper.seasons.table_html import cached_table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.seasons.standings import NAMES, deal, played_session

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def club() -> Club:
    """Two sessions of Rummi and a pool.

    3 Oct: Asha +300 +300 −100, Dev −100 −200 −200, Meera −200 −100 +300.
    10 Oct: Asha −200, Dev +300, Meera −100.
    7 Nov, pool at 100.00 each: Dev takes the pot of the two others at once.
    """
    new_club = make.club()
    played_session(
        new_club,
        date(2026, 10, 3),
        deal("Asha", "Dev", "Meera"),
        deal("Asha", "Meera", "Dev"),
        deal("Meera", "Asha", "Dev"),
    )
    played_session(new_club, date(2026, 10, 10), deal("Dev", "Meera", "Asha"))
    pool = make.session(
        "pool_rummy", NAMES, {"pool": 61}, club=new_club, played_on=date(2026, 11, 7)
    )
    make.play(
        pool, pool_hand("Dev", Asha="wrong_show", Meera=20), pool_hand("Dev", Asha=40, Meera=60)
    )
    return new_club


def rank_lines(ranks: Sequence[selectors.Rank]) -> list[tuple[object, ...]]:
    return [(r.place, r.name, r.net, r.sessions, r.hands, r.wins, r.best) for r in ranks]


def test_all_time_adds_every_session_up(club):
    ranks = selectors.ranked(club).ranks
    by_name = {rank.name: rank for rank in ranks}
    assert (by_name["Asha"].net, by_name["Dev"].net) == (500 - 200 - 10000, -500 + 300 + 20000)
    assert by_name["Meera"].net == 0 - 100 - 10000
    assert sum(rank.net for rank in ranks) == 0
    assert [rank.name for rank in ranks] == ["Dev", "Asha", "Meera"]


def test_one_game_alone_is_ranked_by_hand_computed_numbers(club):
    assert rank_lines(selectors.ranked(club, None, limited_to("rummi", USUAL)).ranks) == [
        (1, "Asha", 300, 2, 4, 2, 500),
        (2, "Meera", -100, 2, 4, 1, 0),
        (3, "Dev", -200, 2, 4, 1, 300),
    ]


def test_the_average_is_to_the_nearest_minor_unit(club):
    by_name = {
        r.name: r.average for r in selectors.ranked(club, None, limited_to("rummi", USUAL)).ranks
    }
    assert by_name == {"Asha": 150, "Meera": -50, "Dev": -100}


def test_a_season_counts_from_its_first_day_to_its_last(club):
    def nets(starts: date, ends: date | None) -> dict[str, int]:
        season = Season(club=club, name="s", starts=starts, ends=ends)
        return {r.name: r.net for r in selectors.ranked(club, season).ranks}

    assert nets(date(2026, 10, 3), date(2026, 10, 3)) == {"Asha": 500, "Dev": -500, "Meera": 0}
    assert nets(date(2026, 10, 4), date(2026, 10, 31)) == {"Asha": -200, "Dev": 300, "Meera": -100}
    assert nets(date(2026, 11, 8), None) == {}
    assert nets(date(2026, 10, 4), None)["Dev"] == 300 + 20000


def test_equal_results_share_a_place():
    club = make.club()
    names = ("Asha", "Dev", "Meera", "Omar")
    played_session(
        club,
        date(2026, 10, 3),
        {"deal": {"result": "hu"}, "lines": {"Asha": {"won": True}}},
        names=names,
    )
    assert [(r.place, r.name) for r in selectors.ranked(club).ranks] == [
        (1, "Asha"),
        (2, "Dev"),
        (2, "Meera"),
        (2, "Omar"),
    ]


def test_two_games_of_one_session_are_one_session():
    club = make.club()
    table = played_session(club, date(2026, 10, 3), deal(*NAMES))
    services.close_game(game=table.game)
    make.play(make.next_game(table.game.session, "rummi", NAMES), deal(*NAMES))
    (best, *_rest) = selectors.ranked(club).ranks
    assert (best.sessions, best.net, best.best) == (1, 600, 600)


def test_where_no_money_moves_wins_decide():
    club = make.club()
    table = make.session("pool_rummy", NAMES, {"fee": 0}, club=club)
    make.play(
        table,
        pool_hand("Dev", Asha=2, Meera=3),
        pool_hand("Dev", Asha=2, Meera=3),
        pool_hand("Meera", Asha=2, Dev=3),
    )
    assert [(r.place, r.name, r.wins) for r in selectors.ranked(club).ranks] == [
        (1, "Dev", 2),
        (2, "Meera", 1),
        (3, "Asha", 0),
    ]
    text = page(club)
    assert "INR" not in text
    assert [label for label, _points in curves(drawn(text))] == ["Dev", "Meera", "Asha"]


def test_who_sat_down_and_never_played_is_not_in_the_table():
    club = make.club()
    played_session(club, date(2026, 10, 3))
    assert selectors.ranked(club).ranks == ()
    assert "No hands in this season yet" in page(club)


def test_another_clubs_sessions_do_not_count(club):
    assert selectors.ranked(make.club()).ranks == ()
    assert len(selectors.ranked(club).ranks) == 3


def test_the_lines_run_up_to_the_nets_of_the_table(club):
    lines = selectors.season_lines(selectors.ranked(club))
    assert lines.sessions == (date(2026, 10, 3), date(2026, 10, 10), date(2026, 11, 7))
    totals = {line.name: line.figures for line in lines.lines}
    assert list(totals["Asha"]) == [500, 300, -9700]
    for rank in selectors.ranked(club).ranks:
        assert totals[rank.name][-1] == rank.net


def test_a_long_season_is_thinned_out_without_losing_its_last_session(club):
    season_table = selectors.ranked(club)
    whole, thin = selectors.season_lines(season_table), selectors.season_lines(season_table, most=2)
    assert thin.sessions[-1] == whole.sessions[-1]
    assert len(thin.sessions) == 2
    for full, few in zip(whole.lines, thin.lines, strict=True):
        assert set(few.figures) <= set(full.figures)
        assert few.figures[-1] == full.figures[-1]


def test_the_table_and_the_lines_are_read_with_one_query(club, django_assert_num_queries):
    with django_assert_num_queries(1):
        selectors.season_lines(selectors.ranked(club))


def page(club: Club, role: Role = Role.VIEWER, **query: str | int) -> str:
    answer = make.client_with(role, club).get(reverse("seasons:table", args=[club.code]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_costs_the_same_however_many_sessions(club, django_assert_num_queries):
    phone, path = make.client_with(Role.VIEWER, club), reverse("seasons:table", args=[club.code])
    for queries in (8, 7):  # the second time it stands as it was
        with django_assert_num_queries(queries):
            phone.get(path)
    for day in range(1, 9):
        played_session(club, date(2026, 9, day), deal(*NAMES), names=NAMES)
    for queries in (8, 7):
        with django_assert_num_queries(queries):
            phone.get(path)


def test_a_kept_table_never_outlives_what_it_shows(club):
    def kept() -> selectors.SeasonTable:
        cached = cached_table(club, None, USUAL)
        table = selectors.ranked(club, None, USUAL)
        assert cached.table == table.without_sessions
        assert cached.courses == selectors.season_lines(table)
        return cached.table

    tables = [kept()]
    hand = played_session(club, date(2026, 11, 20), deal(*NAMES)).game.hands.get()
    tables.append(kept())
    make.rename(club.players.get(name="Dev"), "Devika")
    tables.append(kept())
    void_hand(hand=hand)
    tables.append(kept())
    restore_hand(hand=hand, token=make.token())
    tables.append(kept())
    assert all(left != right for left, right in itertools.pairwise(tables))


def test_the_page_is_fresh_after_each_hand_and_quiet_otherwise(club):
    phone, path = make.client_with(Role.VIEWER, club), reverse("seasons:table", args=[club.code])
    seen = {"seen": selectors.mark(club, [])}
    assert phone.get(path, seen, headers=HTMX).status_code == 204
    played_session(club, date(2026, 11, 20), deal(*NAMES))
    answer = phone.get(path, seen, headers=HTMX)
    assert answer.content.lstrip().startswith(b'<section id="standings"')


def test_a_season_that_is_on_is_shown_first_and_others_can_be_chosen(club):
    today = Season.objects.create(club=club, name="Now", starts=date(2026, 1, 1), ends=None)
    old = Season.objects.create(
        club=club, name="Once", starts=date(2025, 1, 1), ends=date(2025, 12, 31)
    )
    assert f'value="{today.pk}" selected' in page(club)
    assert f'value="{old.pk}" selected' in page(club, season=old.pk)
    assert 'value="all" selected' in page(club, season="all")


@pytest.mark.parametrize("query", [{"season": "99999"}, {"season": "x"}, {"variant": "chess"}])
def test_a_season_or_game_that_does_not_exist_is_not_found(club, query):
    phone = make.client_with(Role.VIEWER, club)
    assert phone.get(reverse("seasons:table", args=[club.code]), query).status_code == 404


def test_another_clubs_season_is_not_found(club):
    theirs = Season.objects.create(club=make.club(), name="Theirs", starts=date(2026, 1, 1))
    phone = make.client_with(Role.VIEWER, club)
    path = reverse("seasons:table", args=[club.code])
    assert phone.get(path, {"season": theirs.pk}).status_code == 404


# Seasons -------------------------------------------------------------------------------------


def new_season(club: Club, role: Role = Role.HOST, **fields: str):
    path = reverse("seasons:season_new", args=[club.code])
    return make.client_with(role, club).post(path, {"name": "Winter", **fields})


def test_a_host_makes_a_season_and_making_it_twice_makes_one(club):
    for _time in range(2):
        answer = new_season(club, starts="2026-10-01", ends="2026-10-31")
        assert answer.status_code == 302
    assert Season.objects.get().name == "Winter"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"starts": "2026-10-02", "ends": "2026-10-01"}, "can’t be before the first"),
        ({"starts": ""}, "Choose a day."),
        ({"starts": "soon"}, "Choose a day."),
        ({"name": " ", "starts": "2026-10-01"}, "Enter a season name"),
        ({"name": "x" * 10000, "starts": "2026-10-01"}, "80 characters"),
    ],
)
def test_a_season_that_cannot_be_is_refused_beside_the_field(club, fields, message):
    answer = new_season(club, **fields)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert not Season.objects.exists()


def test_a_season_name_is_taken_once(club):
    Season.objects.create(club=club, name="Winter", starts=date(2026, 1, 1))
    answer = new_season(club, starts="2026-10-01")
    assert "season with this name already" in answer.content.decode()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_a_host_makes_seasons(club, role):
    assert new_season(club, role, starts="2026-10-01").status_code == 403
    assert not Season.objects.exists()


# The chart -----------------------------------------------------------------------------------


def drawn(text: str) -> ElementTree.Element:
    svg = text[text.index("<svg") : text.index("</svg>") + 6]
    return ElementTree.fromstring(svg)


def curves(svg: ElementTree.Element) -> list[tuple[str, list[tuple[float, ...]]]]:
    """Each line's name, and where it goes."""
    return [
        (
            (g.findtext("text") or "").strip(),
            [
                tuple(map(float, point.split(",")))
                for point in g.findall("polyline")[0].get("points", "").split()
            ],
        )
        for g in svg.findall("g")
        if "chart__line" in g.get("class", "")
    ]


def test_the_chart_is_well_formed_named_and_within_its_frame(club):
    svg = drawn(page(club, season="all"))
    assert svg.get("role") == "img"
    assert svg.get("aria-label")
    lines = curves(svg)
    assert [label for label, _points in lines] == ["Dev", "Asha", "Meera"]
    for _label, points in lines:
        assert len(points) == 4  # nothing, then three sessions
        assert all(0 <= x <= charts.WIDTH and 0 <= y <= charts.HEIGHT for x, y in points)
    assert not [e for e in svg.iter() if e.get("style") or e.tag == "style"]


def test_the_race_runs_in_what_the_season_counts(club):
    """Hands won, last session: Dev 4, Asha 2, Meera 1; the table behind says the same."""
    text = page(club, season="all", by="wins")
    assert [label for label, _points in curves(drawn(text))] == ["Dev", "Asha", "Meera"]
    behind = ElementTree.fromstring(
        "<table>"
        + text.split('id="chart-table"')[1].split("<tbody>")[1].split("</tbody>")[0]
        + "</table>"
    )
    cells = {row.findtext("th/bdi"): [c.findtext("bdi") for c in row[1:]] for row in behind}
    assert cells == {"Dev": ["0", "1", "3"], "Asha": ["2", "2", "2"], "Meera": ["1", "1", "1"]}
    assert "INR" not in text.split('id="curve"')[1]


def test_names_of_any_script_stay_well_formed_in_the_chart():
    club = make.club()
    names = ("أمين", "🃏🃏", '<&"> Dev')
    played_session(club, date(2026, 10, 3), deal(*names), names=names)
    svg = drawn(page(club))
    assert {(t.text or "").strip() for g in svg.findall("g")[1:] for t in g.findall("text")} == set(
        names
    )


def test_names_stand_apart_and_inside_the_frame():
    lines = [charts.Track(f"P{n}", (0, n)) for n in range(charts.SHOWN)]
    chart = charts.chart(lines, "", "", "")
    assert chart
    heights = sorted(curve.label_y for curve in chart.curves)
    assert all(b - a >= charts.APART - 0.11 for a, b in itertools.pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < charts.HEIGHT


def test_names_of_three_partners_stand_apart_and_inside_the_frame():
    lines = [charts.Track("A + B + C", (0, 1)), charts.Track("D + E + F", (0, 2))]
    chart = charts.chart(lines, "", "", "")
    assert chart
    labels = sorted((label.y, label.text) for curve in chart.curves for label in curve.labels)
    assert [text for _y, text in labels] == ["D", "+ E", "+ F", "A", "+ B", "+ C"]
    heights = [y for y, _text in labels]
    assert all(b - a >= charts.LEADING for a, b in itertools.pairwise(heights))
    assert heights[0] > 0 and heights[-1] < charts.HEIGHT
    assert chart.right < charts.WIDTH - charts.RIGHT, "there is room for the names"


@pytest.mark.parametrize("amount", [1, 7, 99, 100, 12345, 10**9, -3, -250000])
def test_the_ticks_are_few_round_and_hold_everything(amount):
    chart = charts.chart([charts.Track("Asha", (0, amount))], "", "", "")
    assert chart
    amounts = [tick.amount for tick in chart.ticks]
    assert 2 <= len(amounts) <= 8
    assert min(amounts) <= min(0, amount) <= max(0, amount) <= max(amounts)
    assert 0 in amounts


def test_there_is_no_chart_of_nothing():
    assert charts.chart([], "", "", "") is None
    assert charts.chart([charts.Track("Asha", (0,))], "", "", "") is None


def test_a_session_only_link_does_not_open_the_season(club):
    session = Session.objects.filter(club=club).first()
    phone = make.client_with(Role.VIEWER, club, session)
    assert phone.get(reverse("seasons:table", args=[club.code])).status_code == 404


def test_a_players_name_leads_to_his_games_and_sessions(club: Club):
    viewer = make.client_with(Role.VIEWER, club)
    home = viewer.get(reverse("home:club", args=[club.code])).content.decode()
    asha = club.players.get(name="Asha")
    there = reverse("seasons:player", args=[club.code, asha.pk])
    assert f'href="{there}"' in home
    assert (
        f'href="{there}"'
        in viewer.get(reverse("seasons:table", args=[club.code]) + "?season=all").content.decode()
    )
    page = viewer.get(there)
    [rank] = [ranked for ranked in selectors.ranked(club).ranks if ranked.player_id == asha.pk]
    own = page.context["own"]
    assert (own.money, own.won, own.played) == (rank.net, rank.wins, rank.hands)
    assert sum(session.money for session in own.sessions) == rank.net
    assert len(own.sessions) == rank.sessions
    dates = [session.played_on for session in own.sessions]
    assert dates == sorted(dates, reverse=True)
    for session, _own in page.context["sessions"]:
        assert reverse("scoreboard:player", args=[session.code, asha.pk]) in page.content.decode()


def test_full_counts_that_hands_told_decide_a_tie():
    """All are level, because nobody pays. Asha was caught full once, the others never."""
    club = make.club()
    rules = SeasonRules(Method(ties=(TieRule.FEWER_FULL,)), usual=False).dump()
    free = make.session("points_rummy", NAMES, {"point_value": 0}, club=club)
    make.play(free, pool_hand("Meera", Asha=90, Dev=30), pool_hand("Meera", Asha=10, Dev=50))
    season = Season(club=club, name="s", starts=date(2026, 1, 1), rules=rules)
    ranks = {rank.name: rank.place for rank in selectors.ranked(club, season).ranks}
    assert ranks == {"Dev": 1, "Meera": 1, "Asha": 3}


def test_tables_of_many_groups_stay_cached() -> None:
    """Two hundred groups whose members look at their tables in turn."""
    computed: list[int] = []

    def compute(group: int) -> str:
        computed.append(group)
        return "a table"

    for group in [*range(200), *range(200)]:
        get_or_make(partial(compute, group), "season", group, cache="tables")
    assert computed == list(range(200))
