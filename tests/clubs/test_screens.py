"""The first screens on a phone: nothing runs over, nothing is too small to hit, axe is content."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.helpers.clubs.scanning import held_out
from tests.helpers.clubs.screens import choose, look, type_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [320, 390])
def test_every_screen_of_a_host(new_phone: Callable[..., Page], site, width):
    page = new_phone()
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site.url)
    type_names(page, "Asha", "ஆஷா", "دانا")
    choose(page, "Rummi")
    look(page)
    page.get_by_role("button", name="Review house rules").click()
    page.get_by_text("All the rules").click()
    look(page)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/hand/")
    page.goto(site.url)
    look(page)
    page.get_by_role("link", name="Group", exact=True).click()
    look(page)
    page.get_by_role("link", name="Settings").click()
    look(page)
    page.go_back()
    page.get_by_role("link", name="Invite").click()
    look(page)
    page.get_by_role("link", name="Scorer").click()
    expect(page.get_by_role("heading", name="Scorer: scan to join")).to_be_visible()
    look(page)
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="New session").click()
    look(page)


def test_rows_of_names_grow_as_they_are_filled(phone: Page, site):
    phone.goto(site.url)
    type_names(phone, *"ABCDEF")
    expect(phone.locator("input[name=name]")).to_have_count(7)
    expect(phone.get_by_label("Player 7")).to_have_value("")


def test_house_rules_follow_each_other_and_keep_what_is_typed_meanwhile(phone: Page, site):
    phone.goto(site.url)
    type_names(phone, "Asha", "Dev", "Meera", "Omar")
    choose(phone, "Rummi")
    phone.get_by_role("button", name="Review house rules").click()
    phone.get_by_text("All the rules").click()
    held: list[Route] = []
    phone.route("**/games/new/", lambda route: held.append(route), times=1)
    with phone.expect_request("**/games/new/"):
        phone.get_by_label("Units for a Hu").fill("6")
        phone.get_by_label("Units for a Hu").blur()
    phone.get_by_label("Stake").fill("2")
    held[0].continue_()
    expect(phone.get_by_label("Units for a Tien Hu")).to_have_value("12")
    expect(phone.get_by_label("Stake")).to_have_value("2")
    phone.get_by_role("button", name="Omar does not play").click()
    expect(phone.get_by_label("Units for a Hu")).to_have_value("6")
    expect(phone.locator(".ladder input")).to_have_count(2)
    phone.get_by_role("button", name="Start").click()
    phone.wait_for_url("**/hand/")


def test_a_second_device_scans_and_is_in(new_phone: Callable[..., Page], site):
    host, other = new_phone(), new_phone()
    host.goto(site.url)
    type_names(host, "Asha", "Dev")
    choose(host, "Pool Rummy")
    host.get_by_role("button", name="Start").click()
    host.wait_for_url("**/hand/")
    host.goto(site.url)
    host.get_by_role("link", name="Group", exact=True).click()
    host.get_by_role("link", name="Invite").click()
    other.goto(held_out(host, site.url))
    look(other)
    other.get_by_text("Dev", exact=True).click()
    other.get_by_role("button", name="Join").click()
    other.wait_for_url("**/sessions/**")
    expect(other.get_by_text("Dev", exact=True).first).to_be_visible()
