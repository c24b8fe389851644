"""A session opened from its plan, on a phone: who said that they come sit there, by the rules that
were planned, and the hand is written."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Role
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.models import LinkFor, PlannedSession
from scorekeeper.extensions.calendar.planning.services import PlanDetails, plan_session
from scorekeeper.play.models import Game
from tests.helpers import factories as make
from tests.helpers.browser.every_page import let_in
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Asha", "Dev", "Meera", "Omar")


@pytest.fixture
def session() -> PlannedSession:
    """In an hour, for three, at Pool Rummy of 201."""
    club = make.club()
    clubs.add_players(club=club, names=NAMES)
    starts = timezone.now() + timedelta(hours=1)
    details = PlanDetails(starts, "Asia/Kolkata", "Omar’s", "pool_rummy", "201", seats=3)
    return plan_session(club=club, details=details, token="t")


def own_link(club: Club, name: str) -> str:
    player = club.players.select_related("club").get(name=name)
    return links.link_path(links.make_link(club=club, player=player, leads=LinkFor.REPLIES))


def test_a_session_opens_from_its_plan_with_those_who_come_and_its_rules(
    new_phone: Callable[..., Page], site: Site, session: PlannedSession
) -> None:
    guest = new_phone()
    for name in ("Omar", "Asha", "Dev", "Meera"):
        guest.goto(f"{site.url}{own_link(session.club, name)}")
        late = name == "Meera"
        guest.get_by_role("button", name="Waiting list" if late else "Going").tap()
        status = "number 1 on the waiting list" if late else "You have a seat."
        expect(guest.get_by_role("status")).to_contain_text(status)
    host = new_phone()
    let_in(host, Role.HOST, session.club, site.url)
    host.goto(f"{site.url}/g/{session.club.code}/calendar/")
    host.get_by_role("link", name="Omar’s").first.tap()
    host.get_by_role("button", name="Start session").tap()
    expect(host.get_by_role("heading", name="Pool Rummy")).to_be_visible()
    host.get_by_role("button", name="Start").tap()
    expect(host.get_by_role("heading", name="Hand 1")).to_be_visible()
    game = Game.objects.get()
    seated = game.seats.order_by("number").values_list("player__name", flat=True)
    assert list(seated) == ["Omar", "Asha", "Dev"], "in the order in which they said so"
    assert game.options["pool"] == 201
    assert PlannedSession.objects.get().session == game.session
    guest.reload()
    expect(
        guest.get_by_text("This session is already running. Take a seat at the table.")
    ).to_be_visible()
