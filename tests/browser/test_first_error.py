"""A form that was refused shows its first error, wherever on the page that is."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make
from tests.helpers.clubs.screens import choose

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("page", "field", "typed", "button"),
    [
        ("seasons/new/", "Minimum sessions to be ranked", "-5", "Start season"),
        ("settings/", f"Name of {make.NAMES[3]}", make.NAMES[0], "Save"),
    ],
)
def test_a_refused_field_below_the_fold_is_shown(
    phone: Page, site, complaints, page: str, field: str, typed: str, button: str
) -> None:
    complaints.announce(400)
    club = make.session(names=make.NAMES[:4]).game.session.club
    _link, secret = make.link(Role.HOST, club)
    phone.goto(f"{site.url}/join/{secret}/")
    phone.get_by_role("button", name="Join").tap()
    phone.wait_for_url("**/sessions/**")
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{site.url}/g/{club.code}/{page}")
    if page == "seasons/new/":
        phone.get_by_label("Name", exact=True).fill("Winter")
        phone.locator("#ranking > summary").tap()
    phone.get_by_label(field).fill(typed)
    phone.get_by_role("button", name=button, exact=True).tap()
    refused = phone.locator("[aria-invalid=true]").first
    expect(refused).to_be_focused()
    expect(refused).to_be_in_viewport()
    expect(phone.locator(".error").first).to_be_in_viewport(ratio=1)


def test_a_game_for_fewer_people_is_shown_as_the_reason_why_nothing_starts(
    phone: Page, site, complaints
) -> None:
    complaints.announce(400)
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(site.url)
    for number, name in enumerate(("Asha", "Dev", "Meera", "Ravi", "Sita", "Tom")):
        phone.locator("[name=name]").nth(number).fill(name)
    choose(phone, "Rummi")
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.get_by_text("Rummi is for 2 to 5 players.")).to_be_in_viewport(ratio=1)
