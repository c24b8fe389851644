"""A season by the method that its hosts chose: its form, its page, its sheet."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.play.selectors import table as play_table
from scorekeeper.play.services import open_session, start_game
from scorekeeper.standings import selectors
from scorekeeper.standings.models import Season
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.rules import USUAL, by, read
from scorekeeper.standings.services import change_season, create_season, version_of
from scorekeeper.statements.season_drawing import SeasonSheet
from scorekeeper.statements.season_reading import season_contents
from scorekeeper.wording import currencies
from tests import factories as make
from tests.factories import pool_hand
from tests.standings.test_standings import NAMES, deal, night

pytestmark = pytest.mark.django_db
ASKED = {
    "name": "Winter",
    "starts": "2026-10-01",
    "ends": "2026-12-31",
    "scope": "all",
    "measure": "money",
    "over": "sum",
    "many": "",
    "places": "10-6-3-1",
    "least": "0",
    "missed": "nothing",
    "night": "auto",
    "tie_0": "head_to_head",
    "tie_1": "nights_won",
    "tie_2": "",
    "tie_3": "",
}


@pytest.fixture
def club() -> Club:
    """Asha and Dev end with +200 each: a night won by each, and Dev won the last.

    3 Oct: Asha +300, Dev −100, Meera −200. 10 Oct: Dev +300, Asha −100, Meera −200.
    """
    made = make.club()
    night(made, date(2026, 10, 3), deal("Asha", "Dev", "Meera"))
    night(made, date(2026, 10, 10), deal("Dev", "Asha", "Meera"))
    return made


def send(club: Club, **fields: str) -> Any:
    path = reverse("standings:season_new", args=[club.code])
    return make.client_with(Role.HOST, club).post(path, ASKED | fields)


def table(club: Club, **query: str) -> str:
    path = reverse("standings:table", args=[club.code])
    return text_of(make.client_with(Role.VIEWER, club).get(path, query))


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_host_says_what_counts_and_the_page_says_it_in_a_sentence(club):
    sent = send(club, measure="places", places="5, 2", over="best", many="1", least="2")
    assert sent.status_code == 302
    season = Season.objects.get()
    told = read(season.rules)
    assert (told.method.measure, told.method.places, told.method.many) == ("places", (5, 2), 1)
    page = table(club, season=str(season.pk))
    assert (
        "The places of each night, worth 5-2 points; only 1 night counts, the best;"
        " a place needs 2 nights." in page
    )


def test_the_form_shows_what_was_chosen_and_changes_it(club):
    send(club, measure="wins", scope="game:rummi")
    season = Season.objects.get()
    path = reverse("standings:season_change", args=[club.code, season.pk])
    phone = make.client_with(Role.HOST, club)
    shown = text_of(phone.get(path))
    assert '<option value="wins" selected>' in shown
    assert '<option value="game:rummi" selected>' in shown
    before = version_of(season)
    assert phone.post(path, ASKED | {"measure": "rating"}).status_code == 302
    season.refresh_from_db()
    assert read(season.rules).method.measure is Measure.RATING
    assert version_of(season) > before


def test_fewer_days_never_bring_back_an_old_version(club):
    season = create_season(club=club, name="W", starts=date(2026, 10, 1), ends=None)
    before, rules = version_of(season), read({}).dump()
    change_season(season=season, name="W", starts=date(2026, 11, 1), ends=None, rules=rules)
    season.refresh_from_db()
    assert version_of(season) > before


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"over": "best"}, "Say how many nights."),
        ({"over": "drop", "many": "0"}, "Type 1 or more."),
        ({"many": "x"}, "Type a number."),
        ({"many": "9" * 30}, "Type 100 at the most."),
        ({"places": "10-x"}, "Type whole numbers"),
        ({"places": "٣-1"}, "Type whole numbers"),
        ({"places": "-".join(["1"] * 13)}, "Twelve places"),
        ({"least": "-1"}, "Type 0 or more."),
        ({"measure": "nonsense"}, "nonsense"),
        ({"scope": "game:chess"}, "chess"),
        ({"scope": "game:rummi", "measure": "game_points"}, "Rummi is not played for game points."),
    ],
)
def test_what_cannot_be_is_refused_beside_the_field_and_kept(club, fields, said):
    answer = send(club, **fields)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert said in page
    assert 'value="Winter"' in page
    assert not Season.objects.exists()


def test_a_night_counts_in_one_season_of_the_same_games(club):
    assert send(club).status_code == 302
    over = {"name": "Spring", "starts": "2026-12-31", "ends": "2027-03-31"}
    answer = send(club, **over)
    assert answer.status_code == 400
    assert "“Winter” counts the same games until" in answer.content.decode()
    assert send(club, **over, scope="game:rummi").status_code == 302
    assert send(club, **over | {"name": "May", "starts": "2027-01-01"}).status_code == 302


def test_equal_sums_are_told_apart_and_the_rule_is_named(club):
    """Both at +200: one night ahead each; the last night with both decides."""
    send(club, tie_1="last_meeting")
    page = table(club, season=str(Season.objects.get().pk))
    assert "Level with Dev, who was ahead in the last night with both." in page
    send(club, name="B", starts="2027-01-01", ends="2027-02-01")
    ranks = selectors.ranked(club, Season.objects.get(name="Winter")).ranks
    assert [(rank.place, rank.name) for rank in ranks] == [(1, "Dev"), (2, "Asha"), (3, "Meera")]


def test_where_nothing_decides_they_share_the_place_and_that_is_said(club):
    send(club, tie_0="head_to_head", tie_1="")
    page = table(club, season=str(Season.objects.get().pk))
    assert "Level: nothing decides." in page


def test_a_method_without_facts_gives_nobody_a_place(club):
    page = table(club, season="all", by="game_points")
    assert "None of these games has what this table counts" in page


def test_anybody_looks_at_a_season_by_another_measure(club):
    for measure in Measure:
        assert table(club, season="all", by=str(measure))
    phone = make.client_with(Role.VIEWER, club)
    assert phone.get(reverse("standings:table", args=[club.code]), {"by": "x"}).status_code == 404


def test_who_came_too_seldom_is_told_how_many_nights_are_missing(club):
    send(club, least="3")
    assert "1 night more for a place" in table(club, season=str(Season.objects.get().pk))


def test_game_points_add_up_over_games(club):
    at = make.night("vazhushal", NAMES, at=club, played_on=date(2026, 11, 1))
    make.play(at, {"deal": {}, "lines": {"Meera": {"finish": "won"}}})
    ranks = selectors.ranked(club, None, by(Measure.GAME_POINTS, USUAL)).ranks
    assert ranks[0].name == "Meera" and ranks[0].placing.figure == 1


def test_what_a_table_calls_its_rules_can_be_what_counts(club):
    session = open_session(club=club, played_on=date(2026, 11, 20))
    game = start_game(
        session=session,
        variant="pool_rummy",
        options={"pool": 61},
        players=list(club.players.order_by("pk")),
        preset="Sixty-one",
    )
    make.play(play_table(game), pool_hand("Dev", Asha=20, Meera=20))
    answer = send(club, scope="preset:Sixty-one", measure="wins", ends="")
    assert answer.status_code == 302
    [first, *_rest] = selectors.ranked(club, Season.objects.get()).ranks
    assert first.name == "Dev" and first.placing.figure == first.hands == 1


def test_how_a_figure_came_about_is_told_night_by_night(club):
    send(club, measure="places", over="best", many="1", missed="last")
    season = Season.objects.get()
    night(club, date(2026, 10, 17), deal("Asha", "Meera"), names=("Asha", "Meera"))
    dev = club.players.get(name="Dev")
    path = reverse("standings:course", args=[club.code, dev.pk])
    page = text_of(make.client_with(Role.VIEWER, club).get(path, {"season": season.pk}))
    assert "place 1" in page and "place 2" in page
    assert "missed" in page and "does not count" in page
    unknown = reverse("standings:course", args=[club.code, 999999])
    assert make.client_with(Role.VIEWER, club).get(unknown).status_code == 404


def test_paper_says_the_method_the_figures_and_what_decided(club):
    send(club, measure="wins", tie_0="", tie_1="last_meeting")
    season = Season.objects.get()
    with currencies.reading_as("en"):
        told = season_contents(season)
    assert told.method == "Hands won."
    assert told.counted == "Hands won"
    assert told.figures == ("1", "1", "0")
    assert told.reasons[1] == "Level with Dev, who was ahead in the last night with both."
    assert "Dev comes first" in SeasonSheet(told).result()


def test_only_a_host_changes_a_season(club):
    season = create_season(club=club, name="W", starts=date(2026, 10, 1), ends=None)
    path = reverse("standings:season_change", args=[club.code, season.pk])
    for role in (Role.VIEWER, Role.SCORER):
        assert make.client_with(role, club).post(path, ASKED).status_code == 403
    other = make.client_with(Role.HOST, make.club("Else"))
    assert other.post(path, ASKED).status_code == 404
