"""The form of a season asks for what the chosen ranking uses."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from tests.helpers import factories as make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_only_what_the_ranking_uses_is_asked(phone: Page, site) -> None:
    club = make.session(names=make.NAMES[:4]).game.session.club
    _link, secret = make.link(Role.HOST, club)
    phone.goto(f"{site.url}/join/{secret}/")
    phone.get_by_role("button", name="Join").tap()
    phone.wait_for_url("**/sessions/**")
    phone.goto(f"{site.url}/g/{club.code}/seasons/new/")
    places, match, many = (
        phone.get_by_label(label)
        for label in ("Points per place", "A match is", "Number of sessions")
    )
    for field in (places, match, many):
        expect(field).to_be_hidden()
    phone.get_by_role("heading", name="Ranking").tap()
    phone.get_by_label("Ranked by").select_option("Places")
    phone.get_by_label("How sessions are combined").select_option("Only the best sessions")
    expect(places).to_be_visible()
    expect(many).to_be_visible()
    expect(match).to_be_hidden()
    phone.get_by_label("Ranked by").select_option("Rating")
    expect(match).to_be_visible()
    expect(places).to_be_hidden()
