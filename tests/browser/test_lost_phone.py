"""A host loses the device: the code on paper, a new device, and the lost one shows nothing more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.helpers.clubs.screens import choose, look, type_names
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NOTICE = "Save the recovery code"
SEEN_WITHIN = 5000  # ms
OUTSIDE_CARDS = """() => ["a", "p", "p.notice"].map((each) => {
  const [tag, name] = each.split(".");
  const made = document.createElement(tag);
  made.href = "/";
  made.className = name ?? "";
  document.querySelector("main").append(made);
  const { color } = getComputedStyle(made);
  made.remove();
  return color;
})"""
"""The colours of a link, a sentence and a notice outside of cards."""


def start(page: Page, address: str) -> None:
    """A new club, up to its first hand."""
    page.goto(address)
    type_names(page, "Asha", "Dev", "Meera", "Omar")
    choose(page, "Pool Rummy")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/hand/")


def code_on(page: Page) -> str:
    return page.locator(".recovery__code").inner_text().replace("\n", "")


def test_a_host_who_lost_the_device_is_back_in_a_minute_and_the_lost_device_is_out(
    new_phone: Callable[..., Page],
    site: Site,
    screenshot: Callable[..., Path],
    complaints: list[str],
):
    lost, new = new_phone(), new_phone()
    for page in (lost, new):
        page.set_viewport_size({"width": 360, "height": 740})
    start(lost, site.url)
    expect(lost.get_by_role("link", name=NOTICE)).to_be_hidden()
    lost.locator(".menu--dot > summary").click()
    screenshot(lost, "phones-notice", full=False)
    lost.get_by_role("link", name=NOTICE).click()
    code = code_on(lost)
    look(lost)
    screenshot(lost, "phones-code", full=False)
    lost.get_by_role("button", name="I’ve saved it").click()
    expect(lost.locator(".menu--dot")).to_have_count(0)
    lost.get_by_role("link", name="Who’s using this device?").click()
    lost.get_by_label("Device name").fill("Asha’s old phone")
    look(lost)
    lost.get_by_role("button", name="Save", exact=True).click()
    lost.goto(lost.url)
    lost.get_by_role("link", name="Continue: hand 1").last.click()
    lost.get_by_role("link", name="Scores").click()
    expect(lost.get_by_role("link", name="Asha", exact=True)).to_be_visible()

    new.goto(site.url)
    new.locator("summary", has_text="☰").click()
    new.get_by_role("link", name="Use a recovery code").click()
    look(new)
    new.get_by_label("Recovery code").fill("2222 3333 wrong")
    new.get_by_role("button", name="Restore access").click()
    expect(new.get_by_text("This code isn’t valid.")).to_be_visible()
    expect(new.get_by_label("Recovery code")).to_have_value("2222 3333 wrong")
    look(new)
    screenshot(new, "phones-recover", full=False)
    new.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    new.get_by_role("button", name="Restore access").click()
    expect(new.get_by_text("You are a host again.")).to_be_visible()
    look(new)
    screenshot(new, "phones-list")
    new.get_by_role("link", name="Remove Asha’s old phone").click()
    look(new)
    screenshot(new, "phones-one")
    new.get_by_role("button", name="Remove this device").click()
    expect(new.get_by_text("Device removed.")).to_be_visible()
    expect(new.get_by_text("Asha’s old phone")).to_have_count(0)
    look(new)
    screenshot(new, "phones-out")

    expect(lost.get_by_role("link", name="Asha", exact=True)).to_have_count(0, timeout=SEEN_WITHIN)
    expect(lost.locator("main h1")).to_be_visible()
    lost.context.close()  # or its line, refused as well, may be told of only later
    complaints.clear()  # the poll that was refused
    new.get_by_role("link", name="Settings").click()
    look(new)
    screenshot(new, "phones-settings")


def test_the_code_prints_as_a_paper_to_keep(
    phone: Page, site: Site, screenshot: Callable[..., Path]
):
    start(phone, site.url)
    phone.locator(".menu--dot > summary").click()
    phone.get_by_role("link", name=NOTICE).click()
    expect(phone.get_by_role("button", name="Print")).to_be_visible()
    phone.emulate_media(media="print")
    for text in ("Asha’s group", "/recover/", "Created on", "Recovery code"):
        expect(phone.get_by_text(text).first).to_be_visible()
    expect(phone.locator(".recovery__code")).to_be_visible()
    for left_out in ("I’ve saved it", "Print"):
        expect(phone.get_by_role("button", name=left_out)).to_be_hidden()
    expect(phone.locator(".bar")).to_be_hidden()
    paper = phone.locator(".recovery")
    assert paper.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
    assert paper.evaluate("e => getComputedStyle(e).color") == "rgb(0, 0, 0)"
    assert set(phone.evaluate(OUTSIDE_CARDS)) == {"rgb(0, 0, 0)"}
    phone.emulate_media(media="print", color_scheme="dark")
    assert paper.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
    assert set(phone.evaluate(OUTSIDE_CARDS)) == {"rgb(0, 0, 0)"}
    phone.set_viewport_size({"width": 794, "height": 1123})
    screenshot(phone, "phones-paper")


@pytest.mark.parametrize("width", [320, 360])
def test_the_notice_waits_for_the_end_of_the_first_session_and_is_one_line(
    phone: Page, site: Site, width: int
):
    phone.set_viewport_size({"width": width, "height": 740})
    start(phone, site.url)
    expect(phone.locator(".keep")).to_have_count(0)
    expect(phone.get_by_role("button", name="Save hand 1")).to_be_in_viewport()
    expect(phone.get_by_role("group", name="Who won?")).to_be_in_viewport()
    phone.goto(phone.url.partition("/games/")[0] + "/close/")
    phone.get_by_role("button", name="End session and settle up").click()
    expect(phone.get_by_role("heading", name="Settle up")).to_be_visible()
    line = phone.locator(".keep").bounding_box()
    assert line and line["height"] <= 49
    phone.locator(".keep a").click()
    expect(phone.locator(".recovery__code")).to_be_visible()
