"""The face of a player stands beside his name, wherever he is one of several."""

from datetime import date

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Player, Role
from scorekeeper.extensions.exchange.people.services import choose_face, merge_players
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NAMES = make.NAMES[:3]
QUEEN = "Q♥\N{VARIATION SELECTOR-15}"
SIGN = 'class="face face--'


@pytest.fixture
def table() -> Table:
    held = make.session("points_rummy", NAMES, played_on=date(2026, 10, 3))
    return make.play(held, pool_hand("Asha", Dev=20, Meera=30))


def pages(table: Table) -> dict[str, str]:
    session = table.game.session
    return {
        "board": reverse("scoreboard:session", args=[session.code]),
        "season": reverse("seasons:table", args=[session.club.code]) + "?season=all",
    }


def drawn(browser: Client, path: str) -> tuple[str, int]:
    """The page from a process that has drawn nothing yet, and the number of its queries."""
    cache.clear()
    caches["tables"].clear()
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(path)
    assert answer.status_code == 200
    return answer.content.decode(), len(queries)


def test_board_and_season_show_it_without_a_query_more(table: Table) -> None:
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    for path in pages(table).values():
        browser.get(path)
    bare = {name: drawn(browser, path) for name, path in pages(table).items()}
    for player in table.players:
        choose_face(player=player, face="4QH")
    for name, path in pages(table).items():
        page, queries = drawn(browser, path)
        assert page.count(SIGN) == page.count(QUEEN) == 3, name
        assert SIGN not in bare[name][0]
        assert queries == bare[name][1], name


def test_a_page_that_is_open_follows(table: Table) -> None:
    """A cached face is not shown after somebody has chosen another."""
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    for path in pages(table).values():
        assert QUEEN not in browser.get(path).content.decode()
    choose_face(player=table.players[0], face="4QH")
    before = table.game.session.club.sessions.get().version
    choose_face(player=table.players[0], face="4QH")
    assert table.game.session.club.sessions.get().version == before
    for path in pages(table).values():
        assert browser.get(path).content.decode().count(QUEEN) == 1


def test_a_session_that_is_over_stays_as_it_is(table: Table) -> None:
    """Or its statements would be those of before a change, and be sent once more."""
    browser = make.client_with(Role.VIEWER, table.game.session.club)
    season = pages(table)["season"]
    assert QUEEN not in browser.get(season).content.decode()
    close_session(session=table.game.session)
    before = table.game.session.club.sessions.get().version
    choose_face(player=table.players[0], face="4QH")
    assert table.game.session.club.sessions.get().version == before
    assert browser.get(season).content.decode().count(QUEEN) == 1


def test_a_season_shows_the_face_of_the_person(table: Table) -> None:
    club = table.game.session.club
    person = Player.objects.create(club=club, name="Devendra")
    choose_face(player=person, face="4QH")
    choose_face(player=table.players[1], face="1AS")
    merge_players(club=club, name=table.players[1], person=person, token=make.token(), by=None)
    page = make.client_with(Role.VIEWER, club).get(pages(table)["season"]).content.decode()
    assert page.count(QUEEN) == page.count(SIGN) == 1


def test_the_page_on_which_hands_are_written_shows_none(table: Table) -> None:
    choose_face(player=table.players[0], face="4QH")
    session = table.game.session
    path = reverse("entry:hand_new", args=[session.code, table.game.number])
    answer = make.host_client(session.club).get(path)
    assert answer.status_code == 200
    assert SIGN not in answer.content.decode() and "face.css" not in answer.content.decode()
