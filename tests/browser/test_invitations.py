"""A code held out on a phone, on the board and on the big screen, and the phone that comes in."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make
from tests.helpers.axe import unfit
from tests.helpers.clubs.scanning import held_out
from tests.helpers.clubs.screens import TOO_WIDE, look
from tests.helpers.factories import pool_hand
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar=80)
SECOND = pool_hand("Dev", Asha=12, Meera="middle_drop", Omar="first_drop")
SEEN_WITHIN = 3000


@pytest.fixture
def table() -> Table:
    return make.play(make.session(), FIRST)


@pytest.fixture
def session(table: Table) -> Session:
    return table.game.session


def take(new_phone: Callable[..., Page], width: int = 360, height: int = 740) -> Page:
    page = new_phone()
    page.set_viewport_size({"width": width, "height": height})
    return page


def as_one(page: Page, site: Site, session: Session, role: Role) -> Membership:
    joined = make.member(role, session.club)
    cookie = make.client_as(joined).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
    )
    return joined


def board(site: Site, session: Session, name: str = "session") -> str:
    return site.url + reverse(f"scoreboard:{name}", args=[session.code])


def is_sound(page: Page) -> None:
    """Checks that nothing is wider than the screen and that axe finds no fault."""
    page.wait_for_load_state()
    assert page.evaluate(TOO_WIDE) <= 0
    assert list(unfit(page)) == []


def open_code(page: Page) -> None:
    page.locator("#invite > summary").tap()
    expect(page.get_by_alt_text("QR code")).to_be_visible()


def test_a_code_is_held_out_scanned_and_told(
    new_phone: Callable[..., Page], site: Site, session: Session, screenshot
):
    host, other = (take(new_phone) for _phone in range(2))
    as_one(host, site, session, Role.HOST)
    host.goto(f"{site.url}/g/{session.club.code}/")
    host.get_by_role("link", name="Invite").tap()
    link = held_out(host, site.url)
    look(host)
    screenshot(host, "invite")
    other.goto(link)
    look(other)
    screenshot(other, "join")
    other.get_by_text("Dev", exact=True).tap()
    other.get_by_role("button", name="Join").tap()
    expect(other.get_by_text("Hand 2 ·")).to_be_visible()
    assert str(Membership.objects.latest("pk").player) == "Dev"
    other.goto("about:blank")
    host.reload()
    expect(host.get_by_text("1 device", exact=False).first).to_be_visible()
    host.get_by_text("Revoke link", exact=True).first.tap()
    warning = "1 device that joined with it loses access at once."
    expect(host.get_by_text(warning).first).to_be_visible()
    look(host)
    host.get_by_role("button", name="Revoke").first.tap()
    expect(host.get_by_text("Revoked.")).to_be_visible()
    look(host)
    screenshot(host, "invite-taken-back")
    host.goto(f"{site.url}/g/{session.club.code}/activity/")
    look(host)
    screenshot(host, "activity")


def test_the_board_holds_out_a_code_and_keeps_it_while_hands_are_saved(
    new_phone: Callable[..., Page], site: Site, table: Table, session: Session, screenshot
):
    host = take(new_phone)
    as_one(host, site, session, Role.HOST)
    host.goto(board(site, session))
    open_code(host)
    is_sound(host)
    screenshot(host, "board-code")
    first = host.get_by_label("Or send the link").input_value()
    make.play(table, SECOND)
    expect(host.get_by_text("Hand 3 ·")).to_be_visible(timeout=SEEN_WITHIN)
    expect(host.get_by_label("Or send the link")).to_have_value(first)
    host.get_by_role("link", name="Scorer").tap()
    expect(host.get_by_role("heading", name="Scorer: scan to join")).to_be_visible()
    assert host.get_by_label("Or send the link").input_value() != first
    is_sound(host)


def test_a_host_puts_the_code_on_the_big_screen_and_takes_it_off(
    new_phone: Callable[..., Page], site: Site, session: Session, screenshot
):
    host = take(new_phone)
    tv = take(new_phone, 1280, 720)
    as_one(host, site, session, Role.HOST)
    as_one(tv, site, session, Role.VIEWER)
    tv.goto(board(site, session, "tv"))
    code = tv.get_by_alt_text("QR code")
    expect(code).to_have_count(0)
    host.goto(board(site, session))
    open_code(host)
    host.get_by_role("button", name="Show viewer code on TV").tap()
    expect(code).to_be_visible(timeout=SEEN_WITHIN)
    is_sound(tv)
    screenshot(tv, "tv-code", full=False)
    across = code.bounding_box()
    assert across and across["width"] > 0.35 * 720  # wide enough to be scanned from the sofa
    host.goto(board(site, session, "tv"))
    is_sound(host)
    screenshot(host, "tv-code-small")
    host.get_by_role("button", name="Remove code from TV").tap()
    expect(code).to_have_count(0, timeout=SEEN_WITHIN)
    is_sound(tv)


def test_without_scripts_a_code_is_shown_and_a_device_comes_in(
    new_phone: Callable[..., Page], site: Site, session: Session
):
    host, other = (new_phone(java_script_enabled=False) for _phone in range(2))
    as_one(host, site, session, Role.SCORER)
    host.goto(board(site, session))
    host.locator("#invite > summary").tap()
    host.get_by_role("link", name="Show the code").tap()
    other.goto(held_out(host, site.url))
    other.get_by_role("button", name="Join").tap()
    expect(other.get_by_text("Hand 2 ·")).to_be_visible()
