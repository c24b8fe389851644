"""A draw for seats is made once, kept, shown on the page of the session, and never redone
unseen."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.activity import ActivityKind, for_session
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.seats.draw import ranking
from scorekeeper.play import services
from scorekeeper.play.models import Draw, Game
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.table.starting.draws import draw_seats
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.session("paplu")


@pytest.fixture
def host(table: Table) -> Client:
    return make.client_with(Role.HOST, table.game.session.club)


def press(host: Client, table: Table, do: str, variant: str = "paplu", **fields: Any) -> str:
    seats = [player.pk for player in table.players]
    sent = {"variant": variant, "preset": "", "token": make.token(), "seat": seats, "do": do}
    answer = host.post(reverse("starting:game_new", args=[table.game.session.code]), sent | fields)
    return " ".join(unescape(answer.content.decode()).split())


def seats_of(page: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'name="seat" value="(\d+)"', page)]


def test_everybody_draws_and_sits_down_by_the_cards(host: Client, table: Table) -> None:
    page = press(host, table, "draw", draw="once")
    (drawn,) = Draw.objects.all()
    chosen = list(ranking(drawn.rounds))
    assert seats_of(page) == [chosen[-1], *chosen[:-1]], "left of the highest is the first dealer"
    names = {player.pk: player.name for player in table.players}
    assert f"<bdi>{names[chosen[-1]]}</bdi> deals first." in page
    assert page.count('<b class="draw__card') == sum(
        len(drawn_round) for drawn_round in drawn.rounds
    )


def test_the_game_begins_with_the_dealer_who_was_drawn(host: Client, table: Table) -> None:
    for variant in ("paplu", "vazhushal", "rummi", "gin_rummy"):
        people = table.players[:2] if variant == "gin_rummy" else table.players
        seats = {"seat": [player.pk for player in people]}
        page = press(host, table, "draw", variant, draw=make.token(), **seats)
        names = re.findall(r"<bdi>(\w+)</bdi> deals first", page)
        press(host, table, "start", variant, seat=seats_of(page))
        begun = game_table(Game.objects.latest("pk"))
        assert begun.state.dealer is not None
        assert [begun.players[begun.state.dealer].name] == names


def test_the_same_press_again_is_the_same_draw(host: Client, table: Table) -> None:
    first, second = (press(host, table, "draw", draw="once") for _time in range(2))
    assert seats_of(first) == seats_of(second)
    assert Draw.objects.count() == 1
    assert for_session(table.game.session, ActivityKind.SEATS_DRAWN).count() == 1


def test_a_token_draws_for_those_only_for_whom_it_drew(table: Table) -> None:
    session = table.game.session
    draw_seats(session=session, players=table.players, token="once", by=None)
    with pytest.raises(OtherwiseError):
        draw_seats(session=session, players=table.players[:3], token="once", by=None)


def test_who_draws_again_is_seen_by_all_on_the_page_of_the_session(
    host: Client, table: Table
) -> None:
    press(host, table, "draw", draw="first")
    press(host, table, "draw", draw="second")
    watcher = make.client_with(Role.VIEWER, table.game.session.club)
    page = watcher.get(
        reverse("scoreboard:session", args=[table.game.session.code])
    ).content.decode()
    assert "2 draws for seats" in page
    shown = sum(len(drawn_round) for draw in Draw.objects.all() for drawn_round in draw.rounds)
    assert page.count('<b class="draw__card') == shown
    version = Session.objects.get(pk=table.game.session_id).version
    press(host, table, "draw", draw="third")
    assert Session.objects.get(pk=table.game.session_id).version == version + 1


def test_only_the_host_draws_and_only_in_a_session_that_is_open(host: Client, table: Table) -> None:
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    press(scorer, table, "draw", draw="no")
    services.close_session(session=table.game.session)
    press(host, table, "draw", draw="too late")
    press(host, table, "draw", draw="")
    assert not Draw.objects.exists()
