"""From nothing to the first hand, and to that of the second session: few taps, counted as they fall
on the pages as they are served."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from scorekeeper.play.models import Draw, Game
from scorekeeper.variants import VARIANTS
from tests.browser.local_names import LOCAL_NAMES, OTHER_GAMES
from tests.helpers.clubs.screens import choose
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Asha", "Bala", "Chitra", "Dev")


class Fingers:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def follow(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True).first)

    def count(self) -> int:
        """The taps until now; the next ones begin at nothing."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def fingers(new_phone: Callable[..., Page], site: Site) -> Fingers:
    page = new_phone()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url)
    return Fingers(page)


def test_a_first_and_a_second_session_begin_with_few_taps(fingers: Fingers, site: Site) -> None:
    page = fingers.page
    fingers.tap(page.get_by_label("Player 1"))
    for name in NAMES:  # Return goes to the next field
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    fingers.tap(page.get_by_text("Paplu", exact=True))
    stakes = page.locator(".dock .stakes")
    expect(stakes).to_contain_text("Stakes are asked first.")
    fingers.press("Start")
    expect(stakes).to_contain_text("Points only. To play for money, enter the money per point.")
    fingers.tap(page.get_by_label("Money per point"))
    page.keyboard.type("1")
    expect(stakes).to_contain_text(re.compile(r"^\s*Money per point \S*1\b"))
    fingers.press("Start")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert fingers.count() <= 6, "a new club to its first hand"
    card = page.locator("#table-card")
    expect(card).to_contain_text("2 packs and 2 printed jokers: 106 cards. 13 each.")
    expect(card).to_contain_text(re.compile(r"Money per point \S*1\b"))
    fingers.tap(card.locator("summary"))
    expect(card.get_by_text("The player left of the dealer cuts.")).to_be_visible()
    assert fingers.count() == 1, "the table card"

    begin_the_next_game(fingers)

    session = page.url.split("/games/")[0]
    page.goto(f"{session}/close/")
    with page.expect_navigation():
        page.locator("main form button").tap()
    page.goto(site.url)
    fingers.count()
    fingers.follow("New session")
    fingers.press("Start")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert fingers.count() <= 3, "the second session to its first hand"
    assert [game.variant for game in Game.objects.order_by("pk")] == [
        "paplu",
        "marriage",
        "marriage",
    ]


def begin_the_next_game(fingers: Fingers) -> None:
    """Found by typing; an end is agreed on, and seats are drawn card by card."""
    page = fingers.page
    page.goto(page.url.split("/games/")[0] + "/games/new/?choose=1")
    expect(page.get_by_text("Same as last time")).to_be_visible()
    page.get_by_label("Find a game").fill("nepal marr")
    expect(page.locator("[data-game]:visible")).to_have_count(1)
    page.get_by_label("Find a game").fill("kaluki")  # its other name
    expect(page.locator("[data-game]:visible")).to_contain_text("Kalookie")
    page.get_by_label("Find a game").fill("points")  # many have them; one is called so
    expect(page.locator("[data-game]:visible")).to_have_count(1)
    page.get_by_label("Find a game").fill("whist")
    expect(page.get_by_text("No game has this name.")).to_be_visible()
    page.get_by_label("Find a game").fill("marriage")
    fingers.tap(page.locator("[data-game] a", has_text="Nepal").first)
    page.get_by_text("After a set number of hands").tap()
    page.get_by_label("How many hands").fill("1")
    page.get_by_label("Money per point").fill("7")
    draw_for_seats(page)
    locator = page.locator(".dock .stakes")
    expect(locator).to_contain_text(re.compile(r"Money per point \S*7\b"))
    page.get_by_label("Money per point").fill("3")
    page.get_by_label("Money per point").blur()
    expect(locator).to_contain_text(re.compile(r"^\s*Money per point \S*3\b"))
    expect(page.get_by_label("How many hands")).to_have_value("1")
    fingers.press("Start")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    expect(page.get_by_text("The last hand.")).to_be_visible()


def draw_for_seats(page: Page) -> None:
    page.get_by_role("button", name="Draw for seats and dealer").tap()
    turn = page.get_by_role("button", name="Turn the next card")
    cards = page.locator(".draw__cards > li")
    expect(turn).to_be_visible()
    (drawn,) = Draw.objects.all()
    many = sum(len(drawn_round) for drawn_round in drawn.rounds)
    rest = page.get_by_role("button", name="Reveal all cards")
    for shown in range(many - 2):
        expect(cards.filter(visible=True)).to_have_count(shown)
        expect(page.get_by_text("deals first.")).to_be_hidden()
        turn.tap()
    expect(page.get_by_text("The seat draw isn’t finished")).to_be_visible()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_hidden()
    rest.tap()
    expect(cards.filter(visible=True)).to_have_count(many)
    expect(turn).to_be_hidden()
    expect(rest).to_be_hidden()
    expect(page.get_by_text("deals first.")).to_be_visible()
    expect(page.locator(".chairs .chair")).to_have_count(len(NAMES))


def test_what_is_typed_is_what_is_played_for_and_what_is_refused_is_in_view(
    fingers: Fingers, site: Site
) -> None:
    page = fingers.page
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("Paplu", exact=True).tap()
    fingers.press("Start")
    worth, stakes = page.get_by_label("Money per point"), page.locator(".dock .stakes")
    expect(worth).to_have_value("0")
    worth.tap()
    page.keyboard.type("2")
    expect(worth).to_have_value("2")
    expect(stakes).to_contain_text(re.compile(r"^\s*Money per point \S*2\b"))
    expect(worth).to_be_focused()
    page.keyboard.type("5")
    expect(worth).to_have_value("25")
    expect(stakes).to_contain_text(re.compile(r"^\s*Money per point \S*25\b"))
    worth.fill("abc0")
    fingers.press("Start")
    expect(page.locator("[aria-invalid=true]")).to_be_focused()
    expect(worth).to_be_in_viewport()
    expect(stakes).not_to_contain_text("Money per point")
    assert not Game.objects.exists()


def test_start_right_after_the_stakes_were_typed_starts(fingers: Fingers, site: Site) -> None:
    page = fingers.page
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("Paplu", exact=True).tap()
    fingers.press("Start")
    page.get_by_label("Money per point").tap()
    page.keyboard.type("2")
    fingers.press("Start")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert Game.objects.get().options["point_value"] == 200


def test_what_was_typed_before_the_scripts_came_is_said_too(fingers: Fingers, site: Site) -> None:
    page = fingers.page
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("Paplu", exact=True).tap()
    held: list[Route] = []
    page.route("**/amounts*.js", lambda route: held.append(route))
    page.get_by_role("button", name="Start", exact=True).tap(no_wait_after=True)
    worth, stakes = page.get_by_label("Money per point"), page.locator(".dock .stakes")
    worth.tap()
    page.keyboard.type("2")
    expect(stakes).to_contain_text("Points only.")
    expect(worth).to_be_focused()
    for route in held:
        route.continue_()
    expect(stakes).to_contain_text(re.compile(r"^\s*Money per point \S*\d"))


# The game first ------------------------------------------------------------------------------


def test_a_newcomer_sees_game_names_and_start_with_one_scroll(fingers: Fingers) -> None:
    page = fingers.page
    start, last_name = (
        page.get_by_role("button", name="Start", exact=True),
        page.get_by_label("Player 6"),
    )
    expect(page.locator(".game__pick:visible")).to_have_count(6)
    for tile in page.locator(".game__pick:visible").all():
        expect(tile).to_be_in_viewport(ratio=1)
    expect(start).to_be_in_viewport(ratio=1)
    expect(page.locator(".btn--primary:visible")).to_have_count(1)
    dock = page.locator(".dock").bounding_box()
    lowest = last_name.bounding_box()
    assert dock and lowest
    assert lowest["y"] + lowest["height"] < 2 * dock["y"]
    fingers.tap(page.get_by_text("Pool Rummy", exact=True))
    fingers.tap(page.get_by_label("Player 1"))
    for name in NAMES:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    fingers.press("Start")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert fingers.count() == 3


def test_local_names_find_their_games_in_any_script(fingers: Fingers) -> None:
    page = fingers.page
    page.get_by_text("All games", exact=True).tap()
    field, nothing = page.get_by_label("Find a game"), page.get_by_text("No game has this name.")

    def found() -> list[str]:
        cards = page.locator("[data-game]:visible input[name=variant]")
        return [str(card.get_attribute("value")) for card in cards.all()]

    assert sum(map(len, (*LOCAL_NAMES.values(), *OTHER_GAMES.values()))) >= 60
    for key, names in {**LOCAL_NAMES, **OTHER_GAMES}.items():
        for name in names:
            field.fill(name)
            if key in VARIANTS:
                assert key in found(), name
                expect(nothing).to_be_hidden()
            else:
                expect(nothing).to_be_visible()
                assert found() == ["house_game"], name


def test_a_game_found_by_its_name_goes_to_the_tiles_with_the_preset_of_that_name(
    fingers: Fingers,
) -> None:
    page = fingers.page
    page.get_by_text("All games", exact=True).tap()
    page.get_by_label("Find a game").fill("hollywood")
    page.get_by_text("Gin Rummy", exact=True).tap()
    expect(page.get_by_label("Find a game")).to_be_hidden()
    expect(page.locator("[data-tiles] [name=variant]:checked")).to_have_value("gin_rummy")
    expect(page.get_by_text("House rules: Hollywood")).to_be_visible()
    expect(page.locator("[data-tiles] .game__name").first).to_be_in_viewport(ratio=1)
    choose(page, "Pool Rummy")
    expect(page.get_by_text("House rules: 101 pool")).to_be_visible()


def test_the_clock_of_the_device_says_which_games_come_first(
    at_rest: None, browser: Browser, site: Site
) -> None:
    with browser.new_context(locale="en-US", timezone_id="Asia/Kathmandu") as context:
        page = context.new_page()
        page.goto(site.url)
        expect(page.locator("[data-tiles] .game__name").first).to_have_text("Marriage")
        choose(page, "Canasta")
        expect(page.locator("[data-tiles] .game__name").first).to_have_text("Canasta")
