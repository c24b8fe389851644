"""The poll of a page about the table and other devices."""

import re
from html import unescape

from django.test import Client
from django.utils.html import strip_tags

from scorekeeper.play.selectors import Table
from tests.helpers.table.entry.views import HTMX, address, text

POLL = re.compile(r'hx-get="([^"]+)"\s+hx-trigger="every 2s, news"')


def polled(page: str, number: int = 1) -> str:
    """Returns the address at which the page asks for news of the hand of this number."""
    match = POLL.search(page)
    assert match, page
    return f"{unescape(match[1])}&number={number}"


def asks(browser: Client, table: Table) -> str:
    return polled(text(browser.get(address(table))))


def news(browser: Client, place: str) -> str:
    answer = browser.get(place, headers=HTMX)
    assert answer.status_code == 200
    return text(answer)


def plain(page: str) -> str:
    return " ".join(unescape(strip_tags(page)).split())
