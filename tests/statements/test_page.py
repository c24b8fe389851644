"""The statement page on a phone: it follows the sheet as it waits, is drawn, fails and is ready."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.play.selectors import Table
from scorekeeper.statements import services
from scorekeeper.statements.models import Statement
from tests.board.test_watching import address, joined
from tests.statements.test_contents import evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEEN_WITHIN = 5000  # ms; the page asks every second


@pytest.fixture
def at() -> Table:
    return evening()


@pytest.fixture
def asked(phone: Page, live_server: Any, at: Table, monkeypatch: pytest.MonkeyPatch) -> Statement:
    """A sheet asked for on a phone, and no worker yet."""
    monkeypatch.setattr(services, "send", lambda _pk: None)
    joined(phone, live_server, at, Role.SCORER)
    phone.goto(address(live_server, "statements:list", at))
    phone.get_by_role("button", name="Make PDF The whole night").tap()
    expect(phone.get_by_text("Waiting its turn…")).to_be_visible()
    return Statement.objects.get()


def test_a_sheet_waits_is_drawn_and_can_be_taken_home(phone: Page, asked: Statement) -> None:
    assert services.claim(asked)
    expect(phone.get_by_text("Being drawn…")).to_be_visible(timeout=SEEN_WITHIN)
    assert Axe().run(phone).violations_count == 0
    services._finish(asked)
    link = phone.get_by_role("link", name="Download PDF The whole night")
    expect(link).to_be_visible(timeout=SEEN_WITHIN)
    with phone.expect_download() as given:
        link.tap()
    assert given.value.suggested_filename.endswith(".pdf")
    assert Path(given.value.path()).read_bytes().startswith(b"%PDF")
    expect(phone.get_by_role("button", name="Make PDF The whole night")).to_have_count(0)


def test_a_sheet_that_failed_says_why_and_is_drawn_after_all(
    phone: Page, asked: Statement, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(services, "draw", fails)
        services.produce(asked.pk)
    why = phone.get_by_role("alert")
    expect(why).to_contain_text("could not be drawn", timeout=SEEN_WITHIN)
    phone.get_by_role("button", name="Try again").tap()
    expect(phone.get_by_text("Waiting its turn…")).to_be_visible()
    expect(why).to_be_hidden()
    services.produce(asked.pk)
    link = phone.get_by_role("link", name="Download PDF The whole night")
    expect(link).to_be_visible(timeout=SEEN_WITHIN)


def fails(_contents: Any, _file: Any) -> None:
    raise RuntimeError
