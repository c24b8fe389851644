"""The statement page on a phone follows a statement as it waits, is drawn, fails and is ready."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.core.jobs import services as jobs
from scorekeeper.play.selectors import Table
from scorekeeper.statements import services
from scorekeeper.statements.layouts.session import SessionLayout
from scorekeeper.statements.models import Statement
from tests.helpers.axe import unfit
from tests.helpers.served import Site
from tests.helpers.statements.contents import played_session
from tests.helpers.table.watching import address, joined

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return played_session()


@pytest.fixture
def files(keep_files: Callable[..., Path], site: Site) -> Path:
    """What is drawn in here lies where the site looks for it."""
    return keep_files(folder=site.files)


@pytest.fixture
def sheet_statement(
    phone: Page, site: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> Statement:
    """A statement asked for, of which no worker was told yet."""
    with monkeypatch.context() as untold:
        untold.setattr(jobs, "notify_workers", lambda _job: None)
        statement = services.request_statement(about=table.game.session)
    joined(phone, site, table, Role.SCORER)
    phone.goto(address(site, "statements:list", table))
    expect(phone.get_by_text("Waiting…")).to_be_visible()
    return statement


def test_a_statement_is_drawn_by_the_worker_and_can_be_taken_home(
    phone: Page, table: Table, site: Site
):
    joined(phone, site, table, Role.SCORER)
    phone.goto(address(site, "statements:list", table))
    phone.get_by_role("button", name="Create PDF The whole session").tap()
    link = phone.get_by_role("link", name="Download PDF The whole session")
    expect(link).to_be_visible()
    with phone.expect_download() as given:
        link.tap()
    assert given.value.suggested_filename.endswith(".pdf")
    assert Path(given.value.path()).read_bytes().startswith(b"%PDF")
    expect(phone.get_by_role("button", name="Create PDF The whole session")).to_have_count(0)


def test_the_page_follows_a_statement_that_waits_is_drawn_and_is_ready(
    phone: Page, sheet_statement: Statement
) -> None:
    assert services.claim(sheet_statement)
    expect(phone.get_by_text("Creating PDF…")).to_be_visible()
    assert list(unfit(phone)) == []
    services._finish(sheet_statement)
    link = phone.get_by_role("link", name="Download PDF The whole session")
    expect(link).to_be_visible()


def test_a_statement_that_failed_says_why_and_is_drawn_after_all(
    phone: Page, sheet_statement: Statement, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(SessionLayout, "pdf", fails)
        services.produce(sheet_statement.pk)
    why = phone.get_by_role("alert")
    expect(why).to_contain_text("Couldn’t create the statement")
    phone.get_by_role("button", name="Try again").tap()
    expect(why).to_be_hidden()
    link = phone.get_by_role("link", name="Download PDF The whole session")
    expect(link).to_be_visible()


def fails(_contents: Any, _file: Any) -> None:
    raise RuntimeError
