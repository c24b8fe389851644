"""An anonymized player is no member: no list offers them a seat, a reply, a link or a share."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.selectors import members
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.extensions.tournaments.selectors import not_listed, tournament_roll
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.table.starting.last_game import remaining_players
from tests.helpers import factories as make
from tests.helpers.calendar.plans import planned
from tests.helpers.tournaments import days

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session()


def anonymized(table: Table, name: str = "Dev") -> Player:
    return erase(player=table.game.session.club.players.get(name=name), by=None)


def offering_pages(table: Table) -> list[str]:
    """Pages where members are offered; others than the table's players sit in the second game."""
    club = table.game.session.club
    others = make.session("points_rummy", ("Yan", "Zoe"), club=club).game
    return [
        reverse("starting:session_new", args=[club.code]),
        reverse("tournaments:new", args=[club.code]),
        reverse("planning:links", args=[club.code]),
        reverse("planning:plan", args=[club.code, planned(club).pk]),
        reverse("home:club", args=[club.code]),
        reverse("clubs:own_device", args=[club.code]),
        reverse("people:merge", args=[club.code]),
        reverse("starting:game_new", args=[others.session.code]) + "?variant=points_rummy",
        reverse("starting:seats", args=[others.session.code, others.number]),
        reverse("settlement:expense_new", args=[others.session.code]),
        reverse("settlement:deposit_new", args=[others.session.code]),
    ]


def test_no_page_offers_them(table: Table) -> None:
    host = make.host_client(table.game.session.club)
    pages = offering_pages(table)
    before = [url for url in pages if "Dev" not in text(host, url)]
    erased = anonymized(table)
    after = [url for url in pages if erased.name in text(host, url)]
    assert (before, after) == ([], [])


def text(browser: Client, url: str) -> str:
    answer = browser.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def test_an_invitation_and_the_next_game_leave_them_out(table: Table) -> None:
    session = table.game.session
    _link, secret = make.link(Role.VIEWER, session.club)
    erased = anonymized(table)
    assert erased.name not in text(Client(), reverse("clubs:join", args=[secret]))
    assert erased not in members(session.club)
    table = game_table(table.game)
    assert [player.name for player in remaining_players(table)] == ["Asha", "Meera", "Omar"]


def test_a_tournament_ahead_expects_them_no_more() -> None:
    tournament = days.tournament(names=days.PEOPLE[:8])
    player = tournament.session.club.players.all()[0]
    erased = erase(player=player, by=None)
    assert erased not in not_listed(tournament)
    assert tournament_roll(tournament).expected == 7


def test_they_cannot_rejoin(table: Table) -> None:
    erased = anonymized(table)
    club = table.game.session.club
    host = make.host_client(club)
    assert "Rejoin" not in text(host, reverse("seasons:player", args=[club.code, erased.pk]))
    assert "Rejoin" not in text(host, reverse("people:leave", args=[club.code, erased.pk]))
    people = text(host, reverse("people:people", args=[club.code]))
    assert people.index("Former players") < people.index(erased.name)


def test_a_host_cannot_reply_for_them(table: Table) -> None:
    erased = anonymized(table)
    club = table.game.session.club
    url = reverse("planning:reply", args=[club.code, planned(club).pk])
    fields = {"player": erased.pk, "says": "comes", "token": make.token()}
    assert make.host_client(club).post(url, fields).status_code == 404
