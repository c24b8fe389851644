"""What is not usual about a game is marked: on the board, the slip, the page of rules."""

import gzip
from html import unescape
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.engine.outcomes.stored import rules_json
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options, stated_options
from scorekeeper.play.selectors import Table
from scorekeeper.questions.templatetags.rules import MOST_RULES, house_rules
from scorekeeper.questions.wording import Agreement
from scorekeeper.table.entry.forms import HandForm, posted_values
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.factories import pool_hand

UPDATE = 4_000  # bytes, compressed: see test_numbers
OWN = {"pool": 201, "first_drop": 30, "fee": 5000}


def shown_options(key: str, seats: int = 4, **options: Any) -> dict[str, tuple[str, str]]:
    rules = VARIANTS[key]
    loaded = load_options(rules, options, seats)
    return {
        rule.name: (rule.value, rule.usually) for rule in agreement(key, loaded, seats).unusual()
    }


def agreement(key: str, options: Any, seats: int) -> Agreement:
    rules = VARIANTS[key]
    return Agreement(rules, dump(options, full=True), rules_json(rules, options, seats), "INR")


def page(browser: Client, table: Table) -> str:
    answer = browser.get(reverse("scoreboard:session", args=[table.game.session.code]))
    return one_line(answer.content.decode())


def one_line(page: str) -> str:
    return " ".join(unescape(page).split())


# Which rules are unusual -----------------------------------------------------------------------


def test_what_somebody_chose_is_unusual_and_what_follows_is_not():
    assert shown_options("pool_rummy", pool=201) == {"pool": ("201", "101")}
    assert shown_options("pool_rummy", pool=201, first_drop=30) == {
        "pool": ("201", "101"),
        "first_drop": ("30", "25"),
    }


def test_what_plays_no_part_is_not_unusual():
    assert shown_options("rummi", no_passport_units=5) == {}
    assert set(shown_options("rummi", no_passport_units=5, no_passport="flat_to_all")) == {
        "no_passport",
        "no_passport_units",
    }


def test_the_usual_depends_on_the_table():
    assert shown_options("rummi", 5, tiers=[1, 2, 3, 4]) == {}
    assert shown_options("rummi", 4, hu_units=5) == {"hu_units": ("5", "4")}


@pytest.mark.parametrize("key", VARIANTS)
def test_the_usual_rules_of_a_game_are_not_unusual(key: str):
    rules = VARIANTS[key]
    for seats in rules.seats:
        assert shown_options(key, seats) == {}
        options = load_options(rules, {}, seats)
        assert not any(rule.differs for rule in agreement(key, options, seats).all())


def test_a_long_list_is_cut_and_says_so():
    rules = VARIANTS["rummi"]
    options = {"stake": 1, "hu_units": 1, "tie": "best", "cap": 1, "joker_value": 1, "deals": 3}
    unusual = agreement("rummi", load_options(rules, options, 4), 4).unusual()
    line = house_rules(unusual)
    assert (len(line["rules"]), line["more"]) == (MOST_RULES, len(unusual) - MOST_RULES)
    quiet = house_rules(unusual, False)
    assert not any(rule.is_money for rule in quiet["rules"])
    assert len(quiet["rules"]) + max(quiet["more"], 0) < len(unusual)


# Where they are marked -------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_board_marks_house_rules_and_keeps_stakes_quiet():
    table = make.play(make.session(options=OWN), pool_hand("Asha", Dev=1, Meera=2, Omar=3))
    table.game.preset = "Saturday 201"
    table.game.save()
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    shown = page(browser, table)
    assert "Saturday 201" in shown
    assert "First drop <b><bdi>30</bdi></b> (default 25)" in shown
    money = reverse("scoreboard:money", args=[table.game.session.code])
    browser.post(money, {"show": "0"})
    assert "First drop" in page(browser, table) and "Entry fee" not in page(browser, table)
    browser.post(money, {"show": "1"})
    assert "Entry fee" in page(browser, table)


@pytest.mark.django_db
def test_a_game_as_usual_has_no_mark():
    table = make.session()
    shown = page(make.client_with(Role.VIEWER, table.game.session.club), table)
    assert "House rules:" not in shown


@pytest.mark.django_db
def test_the_slip_marks_them_too():
    table = make.session(options=OWN)
    browser = make.client_with(Role.SCORER, table.game.session.club)
    entry = load_entry(
        table.rules, table.fold, pool_hand("Asha", Dev=1, Meera=2, Omar=3), table.names
    )
    sent = posted_values(HandForm(table.rules, table.fold, table.names, entry=entry))
    slip = browser.post(reverse("entry:slip", args=[table.game.session.code, 1]), sent)
    assert "First drop <b><bdi>30</bdi></b> (default 25)" in one_line(slip.content.decode())


@pytest.mark.django_db
def test_the_frozen_rules_say_all_there_is_to_say():
    table = make.session(options=OWN)
    where = reverse("starting:game_rules", args=[table.game.session.code, 1])
    shown = unescape(
        make.client_with(Role.VIEWER, table.game.session.club).get(where).content.decode()
    )
    for rule in table.agreement.all():
        for text in (rule.label, rule.help, rule.value, rule.source):
            assert text in shown
    assert shown.count("rule--differs") == len(OWN)
    assert "Save these rules for the group" not in shown


# What it costs ---------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["scoreboard:session", "statements:list"])
def test_a_mark_costs_no_query(where: str):
    counts = []
    for options in ({}, OWN):
        table = make.play(make.session(options=options), pool_hand("Asha", Dev=1, Meera=2, Omar=3))
        browser = make.client_with(Role.VIEWER, table.game.session.club)
        address = reverse(where, args=[table.game.session.code])
        browser.get(address)
        with CaptureQueriesContext(connection) as queries:
            browser.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.django_db
@pytest.mark.parametrize("key", VARIANTS)
def test_a_slip_stays_light_when_nothing_is_usual(key: str):
    rules = VARIANTS[key]
    seats = min(rules.seats.stop - 1, 6)
    drawn = [draw_game(rules, Random(seed), seats=seats, side=1, hands=1) for seed in range(40)]
    odd = max(
        (game for game in drawn if game.entries),
        key=lambda game: len(stated_options(rules, game.options, seats)),
    )
    table = make.session(key, make.NAMES[:seats], dump(odd.options, full=True))
    browser = make.client_with(
        Role.SCORER, table.game.session.club, headers={"accept-encoding": "gzip"}
    )
    sent = posted_values(HandForm(rules, table.fold, table.names, entry=odd.entries[0]))
    address = reverse("entry:slip", args=[table.game.session.code, 1])
    answer = browser.post(address, sent, headers={"HX-Request": "true"})
    assert b"House rules:" in gzip.decompress(answer.content) or b"slip__hint" in gzip.decompress(
        answer.content
    )
    assert len(answer.content) <= UPDATE
