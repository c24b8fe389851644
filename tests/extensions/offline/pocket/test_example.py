"""The example of the standalone app: one tap makes it, one tap leaves nothing of it."""

from typing import Any

import pytest
from django.apps import apps
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import include, path

from scorekeeper import urls as site
from scorekeeper.clubs.models import Club, Session
from scorekeeper.extensions.offline.pocket.device_example import example_of
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import differences
from scorekeeper.seasons.selectors import ranked
from scorekeeper.settlement.balances import session_balances
from tests.helpers import factories as make

urlpatterns = [
    path("pocket/", include("scorekeeper.extensions.offline.pocket.urls")),
    *site.urlpatterns,
]
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def counts() -> dict[str, int]:
    ours = (model for model in apps.get_models() if model.__module__.startswith("scorekeeper."))
    return {model._meta.label: model._base_manager.count() for model in ours}


def test_it_holds_finished_sessions_a_settlement_and_a_season(client: Client):
    page = client.post("/pocket/example/", follow=True)
    club = Club.objects.get()
    assert page.redirect_chain == [(f"/g/{club.code}/", 302)]
    assert club.name == "Example: Friday table"
    assert not Session.objects.filter(closed_at=None).exists()
    assert [list(differences(game)) for game in Game.objects.all()] == [[], []]
    assert len(ranked(club).ranks) == 5
    assert session_balances(Session.objects.latest("played_on")).plan.transfers
    client.post("/pocket/example/")
    assert Club.objects.count() == 1


def test_a_session_played_in_it_is_not_deleted_with_one_tap(client: Client, rf: RequestFactory):
    client.post("/pocket/example/")
    request: Any = rf.get("/")
    request.club = Club.objects.get()
    page = "offline/pocket/_example.html"
    shown = render_to_string(page, {"example": example_of(request)})
    assert "Nobody played it" in shown and "<details" not in shown
    make.session("pool_rummy", make.NAMES[:4], club=request.club)
    shown = render_to_string(page, {"example": example_of(request)})
    assert "You have played in it" in shown and "<details" in shown


def test_once_it_is_removed_nothing_is_left_of_it_and_all_of_the_others(client: Client):
    make.session("pool_rummy", make.NAMES[:4])
    client.get("/")
    before = counts()
    client.post("/pocket/example/")
    assert counts() != before
    assert client.post("/pocket/example/remove/").headers["Location"] == "/"
    assert counts() == before
    assert client.post("/pocket/example/remove/").status_code == 302
