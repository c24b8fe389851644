"""Dealing, leaving, joining and inserting a hand on a phone: one flow each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import add_players
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table
from tests.helpers.axe import unfit
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Look = Callable[[Page, str], None]
FOUR = NAMES[:4]


@pytest.fixture
def carry(new_phone: Callable[..., Page], site: Site) -> Callable[..., Page]:
    """A scorer's device at the capture page of a game."""

    def take_out(table: Table, **options: Any) -> Page:
        page = new_phone(**options)
        page.set_viewport_size({"width": 360, "height": 740})
        browser = client_with(Role.SCORER, table.game.session.club)
        cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": cookie, "url": site.url}])
        page.goto(f"{site.url}/sessions/{table.game.session.code}/games/1/hand/")
        return page

    return take_out


@pytest.fixture
def look(screenshot: Callable[..., Path]) -> Look:
    """Takes pictures, and complains about what cannot be read, reached or seen."""

    def at_page(page: Page, name: str) -> None:
        assert list(unfit(page)) == []
        screenshot(page, f"seats-{name}")
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, f"{name} scrolls sideways by {wider} px"
        small = page.locator(".btn:visible, .chip:visible, select:visible").evaluate_all(
            "all => all.filter(e => e.getBoundingClientRect().height < 47.5).map(e => e.outerHTML)"
        )
        assert not small, small

    return at_page


def points(page: Page, **left: int) -> None:
    for name, count in left.items():
        line = page.locator(".line", has=page.get_by_text(name, exact=True))
        line.locator("[data-pad]").first.fill(str(count))


def expect_dealer(page: Page, name: str) -> None:
    expect(page.get_by_label("deals").locator("option:checked")).to_have_text(name)


def save(page: Page, number: int) -> None:
    page.locator(".hand__save").tap()
    expect(page.get_by_text(f"Hand {number} saved.")).to_be_visible()


def rummi(*left: dict[str, int]) -> Table:
    hands = (
        {"deal": {"result": "points"}, "lines": {n: {"points": c} for n, c in hand.items()}}
        for hand in left
    )
    return play(session("rummi", FOUR), *hands)


ONE = {"Asha": 4, "Dev": 21, "Meera": 17, "Omar": 33}
TWO = {"Asha": 26, "Dev": 3, "Meera": 12, "Omar": 19}


def test_another_dealer_is_two_taps_and_is_asked_about(carry, look: Look) -> None:
    table = play(session("paplu", FOUR), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    page = carry(table)
    expect_dealer(page, "Dev")
    page.get_by_label("deals").select_option("Meera")
    look(page, "dealer")
    page.locator(".who .chip", has_text="Asha").tap()
    points(page, Dev=10, Meera=11, Omar=12)
    save(page, 2)
    assert Hand.objects.get(number=2).entry["dealer"] == "2"
    expect_dealer(page, "Omar")
    expect(page.get_by_text("Dev was to deal hand 2. Did you miss a hand?")).to_be_visible()
    look(page, "dealer-asked")
    page.get_by_role("link", name="No", exact=True).tap()
    expect(page.locator("[data-odd]")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Hand 3")


def test_who_sits_out_does_not_deal(carry) -> None:
    table = play(session("paplu", FOUR), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    page = carry(table)
    away = page.locator("#absent .chip")
    expect_dealer(page, "Dev")
    away.filter(has_text="Dev").tap()
    expect_dealer(page, "Meera")
    away.filter(has_text="Meera").tap()
    expect_dealer(page, "Omar")
    away.filter(has_text="Dev").tap()
    expect_dealer(page, "Dev")
    away.filter(has_text="Dev").tap()
    away.filter(has_text="Meera").tap()
    page.locator(".who .chip", has_text="Asha").tap()
    points(page, Meera=11, Omar=12)
    save(page, 2)
    assert "dealer" not in Hand.objects.get(number=2).entry
    expect_dealer(page, "Omar")


def test_the_hand_left_out_is_written_in_its_place(carry, look: Look) -> None:
    table = play(session("paplu", FOUR), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    page = carry(table)
    page.get_by_label("deals").select_option("Meera")
    page.locator(".who .chip", has_text="Asha").tap()
    points(page, Dev=10, Meera=11, Omar=12)
    save(page, 2)
    page.get_by_role("link", name="Yes, add the missing hand").tap()
    expect(page.locator("h1")).to_have_text("Insert before hand 2")
    expect_dealer(page, "Dev")
    page.locator(".who .chip", has_text="Omar").tap()
    points(page, Asha=1, Dev=2, Meera=3)
    expect(page.locator("#slip")).to_contain_text("Omar")
    look(page, "left-out")
    save(page, 2)
    expect(page.locator("h1")).to_have_text("Hand 4")
    winners = [h.entry["lines"] for h in Hand.objects.order_by("number")]
    won = [next(p for p, line in lines.items() if line["finish"] == "won") for lines in winners]
    assert won == ["0", "3", "0"]
    assert not list(differences(Game.objects.get()))


def test_the_same_hand_twice_is_asked_about_and_undone_in_one_tap(carry, look: Look) -> None:
    table = rummi(ONE)
    page = carry(table)
    points(page, **ONE)
    save(page, 2)
    expect(page.locator("[data-odd]")).to_contain_text("Is this a second hand?")
    look(page, "twice")
    page.get_by_role("button", name="No, undo").tap()
    expect(page.get_by_text("Hand 2 deleted.")).to_be_visible()
    line = page.locator(".line", has=page.get_by_text("Dev", exact=True))
    expect(line.locator("[data-pad]").first).to_have_value("")
    assert Hand.objects.filter(voided_at__isnull=True).count() == 1


def test_somebody_goes_home_and_is_not_asked_any_more(carry, look: Look, site: Site) -> None:
    table = rummi(ONE)
    page = carry(table)
    page.get_by_role("link", name="Change players").tap()
    look(page, "seats")
    page.get_by_role("button", name="Omar leaves").tap()
    expect(page.get_by_role("status")).to_contain_text("Omar left, from hand 2 on.")
    look(page, "somebody-left")
    page.locator(".dock .btn").tap()
    expect(page.locator(".line:visible")).to_have_count(3)
    points(page, Asha=26, Dev=3, Meera=12)
    save(page, 2)
    assert Hand.objects.get(number=2).entry["absent"] == ["3"]
    page.goto(f"{site.url}/sessions/{table.game.session.code}/")
    expect(page.locator(".seat--left")).to_contain_text("Omar")
    expect(page.locator(".seat--left")).to_contain_text("left")
    look(page, "board")


def test_somebody_joins_with_a_step_of_his_own(carry, look: Look) -> None:
    table = rummi(ONE)
    add_players(club=table.game.session.club, names=["Priya"])
    page = carry(table)
    page.get_by_role("link", name="Change players").tap()
    page.locator("#join .chip", has_text="Priya").tap()
    steps = page.locator("[name=o-tiers]")
    expect(steps).to_have_count(4)
    steps.last.fill("2")
    page.get_by_role("button", name="Joins from hand 2 on").tap()
    expect(page.get_by_text("A later place cannot pay less.")).to_be_visible()
    look(page, "join-refused")
    steps.last.fill("5")
    page.get_by_role("button", name="Joins from hand 2 on").tap()
    expect(page.get_by_role("status")).to_contain_text("Priya joined, from hand 2 on.")
    look(page, "joined")
    page.locator(".dock .btn").tap()
    points(page, **TWO, Priya=40)
    save(page, 2)
    look(page, "after-join")
    assert Game.objects.get().fold["balances"][4] == -500
    assert not list(differences(Game.objects.get()))


def test_a_hand_typed_while_somebody_joins_is_looked_at_again(carry, look: Look) -> None:
    table = rummi(ONE)
    first_phone, second_phone = carry(table), carry(table)
    points(first_phone, **TWO)
    second_phone.get_by_role("link", name="Change players").tap()
    second_phone.locator("#new-name").fill("Esha")
    second_phone.get_by_role("button", name="Joins from hand 2 on").tap()
    expect(second_phone.get_by_role("status")).to_contain_text("Esha joined")
    first_phone.locator(".hand__save").tap()
    expect(first_phone.get_by_text("The players have changed.")).to_be_visible()
    line = first_phone.locator(".line", has=first_phone.get_by_text("Dev", exact=True))
    expect(line.locator("[data-pad]").first).to_have_value("3")
    look(first_phone, "meanwhile")
    first_phone.reload()
    points(first_phone, Esha=30)
    save(first_phone, 2)
    assert Hand.objects.get(number=2).persons == 5


def test_what_was_answered_and_typed_on_waits_for_a_tap(carry) -> None:
    """It was sent anew by itself, two seconds after a reload: the tap after that saved it, and
    the next one the empty hand that followed."""
    table = rummi(ONE)
    first_phone, second_phone = carry(table), carry(table)
    first_phone.clock.install()
    points(first_phone, **TWO)
    second_phone.get_by_role("link", name="Change players").tap()
    second_phone.get_by_role("button", name="Omar leaves").tap()
    expect(second_phone.get_by_role("status")).to_contain_text("Omar left")
    first_phone.locator(".hand__save").tap()
    expect(first_phone.get_by_text("The players have changed.")).to_be_visible()
    sent: list[str] = []
    first_phone.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    first_phone.reload()
    first_phone.clock.run_for("01:00:00")
    expect(first_phone.get_by_text("The players have changed.")).to_be_hidden()
    assert not [
        request for request in sent if request.startswith("POST") and request.endswith("/hand/")
    ]
    assert Hand.objects.count() == 1
