"""The law for every page, kept by all of them as they are served (see ``law``)."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from playwright.sync_api import Page, expect

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Role
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.services import open_session
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.browser.every_page import begun, let_in
from tests.helpers.browser.law import Visitor, fill, unfold
from tests.helpers.browser.walks import ANSWERS_NO_PAGE, NAMES, OF_EVERY_GAME, WALKS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def visitors() -> list[Visitor]:
    """The devices that were sent out."""
    return []


@pytest.fixture
def visitor(
    new_context: Any, site: Any, screenshot: Callable[..., Path], visitors: list[Visitor]
) -> Iterator[Callable[..., Visitor]]:
    """``visitor(Role.HOST, club)`` is a device of a host; without arguments one of a stranger."""

    def send(role: Role | None = None, club: Club | None = None) -> Visitor:
        page: Page = new_context().new_page()
        phone = Visitor(page, site.url, screenshot)
        if role and club:
            let_in(page, role, club, site.url)
        visitors.append(phone)
        return phone

    yield send
    for phone in visitors:
        phone.verdict()


# Every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_a_hand_of_every_game_is_written_by_the_law(rules: AnyVariant, visitor: Any) -> None:
    table, hand = begun(rules)
    phone: Visitor = visitor(Role.HOST, table.game.session.club)
    session = f"/sessions/{table.game.session.code}"
    page = phone.open(f"{session}/games/1/hand/", name=f"hand of {rules.key}", colours=False)
    fill(page, hand)
    expect(page.locator("#slip > details")).to_be_visible()
    unfold(page)
    phone.look("typed, all unfolded", axe=True)
    pad(phone)
    picker(phone)
    page.locator(".hand__save").click()
    expect(page.locator(".saved")).to_be_visible()
    phone.look("saved", colours=False)
    phone.open(f"{session}/", name=f"board of {rules.key}", colours=False)
    phone.open(f"{session}/tv/?money=1", name=f"big screen of {rules.key}", colours=False)
    last = Hand.objects.latest("pk")
    phone.open(
        hand_address("scoreboard:hand", last), name=f"hand told of {rules.key}", colours=False
    )


def pad(phone: Visitor) -> None:
    fields = phone.page.locator("[data-pad]:visible")
    if fields.count():
        fields.first.focus()
        expect(phone.page.locator("#pad")).to_be_visible()
        phone.look("number pad", colours=False)
        phone.page.locator("[data-key=close]").click()


def picker(phone: Visitor) -> None:
    keys = phone.page.locator(".cards__open:visible")
    if keys.count():
        keys.first.click()
        expect(phone.page.locator("#picker")).to_be_visible()
        with phone.page.expect_response("**/cards/"):
            phone.page.locator("[data-face]:visible:enabled").first.click()
        phone.look("card picker", colours=False)
        clear = phone.page.locator("[data-picker=clear]")
        if clear.is_visible():
            clear.click()
        phone.page.locator(".picker__done").click()


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_the_rules_of_every_game_are_read_and_tried_by_the_law(
    rules: AnyVariant, visitor: Any
) -> None:
    phone: Visitor = visitor()
    phone.open(f"/games/{rules.key}/", colours=False)
    page = phone.open(f"/games/{rules.key}/try/", colours=False)
    page.locator("main details").first.evaluate("each => { each.open = true }")
    phone.look("another table", colours=False)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_the_options_of_every_game_are_shown_by_the_law(rules: AnyVariant, visitor: Any) -> None:
    session = open_session(club=make.club(), played_on=date(2026, 11, 20))
    people = clubs.add_players(club=session.club, names=NAMES[: rules.seats[0]])
    phone: Visitor = visitor(Role.HOST, session.club)
    query = "".join(f"&p={player.pk}" for player in people)
    path = f"/sessions/{session.code}/games/new/?variant={rules.key}{query}"
    page = phone.open(path, name=f"options of {rules.key}", colours=False)
    unfold(page)
    phone.look("all unfolded")


# Every other page ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", WALKS)
def test_every_page_keeps_the_law(name: str, visitor: Any, visitors: list[Visitor]) -> None:
    routes, walk = WALKS[name]
    walk(visitor)
    missed = routes - set().union(*(phone.visited for phone in visitors))
    assert not missed, f"the walk did not come by {missed}"


# Nothing is left out ------------------------------------------------------------------------


def named_routes() -> set[str]:
    def below(patterns: Any, space: str) -> Iterator[str]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                yield from below(
                    pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else ""
                )
            elif isinstance(pattern, URLPattern):
                yield f"{space}{pattern.name}"

    return set(below(get_resolver().url_patterns, ""))


def test_every_address_is_walked_to_or_is_no_page() -> None:
    walked = set().union(*(routes for routes, _walk in WALKS.values()), OF_EVERY_GAME)
    assert walked | set(ANSWERS_NO_PAGE) == named_routes()
    assert not walked & set(ANSWERS_NO_PAGE)
