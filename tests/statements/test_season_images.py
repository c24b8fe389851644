"""Charts of a season as images: each is drawn with its words, and without money tells none."""

import io
from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from scorekeeper.clubs.models import Club, Role
from scorekeeper.play.models import Game
from scorekeeper.seasons.rules import USUAL
from scorekeeper.statements.images import season_views
from scorekeeper.statements.images.rendering import png
from scorekeeper.statements.images.season import CHART_NAMES, ChartKind, SeasonChart, draw_chart
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NAMES = make.NAMES[:3]


@pytest.fixture
def club() -> Club:
    caches["large"].clear()
    new_club = make.club()
    for day in (2, 9):
        table = make.session("points_rummy", NAMES, club=new_club, played_on=date(2026, 10, day))
        make.play(table, pool_hand("Asha", Dev=31, Meera=80), pool_hand("Dev", Asha=12, Meera=30))
    return new_club


def chart(club: Club, kind: ChartKind, *, money: bool = True) -> SeasonChart:
    player = club.players.get(name="Dev").pk if kind is ChartKind.BARS else None
    return SeasonChart(kind, club, None, USUAL, player, money)


def words_of(content: bytes) -> str:
    return " ".join(PdfReader(io.BytesIO(content)).pages[0].extract_text().split())


@pytest.mark.parametrize(
    ("kind", "caption", "line"),
    [
        (ChartKind.RACE, "Asha", "Asha: +₹198"),
        (ChartKind.TAKEN, "Filled: the row player won.", "Asha took most"),
        (ChartKind.COUNTS, "8 results, 38.25 on average", "Most often 30 to 39 points"),
        (ChartKind.DAYS, "2026", "2026: 2"),
        (ChartKind.BARS, "Oct 2, 2026", "Dev: "),
    ],
)
def test_each_says_on_the_image_and_beside_it_what_it_shows(club, kind, caption, line):
    image, drawing = chart(club, kind).read()
    assert drawing
    drawn = draw_chart(image, drawing)
    assert caption in words_of(drawn)
    assert (str(CHART_NAMES[kind]) in words_of(drawn)) is (kind is not ChartKind.RACE)
    assert line in "\n".join(drawing.lines)
    assert draw_chart(*chart(club, kind).read()) == drawn


def test_the_race_is_headed_by_who_leads(club):
    image, _drawing = chart(club, ChartKind.RACE).read()
    assert (image.winners, image.says, image.title) == (("Asha",), "leads", "Money")


def test_without_money_nothing_of_it_is_drawn(club):
    for kind in (ChartKind.RACE, ChartKind.TAKEN, ChartKind.BARS):
        image, drawing = chart(club, kind, money=False).read()
        assert drawing is None and image.hides_money
        assert "₹" not in words_of(draw_chart(image, drawing))
    for kind in (ChartKind.COUNTS, ChartKind.DAYS):
        assert chart(club, kind, money=False).read()[1]


def get(club: Club, name: str, **query: Any) -> Any:
    browser = make.client_with(Role.VIEWER, club)
    return browser.get(reverse(f"statements:season_{name}", args=[club.code]), query)


def test_the_page_offers_it_to_be_sent_and_saved_and_leads_to_the_others(club):
    shown = get(club, "share", season="all", chart="taken").content.decode()
    assert "data-share" in shown and "Save image" in shown and "Asha took most" in shown
    assert "chart=race" in shown and "chart=bars" not in shown
    hidden = get(club, "share", season="all", chart="taken", money=0).content.decode()
    assert "data-share" not in hidden and "With money" in hidden
    assert get(club, "share", chart="nothing").status_code == 404
    assert get(club, "share", chart="bars", player="x").status_code == 404


def test_it_is_drawn_once_until_a_hand_changes_it(club, monkeypatch):
    drawn: list[bytes] = []

    def counting(pdf: bytes) -> bytes:
        drawn.append(pdf)
        return png(pdf)

    monkeypatch.setattr(season_views, "png", counting)
    first = get(club, "image", season="all", chart="counts")
    assert Image.open(io.BytesIO(first.content)).width == 1080
    assert first["Content-Disposition"].startswith("attachment") and len(drawn) == 1
    assert get(club, "image", season="all", chart="counts").content == first.content
    assert len(drawn) == 1
    table = make.next_game(Game.objects.latest("pk").session, "points_rummy", NAMES)
    make.play(table, pool_hand("Asha", Dev=3, Meera=4))
    assert get(club, "image", season="all", chart="counts").content != first.content


def test_of_no_sessions_there_is_nothing_to_draw():
    empty = make.club()
    assert "Nothing to draw." in get(empty, "share").content.decode()
    assert get(empty, "image").status_code == 200
