"""A whole session on devices: from an empty database to the paper and the season's table."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.helpers.browser.session import (
    NAMES,
    POOL,
    WON,
    Hand,
    Session,
    invitation,
    look_at_the_season,
    play,
    read_the_statement,
    settle,
    start,
    tab,
)
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


RUMMI = Session(
    game="Rummi",  # rummi.md §9, R1 and R5
    hands=(
        Hand(
            slip=(("Asha", 12), ("Bala", 30), ("Chitra", 45), ("Dev", 16)),
            taps=(("Dev", 61),),
        ),
        Hand(
            slip=(
                ("The deal ended with", "Hu"), (WON, "Chitra"), ("Asha", "Jokers"),
                ("Chitra", "Jokers"), ("Chitra", "Aces ♠"), ("Dev", "Aces ♥"),
            ),
            taps=(("Chitra", "Jokers"),),
            later=True,
        ),
        Hand((("Asha", 12), ("Bala", 30), ("Chitra", 30), ("Dev", 61))),  # R3
    ),
    transfers=(
        ("Dev", "Chitra", "₹10.50"),
        ("Bala", "Asha", "₹7.50"),
        ("Bala", "Chitra", "₹1.50"),
    ),
    table=(("Chitra", "+12"), ("Asha", "+7.50"), ("Bala", "−9"), ("Dev", "−10.50")),
    ends_itself=False,
)  # fmt: skip


# What a hand on a device does ------------------------------------------------------------------


# The session ----------------------------------------------------------------------------------


@pytest.mark.parametrize("session", [POOL, RUMMI], ids=lambda session: session.game)
def test_an_session_from_the_first_tap_to_the_paper(
    session: Session,
    new_phone: Callable[..., Page],
    site: Site,
    screenshot: Callable[..., Path],
):
    host, other = new_phone(), new_phone()

    def picture(page: Page, name: str) -> None:
        screenshot(page, f"session-{session.game.split()[0].lower()}-{name}", full=False)

    start(host, site.url, session, picture)
    other.goto(invitation(host, picture))
    other.get_by_role("button", name="Join").tap()
    expect(other.get_by_text("Hand 1 ·")).to_be_visible()
    host.goto(site.url)
    host.get_by_text("Continue: hand 1").tap()
    play(host, other, session, picture)
    settle(host, other, session, picture)
    read_the_statement(host, session, picture)
    look_at_the_season(other, session, picture)
    call_command("checkledger")


# Without scripts ------------------------------------------------------------------------------


def test_an_session_with_scripts_switched_off(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
):
    phone = new_phone(java_script_enabled=False)
    start(phone, site.url, replace(POOL, game="Paplu"), lambda page, name: None, "1")
    seats = {name: phone.get_by_role("group", name=re.compile(rf"^{name}")) for name in NAMES}
    phone.get_by_role("group", name=WON).get_by_text("Asha", exact=True).tap()
    seats["Bala"].get_by_label("Points").fill("43")
    seats["Chitra"].get_by_label("Points").fill("8")
    phone.get_by_role("button", name="Save hand 1").tap()
    expect(phone.get_by_role("alert")).to_contain_text("Dev")  # not counted yet
    expect(seats["Bala"].get_by_label("Points")).to_have_value("43")
    seats["Dev"].get_by_text("First drop").tap()
    screenshot(phone, "plain-1-hand")
    phone.get_by_role("button", name="Save hand 1").tap()
    expect(phone.get_by_text("Hand 1 saved.")).to_be_visible()
    phone.get_by_role("link", name="Scores").tap()
    screenshot(phone, "plain-2-board")
    tab(phone, "Settle up")
    for payer, amount in (("Bala", "₹43"), ("Dev", "₹10"), ("Chitra", "₹8")):
        expect(phone.locator(".transfer", has_text=payer)).to_contain_text(amount)
        phone.get_by_role("button", name=f"Mark as paid {payer} → Asha").tap()
        expect(phone.get_by_role("button", name=f"Undo {payer} → Asha")).to_be_visible()
    expect(phone.get_by_role("heading", name="Nothing to pay right now")).to_be_visible()
    phone.get_by_role("link", name="End session").tap()
    phone.get_by_role("button", name="End session and settle up").tap()
    expect(phone.get_by_text("· ended")).to_be_visible()
    screenshot(phone, "plain-3-settle")
