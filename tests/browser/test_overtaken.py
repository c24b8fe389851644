"""Two devices write down the same hand: the slower one hears of it while it types."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_game
from tests.helpers import factories as make
from tests.helpers.axe import unfit
from tests.helpers.browser.capture import USUAL, Scorers, points, scorer, table

__all__ = ["scorer", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOXES = """() => [...document.querySelectorAll("#pad [data-key], .hand__save")]
    .map((each) => each.getBoundingClientRect())
    .map(({ x, y }) => [Math.round(x), Math.round(y)])"""
COVERED = """() => {
  const controls =
    ".bar a, .menu > summary, .capture :is(select, summary, .chip, input.num, button)";
  const isCovered = (control) => {
    control.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height } = control.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".notice");
  };
  const covered = [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility() && isCovered(each));
  return covered.map((each) => each.textContent.trim() || each.name);
}"""
"""What lies under a notice even where the page is scrolled to it."""


def boxes(page: Page) -> Any:
    """The places of the keys, which a finger may be about to touch."""
    return page.evaluate(BOXES)


def notice_on(page: Page) -> Locator:
    return page.locator(".overtaken")


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_it_is_said_and_nothing_is_covered_or_lost(
    scorer: Scorers, screenshot: Callable[..., Path], size: tuple[int, int]
) -> None:
    slow, fast = scorer(*size), scorer()
    if size == (390, 844):
        slow.page.emulate_media(color_scheme="dark")
    slow.won("Omar")
    slow.keys("5", "6", "7")
    expect(slow.page.locator("#slip")).not_to_be_empty()
    before = boxes(slow.page)
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    expect(notice_on(slow.page)).to_contain_text("Scorer saved hand 1: Asha wins")
    assert boxes(slow.page) == before
    slow.keys("8")
    expect(slow.count("Asha")).to_have_value("56")
    expect(slow.count("Dev")).to_have_value("78")
    screenshot(slow.page, f"overtaken-{size[0]}", full=False)
    notice_on(slow.page).locator("summary").tap()
    expect(notice_on(slow.page)).to_contain_text("+41")
    screenshot(slow.page, f"overtaken-{size[0]}-open", full=False)
    expect(slow.page.locator("#slip[aria-busy='true']")).to_have_count(0)  # dim while it is past
    assert list(unfit(slow.page)) == []
    assert slow.page.evaluate(COVERED) == []


def test_the_end_of_the_game_covers_nothing(scorer: Scorers, table: Table) -> None:
    make.play(table, make.pool_hand("Asha", **dict.fromkeys(make.NAMES[1:], 5)))
    slow, fast = scorer(360, 740), scorer()
    fast.usual_hand()
    expect(slow.page.locator(".writing")).to_be_visible()
    assert slow.page.evaluate(COVERED) == []
    close_game(game=table.game)
    expect(notice_on(slow.page)).to_contain_text("This game is over.")
    assert slow.page.evaluate(COVERED) == []


def test_the_deletion_of_the_hand_before_is_said_and_mine_takes_its_number(
    scorer: Scorers, table: Table
) -> None:
    """Whoever deals the hand before it deals it now, whatever was kept on the phone."""
    hand = make.pool_hand("Asha", **dict.fromkeys(make.NAMES[1:], 5))
    make.play(table, hand)
    slow = scorer(360, 740)
    dealer = slow.page.locator("select[name=dealer]")
    expect(dealer).to_have_value("1")
    slow.won("Omar")
    slow.keys("5", "6")
    void_hand(hand=table.game.hands.get(), reason="", by=None)
    expect(notice_on(slow.page)).to_contain_text("A hand before this one was deleted.")
    slow.page.goto("about:blank")
    make.play(table, hand | {"dealer": "Meera"})
    slow.page.goto(slow.url)
    expect(slow.count("Asha")).to_have_value("56")
    expect(dealer).to_have_value("3")
    void_hand(hand=table.game.hands.latest("pk"), reason="", by=None)
    notice_on(slow.page).get_by_role("button", name="Keep mine as hand 1").tap()
    expect(slow.page.locator("h1")).to_have_text("Hand 1")
    expect(slow.count("Asha")).to_have_value("56")
    expect(dealer).to_have_value("0")


def test_mine_goes_on_as_the_next_hand(scorer: Scorers, table: Table) -> None:
    slow, fast = scorer(), scorer()
    slow.usual_hand()
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    notice_on(slow.page).get_by_role("button", name="Keep mine as hand 2").press("Enter")
    expect(slow.page.locator("h1")).to_have_text("Hand 2")
    expect(slow.page.locator("h1")).to_be_focused()
    expect(notice_on(slow.page)).to_have_count(0)
    expect(slow.count("Omar")).to_have_value("23")
    slow.page.reload()
    expect(slow.count("Omar")).to_have_value("23")
    slow.save()
    slow.expect_saved(2)
    assert points(table) == USUAL * 2


def test_what_is_open_there_stays_open_while_the_session_goes_on(
    scorer: Scorers, table: Table
) -> None:
    slow, fast = scorer(), scorer()
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    notice_on(slow.page).locator("summary").press("Enter")
    with slow.page.expect_response(lambda answer: "/news/" in answer.url and answer.status == 200):
        make.next_game(table.game.session, "rummi", make.NAMES[:3])
    expect(notice_on(slow.page).locator("details")).to_have_attribute("open", "")
    expect(notice_on(slow.page).locator("summary")).to_be_focused()


def test_an_answer_that_comes_late_says_nothing_of_the_hand_before(
    scorer: Scorers, table: Table
) -> None:
    slow, fast = scorer(), scorer()
    slow.usual_hand()
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    expect(notice_on(slow.page)).to_be_visible()
    held: list[Route] = []
    slow.page.route("**/hand/news/*", lambda route: held.append(route), times=1)
    with slow.page.expect_request(lambda request: "/news/" in request.url):
        make.next_game(table.game.session, "rummi", make.NAMES[:3])
    notice_on(slow.page).get_by_role("button", name="Keep mine as hand 2").tap()
    expect(slow.page.locator("h1")).to_have_text("Hand 2")
    with slow.page.expect_response(lambda answer: "number=2" in answer.url):
        held[0].continue_()
    expect(notice_on(slow.page)).to_have_count(0)


def test_who_has_typed_nothing_has_nothing_to_choose(scorer: Scorers, table: Table) -> None:
    slow, fast = scorer(), scorer()
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    notice_on(slow.page).get_by_role("button", name="Continue with hand 2").tap()
    expect(slow.page.locator("h1")).to_have_text("Hand 2")
    expect(notice_on(slow.page)).to_have_count(0)


def test_mine_is_dropped_and_the_next_hand_is_empty(scorer: Scorers, table: Table) -> None:
    slow, fast = scorer(), scorer()
    slow.won("Omar")
    slow.keys("5", "6")
    fast.usual_hand()
    fast.save()
    fast.expect_saved(1)
    notice_on(slow.page).get_by_role("link", name="Discard mine").tap()
    expect(slow.page.locator("h1")).to_have_text("Hand 2")
    assert slow.page.locator(".who input:checked").count() == 0
    assert slow.page.evaluate("Object.keys(localStorage).length") == 0
    assert points(table) == USUAL
