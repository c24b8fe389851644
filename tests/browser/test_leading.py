"""A wrong count that put somebody out is corrected by touch, through the later hand."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.helpers import factories as make
from tests.helpers.browser.capture import Scorer, points
from tests.helpers.factories import pool_hand
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_edit_asks_what_a_player_had_who_is_still_in(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    table = make.session(names=("Fay", "Pia", "Vik"), options={"pool": 101})
    first = pool_hand("Vik", Pia="wrong_show", Fay=26)
    table = make.play(table, first, pool_hand("Vik", Pia=30, Fay=5), pool_hand("Fay", Vik=40))
    page = new_phone()
    page.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(page, table, site)
    hand = table.game.hands.get(number=2)
    page.goto(scorer.url.replace("/hand/", f"/hands/{hand.token}/edit/"))
    scorer.tap(scorer.count("Pia"))
    scorer.keys("3")
    scorer.save()
    expect(page.get_by_text("Pia would still be in: what did Pia have in hand 3?")).to_be_visible()
    screenshot(page, "leading-step")
    scorer.tap(scorer.count("Pia"))
    scorer.keys("1", "2")
    expect(page.locator("#slip")).to_contain_text("12")
    screenshot(page, "leading-slip")
    scorer.save()
    expect(page.get_by_text("Later hands change too")).to_be_visible()
    screenshot(page, "leading-preview")
    page.get_by_role("button", name="Save changes").tap()
    expect(page.get_by_text("Hand 2 edited.")).to_be_visible()
    screenshot(page, "leading-saved")
    assert points(table) == [[26, 80, 0], [5, 3, 0], [0, 12, 40]]
