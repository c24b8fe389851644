"""Value cards of 21 and 27 cards on a phone: keys in each row, and only those that count."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.value_cards import key
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
THREE = ("Asha", "Ben", "Chitra")


def test_what_is_told_stands_on_the_keys_and_can_be_taken_away(phone: Page, site: Site) -> None:
    table = session("rummy_21", THREE, {"printed_joker_values": "ace_only"})
    scorer = Scorer(phone, table, site)
    phone.set_viewport_size({"width": 320, "height": 640})
    scorer.won("Asha")
    scorer.keys("close")
    for _time in range(2):
        key(scorer, "Ben", "Cut").tap()
    expect(key(scorer, "Ben", "Cut")).to_have_text("Cut ×2")
    expect(key(scorer, "Chitra", "Cut")).to_be_disabled()  # the third lies on the table
    expect(phone.get_by_role("status").first).to_contain_text("Cut ×0")
    phone.get_by_role("button", name="Remove a card").tap()
    key(scorer, "Ben", "Cut").tap()
    expect(key(scorer, "Ben", "Cut")).to_have_text("Cut ×1")
    key(scorer, "Ben", "Cut").press("Delete")
    expect(scorer.line("Ben").locator("[name='p1-cut']")).to_have_value("0")
    phone.locator("#f-deal-turned .chip", has_text="Joker").tap()
    expect(key(scorer, "Ben", "Up")).to_be_hidden()  # has no value then
    expect(key(scorer, "Ben", "Cut")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
