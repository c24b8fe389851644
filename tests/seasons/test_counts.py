"""How high the counts of a season are: numbers worked out by hand, and where they are drawn."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.seasons.counts import HEIGHT, MOST, WIDTH, Histogram, added_up, counts, histogram
from scorekeeper.seasons.rules import USUAL, limited_to
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

NAMES = make.NAMES[:3]


def bars(drawn: Histogram | None) -> list[tuple[int, int, int]]:
    assert drawn
    return [(bar.least, bar.most, bar.times) for bar in drawn.bars if bar.times]


def test_counts_are_added_up_and_what_cannot_be_read_is_left_out():
    sums = added_up([{"31": 2, "15.5": 1}, {"31": 1}, {"-3": 1, "1e9": 1, "4": 0, "5": "1"}, 7])
    assert sums == {31: 3, 15.5: 1}


def test_bars_are_as_wide_as_there_is_room_and_hold_every_count():
    assert bars(histogram({0: 1, 9: 2, 10: 1, 80: 4})) == [(0, 9, 3), (10, 19, 1), (80, 89, 4)]
    assert bars(histogram({3: 1, 9.5: 1})) == [(3, 3, 1), (9, 9, 1)]
    assert histogram({}) is None
    for highest in (1, 9, 10, 47, 80, 120, 999, 9_999):
        drawn = histogram({highest: 1, highest / 2: 20})
        assert drawn and len(drawn.bars) <= MOST and sum(bar.times for bar in drawn.bars) == 21
        for bar in drawn.bars:
            assert 0 <= bar.x <= bar.x + bar.width <= WIDTH
            assert 0 <= bar.y <= bar.y + bar.height <= HEIGHT
        assert 0 <= drawn.average_at <= WIDTH and not drawn.is_small
    small = histogram({3: 1, 8: 1})
    assert small and small.is_small and small.average == Fraction(11, 2)


@pytest.fixture
def club(db: None) -> Club:
    table = make.play(
        make.session("points_rummy", NAMES),
        pool_hand("Asha", Dev=31, Meera=80),
        pool_hand("Dev", Asha=31, Meera="first_drop"),
        pool_hand("Dev", Asha=12, Meera="wrong_show"),
    )
    lines = {"Asha": {"knocked": True, "deadwood": 2}, "Dev": {"deadwood": 9}}
    make.play(
        make.next_game(table.game.session, "gin_rummy", NAMES[:2]), {"deal": {}, "lines": lines}
    )
    return table.game.session.club


def test_a_season_tells_them_by_game_and_family_as_its_hands_stand(club):
    pages = counts(club, None, USUAL)
    assert [(page.game, page.family, page.drawn.times) for page in pages] == [
        ("Points Rummy", "Indian and Nepali", 4),
        ("Gin Rummy", "Gin and games for two", 1),
    ]
    assert bars(pages[0].drawn) == [(10, 19, 1), (30, 39, 2), (80, 89, 1)]
    assert pages[0].summary == "4 results, 38.5 on average"
    assert [page.key for page in counts(club, None, limited_to("gin_rummy", USUAL))] == [
        "gin_rummy"
    ]
    corrections.void_hand(hand=Hand.objects.filter(game__variant="points_rummy").earliest("pk"))
    after = counts(club, None, USUAL)[0].drawn
    assert bars(after) == [(10, 14, 1), (30, 34, 1)] or bars(after) == [(12, 12, 1), (31, 31, 1)]
    GameResult.objects.update(counts=None)
    assert counts(club, None, USUAL) == []


def test_the_page_draws_them_and_says_what_is_small(club):
    browser = make.client_with(Role.VIEWER, club)
    page = browser.get(reverse("seasons:charts", args=[club.code]), {"season": "all"})
    shown = page.content.decode()
    [first, _second] = [part for part in shown.split("<svg")[1:] if "counts" in part[:60]]
    drawn = ElementTree.fromstring("<svg" + first.split("</svg>")[0] + "</svg>")
    assert [
        (e.text or "").strip() for e in drawn.iter("text") if "number" in e.get("class", "")
    ] == [
        "1",
        "2",
        "1",
    ]
    assert "few hands" in shown and "4 results, 38.5 on average" in shown
