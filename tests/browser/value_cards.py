"""Set-up that ``test_value_cards.py`` shares with other tests."""

from playwright.sync_api import Locator

from tests.helpers.browser.capture import Scorer


def key(scorer: Scorer, name: str, counter: str) -> Locator:
    """The key of a counter."""
    return scorer.line(name).get_by_role("button", name=counter)
