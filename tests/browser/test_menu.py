"""The menu in the header, on a phone: a language is two taps away, on the page where one is."""

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.served import Site

pytestmark = pytest.mark.browser


def test_a_reader_changes_the_language_and_stays(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/games/")
    phone.locator(".menu > summary").tap()
    phone.get_by_role("button", name="हिंदी").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "hi")
    expect(phone).to_have_url(f"{site.url}/games/")
