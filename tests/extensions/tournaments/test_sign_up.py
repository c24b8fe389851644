"""Who has the day's link may sign up, once, until the first round is published."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.tournaments.models import Presence, Tournament
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from tests.helpers import factories as make
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


def send(device: Client, tournament: Tournament, **data: str) -> str:
    url = reverse("tournaments:sign_up", args=[tournament.session.code])
    return str(json.loads(device.post(url, data)["X-Outcome"])["fate"])


def guest(tournament: Tournament) -> Client:
    return make.client_with(Role.VIEWER, tournament.session.club, tournament.session)


def test_a_guest_signs_up_once_and_is_expected() -> None:
    tournament = days.tournament(days.PEOPLE[:3], sign_up=True)
    device = guest(tournament)
    page = device.get(tournament.session.address).content.decode()
    assert "Sign me up" in page
    assert send(device, tournament, token="a") == "refused"
    assert send(device, tournament, name=" Zara ", token="a") == "done"
    assert send(device, tournament, token="b") == "done"  # the device knows by now who it is
    rows = entrant_rows(tournament)
    assert [str(row.player) for row in rows][3:] == ["Zara"]
    assert rows[3].presence == Presence.EXPECTED
    page = device.get(tournament.session.address).content.decode()
    assert "Sign me up" not in page
    assert "I’m here" in page


def test_sign_up_ends_with_the_first_round_and_is_off_where_nobody_turned_it_on() -> None:
    closed = days.tournament(days.PEOPLE[:3])
    assert "Sign me up" not in guest(closed).get(closed.session.address).content.decode()
    assert send(guest(closed), closed, name="Zara", token="a") == "refused"
    tournament = days.here(days.tournament(days.PEOPLE[:3], sign_up=True))
    days.publish(tournament)
    assert "Sign me up" not in guest(tournament).get(tournament.session.address).content.decode()
    assert send(guest(tournament), tournament, name="Zara", token="a") == "refused"
    assert len(entrant_rows(tournament)) == 3
    assert not tournament.session.club.players.filter(name="Zara").exists()
