"""A debt from device to device: the one says that it is sent, the other that it has arrived."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.settlement.models import Handover
from tests.browser.settling import carry_cookie
from tests.helpers import factories as make
from tests.helpers.clubs.screens import look
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site
from tests.helpers.settlement.debts import DEAL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SEEN_WITHIN = 10_000  # ms


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_two_guests_settle_between_their_devices(
    colours: str,
    new_phone: Callable[..., Page],
    site: Site,
    screenshot: Callable[..., Path],
):
    table = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    dev, asha, host = (new_phone(color_scheme=colours) for _phone in range(3))
    roles = {dev: Role.VIEWER, asha: Role.VIEWER, host: Role.HOST}
    for page, role in roles.items():
        page.set_viewport_size({"width": 360, "height": 740})
        carry_cookie(page, make.client_with(role, table.game.session.club), site.url)
        page.goto(f"{site.url}/sessions/{table.game.session.code}/settle/")
    screenshot(dev, f"debts-1-who-{colours}")
    look(dev)
    dev.get_by_role("button", name="Dev").tap()
    asha.get_by_role("button", name="Asha").tap()
    expect(dev.get_by_text("You pay")).to_be_visible()
    screenshot(dev, f"debts-2-guest-{colours}")
    look(dev)
    dev.get_by_role("button", name="I paid this Dev → Asha").tap()
    expect(dev.get_by_text("Waiting for Asha or a host to confirm.")).to_be_visible()
    screenshot(dev, f"debts-3-sent-{colours}")
    look(dev)
    not_yet = asha.get_by_role("button", name="Not received")
    expect(not_yet).to_be_visible(timeout=SEEN_WITHIN)
    screenshot(asha, f"debts-4-payee-{colours}")
    look(asha)
    not_yet.tap()
    expect(asha.get_by_text("Not received")).to_be_visible()
    screenshot(asha, f"debts-5-disputed-{colours}")
    look(asha)
    asha.get_by_role("button", name="I received this Dev → Asha").tap()
    expect(asha.locator(".transfer--paid")).to_be_visible()
    expect(dev.locator(".transfer--paid")).to_be_visible(timeout=SEEN_WITHIN)
    expect(dev.get_by_role("button", name="Undo")).to_have_count(0)
    screenshot(dev, f"debts-6-received-{colours}")
    look(dev)
    host.get_by_role("link", name="Add expense").tap()
    host.get_by_label("What was it for?").fill("Samosas")
    host.get_by_label("How much").fill("100")
    host.locator("[name=paid_by]").first.check(force=True)
    expect(host.locator("#shares .num").first).to_be_visible()
    screenshot(host, f"debts-7-cost-{colours}")
    look(host)
    host.get_by_role("button", name="Save", exact=True).tap()
    expect(host.locator("#beside ~ ul").get_by_text("Samosas").first).to_be_visible()
    screenshot(host, f"debts-8-host-{colours}")
    look(host)
    host.get_by_role("link", name="Buy-ins and deposits").tap()
    expect(host).to_have_url(re.compile("/deposit/$"))
    screenshot(host, f"debts-9-advance-{colours}")
    look(host)


def test_without_a_line_nobody_leaves_the_page_and_nothing_is_sent(
    new_phone: Callable[..., Page], complaints: Complaints, site: Site
):
    table = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    complaints.announce(*CUT)
    host = new_phone()
    carry_cookie(host, make.client_with(Role.HOST, table.game.session.club), site.url)
    host.goto(f"{site.url}/sessions/{table.game.session.code}/settle/")
    host.context.set_offline(True)
    host.get_by_role("button", name="Mark as paid Dev → Asha").tap()
    expect(host.get_by_text("Not sent. Try again")).to_be_visible()
    assert not Handover.objects.exists()
    host.context.set_offline(False)
    expect(host.get_by_text("Not sent. Try again")).to_be_hidden()
    host.get_by_role("button", name="Mark as paid Dev → Asha").tap()
    expect(host.locator(".transfer--paid")).to_be_visible()
    assert Handover.objects.count() == 1


def test_without_a_line_what_was_typed_stays_and_can_be_sent_again(
    new_phone: Callable[..., Page], complaints: Complaints, site: Site
):
    table = make.play(make.session("rummi", make.NAMES[:3]), DEAL)
    complaints.announce(*CUT)
    host = new_phone()
    carry_cookie(host, make.client_with(Role.HOST, table.game.session.club), site.url)
    settle = f"{site.url}/sessions/{table.game.session.code}/settle/"
    host.goto(f"{settle}deposit/")
    host.get_by_role("group", name="Who holds it?").get_by_text("Asha").tap()
    host.get_by_role("group", name="Who pays it in?").get_by_text("Dev").tap()
    host.get_by_label("How much each").fill("2.50")
    host.context.set_offline(True)
    host.get_by_role("button", name="Save", exact=True).tap()
    expect(host.get_by_text("Not sent. Try again")).to_be_visible()
    expect(host).to_have_url(f"{settle}deposit/")
    expect(host.get_by_label("How much each")).to_have_value("2.50")
    assert not Handover.objects.exists()
    host.context.set_offline(False)
    expect(host.get_by_text("Not sent. Try again")).to_be_hidden()
    host.get_by_role("button", name="Save", exact=True).tap()
    expect(host.get_by_role("heading", name="Buy-ins and deposits")).to_be_visible()
    assert Handover.objects.get().amount == 250
    for place in ("expense", "methods", "carry-over"):
        host.goto(f"{settle}{place}/")
        assert host.locator("#offline").count() == 1
        assert host.locator("main form:not([data-stays])").count() == 0
