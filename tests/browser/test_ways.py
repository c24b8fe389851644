"""Settling up on a phone: two taps for another way, two from a payment to its hands."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.agreements import agree
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Asha", "Bartholomew", "Dev", "Meera", "Priyamvada")


@pytest.fixture
def table() -> Table:
    table = make.session("points_rummy", NAMES, {"point_value": 7})
    table = make.play(
        table,
        pool_hand("Dev", Asha=30, Meera=2, Bartholomew=5, Priyamvada=12),
        pool_hand("Meera", Dev=21, Asha=2, Bartholomew=9, Priyamvada=40),
        pool_hand("Asha", Meera=25, Dev=7, Bartholomew=11, Priyamvada=3),
    )
    pot = make.next_game(table.game.session, "pool_rummy", NAMES[:4], {"fee": 5000})
    while pot.game.closed_at is None:
        pot = make.play(pot, pool_hand("Asha", Dev=80, Meera=70, Bartholomew=60))
    return table


@pytest.fixture
def opened(new_phone: Callable[..., Page], site: Site) -> Callable[..., Page]:
    def take_out(table: Table, role: Role = Role.HOST, **options: Any) -> Page:
        page = new_phone(**options)
        page.set_viewport_size({"width": 360, "height": 740})
        browser = make.client_with(role, table.game.session.club)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies(
            [{"name": name, "value": browser.cookies[name].value, "url": site.url}]
        )
        page.goto(f"{site.url}/sessions/{table.game.session.code}/settle/")
        return page

    return take_out


@pytest.mark.parametrize("face", ["light", "dark"])
def test_from_way_to_way_and_from_a_payment_to_its_hands(
    opened: Callable[..., Page], table: Table, face: str, screenshot: Callable[..., Path]
) -> None:
    page = opened(table, color_scheme=face)
    ways = page.locator(".ways")
    page.get_by_role("heading", name="How to settle").tap()
    expect(ways.get_by_text("4 payments")).to_be_visible()
    screenshot(page, f"ways-settle-{face}")
    ways.get_by_role("button", name=re.compile("Pay each winner directly")).tap()
    expect(page.locator(".way--on")).to_contain_text("Pay each winner directly")
    screenshot(page, f"ways-direct-{face}")
    page.locator("a.transfer__amount").first.tap()
    expect(page.locator("#between")).to_be_visible()
    screenshot(page, f"ways-why-direct-{face}")
    page.get_by_role("link", name=re.compile("Points Rummy")).first.tap()
    expect(page.get_by_role("link", name=re.compile("Hand [123]")).first).to_be_visible()
    screenshot(page, f"ways-hands-{face}")


@pytest.mark.parametrize("face", ["light", "dark"])
def test_a_household_and_coins(
    opened: Callable[..., Page], table: Table, face: str, screenshot: Callable[..., Path]
) -> None:
    page = opened(table, color_scheme=face)
    page.get_by_role("heading", name="How to settle").tap()
    page.get_by_role("link", name=re.compile("By household")).tap()
    page.locator("label", has_text="By household").first.tap()
    for name in ("Asha", "Dev"):
        page.get_by_label(name).last.select_option("1")
    page.get_by_text("₹10", exact=True).tap()
    screenshot(page, f"ways-form-{face}")
    page.get_by_role("button", name="Save settlement method").tap()
    expect(page.get_by_role("heading", name="Rounded to ₹10")).to_be_visible()
    screenshot(page, f"ways-household-{face}")
    page.locator("a.transfer__amount").first.tap()
    expect(page.get_by_text("Together").first).to_be_visible()
    screenshot(page, f"ways-why-household-{face}")
    make.play(table, pool_hand("Dev", Asha=3, Meera=2, Bartholomew=5, Priyamvada=12))
    page.get_by_role("link", name="Settle up").tap()
    expect(page.get_by_role("button", name="Round again")).to_be_visible()
    screenshot(page, f"ways-again-{face}")
    page.get_by_role("button", name="Round again").tap()
    expect(page.get_by_role("button", name="Round again")).to_have_count(0)


def test_a_viewer_sees_what_each_way_needs(
    opened: Callable[..., Page], table: Table, screenshot: Callable[..., Path]
) -> None:
    agree(session=table.game.session, banker=table.players[1].pk, token=make.token(), by=None)
    page = opened(table, Role.VIEWER)
    expect(page.locator(".ways button")).to_have_count(0)
    page.get_by_role("heading", name="How to settle").tap()
    page.get_by_role("link", name="What these mean").tap()
    expect(page.get_by_text("A host chooses.")).to_be_visible()
    screenshot(page, "ways-viewer")
