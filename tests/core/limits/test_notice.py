"""A device that is refused keeps its page, and says so where it is seen."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Semaphore
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make
from tests.helpers.phones import Complaints
from tests.helpers.served import Site

MARK = "m" * 32


@contextmanager
def typing_without_a_pause(url: str, cookie: str) -> Iterator[None]:
    """Somebody does, faster than a hand can: from when he is refused until the end of this."""
    headers = {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}; {settings.CSRF_COOKIE_NAME}={MARK}",
        "X-CSRFToken": MARK,
    }
    refused, enough = Semaphore(0), Event()

    def ask() -> None:
        while not enough.is_set():
            try:
                urlopen(Request(url, b"", headers)).close()
            except HTTPError as answer:
                if answer.code != 429:
                    raise
                refused.release()

    with ThreadPoolExecutor(4) as threads:
        asking = [threads.submit(ask) for _thread in range(4)]
        try:
            for _time in range(40):  # so often that both processes of the site have had enough
                assert refused.acquire(timeout=120)
            yield
        finally:
            enough.set()
    for future in asking:
        future.result()


@pytest.mark.browser
def test_who_types_too_fast_keeps_what_was_typed_and_is_told(
    new_phone: Callable[..., Page], site: Site, complaints: Complaints
):
    table = make.session()
    code = table.game.session.code
    browser = make.client_with(Role.SCORER, table.game.session.club)
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME].value
    complaints.announce(429, "Error Code 429")
    phone = new_phone()
    phone.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
    )
    phone.goto(site.url + reverse("entry:hand_new", args=[code, 1]))
    chosen = phone.locator("#hand input[type=radio]").first
    notice = phone.locator("#too-much .notice")
    with typing_without_a_pause(site.url + reverse("entry:slip", args=[code, 1]), cookie):
        for _time in range(20):  # one may slip through
            with phone.expect_response("**/slip/"):
                chosen.evaluate(
                    "e => { e.checked = true; "
                    "e.dispatchEvent(new Event('input', {bubbles: true})) }"
                )
            if notice.count():
                break
    expect(notice).to_contain_text("Too many requests from this device.")
    expect(notice).to_be_in_viewport()
    expect(chosen).to_be_checked()
