"""The big screen of a hall: nothing is below the screen, and everything is shown in turn."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.tournaments.models import Tournament
from tests.helpers.axe import unfit
from tests.helpers.browser.every_page import let_in
from tests.helpers.served import Site
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import score

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((1280, 720), (1600, 900), (1920, 1080))
TEAMS = ("Rot-Weiss", "North", "Harbour")
LONG = "Anantharamakrishnan Venkatasubramanian I"
TURN = 10_500  # ms: a page later

CUT_OFF = """() => [...document.querySelectorAll("[data-pages]")].flatMap((frame) => {
  const { top, bottom } = frame.getBoundingClientRect();
  return [...frame.querySelectorAll("section, li, h2")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.top < top - 1 || box.bottom > bottom + 1;
  }).map((part) => part.textContent.trim());
})"""
"""What stands above or below its frame, on whatever page of it."""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-pages]")].map((frame) => {
  const { left, right } = frame.getBoundingClientRect();
  const names = frame.querySelectorAll("section bdi, li > bdi:nth-of-type(1)");
  return [frame.dataset.pages, [...names].filter((name) => {
    const box = name.getBoundingClientRect();
    return box.left >= left - 1 && box.right <= right + 1;
  }).map((name) => name.textContent)];
}))"""
"""The names at tables and in rankings on the pages that are shown."""


def hall(people: int) -> tuple[Tournament, set[str]]:
    """A round with a clock, one hand at each table but the last, and three teams; returns who is
    at the last table, too."""
    names = (*days.PEOPLE[: people - 1], LONG)
    tournament = days.here(days.tournament(names, hands=0, minutes=60, largest=4, rounds=4))
    for entrant in tournament.entrants.all():
        entrant.team = TEAMS[entrant.number % 3]
        entrant.save()
    turn = days.publish(tournament)
    for table in list(turn.table_sessions.all())[:-1]:
        score(turn, table.number, won=str(days.players_at(table)[0]))
    last = turn.table_sessions.all()[len(turn.tables) - 1]
    return tournament, {player.name for player in days.players_at(last)}


def wait_a_turn(screen: Page) -> None:
    """Lets the screen's clock go on by a page. What is fetched arrives before its time is over."""
    for _half in range(2):
        screen.clock.run_for(TURN // 2)
        expect(screen.locator(".htmx-request")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 1600, 1920])
def test_the_pages_can_be_paused(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path], width: int
) -> None:
    """WCAG 2.2, 2.2.2: also with the keyboard, and while the page is redrawn."""
    tournament, _unplaced = hall(64)
    screen = new_phone()
    let_in(screen, Role.VIEWER, tournament.session.club, site.url)
    screen.set_viewport_size({"width": width, "height": width * 9 // 16})
    screen.clock.install()
    screen.goto(f"{site.url}/sessions/{tournament.session.code}/tournament/screen/")
    pause = screen.get_by_role("button", name="Pause pages")
    pause.focus()
    first = screen.evaluate(SHOWN)
    screen.keyboard.press("Enter")
    goes_on = screen.get_by_role("button", name="Continue pages")
    expect(goes_on).to_be_focused()
    turn = tournament.rounds.get()
    score(turn, 1, won=str(days.players_at(turn.table_sessions.all()[0])[1]))
    for _turn in range(3):
        wait_a_turn(screen)
    expect(screen.get_by_text("Table 1, hand 2")).to_be_attached()
    expect(goes_on).to_be_focused()
    assert screen.evaluate(SHOWN)["seats"] == first["seats"]
    assert screen.evaluate("document.documentElement.scrollHeight") <= width * 9 // 16
    assert list(unfit(screen)) == []
    screenshot(screen, f"hall-paused-{width}", full=False)
    goes_on.click()
    expect(pause).to_be_visible()
    wait_a_turn(screen)
    assert screen.evaluate(SHOWN)["seats"] != first["seats"]


def test_where_everything_fits_there_is_nothing_to_pause(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    tournament, _unplaced = hall(12)
    screen = new_phone()
    let_in(screen, Role.VIEWER, tournament.session.club, site.url)
    for width, height in ((1920, 1080), (320, 640)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{site.url}/sessions/{tournament.session.code}/tournament/screen/")
        expect(screen.get_by_role("heading", name="Ranking")).to_be_visible()
        expect(screen.get_by_role("button", name="Pause pages")).to_have_count(0)
        assert screen.evaluate("document.documentElement.scrollWidth") <= width
        screenshot(screen, f"hall-all-{width}", full=False)


@pytest.mark.parametrize("people", [12, 40, 64])
def test_nothing_is_below_the_screen_and_everybody_is_shown_in_turn(
    new_phone: Callable[..., Page],
    site: Site,
    screenshot: Callable[..., Path],
    people: int,
) -> None:
    tournament, unplaced = hall(people)
    names = {row.player.name for row in tournament.entrants.select_related("player")}
    screen = new_phone()
    let_in(screen, Role.VIEWER, tournament.session.club, site.url)
    screen.clock.install()
    screen.goto(f"{site.url}/sessions/{tournament.session.code}/tournament/screen/")
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        screen.emulate_media(color_scheme="dark" if width == SIZES[-1][0] else "light")
        expect(screen.get_by_role("heading", name="Ranking")).to_be_attached()
        missing = {"seats": set(names), "ranking": {*names, *TEAMS} - unplaced}
        for page in range(1, 13):
            assert screen.evaluate("document.documentElement.scrollHeight") <= height
            assert screen.evaluate("document.documentElement.scrollWidth") <= width
            assert screen.evaluate(CUT_OFF) == []
            for frame, shown in screen.evaluate(SHOWN).items():
                missing[frame] -= set(shown)
            screenshot(screen, f"hall-{people}-{width}-{page}", full=False)
            if not any(missing.values()):
                break
            wait_a_turn(screen)
        assert missing == {"seats": set(), "ranking": set()}, (width, height)
