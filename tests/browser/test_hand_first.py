"""The hand that is entered is the page: what else there is to know of the game folds."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play.selectors import Table, game_table
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.browser.capture import Scorer
from tests.helpers.drawing import draw_game, names
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOUR = [key for key, rules in VARIANTS.items() if 4 in rules.seats or 2 in rules.sides]
LONG = ("Venkataraghavan", "Bartholomew", "Priyanka-Maria", "Konstantinos", "Esha", "Ravi")
ONE_LINE = 100
"""A row of a name and one line of keys is no higher: four of them are in view. Of higher rows, with
two or three lines of keys, the first two."""
ROWS = """() => {
  const dock = document.querySelector(".hand__dock").getBoundingClientRect().top;
  return [...document.querySelectorAll(".line")].filter((row) => row.checkVisibility())
    .map((row) => row.getBoundingClientRect())
    .map(({ top, bottom }) => [Math.round(bottom - top), top >= 56 && bottom <= dock]);
}"""


def begun(key: str, hands: int) -> Table:
    """A game of four, after so many hands of it, or as many as it has before its last."""
    side = 1 if 4 in VARIANTS[key].seats else 2
    table = make.play(make.session(key, names(4), side=side), *entries(key, side, hands))
    for player, name in zip(table.players, make.NAMES, strict=False):
        make.rename(player, name)
    return game_table(table.game)


def entries(key: str, side: int, hands: int) -> list[dict[str, Any]]:
    rules = VARIANTS[key]
    for many in range(hands, 0, -1):
        for seed in range(10):
            rng = Random(f"{key} {seed}")
            drawn = draw_game(rules, rng, seats=4, side=side, options=rules.options(), hands=many)
            if len(drawn.entries) == many and not drawn.game.over:
                return drawn.plain_entries()
    return []


@pytest.mark.parametrize("hands", [0, 4])
def test_four_players_are_in_view(phone: Page, site: Site, hands: int) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    hidden = {}
    for key in FOUR:
        Scorer(phone, begun(key, hands), site)
        rows = phone.evaluate(ROWS)[:4]
        many = 4 if all(height <= ONE_LINE for height, _seen in rows) else 2
        if not all(seen for _height, seen in rows[:many]):
            hidden[key] = rows
    assert not hidden


CARDS = """() => [...document.querySelectorAll(".hand__fields > *")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height)
    .map((one) => Math.round(one.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
def test_nothing_lies_under_the_dock_after_a_split(
    phone: Page, site: Site, width: int, height: int
) -> None:
    phone.set_viewport_size({"width": width, "height": height})
    out = make.pool_hand("Asha", Dev=80, Meera=20, Omar=20, Priya=80, Ravi=80)
    few = make.pool_hand("Asha", Dev=30, Meera=1, Omar=1, Priya=30, Ravi=30)
    table = make.play(make.session("pool_rummy", make.NAMES), out, few)
    for player, name in zip(table.players, LONG, strict=True):
        make.rename(player, name)
    Scorer(phone, table, site)
    phone.locator("#proposed").get_by_role("link", name="Split").tap()
    expect(phone.locator("#slip")).to_contain_text("The pot is shared, and the game is over")
    dock = phone.locator(".hand__dock").bounding_box()
    assert dock and max(phone.evaluate(CARDS)) <= dock["y"]
    save = phone.get_by_role("button", name="Save hand 3")
    save.dblclick(delay=60)
    expect(save).to_have_count(0)
    assert table.game.hands.count() == 3
