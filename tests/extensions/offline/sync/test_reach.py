"""On a device without a network no page is drawn from a part of what it would need."""

import json
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from scorekeeper.clubs.models import Role, Session
from scorekeeper.extensions.offline.pocket import device_app
from scorekeeper.extensions.offline.sync.snapshots import device_import
from scorekeeper.seasons.services import create_season
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db]
HEADING = "Season not available offline"


@pytest.fixture
def session() -> Session:
    table = make.play(make.session(), pool_hand("Asha", Dev=30, Meera=10, Omar=5))
    create_season(club=table.game.session.club, name="Winter", starts=date(2026, 11, 1), ends=None)
    create_season(
        club=table.game.session.club, name="Before", starts=date(2020, 1, 1), ends=date(2020, 2, 1)
    )
    return table.game.session


@pytest.fixture
def phone(session: Session, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Answers as a device does that took this session along."""
    place = device_app.CurrentPlace(device_app.DeviceState(), session=session.code)
    monkeypatch.setattr(device_app, "_place", place)
    added = "scorekeeper.extensions.offline.pocket.device_limits.within_reach"
    monkeypatch.setattr(settings, "MIDDLEWARE", [*settings.MIDDLEWARE, added])
    return make.client_as(make.member(Role.SCORER, session.club))


def beyond(session: Session) -> list[str]:
    club, player = f"/g/{session.club.code}", session.club.players.all()[0]
    home, winter = f"/sessions/{session.code}", session.club.seasons.get(name="Winter")
    return [
        f"{club}/standings/charts/",
        f"{club}/standings/{player.pk}/?season={winter.pk}",
        f"{club}/standings/?season=all",
        f"{club}/standings/?season={session.club.seasons.get(name='Before').pk}",
        f"{club}/players/{player.pk}/",
        f"{club}/players/{player.pk}/rivals/",
        f"{club}/payment-details/",
        *(f"{home}/{path}" for path in ("settle/carry-over/", "proof/", "payment-details/")),
    ]


def test_what_rests_on_all_sessions_needs_a_network(phone: Client, session: Session) -> None:
    for path in beyond(session):
        answer = phone.get(path)
        assert answer.status_code == 503, path
        assert "This needs a connection" in answer.content.decode()
        assert f"/sessions/{session.code}/" in answer.content.decode()


def test_what_came_along_is_drawn(phone: Client, session: Session) -> None:
    player, winter = session.club.players.all()[0], session.club.seasons.get(name="Winter")
    for path in (
        *(f"/g/{session.club.code}/", f"/sessions/{session.code}/players/{player.pk}/"),
        f"/g/{session.club.code}/standings/?season={winter.pk}",
        *(f"/sessions/{session.code}/{path}" for path in ("", "settle/", "settle/methods/")),
    ):
        assert phone.get(path).status_code == 200, path


def test_what_was_begun_on_the_device_is_whole(phone: Client, session: Session) -> None:
    device_app.place().session = ""
    device_app.place().device_state.lacks = ["standings"]
    statuses = {path: phone.get(path).status_code for path in beyond(session)}
    assert 503 not in statuses.values()


def test_all_time_came_along_where_no_season_holds_the_session(
    phone: Client, session: Session
) -> None:
    session.club.seasons.filter(name="Winter").delete()
    standings = f"/g/{session.club.code}/standings/"
    assert phone.get(f"{standings}?season=all").status_code == 200
    assert phone.get(f"{standings}?season={session.club.seasons.get().pk}").status_code == 503


def test_a_season_too_long_says_so_and_nothing_else_of_it(phone: Client, session: Session) -> None:
    device_app.place().device_state.lacks = ["standings"]
    for query in ("", "?season=all"):
        answer = phone.get(f"/g/{session.club.code}/standings/{query}")
        assert answer.status_code == 503
        assert HEADING in answer.content.decode()
        assert "Asha" not in answer.content.decode()
    assert phone.get(f"/sessions/{session.code}/").status_code == 200


@pytest.mark.usefixtures("phone")
def test_what_is_lacking_is_known_after_the_worker_has_slept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot: dict[str, Any] = {"cookies": {"csrftoken": "m" * 32}, "lacks": ["standings"]}
    monkeypatch.setattr(device_import, "land", lambda text: "the cookie")
    device_app.import_snapshot(json.dumps(snapshot))
    again = device_app.DeviceState(**json.loads(device_app.device_state_json()))
    assert again.lacks == ["standings"]
    assert again.cookies == {"scorekeeper": "the cookie", "csrftoken": "m" * 32}
    device_app.import_snapshot(json.dumps({**snapshot, "lacks": []}))
    assert device_app.place().device_state.lacks == []
