"""A table sees how its game is set up before the first hand, and one tap away later."""

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
RUMMI = {"deal": {"result": "hu"}, "lines": {"Asha": {"won": True}}}


def shown(table: Table, name: str, role: Role = Role.SCORER) -> str:
    browser: Any = make.client_with(role, table.game.session.club)
    page = browser.get(reverse(name, args=[table.game.session.code, 1]))
    assert page.status_code == 200
    return " ".join(unescape(page.content.decode()).split())


def test_before_the_first_hand_the_card_lies_on_the_page_on_which_it_is_written() -> None:
    page = shown(make.session("rummi"), "entry:hand_new")
    assert 'id="table-card"' in page
    assert "2 packs and 8 printed jokers: 112 cards. 20 each." in page
    assert "Stake ₹1 · Money for a joker ₹0.50 · Money for an ace ₹0.50" in page


def test_later_it_is_one_tap_away() -> None:
    table = make.play(make.session("rummi"), RUMMI)
    page, place = (
        shown(table, "entry:hand_new"),
        f"/sessions/{table.game.session.code}/games/1/table-card/",
    )
    assert 'id="table-card"' not in page and f'href="{place}"' in page
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    board = browser.get(reverse("scoreboard:session", args=[table.game.session.code]))
    assert f'href="{place}"' in board.content.decode()


def test_the_page_says_all_of_it_to_a_watcher_too() -> None:
    page = shown(make.session("vazhushal", make.NAMES[:3]), "starting:table_card", Role.VIEWER)
    for text in (
        "One pack and 2 printed jokers",
        "cuts twice",
        "For 3 players",
        "Asha</bdi> deals",
    ):
        assert text in page
    assert "Back to the hand" not in page
    assert "Back to the hand" in shown(make.session("rummi"), "starting:table_card")


OWN_WORDS = {
    "rummi": ("Passport:", "Hu:", "Tien Hu:"),
    "marriage": ("Maal:", "Tiplu:", "Poplu:", "Tunnela:", "Dublee:", "Seen:"),
    "gin_rummy": ("Deadwood:", "Knock:", "Undercut:", "Box:"),
    "canasta": ("Natural:", "Mixed:", "Concealed:", "Red threes:", "Melded:"),
    "rummy_21": ("Tunnela:", "Cut joker:", "Down joker:", "Value points:", "First drop:"),
    "pool_rummy": ("Pure sequence:", "First drop:", "Full count:", "Wrong show:"),
}


@pytest.mark.parametrize("key", OWN_WORDS)
@pytest.mark.parametrize("name", ["entry:hand_new", "starting:table_card"])
def test_it_says_what_the_words_of_the_game_mean(key: str, name: str) -> None:
    page = shown(make.session(key, make.NAMES[:2]), name)
    assert "<dt>Words</dt>" in page
    assert [word for word in OWN_WORDS[key] if word not in page] == []


def test_a_game_without_stakes_says_so() -> None:
    page = shown(make.session("house_game"), "starting:table_card")
    assert "No stakes: points only." in page


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_has_the_page(key: str) -> None:
    seats = VARIANTS[key].seats
    names = make.NAMES[: min(max(seats.start, 4), seats.stop - 1)]
    assert "Played for" in shown(make.session(key, names), "starting:table_card")


def test_a_game_of_rules_that_are_no_more_says_so() -> None:
    table = make.session("rummi")
    Game.objects.update(options={**table.game.options, "tie": "gone"})
    assert "have changed since" in shown(table, "starting:table_card")
