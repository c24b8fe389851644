"""A line is contested on its owner's device: everybody hears of it, play goes on, closing waits."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.helpers.axe import unfit
from tests.helpers.browser.session import POOL, Tap, invitation, save, start, tab, write
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRONG: tuple[Tap, ...] = (
    ("Who won?", "Asha"), ("Bala", 43), ("Chitra", "First drop"), ("Dev", "Middle drop"),
)  # fmt: skip


def begun(host: Page, site: Site) -> None:
    """A game of pool on a session that asks everybody."""
    start(host, site.url, POOL, lambda page, name: None)
    host.get_by_role("link", name="Scores").tap()
    host.locator("summary", has_text=re.compile(r"^\s*More")).tap()
    host.get_by_role("link", name="Hand approvals").tap()
    host.get_by_role("button", name="Turn on approvals").tap()
    expect(host.get_by_text("Hand approvals are on in this session.")).to_be_visible()
    host.get_by_role("link", name="Scores").tap()


def comes_in(phone: Page, name: str, link: str) -> None:
    phone.goto(link)
    phone.get_by_text(name, exact=True).tap()
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_text("Hand 1 ·")).to_be_visible()


def contests(phone: Page, why: str) -> None:
    phone.locator("summary", has_text="Dispute my result").tap()
    phone.get_by_label("What is wrong?").fill(why)
    phone.get_by_role("button", name="Dispute hand 1").tap()
    expect(phone.get_by_text(f"You dispute your result. “{why}”")).to_be_visible()


def test_a_contest_is_heard_everywhere_and_only_closing_waits(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    host, bala = new_phone(), new_phone()
    begun(host, site)
    comes_in(bala, "Bala", invitation(host, lambda page, name: None))
    host.goto(site.url)
    host.get_by_text("Continue: hand 1").tap()
    write(host, WRONG)
    save(host, 1)
    expect(bala.get_by_role("heading", name="Hand 1: your result")).to_be_visible()
    contests(bala, "34, not 43")
    expect(host.get_by_text("Bala disputes hand 1 “34, not 43”")).to_be_visible()
    host.get_by_role("link", name="Bala disputes hand 1").tap(trial=True)
    host.get_by_role("banner").get_by_role("link").first.tap(trial=True)
    screenshot(host, "contested-hand", full=False)
    write(host, (("Who won?", "Bala"), ("Asha", 5), ("Chitra", 6), ("Dev", 7)))
    save(host, 2)
    closing_waits(host)
    screenshot(host, "contested-closing", full=False)
    lets_it_stand(host, "Counted together, aloud")
    screenshot(host, "contested-decided")
    assert list(unfit(host)) == []
    expect(bala.get_by_text("You dispute your result.")).to_have_count(0)
    host.get_by_role("link", name="Scores").tap()
    tab(host, "Settle up")
    host.get_by_role("link", name="End session").tap()
    expect(host.get_by_role("button", name="End session and settle up")).to_be_enabled()
    call_command("checkledger")


def closing_waits(host: Page) -> None:
    host.get_by_role("link", name="Scores").tap()
    tab(host, "Settle up")
    host.get_by_role("link", name="End session").tap()
    expect(host.get_by_role("button", name="End session and settle up")).to_be_disabled()


def lets_it_stand(host: Page, why: str) -> None:
    host.get_by_role("link", name="Bala disputes hand 1").tap()
    host.locator("summary", has_text="Overrule the dispute of Bala").tap()
    host.get_by_role("textbox", name="Why", exact=True).fill(why)
    host.get_by_role("button", name="Keep this result", exact=True).tap()
    expect(host.locator("#approvals")).to_contain_text(why)
