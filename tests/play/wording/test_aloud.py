"""The last hand in a sentence that a voice can read, in the reader's language."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from scorekeeper.clubs.models import Role
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.hand import SeatResult, aloud
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")


def heard(table: Table, page: str = "session", **query: Any) -> str:
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    answer = browser.get(reverse(f"scoreboard:{page}", args=[table.game.session.code]), query)
    [sentence] = re.findall(r'data-aloud="([^"]*)"', answer.content.decode())
    return str(sentence)


@pytest.mark.parametrize("page", ["session", "tv"])
def test_board_and_big_screen_carry_the_last_hand_in_one_sentence(page):
    table = make.play(make.session(), pool_hand("Dev", Asha=1, Meera=2, Omar=3), FIRST)
    assert heard(table, page) == "Hand 2: Asha wins, Dev 43, Meera 20, Omar 80."


def test_before_the_first_hand_and_on_a_page_further_back_nothing_is_read():
    table = make.session()
    assert heard(table) == ""
    table = make.play(table, FIRST, pool_hand("Dev", Asha=1, Meera=2, Omar=3))
    assert heard(table, upto=1) == ""


def test_a_deleted_hand_is_not_read():
    table = make.play(make.session(), FIRST, pool_hand("Dev", Asha=1, Meera=2, Omar=3))
    last = Hand.objects.filter(game=table.game).order_by("-number")[0]
    corrections.void_hand(hand=last, by=None)
    assert heard(table).startswith("Hand 1: Asha wins")


def test_where_only_money_counts_it_is_read_if_it_is_shown():
    entry = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}}}
    table = make.play(make.session("rummi", make.NAMES[:2]), entry)
    assert re.fullmatch(r"Hand 1: \w+ wins, \w+ −.*\d.*\.", heard(table))
    assert re.fullmatch(r"Hand 1: \w+ wins\.", heard(table, "tv"))


def test_a_false_claim_is_read_with_who_made_it():
    entry = {"deal": {}, "lines": {"Dev": {"foul": True}}}
    table = make.play(make.session("rummi", make.NAMES[:2]), entry)
    assert heard(table).startswith("Hand 1: Dev false claim, ")
    assert heard(table, "tv") == "Hand 1: Dev false claim."


def test_partners_win_in_the_plural():
    won = SeatResult((0, 2), 100, "", (0, 0), (0, 2))
    lost = SeatResult((1, 3), 20, "", (0, 0))
    with translation.override("en"):
        sentence = aloud(1, [("Asha + Meera", won), ("Dev + Omar", lost)], scores=True)
    assert sentence == "Hand 1: Asha and Meera win, Dev and Omar 20."


def test_a_name_cannot_break_out_of_the_attribute():
    table = make.play(make.session(names=('A"x', "Dev")), pool_hand('A"x', Dev=4))
    assert heard(table) == "Hand 1: " + escape('A"x') + " wins, Dev 4."
