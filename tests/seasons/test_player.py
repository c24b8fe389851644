"""The page of a player against numbers worked out by hand, alone and beside another."""

from datetime import date, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.clubs.services import add_players
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.ledger.models import GameResult
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.seasons.player.page import FigureCell, PlayerPage, average_cell, share_cell
from scorekeeper.seasons.player.selectors import (
    GamesInARow,
    SessionOfPlayer,
    best,
    games_in_a_row,
    longest,
    meetings,
    running,
    worst,
)
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

NAMES = make.NAMES[:3]
OF_CARDS = (
    "Won as dealer",
    "Won when another dealt",
    "Dropped",
    "Wrong shows",
    "Full counts",
    "Average points in hand, Points Rummy",
    "Average cost of a drop, Points Rummy",
)


@pytest.fixture
def club(db: None) -> Club:
    """Three sessions of Points Rummy at ₹1 a point; Asha deals the first hand of each.

    3 Oct: Asha +51 −80, Dev −31 +92, Meera −20 (first drop) −12.
    10 Oct: Asha +120, Dev −80 (wrong show), Meera −40 (middle drop).
    17 Oct: Asha +15, Dev −10, Meera −5.
    """
    caches["tables"].clear()
    new_club = make.club(currency="INR")
    played_session(
        new_club,
        date(2026, 10, 3),
        pool_hand("Asha", Dev=31, Meera="first_drop"),
        pool_hand("Dev", Asha=90, Meera=12),
    )
    played_session(
        new_club, date(2026, 10, 10), pool_hand("Asha", Dev="wrong_show", Meera="middle_drop")
    )
    played_session(new_club, date(2026, 10, 17), pool_hand("Asha", Dev=10, Meera=5))
    return new_club


def played_session(club: Club, on: date, *hands: dict) -> None:
    make.play(make.session("points_rummy", NAMES, club=club, played_on=on), *hands)


def address(club: Club, name: str) -> str:
    return reverse("seasons:player", args=[club.code, club.players.get(name=name).pk])


def page(club: Club, name: str, beside: str = ""):
    parameters = {"with": club.players.get(name=beside).pk} if beside else {}
    return make.client_with(Role.VIEWER, club).get(address(club, name), parameters)


def figures_of(answer) -> dict[str, list[tuple[str, str] | None]]:
    return {
        row.label: [(cell.text, cell.note) if cell else None for cell in row.cells]
        for row in answer.context["figures"]
    }


def test_figures_of_a_player_are_those_of_the_hands(club):
    assert figures_of(page(club, "Asha")) == {
        "Sessions": [("3", "")],
        "Hands won": [("75%", "3 of 4 hands")],
        "Favourite game": [("Points Rummy", "4 hands")],
        "Net": [("+₹106", "of 3 sessions")],
        "Best session": [("+₹120", "Oct 10, 2026")],
        "Worst session": [("−₹29", "Oct 3, 2026")],
        "Most winning sessions in a row": [("2", "of 3 sessions")],
        "Most losing sessions in a row": [("1", "of 3 sessions")],
        "Won as dealer": [("100%", "3 of 3 hands")],
        "Won when another dealt": [("0%", "0 of 1 hand")],
        "Dropped": [("0%", "0 of 4 hands")],
        "Wrong shows": [("0%", "0 of 4 hands")],
        "Full counts": [("1", "of 1 result")],
        "Average points in hand, Points Rummy": [("80", "of 1 result")],
    }
    meera = figures_of(page(club, "Meera"))
    assert meera["Dropped"] == [("50%", "2 of 4 hands")]
    assert meera["Average cost of a drop, Points Rummy"] == [("30", "of 2 drops")]
    assert meera["Average points in hand, Points Rummy"] == [("8.5", "of 2 results")]


def test_few_hands_are_said_to_be_few(club):
    assert "few hands" in page(club, "Asha").content.decode()
    assert share_cell(5, 19) == FigureCell("26%", "5 of 19 hands", few=True)
    assert share_cell(5, 20) == FigureCell("25%", "5 of 20 hands")
    assert average_cell(30.5, 20, "of 20 drops") == FigureCell("1.53", "of 20 drops")
    assert share_cell(0, 0) is None and average_cell(0, 0, "") is None


def test_what_was_not_recorded_is_not_shown(club):
    GameResult.objects.update(**dict.fromkeys(map(str, Fact), None))
    figures = figures_of(page(club, "Asha"))
    assert figures["Hands won"] == [("75%", "3 of 4 hands")]
    assert figures.keys().isdisjoint(OF_CARDS)


def test_a_game_without_facts_is_left_out_of_the_hands_they_are_of(club):
    session = Session.objects.filter(club=club).latest("played_on")
    lines = {"Asha": {"knocked": True, "deadwood": 2}, "Dev": {"deadwood": 9}}
    make.play(make.next_game(session, "gin_rummy", NAMES[:2]), {"deal": {}, "lines": lines})
    figures = figures_of(page(club, "Dev"))
    assert figures["Hands won"] == [("20%", "1 of 5 hands")]
    assert figures["Wrong shows"] == [("25%", "1 of 4 hands")]


def test_the_curve_goes_through_every_session(club):
    answer = page(club, "Asha")
    [line] = answer.context["curves"].lines
    assert line.figures == (-2900, 9100, 10600)
    assert "<svg" in answer.content.decode()


def test_two_players_stand_beside_each_other(club):
    answer = page(club, "Asha", "Dev")
    assert answer.context["meetings"].sessions == 3
    assert answer.context["meetings"].parts == (("Asha", 2), ("Dev", 1), ("Tied", 0))
    figures = figures_of(answer)
    assert figures["Hands won"] == [("75%", "3 of 4 hands"), ("25%", "1 of 4 hands")]
    assert figures["Net"] == [("+₹106", "of 3 sessions"), ("−₹29", "of 3 sessions")]
    lines = answer.context["curves"].lines
    assert [(line.name, line.figures) for line in lines] == [
        ("Asha", (-2900, 9100, 10600)),
        ("Dev", (6100, -1900, -2900)),
    ]


def test_a_player_of_another_club_is_not_there_to_compare_with(club):
    other = make.club()
    make.session("points_rummy", NAMES, club=other)
    browser = make.client_with(Role.VIEWER, club)
    stranger = other.players.get(name="Asha").pk
    assert browser.get(address(club, "Asha"), {"with": stranger}).status_code == 404
    assert browser.get(address(club, "Asha"), {"with": "x"}).status_code == 404
    assert browser.get(address(other, "Asha")).status_code == 404


def test_nobody_is_compared_with_himself(club):
    answer = page(club, "Asha", "Asha")
    assert answer.status_code == 200 and answer.context["beside"] is None


def test_who_never_played_has_a_page_and_can_be_compared_with(club):
    add_players(club=club, names=["Omar"])
    assert page(club, "Omar").status_code == 200
    assert page(club, "Asha", "Omar").context["meetings"].sessions == 0
    assert page(club, "Omar", "Asha").status_code == 200


def test_a_thousand_sessions_ask_as_little_as_three(club):
    def query_count() -> int:
        caches["tables"].clear()
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(there).status_code == 200
        return len(queries)

    browser, there = make.client_with(Role.VIEWER, club), address(club, "Asha")
    browser.get(there)
    few = query_count()
    many_sessions(club, 1000)
    assert query_count() == few <= 17
    with CaptureQueriesContext(connection) as again:
        browser.get(there)
    assert len(again) <= 8


def many_sessions(club: Club, count: int) -> None:
    """The sessions there are, again and again."""
    pattern = list(GameResult.objects.filter(club=club).select_related("game"))[:3]
    first = date(2020, 1, 1)
    sessions = Session.objects.bulk_create(
        Session(club=club, played_on=first + timedelta(days=day)) for day in range(count)
    )
    game = pattern[0].game
    assert game is not None
    rows = []
    for number, session in enumerate(sessions):
        game.pk, game.session, game._state.adding = None, session, True
        game.save()
        for result in pattern:
            result.pk, result.session, result.game_id = None, session, game.pk
            result.played_on = first + timedelta(days=number)
            rows.append(GameResult(**columns(result)))
    GameResult.objects.bulk_create(rows)


def columns(result: GameResult) -> dict:
    return {f.attname: getattr(result, f.attname) for f in result._meta.concrete_fields}


# Pure ----------------------------------------------------------------------------------------


def player_session(key: int, money: int, won: int = 0) -> SessionOfPlayer:
    return SessionOfPlayer(key, date(2026, 1, key), won, 5, money)


def test_sessions_in_a_row():
    assert longest([], 1) == 0
    assert longest([0, 0], 1) == longest([0, 0], -1) == 0
    assert longest([3, 4, 0, 5, -1, -2, -3], 1) == 2
    assert longest([3, 4, 0, 5, -1, -2, -3], -1) == 3


def test_of_equal_sessions_the_latest_is_named():
    sessions = [
        player_session(3, 5),
        player_session(2, 5),
        player_session(1, -7),
        player_session(4, -7),
    ]
    assert (best(sessions).key, worst(sessions).key) == (3, 4)


def test_two_courses_stand_still_where_one_was_not_there():
    days, totals = running([player_session(3, 5), player_session(1, 2)], [player_session(2, 7)])
    assert [day.day for day in days] == [1, 2, 3]
    assert totals == [[2, 2, 7], [0, 7, 7]]


def test_ahead_is_who_has_more_money_or_else_more_hands():
    first = [
        player_session(1, 5),
        player_session(2, 0, won=1),
        player_session(3, 0, won=2),
        player_session(4, 9),
    ]
    second = [
        player_session(1, 6),
        player_session(2, 0),
        player_session(3, 0, won=2),
        player_session(5, 9),
    ]
    assert meetings(first, second) == (3, 1, 1, 1)


def shown(browser: Client, club: Club, name: str) -> str:
    return browser.get(address(club, name)).content.decode()


def test_what_was_drawn_is_drawn_again_only_when_something_changed(club, monkeypatch):
    drawn = []
    draw = PlayerPage._draw

    def noting(*arguments):
        drawn.append(arguments)
        return draw(*arguments)

    monkeypatch.setattr(PlayerPage, "_draw", noting)
    browser = make.client_with(Role.VIEWER, club)
    first = shown(browser, club, "Asha")
    assert "+₹106" in first and "+₹106" in shown(browser, club, "Asha") and len(drawn) == 1
    played_session(club, date(2026, 10, 24), pool_hand("Asha", Dev=4, Meera=3))
    assert "+₹113" in shown(browser, club, "Asha") and len(drawn) == 2
    club.players.filter(name="Dev").update(name="Devendra")
    assert "Devendra" in shown(browser, club, "Asha") and len(drawn) == 3


def test_what_was_drawn_for_one_reader_is_not_shown_to_another(club):
    browser, other = (make.client_with(Role.VIEWER, club) for _ in range(2))
    session = Session.objects.filter(club=club).latest("pk")
    other.post(reverse("scoreboard:money", args=[session.code]), {"show": "0"})
    assert "₹106" in shown(browser, club, "Asha")
    hidden = shown(other, club, "Asha")
    assert "₹" not in hidden and "Money is hidden" in hidden
    hindi = browser.get(address(club, "Asha"), headers={"Accept-Language": "hi"}).content.decode()
    assert "सभी खेल" in hindi and "All games" not in hindi
    assert "₹106" in shown(browser, club, "Asha")


def test_a_game_that_ended_early_is_in_no_streak_and_one_without_an_end_is(club):
    for game in Game.objects.order_by("pk"):
        services.close_game(game=game)
    names = {player.name: player for player in club.players.all()}
    assert games_in_a_row(names["Asha"]) == GamesInARow(3, 2)
    assert games_in_a_row(names["Dev"]) == GamesInARow(3, 1)
    pool = make.play(
        make.session("pool_rummy", NAMES, club=club), pool_hand("Dev", Asha=9, Meera=4)
    )
    services.close_game(game=pool.game)
    assert games_in_a_row(names["Dev"]) == GamesInARow(3, 1)
