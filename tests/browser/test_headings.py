"""A page begins right under its bar: nothing that is empty takes room above its heading."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from scorekeeper.clubs.models import Role
from tests.browser.settling import carry_cookie
from tests.helpers import factories as make
from tests.helpers.served import Site
from tests.helpers.settlement.debts import played_session

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST = 20
"""px between the bar and the first thing of the page."""
GAP = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
  const seen = [...document.querySelectorAll("main *")].filter(
    (e) => e.checkVisibility() && !e.closest(".visually-hidden") && e.textContent.trim(),
  );
  return Math.min(...seen.map((e) => e.getBoundingClientRect().top)) - bar;
}"""


def test_no_page_has_an_empty_line_above_its_heading(
    new_phone: Callable[..., Page], site: Site
) -> None:
    table = played_session()
    session, club = table.game.session, table.game.session.club
    page = new_phone()
    page.set_viewport_size({"width": 360, "height": 740})
    carry_cookie(page, make.client_with(Role.HOST, club), site.url)
    of_session, of_club = f"/sessions/{session.code}", f"/g/{club.code}"
    places = [
        "/",
        "/games/",
        of_club + "/",
        of_club + "/settings/",
        of_club + "/standings/",
        of_club + "/people/",
        of_session + "/",
        of_session + "/settle/",
        of_session + "/settle/methods/",
        f"{of_session}/settle/pay/{table.players[1].pk}/{table.players[0].pk}/",
        of_session + "/settle/deposit/",
        of_session + "/statements/",
        of_session + "/games/1/seats/",
        of_session + "/games/1/hand/",
        of_session + "/games/new/",
    ]
    gaps = {}
    for place in places:
        page.goto(site.url + place)
        gaps[place] = round(page.evaluate(GAP))
    assert {place: gap for place, gap in gaps.items() if gap > MOST} == {}
