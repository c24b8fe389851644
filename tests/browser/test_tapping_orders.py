"""Whatever the order of the taps, a number stands in the row it was typed for."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from scorekeeper.play.selectors import Table
from tests.browser.test_capture import Scorer, Scorers, at, points, scorer

PAUSE = "pause => new Promise(done => setTimeout(done, pause))"
"""How long a finger rests between two taps, in milliseconds."""

__all__ = ["at", "scorer"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_choice_in_another_row_ends_the_number_before_it(scorer: Scorers, at: Table) -> None:
    phone = scorer(360, 740)
    phone.won("Asha")
    phone.keys("4", "3")
    phone.chip("Meera", "First drop")
    phone.keys("1", "2")
    expect(phone.count("Omar")).to_have_value("12")
    phone.chip("Priya", "Middle drop")
    expect(phone.count("Ravi")).to_be_focused()
    phone.keys("2", "5")
    phone.save()
    phone.expect_saved(1)
    assert points(at) == [[0, 43, 20, 12, 40, 25]]


def test_a_number_that_the_cap_cuts_is_named_beside_its_row(scorer: Scorers) -> None:
    phone = scorer()
    phone.won("Asha")
    phone.keys("8", "5")
    expect(phone.page.locator(".cut:visible")).to_have_text(["Counts as 80"])
    for _player in range(4):
        phone.keys("9", "next")
    expect(phone.page.locator(".cut:visible")).to_have_text(["Counts as 80"])


@pytest.mark.parametrize("pause", [60, 400])
@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_rows_endings_and_digits_is_saved_as_meant(
    scorer: Scorers, at: Table, seed: int, pause: int
) -> None:
    """Rows from above, each with a drop or a number, tapped at a person's pace; the drops stand at
    random before or after the numbers that the pad waits for."""
    drawn = random.Random(seed)
    phone = scorer(360, 740)
    names = list(at.names)
    winner = drawn.choice(names)
    meant = dict.fromkeys(names, 0.0)
    phone.won(winner)
    drops = {name: drawn.choice(["First drop", "Middle drop"]) for name in names if name != winner}
    for name in drawn.sample(sorted(drops), 3):
        del drops[name]
    numbers = [name for name in names if name != winner and name not in drops]
    for name in numbers:
        meant[name] = drawn.choice([2, 7, 12, 13, 25, 43, 68, 80])
    left = list(drops.items())
    drawn.shuffle(left)
    for name in numbers:
        phone.page.evaluate(PAUSE, pause)
        type_number(phone, name, int(meant[name]))
        while left and drawn.random() < 0.6:
            phone.page.evaluate(PAUSE, pause)
            choose(phone, meant, *left.pop())
    while left:
        choose(phone, meant, *left.pop())
    phone.save()
    phone.expect_saved(1)
    assert points(at) == [[meant[name] for name in names]]


def type_number(phone: Scorer, name: str, number: int) -> None:
    """Where the pad waits for another row, this one is tapped first."""
    whose = phone.page.locator(".pad__whose")
    if whose.text_content() != name:
        phone.tap(phone.count(name))
    expect(whose).to_have_text(name)
    phone.keys(*str(number))


def choose(phone: Scorer, meant: dict[str, float], name: str, ending: str) -> None:
    phone.chip(name, ending)
    meant[name] = {"First drop": 20.0, "Middle drop": 40.0}[ending]
