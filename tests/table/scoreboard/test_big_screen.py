"""What the room reads from across: who leads and deals, the last hand, and a page to wait with."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from scorekeeper.clubs.models import Role
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

KALOOKIE = {
    "deal": {},
    "lines": {"Asha": {"won": True}, "Dev": {"points": 20}, "Meera": {"points": 1}},
}
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def screen(table: Table, **query: Any) -> str:
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    answer = browser.get(reverse("scoreboard:tv", args=[table.game.session.code]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def last_hand(page: str) -> str:
    [section] = re.findall(r'<section class="screen__last.*?</section>', page, re.DOTALL)
    return " ".join(strip_tags(section.replace("<", " <")).split())


def order(page: str) -> list[tuple[str, bool]]:
    """The names from the top, and whether each leads."""
    seats = re.findall(r'<li class="screen__seat(.*?)</li>', page, re.DOTALL)
    names = (re.search(r"<bdi>(\w+)</bdi>", seat) for seat in seats)
    return [
        (name[1], "seat--ahead" in seat) for name, seat in zip(names, seats, strict=True) if name
    ]


def test_leader_dealer_and_the_last_hand_are_named():
    table = make.play(
        make.session(),
        pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show"),
        pool_hand("Dev", Asha=2, Meera=7, Omar=11),
    )
    page = screen(table)
    assert re.search(r"Hand 2\b.*Dev won.*Asha.*2\b.*Meera.*7\b.*Omar.*11\b", last_hand(page))
    assert page.count("leads") == 1
    assert len(re.findall(r'<span class="badge">deals</span>', page)) == 1


def test_points_and_money_of_the_last_hand_say_what_they_are():
    table = make.play(make.session("kalookie", make.NAMES[:3]), KALOOKIE)
    text = last_hand(screen(table, money="1"))
    assert re.search(r"Dev 20 points −₹[\d.]+ Meera 1 point −₹[\d.]+$", text), text
    assert "₹" not in last_hand(screen(table, money="0"))


def test_a_deleted_hand_is_no_last_hand_and_a_void_one_says_so():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=1, Omar=2))
    corrections.void_hand(hand=Hand.objects.get(game=table.game), by=None)
    assert "The first hand is being played" in last_hand(screen(table))


def test_without_money_the_most_hands_won_lead():
    much = {"Dev": {"points": 1, "jokers": 8}, "Asha": {"points": 2}, "Meera": {"points": 3}}
    little = {"Asha": {"points": 1}, "Dev": {"points": 2}, "Meera": {"points": 3}}
    entries = ({"deal": {}, "lines": lines} for lines in (much, little, little))
    table = make.play(make.session("rummi", make.NAMES[:3]), *entries)
    assert order(screen(table)) == [("Asha", True), ("Dev", False), ("Meera", False)]
    assert order(screen(table, money="1")) == [("Dev", True), ("Asha", False), ("Meera", False)]


def test_money_stays_hidden_until_its_address_asks_for_it():
    lost = {"Dev": {"points": 3}, "Meera": {"points": 5}, "Asha": {"points": 0}}
    table = make.play(make.session("rummi", make.NAMES[:3]), {"deal": {}, "lines": lost})
    hidden, shown = screen(table), screen(table, money="1")
    assert 'class="money' not in hidden and "₹" not in hidden
    assert "Dev" not in last_hand(hidden), "who paid is money too"
    assert 'class="money' in shown and "Dev" in last_hand(shown)


def test_the_room_waits_with_the_clubs_name():
    club = make.club("Friday table")
    session = services.open_session(club=club, played_on=date(2026, 11, 20))
    browser: Client = make.client_with(Role.VIEWER, club)
    page = browser.get(reverse("scoreboard:tv", args=[session.code])).content.decode()
    assert "Waiting for the first hand" in page and "<h1>" in page
    first = screen(make.session())
    assert "The first hand is being played" in last_hand(first)
    assert "screen__total" not in first, "nobody has anything yet"


def won(page: str) -> str:
    winners = re.findall(r'<p class="winner">.*?</p>', page, re.DOTALL)
    return " ".join(strip_tags(" ".join(winners).replace("<", " <")).split())


def test_who_won_the_session_is_named_once_it_is_over_and_not_by_money_that_is_hidden():
    """Asha has most money, from one hand; Dev won two of the three."""
    table = make.session("points_rummy", make.NAMES[:3])
    hands = (pool_hand("Dev", Asha=2, Meera=2), pool_hand("Dev", Asha=2, Meera=2))
    make.play(table, pool_hand("Asha", Dev=80, Meera=80), *hands)
    assert won(screen(table)) == won(screen(table, money="1")) == ""
    services.close_session(session=table.game.session)
    assert re.fullmatch(r"♛.* Asha won the session, .*156", won(screen(table, money="1")))
    hidden = won(screen(table))
    assert hidden.endswith("Asha won the session with 1 game won")


def flat(page: str) -> str:
    return " ".join(page.split())


def test_each_figure_says_what_it_counts():
    """The money is the whole session's, the points are this game's."""
    table = make.play(make.session("points_rummy"), pool_hand("Asha", Dev=30, Meera=1, Omar=5))
    shown = flat(screen(table, money="1"))
    assert "1 <small>point</small>" in shown and "30 <small>points</small>" in shown
    assert shown.count("<small>session</small>") == 4
    table = make.next_game(table.game.session, "rummi", make.NAMES[:3])
    lost = {"Dev": {"points": 3}, "Meera": {"points": 5}, "Asha": {"points": 0}}
    shown = flat(screen(make.play(table, {"deal": {}, "lines": lost}), money="1"))
    assert shown.count("<small>this game</small>") == 3
    assert re.search(r"−₹\d[^<]*</bdi> <small>this game", shown), "with its currency"
    viewer = make.client_with(Role.VIEWER, table.game.session.club)
    board = viewer.get(
        reverse("scoreboard:session", args=[table.game.session.code])
    ).content.decode()
    assert "30 points" in flat(board), "of the game before"
