"""How many taps a hand takes, counted on the pages as they are served, down to the save."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.play.models import Hand
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Asha", "Ben", "Chitra", "Dev", "Esha", "Farid")


def tap_in_sight(phone: Scorer, key: Locator) -> None:
    """Taps a key that must need no swipe: it lies between the bar and the dock."""
    box, dock = key.bounding_box(), phone.page.locator(".hand__dock").bounding_box()
    assert box and dock
    assert box["y"] >= 56
    assert box["y"] + box["height"] <= dock["y"]
    touch(phone, key)


def touch(phone: Scorer, key: Locator) -> None:
    """Taps it where it lies; a locator's own tap would scroll the page first, even for the dock."""
    box = key.bounding_box()
    assert box
    phone.taps += 1
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def one_more(phone: Scorer, name: str, counter: str) -> None:
    key = phone.line(name).get_by_role("button", name=re.compile(f"^{counter}"))
    tap_in_sight(phone, key)


def rummi_points(phone: Scorer) -> None:
    phone.tap(phone.count("Asha"))
    phone.keys(*"12", "next", *"30", "next", *"45", "next", *"61")


def rummi_all(phone: Scorer) -> None:
    """Three jokers and five aces."""
    rummi_points(phone)
    phone.keys("next")
    one_more(phone, "Asha", "Jokers")
    one_more(phone, "Ben", "Jokers")
    one_more(phone, "Ben", "Jokers")
    for name, suits in (("Asha", "♠"), ("Chitra", "♥♥"), ("Dev", "♦♣")):
        for suit in suits:
            one_more(phone, name, f"Aces {suit}")


def finishes(phone: Scorer) -> None:
    phone.won("Asha")
    phone.chip("Ben", "First drop")
    phone.chip("Chitra", "Middle drop")
    phone.keys(*"23", *"41", *"12")


def without_cap(phone: Scorer) -> None:
    phone.won("Asha")
    phone.chip("Ben", "First drop")
    phone.chip("Chitra", "Middle drop")
    phone.keys(*"23", "next", *"41", "next", *"12")


def marriage(phone: Scorer) -> None:
    phone.won("Asha")
    phone.keys(*"10", "next", "3", "next", "5", "next", *"13")
    phone.chip("Esha", "Unseen")


def gin(phone: Scorer) -> None:
    phone.won("Asha")
    phone.keys("4", "next", *"25")


def value_cards(phone: Scorer) -> None:
    phone.won("Asha")
    phone.keys(*"23", *"31", *"44")
    for name, counters in (("Ben", "Down Cut Up"), ("Dev", "Down Up")):
        for counter in counters.split():
            phone.tap(phone.line(name).get_by_role("button", name=counter, exact=True))


def usual_values(phone: Scorer) -> None:
    """One row after the other, as it is called out; nothing is looked for by a swipe."""
    phone.won("Asha")
    cases: Sequence[tuple[str, Sequence[str], Sequence[str]]] = (
        ("Ben", "8", ("Down", "Cut", "Up")),
        ("Chitra", ("1", "2", "next"), ()),
        ("Dev", "35", ("Down", "Up")),
    )
    for name, keys, counters in cases:
        for key in keys:
            touch(phone, phone.page.locator(f"#pad [data-key='{key}']"))
        for counter in counters:
            tap_in_sight(phone, phone.line(name).get_by_role("button", name=counter))
    for name, points in (("Ben", "8"), ("Chitra", "12"), ("Dev", "35")):
        expect(phone.count(name)).to_have_value(points)


def canasta(phone: Scorer) -> None:
    def more(question: str, side: str) -> None:
        field = phone.page.locator(f"[name='{side}-{question}']")
        phone.tap(field.locator("xpath=..").locator("[data-step='1']"))

    more("natural", "p0")
    more("mixed", "p1")
    more("red_threes", "p0")
    more("red_threes", "p1")
    phone.won("Asha + Chitra")
    phone.keys(*"345", "next", "next", *"210", "next", *"85")


def basic(phone: Scorer) -> None:
    phone.won("Asha")
    phone.keys(*"21", "next", *"34", "next", *"15", "next", *"40")


HANDS: Sequence[tuple[str, int, int, Mapping[str, Any], Callable[[Scorer], None], int]] = (
    ("rummi", 4, 1, {}, rummi_points, 13),
    ("rummi", 4, 1, {}, rummi_all, 23),
    ("pool_rummy", 6, 1, {}, finishes, 11),
    ("paplu", 6, 1, {}, without_cap, 12),
    ("marriage", 5, 1, {}, marriage, 13),
    ("gin_rummy", 2, 1, {}, gin, 6),
    ("rummy_21", 4, 1, {}, value_cards, 13),
    ("rummy_21", 4, 1, {}, usual_values, 13),
    ("canasta", 4, 2, {}, canasta, 18),
    ("basic_rummy", 5, 1, {}, basic, 14),
)
"""Game, persons, partners, options, what is tapped before the save, and the most taps in all."""


def test_a_hand_takes_few_taps_and_nothing_is_opened(phone: Page, site: Site) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    for game, persons, side, options, write, most in HANDS:
        table = session(game, NAMES[:persons], options, side=side)
        scorer = Scorer(phone, table, site)
        write(scorer)
        scorer.save()
        scorer.expect_saved(1)
        assert scorer.taps <= most, (game, write.__name__, scorer.taps)
        assert Hand.objects.filter(game=table.game, voided_at__isnull=True).count() == 1
