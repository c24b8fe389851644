"""Set-up that ``test_settling.py`` shares with other tests."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page


def carry_cookie(page: Page, browser: Client, url: str) -> None:
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": browser.cookies[name].value, "url": url}])
