"""The app on a phone alone, from a server of plain files that is then gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening import POOL, save, start, write
from tests.phones import CUT, Complaints
from tests.pocket.conftest import FileServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]
LONG = 60_000
"""Milliseconds that two busy cores may take to bring the app and start it."""


def nothing(_page: Page, _name: str) -> None:
    """No picture."""


def brought(phone: Page, at: str) -> None:
    phone.goto(at)
    expect(phone.get_by_text("Ready for no signal.")).to_be_visible(timeout=LONG)
    expect(phone.locator("html")).to_have_attribute("data-pocket", "ready")


def began(phone: Page, at: str) -> None:
    """A table of pool, with nobody else's help."""
    brought(phone, at)
    phone.get_by_role("link", name="Begin").tap()
    expect(phone.get_by_role("heading", name="Put the pencil away")).to_be_visible(timeout=LONG)
    start(phone, at, POOL, nothing)


def killed(phone: Page) -> None:
    """As a browser ends a worker that was asked nothing for a while, or a phone that restarts."""
    line = phone.context.new_cdp_session(phone)
    line.send("ServiceWorker.enable")
    line.send("ServiceWorker.stopAllWorkers")


def test_a_night_outlives_the_network_and_the_worker(
    phone: Page,
    file_server: FileServer,
    complaints: Complaints,
    screenshot: Callable[..., Path],
) -> None:
    began(phone, file_server.url)
    write(phone, POOL.hands[0].slip)
    save(phone, 1)
    complaints.announce(*CUT)
    file_server.cut()
    write(phone, POOL.hands[1].slip[:2])
    phone.reload()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    killed(phone)
    phone.reload()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("data-pocket", "ready", timeout=LONG)
    screenshot(phone, "pocket-cold")
    phone.get_by_role("link", name="Scores").tap()
    expect(phone.get_by_role("link", name="Hand 1", exact=True)).to_be_visible()
