"""The app is offered for the home screen once, never on the first evening, and not after a no."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Membership
from tests.helpers import factories as make
from tests.helpers.clubs.screens import choose, type_names
from tests.helpers.served import Site

PROMPT = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
"""What Chromium tells a page that can be installed. Without a window it does not."""


@pytest.mark.django_db
def test_the_page_of_a_group_has_it_from_the_second_evening_on() -> None:
    club = make.club()
    host = make.host_client(club)
    page = f"/g/{club.code}/"
    assert 'id="install"' not in host.get(page).content.decode()
    Membership.objects.update(created_at=timezone.now() - timedelta(hours=13))
    assert 'id="install"' in host.get(page).content.decode()


def on_a_second_evening(phone: Page, site: Site) -> None:
    phone.goto(site.url)
    type_names(phone, "Asha", "Dev", "Meera", "Omar")
    choose(phone, "Pool Rummy")
    phone.get_by_role("button", name="Start").click()
    phone.wait_for_url("**/hand/")
    assert phone.evaluate(PROMPT), "Chromium makes no offer of its own on the first evening"
    Membership.objects.update(created_at=timezone.now() - timedelta(days=7))
    phone.goto(site.url)
    phone.get_by_role("link", name="Group", exact=True).click()
    phone.wait_for_url("**/g/*/")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_chromium_asks_when_it_can_be_installed_and_never_after_no(phone: Page, site: Site) -> None:
    on_a_second_evening(phone, site)
    offer = phone.get_by_role("region", name="Scorekeeper on your home screen?")
    expect(offer).to_be_hidden()
    phone.evaluate(PROMPT)
    offer.get_by_role("button", name="No, thanks").tap()
    expect(offer).to_be_hidden()
    phone.reload()
    phone.evaluate(PROMPT)
    expect(offer).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_who_accepts_gets_the_browsers_question(phone: Page, site: Site) -> None:
    on_a_second_evening(phone, site)
    phone.evaluate(PROMPT)
    phone.get_by_role("button", name="Add to home screen").tap()
    assert phone.evaluate("window.prompted")
    expect(phone.locator("#install")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_iphone_gets_the_way_in_pictures_on_one_day(
    phone: Page, site: Site, screenshot: Callable[..., object]
) -> None:
    phone.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'standalone', {value: false})"
    )
    on_a_second_evening(phone, site)
    expect(phone.get_by_text("Tap Share in Safari’s bar.")).to_be_visible()
    screenshot(phone, "install-iphone", full=False)
    phone.evaluate("localStorage.setItem('scorekeeper install', 'Sun Nov 01 2026')")
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    expect(phone.locator("#install")).to_be_hidden()
