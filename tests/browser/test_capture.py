"""Hands typed on a phone: few taps, no doubles, nothing lost. One flow per promise."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.axe import unfit
from tests.helpers.browser.capture import (
    NO_SIGNAL,
    SMALL_TARGETS,
    USUAL,
    Scorer,
    Scorers,
    points,
    scorer,
    table,
)
from tests.helpers.factories import NAMES, play, pool_hand, session
from tests.helpers.served import Site, eventually

__all__ = ["scorer", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_pad_adds_undoes_and_keeps_the_system_keyboard_away(scorer: Scorers) -> None:
    phone = scorer()
    phone.won("Asha")
    expect(phone.count("Dev")).to_be_focused()
    expect(phone.count("Dev")).to_have_attribute("inputmode", "none")
    phone.keys("1", "2", "+", "7", "+", "1", "0")
    expect(phone.page.locator(".pad__sum")).to_have_text("12 + 7 + 10 = 29")
    phone.keys("next")
    expect(phone.count("Dev")).to_have_value("29")
    phone.keys("5", "6")
    expect(phone.count("Omar")).to_be_focused()  # nothing more fits into a count of 130 at most
    phone.keys("back")
    expect(phone.count("Meera")).to_have_value("5")
    phone.keys("7", "next", "+", "1", "next")
    expect(phone.count("Meera")).to_have_value("57")
    expect(phone.count("Omar")).to_have_value("1")


def test_the_slip_shows_what_will_be_saved_as_it_is_typed(scorer: Scorers) -> None:
    phone = scorer()
    phone.won("Asha")
    for _count in range(5):
        phone.keys("9", "next")
    slip = phone.page.locator("#slip")
    expect(slip).to_contain_text("Asha wins")
    slip.locator(":scope > details > summary").tap()
    expect(slip).to_contain_text("count of 9")
    phone.chip("Dev", "First drop")
    expect(slip).to_contain_text("first drop")
    expect(slip.locator(":scope > details")).to_have_attribute("open", "")


def test_a_result_from_before_a_cut_is_not_shown_as_true_and_is_asked_for_again(
    scorer: Scorers, complaints: list[str]
) -> None:
    phone = scorer()
    phone.usual_hand()
    slip = phone.page.locator("#slip")
    expect(slip).to_contain_text("Asha wins")
    phone.page.context.set_offline(True)
    phone.won("Dev")
    expect(slip).to_have_text("No connection. The result isn’t up to date.")
    phone.page.context.set_offline(False)
    phone.keys(*"31")
    expect(slip).to_contain_text("Dev wins")
    phone.page.context.set_offline(True)
    phone.won("Asha")
    expect(slip).to_have_text("No connection. The result isn’t up to date.")
    phone.page.context.set_offline(False)
    expect(slip).to_contain_text("Asha wins")
    complaints.clear()


def test_a_preview_that_failed_is_asked_for_again(scorer: Scorers, complaints: list[str]) -> None:
    phone = scorer()
    phone.usual_hand()
    slip = phone.page.locator("#slip")
    expect(slip).to_contain_text("Asha wins")
    phone.page.route("**/slip/", lambda route: route.abort())
    phone.chip("Omar", "First drop")
    expect(slip).to_have_text("No connection. The result isn’t up to date.")
    phone.page.unroute_all()
    expect(slip).to_contain_text("Asha wins")
    expect(phone.page.locator("#slip[aria-busy='true']")).to_have_count(0)
    complaints.clear()


def test_one_tap_moves_the_win_and_a_second_tap_takes_a_drop_back(scorer: Scorers) -> None:
    phone = scorer()
    phone.won("Asha")
    phone.keys("close")
    phone.won("Asha")
    expect(phone.line("Asha")).to_be_hidden()
    phone.won("Dev")
    expect(phone.line("Asha")).to_be_visible()
    expect(phone.line("Dev")).to_be_hidden()
    phone.chip("Asha", "First drop")
    expect(phone.count("Asha")).to_be_hidden()
    phone.chip("Asha", "First drop")
    expect(phone.count("Asha")).to_be_visible()


def test_a_double_tap_on_save_stores_one_hand(scorer: Scorers, table: Table) -> None:
    phone = scorer()
    phone.usual_hand()
    phone.save_button.dblclick()
    phone.expect_saved(1)
    phone.page.wait_for_load_state("networkidle")
    assert points(table) == USUAL


TWICE = """({ x, y }) => new Promise((done) => {
  const press = () => document.elementFromPoint(x, y).click();
  press();
  setTimeout(() => done(press()), 60);
})"""
"""Two presses where the button lies, 60 ms apart: whatever lies there then."""


@pytest.mark.parametrize("game", ["pool_rummy", "rummi", "rummy_21"])
def test_two_quick_presses_store_one_hand(
    new_phone: Callable[..., Page], site: Site, game: str
) -> None:
    table = session(game, NAMES[:3])
    phone = Scorer(new_phone(), table, site)
    if game == "rummi":
        phone.tap(phone.count("Asha"))
        phone.keys(*"12", "next", *"30", "next", *"45")
    else:
        phone.won("Asha")
        phone.keys(*"34", *"56")
    box = phone.save_button.bounding_box()
    assert box
    phone.page.evaluate(TWICE, {"x": box["x"] + box["width"] / 2, "y": box["y"] + 20})
    phone.expect_saved(1)
    phone.page.wait_for_load_state("networkidle")
    expect(phone.page.locator(".faults")).to_have_count(0)
    assert Hand.objects.filter(game=table.game).count() == 1


def test_a_second_tap_on_save_leaves_what_was_saved_in_sight(scorer: Scorers) -> None:
    phone = scorer(360, 740)
    phone.usual_hand()
    expect(phone.page.locator("#slip")).to_contain_text("Asha wins")
    box = phone.save_button.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _tap in range(2):
        phone.page.touchscreen.tap(*middle)
    phone.expect_saved(1)
    expect(phone.page.get_by_role("button", name="Undo")).to_be_in_viewport()
    expect(phone.page.get_by_text("Hand 1 saved.")).to_be_in_viewport()
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("late", [120, 900, 1500])
def test_a_second_press_on_the_last_save_starts_no_game(
    new_phone: Callable[..., Page], site: Site, late: int
) -> None:
    """What lies under it then is "Same game again", or a link, which only leads on."""
    table = session("rummy_21", NAMES[:2], {"hands": 1})
    phone = Scorer(new_phone(), table, site)
    phone.won("Asha")
    phone.keys(*"34", "close")
    box = phone.save_button.bounding_box()
    assert box
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    phone.page.evaluate(TWICE.replace("60)", f"{late})"), middle)
    assert eventually(table.game.hands.count)
    phone.page.wait_for_load_state("networkidle")
    assert table.game.hands.count() == table.game.session.games.count() == 1


def test_a_second_press_after_the_last_hand_leaves_undo_in_sight(
    new_phone: Callable[..., Page], site: Site
) -> None:
    """A link of the dock, such as "Settle up", lies where "Save" was."""
    table = play(session("pool_rummy", NAMES[:2]), pool_hand("Asha", Dev=80))
    phone = Scorer(new_phone(), table, site)
    phone.won("Asha")
    phone.keys(*"34", "close")
    box = phone.save_button.bounding_box()
    assert box
    for part in (0.1, 0.9):
        x = box["x"] + box["width"] * part
        phone.page.evaluate(
            TWICE.replace("60)", "300)"), {"x": x, "y": box["y"] + box["height"] / 2}
        )
        expect(phone.page.get_by_role("button", name="Undo")).to_be_visible()
        phone.page.wait_for_load_state("networkidle")
        expect(phone.page).to_have_url(phone.url)
        phone.page.get_by_role("button", name="Undo").tap()
        expect(phone.page.get_by_text("Hand 2 deleted.")).to_be_visible()


@pytest.mark.parametrize("game", ["pool_rummy", "rummy_21", "marriage"])
def test_a_late_second_press_leaves_the_saved_hand_and_its_undo(
    new_phone: Callable[..., Page], site: Site, game: str
) -> None:
    table = session(game, NAMES[:2])
    phone = Scorer(new_phone(), table, site)
    phone.won("Asha")
    phone.keys(*"34", "close")
    box = phone.save_button.bounding_box()
    assert box
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    phone.page.evaluate(TWICE.replace("60)", "2600)"), middle)
    expect(phone.page.locator(".error").first).to_be_visible()
    expect(phone.page.locator("[data-result]")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Undo")).to_be_visible()
    assert table.game.hands.count() == 1


def test_undo_is_one_tap_and_nothing_is_typed_again(scorer: Scorers, table: Table) -> None:
    phone = scorer()
    phone.usual_hand()
    phone.save()
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.get_by_text("Hand 1 deleted.")).to_be_visible()
    assert points(table) == []
    expect(phone.count("Omar")).to_have_value("23")
    phone.chip("Meera", "First drop")
    phone.save()
    phone.expect_saved(1)
    assert points(table) == [[0, 20, 20, 23, 41, 12]]


def test_the_result_gives_way_as_soon_as_the_next_hand_is_begun(scorer: Scorers) -> None:
    phone = scorer()
    phone.usual_hand()
    phone.save()
    result = phone.page.locator(".result")
    expect(result).to_be_visible()
    expect(result).to_be_focused()
    phone.won("Dev")
    expect(result).to_be_hidden()
    expect(phone.page.locator(".who .chip", has_text="Dev").locator("input")).to_be_checked()
    phone.page.reload()
    expect(phone.page.locator(".who .chip", has_text="Dev").locator("input")).to_be_checked()


def test_a_hand_saved_without_signal_is_sent_once_when_it_is_back(
    scorer: Scorers, table: Table, complaints: list[str]
) -> None:
    phone = scorer()
    phone.usual_hand()
    phone.page.context.set_offline(True)
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    assert points(table) == []
    phone.page.context.set_offline(False)
    phone.expect_saved(1)
    assert points(table) == USUAL
    complaints.clear()


def test_an_answer_lost_on_its_way_does_not_double_the_hand(
    scorer: Scorers, table: Table, complaints: list[str]
) -> None:
    """The server has written it, the device never heard: it asks again with the same token."""
    phone = scorer()
    phone.usual_hand()
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.fetch()
            route.abort()

    phone.page.route(phone.url, lose_the_first)
    phone.save()
    phone.expect_saved(1)
    assert len(lost) == 1
    assert points(table) == USUAL
    complaints.clear()


def test_a_device_that_died_while_sending_sends_when_it_wakes(
    scorer: Scorers, table: Table, complaints: list[str]
) -> None:
    phone = scorer()
    phone.usual_hand()
    phone.page.route(phone.url, lambda route: route.abort())
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    phone.page.unroute_all()
    phone.page.reload()
    phone.expect_saved(1)
    assert points(table) == USUAL
    complaints.clear()


def test_a_split_waits_while_somebody_rejoins(new_phone: Callable[..., Page], site: Site) -> None:
    out = pool_hand("Asha", Dev=80, Meera=20, Omar=20)
    scorer = Scorer(new_phone(), play(session("pool_rummy", NAMES[:4]), out, out), site)
    split = scorer.page.locator("#proposed").get_by_role("link", name="Split")
    waits = scorer.page.get_by_text("Split: not while Dev is rejoining.")
    expect(split).to_be_visible()
    scorer.chip("Dev", "Rejoins")
    expect(waits).to_be_visible()
    expect(split).to_be_hidden()
    scorer.chip("Dev", "Rejoins")
    expect(split).to_be_visible()
    expect(waits).to_be_hidden()
    scorer.tap(split)
    expect(scorer.page.get_by_text("The pot is shared, and the game is over")).to_be_visible()


def test_what_was_typed_survives_a_reload(scorer: Scorers) -> None:
    phone = scorer()
    phone.won("Asha")
    phone.keys("4", "2")
    phone.page.reload()
    expect(phone.count("Dev")).to_have_value("42")
    expect(phone.line("Asha")).to_be_hidden()


def test_two_scorers_at_once_lose_nothing(scorer: Scorers, table: Table) -> None:
    first, second = scorer(), scorer()
    for phone in (first, second):
        phone.usual_hand()
    first.save()
    first.expect_saved(1)
    second.save()
    expect(second.page.get_by_role("heading", name="already saved hand 1")).to_be_visible()
    second.page.get_by_role("button", name="Keep both: add mine as hand 2").tap()
    second.expect_saved(2)
    assert points(table) == USUAL * 2


def test_an_earlier_hand_is_corrected_from_its_own_page(
    new_phone: Callable[..., Page], site: Site, table: Table
) -> None:
    play(table, pool_hand("Asha", Dev=43, Meera=10, Omar=1, Priya=2, Ravi=3))
    phone = Scorer(new_phone(), table, site)
    hand = Hand.objects.get(game=table.game)
    phone.page.goto(phone.url.replace("/hand/", f"/hands/{hand.token}/edit/"))
    phone.count("Dev").tap()
    phone.keys("back", "back", "3", "4")
    phone.save_button.tap()
    expect(phone.page.get_by_text("Hand 1 edited.")).to_be_visible()
    assert points(table) == [[0, 34, 10, 1, 2, 3]]
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.get_by_text("Hand 1 restored.")).to_be_visible()
    assert points(table) == [[0, 43, 10, 1, 2, 3]]


def test_who_sits_out_is_asked_nothing(new_phone: Callable[..., Page], site: Site) -> None:
    table = session("rummi", NAMES[:4])
    phone = Scorer(new_phone(), table, site)
    phone.page.locator("#absent .chip", has_text="Omar").tap()
    expect(phone.line("Omar")).to_be_hidden()
    for name, left in (("Asha", "5"), ("Dev", "7"), ("Meera", "9")):
        phone.count(name).tap()
        phone.keys(left)
    expect(phone.page.locator("#slip")).to_contain_text("Asha wins")
    phone.save()
    phone.expect_saved(1)
    assert Hand.objects.get(game=table.game).entry["absent"] == ["3"]


def test_how_a_hand_ended_decides_what_is_asked(new_phone: Callable[..., Page], site: Site) -> None:
    table = session("gin_rummy", NAMES[:2])
    phone = Scorer(new_phone(), table, site)
    phone.won("Dev")
    phone.keys("close")
    expect(phone.count("Dev")).to_be_visible()
    phone.page.locator(".ask--pick .chip", has_text="Gin").tap()
    expect(phone.count("Dev")).to_be_hidden()
    expect(phone.count("Asha")).to_be_visible()
    phone.page.locator(".ask--pick .chip", has_text="Void").tap()
    expect(phone.page.locator(".who")).to_be_hidden()
    expect(phone.count("Asha")).to_be_hidden()


def test_a_page_without_script_saves_a_hand(
    new_phone: Callable[..., Page], site: Site, table: Table
) -> None:
    page = new_phone(java_script_enabled=False)
    phone = Scorer(page, table, site)
    page.locator(".who .chip", has_text="Asha").click()
    for person in range(1, 6):
        page.locator(f"input[name='p{person}-points']").fill("12+7" if person == 1 else "10")
    phone.save_button.click()
    phone.expect_saved(1)
    assert points(table) == [[0, 19, 10, 10, 10, 10]]


# How it looks -------------------------------------------------------------------------------

SCREENS: list[tuple[str, int, dict[str, Any], int]] = [
    ("pool_rummy", 6, {}, 1),
    ("paplu", 5, {}, 1),
    ("rummi", 4, {}, 1),
    ("gin_rummy", 2, {"oklahoma": True}, 1),
    ("gin_rummy", 4, {}, 2),
    ("gin_rummy", 3, {}, 1),
    ("marriage", 5, {}, 1),
]

NOT_ASKED = """() => [...document.querySelectorAll("[data-off]")]
    .filter((one) => one.getClientRects().length).map((one) => one.textContent)"""


@pytest.mark.parametrize(("key", "persons", "options", "side"), SCREENS)
def test_every_screen_is_accessible_and_fits_a_narrow_phone(
    new_phone: Callable[..., Page],
    site: Site,
    key: str,
    persons: int,
    options: dict[str, Any],
    side: int,
) -> None:
    table = session(key, NAMES[:persons], options, side=side)
    page = new_phone()
    page.set_viewport_size({"width": 320, "height": 640})
    phone = Scorer(page, table, site)
    check(page)
    for answer in page.locator(".hand__fields > .ask--pick .chip").all():
        phone.tap(answer)
        check(page)
    for chip in page.locator(".who .chip:visible").all()[:1]:
        phone.tap(chip)
        check(page)


def check(page: Page) -> None:
    expect(page.locator("#slip[aria-busy='true']")).to_have_count(0)  # dim while it is past
    assert list(unfit(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NOT_ASKED) == []


def test_text_of_twice_the_size_still_fits(scorer: Scorers) -> None:
    phone = scorer(360, 740)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_two_numbers_of_a_result_stay_beside_each_other(phone: Page, site: Site) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    names = ("Bartholomew", "Asha", "Ben")
    scorer = Scorer(phone, session("pool_rummy", names), site)
    scorer.won("Bartholomew")
    scorer.keys(*"2030")
    scorer.save()
    scorer.expect_saved(1)
    for line in phone.locator(".result__line").all():
        tops = line.locator(".result__sums > .num").evaluate_all(
            "all => all.map((e) => Math.round(e.getBoundingClientRect().top))"
        )
        assert len(set(tops)) <= 1, line.inner_text()
