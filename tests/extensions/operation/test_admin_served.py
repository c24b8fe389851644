"""The server admin's pages as they are served, in a browser: no script or style that the site's
policy refuses, nothing that axe finds, nothing wider than 320 px."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.admin.models import LogEntry
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Club
from scorekeeper.core.server.subprocesses import stop
from tests.extensions.operation.admin_urls import PATH
from tests.extensions.operation.admins import PASSWORD, ROOT, code_of, server_admin
from tests.helpers import factories as make
from tests.helpers.axe import ALL, violations
from tests.helpers.browser.law import Visitor
from tests.helpers.factories import pool_hand
from tests.helpers.phones import Complaints
from tests.helpers.post_office import post_office
from tests.helpers.served import FIRST_PORT, PORTS, Site, address_told, start

pytestmark = pytest.mark.browser
TABLES = ("clubs/club", "clubs/membership", "ledger/payment", "clubs/happening", "limits/refusal")

SETTINGS = {
    "ADMIN_PATH": PATH,
    "SIGN_UPS": "code",
    "SIGN_UP_CODE": "friends of the house",
    "IMPRINT": "Score Ltd, 1 Main Street",
    "PRIVACY": "https://score.example.org/privacy",
}


@pytest.fixture(scope="module")
def turned_on(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Iterator[Site]:
    number = int(worker_id.removeprefix("gw")) if worker_id != "master" else 0
    with post_office() as office:
        data, port = tmp_path_factory.mktemp("admin"), FIRST_PORT + PORTS * number + PORTS // 2
        child, site = start(data, port, office.address, **SETTINGS)
        try:
            site.url = address_told(child, site)
            assert site.url, f"The site did not start:\n{site.output.read_text()}"
            yield site
        finally:
            stop([child], seconds=8)


def log_in(page: Page, site: Site, code: str) -> None:
    page.goto(site.url + ROOT)
    page.get_by_label("Username").fill("operator")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Code from your app").fill(code)
    page.get_by_role("button", name="Log in").click()


def faults(page: Page) -> list[str]:
    page.set_viewport_size({"width": 320, "height": 740})
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*violations(page, ALL), *([f"{width} px wide"] if width > 320 else [])]


def test_the_admin_works_under_the_sites_policy(
    turned_on: Site, new_phone: Callable[..., Page], complaints: Complaints
) -> None:
    at = make.play(make.session(), pool_hand("Asha", Dev=4, Meera=5, Omar=6))
    club = at.game.session.club
    device, codes = server_admin()
    page, by_address = new_phone(), {}
    page.goto(turned_on.url + ROOT)
    by_address["log-in"] = faults(page)
    log_in(page, turned_on, code_of(device))
    expect(page.get_by_role("link", name="Jobs")).to_be_visible()
    for address in ("", "jobs/", *(f"{table}/" for table in TABLES), f"clubs/club/{club.pk}/"):
        page.goto(turned_on.url + ROOT + address)
        by_address[address or "index"] = faults(page)
    assert {where: what for where, what in by_address.items() if what} == {}

    page.set_viewport_size({"width": 800, "height": 740})
    page.goto(f"{turned_on.url}{ROOT}clubs/club/")
    page.get_by_role("checkbox").nth(1).check()
    page.get_by_role("combobox", name="Action").select_option("block")
    page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go")).click()
    expect(page.get_by_text("Groups changed: 1")).to_be_visible()
    assert Club.objects.get(pk=club.pk).blocked_at is not None
    assert LogEntry.objects.get().get_change_message() == "blocked"

    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("Logged out")).to_be_visible()
    page.goto(turned_on.url + ROOT)
    expect(page.get_by_label("Password")).to_be_visible()
    log_in(page, turned_on, codes[0])
    expect(page.get_by_role("link", name="Jobs")).to_be_visible()


def test_the_pages_with_the_operators_settings_keep_the_law(
    turned_on: Site, new_phone: Callable[..., Page]
) -> None:
    visitor = Visitor(new_phone(), turned_on.url)
    page = visitor.open("/")
    page.get_by_label("Sign-up code").fill("wrong")
    for name, field in zip(("Asha", "Dev"), page.locator("input[name=name]").all(), strict=False):
        field.fill(name)
    page.get_by_role("radio", name="Pool Rummy for 2").check(force=True)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("This sign-up code is not right.")).to_be_visible()
    visitor.landed("/start/", "wrong code")
    visitor.open("/imprint/")
    expect(page.get_by_text("1 Main Street")).to_be_visible()
    assert visitor.faults == []
    assert not Club.objects.exists()
