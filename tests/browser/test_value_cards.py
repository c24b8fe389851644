"""Value cards of 21-card rummy on a phone: tapped where they lie, and only those that count."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_capture import Scorer
from tests.factories import night
from tests.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
THREE = ("Asha", "Ben", "Chitra")


def more(scorer: Scorer, name: str, counter: str) -> Locator:
    """The button for one more of a counter."""
    return scorer.line(name).get_by_role("button", name=f"{counter}: one more")


def open_cards(scorer: Scorer, name: str) -> None:
    scorer.tap(scorer.line(name).locator("summary"))


def test_a_marriage_is_five_taps_and_stands_on_the_slip(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, night("rummy_21", THREE), site)
    scorer.won("Asha")
    scorer.keys("1", "2", "next", "2", "0")
    before = scorer.taps
    open_cards(scorer, "Ben")
    for counter in ("Down", "Cut", "Up"):
        scorer.tap(more(scorer, "Ben", counter))
    assert scorer.taps - before <= 5
    expect(phone.locator(".slip")).to_contain_text("Ben +188")


def test_down_cut_and_up_lie_side_by_side_in_this_order(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, night("rummy_27", THREE), site)
    phone.set_viewport_size({"width": 320, "height": 640})
    scorer.won("Asha")
    open_cards(scorer, "Asha")
    kinds = ("Down 2", "Down 1", "Cut", "Up 1", "Up 2")
    boxes = [more(scorer, "Asha", kind).bounding_box() for kind in kinds]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts) and len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["width"] >= 48 and box["height"] >= 48 for box in boxes)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_has_no_value_with_a_joker_turned_up_is_not_asked(phone: Page, site: Site) -> None:
    at = night("rummy_21", THREE, {"printed_joker_values": "ace_only"})
    scorer = Scorer(phone, at, site)
    scorer.won("Asha")
    open_cards(scorer, "Asha")
    expect(more(scorer, "Asha", "Up")).to_be_visible()
    phone.locator(".more summary").first.tap()
    phone.locator("#f-deal-turned .chip", has_text="Joker").tap()
    expect(more(scorer, "Asha", "Up")).to_be_hidden()
    expect(more(scorer, "Asha", "Cut")).to_be_visible()
