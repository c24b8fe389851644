"""The words of a game are one tap away on the page of a hand; the number pad keeps its place."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.variants import VARIANTS
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import play, pool_hand, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Asha", "Bala", "Chitra", "Dev")


def test_they_open_over_the_hand_and_the_pad_goes_on_where_it_was(phone: Page, site: Site) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(phone, session("pool_rummy", NAMES), site)
    scorer.won("Asha")
    scorer.keys("2")
    words = phone.locator("#words")
    expect(words).to_be_hidden()
    phone.get_by_role("button", name="Words of this game").tap()
    expect(words).to_be_visible()
    expect(words).to_contain_text("Leaving the hand before your first turn", ignore_case=True)
    phone.touchscreen.tap(180, 735)  # beside the list, where a key of the pad lies below
    phone.get_by_role("button", name="Close", exact=True).tap()
    expect(words).to_be_hidden()
    scorer.keys("7")
    expect(scorer.count("Bala")).to_have_value("27")


@pytest.mark.parametrize("game", ["rummi", "pool_rummy", "gin_rummy"])
def test_their_button_takes_no_line_of_a_narrow_screen(phone: Page, site: Site, game: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    names = NAMES[: min(4, VARIANTS[game].seats.stop - 1)]
    table = session(game, names)
    if game == "pool_rummy":
        table = play(table, pool_hand("Asha", Bala=20, Chitra=30, Dev=40))
    Scorer(phone, table, site)
    head = phone.locator(".capture__head")
    button = phone.get_by_role("button", name="Words of this game")
    with_it = head.evaluate("(head) => head.offsetHeight")
    size = button.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 48
    button.evaluate("(button) => button.remove()")
    assert head.evaluate("(head) => head.offsetHeight") == with_it
