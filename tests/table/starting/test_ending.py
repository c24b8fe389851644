"""When the game ends is agreed on the page that starts it, and stands where the game is seen."""

from datetime import datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Role
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.table.starting.forms import next_time
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
SETTLED = {"deal": {}, "lines": {"Asha": {"finish": "won"}, "Dev": {"finish": "first_drop"}}}


@pytest.fixture
def table() -> Table:
    return make.session("points_rummy", ["Asha", "Dev"])


@pytest.fixture
def host(table: Table) -> Client:
    return make.client_with(Role.HOST, table.game.session.club)


def start(host: Client, table: Table, variant: str = "points_rummy", **fields: Any) -> Any:
    address = reverse("starting:game_new", args=[table.game.session.code])
    seats = [player.pk for player in table.players]
    sent = {"variant": variant, "preset": "", "token": make.token(), "seat": seats, "do": "start"}
    return host.post(address, sent | fields)


def shown(host: Client, table: Table, game: Game) -> tuple[str, str, str]:
    """The capture page, the board and the big screen."""
    code = table.game.session.code
    places = [
        reverse("entry:hand_new", args=[code, game.number]),
        reverse("scoreboard:session", args=[code]) + f"?game={game.number}",
        reverse("scoreboard:tv", args=[code]) + f"?game={game.number}",
    ]
    pages = [" ".join(unescape(host.get(place).content.decode()).split()) for place in places]
    return pages[0], pages[1], pages[2]


def newest() -> Game:
    return Game.objects.latest("pk")


def test_a_number_of_hands_is_agreed_and_stands_on_capture_board_and_screen(host, table) -> None:
    start(host, table, ends="hands", **{"ends-hands": "2"})
    game = newest()
    assert game.ends_after == 2
    for page in shown(host, table, game):
        assert "The game ends after 2 hands." in page
        assert '<b class="ending__last" hidden>' in page
    make.play(Table(game, table.players), SETTLED)
    for page in shown(host, table, game):
        assert '<b class="ending__last">The last hand.' in page
    make.play(Table(game, table.players), SETTLED)
    _capture, board, screen = shown(host, table, game)
    assert "Ended after 2 hands, as agreed." in board
    assert "won" in screen, "whoever is ahead has won, and is not only ahead"


def test_a_time_is_that_of_the_club_and_its_last_hand_is_marked_by_then(host, table) -> None:
    zone = table.game.session.club.zone
    then = (timezone.localtime(timezone=zone) + timedelta(hours=2)).replace(second=0, microsecond=0)
    start(host, table, ends="time", **{"ends-at": f"{then:%H:%M}"})
    game = newest()
    assert game.until == then
    for page in shown(host, table, game):
        assert "the hand in progress then still counts." in page
        assert f'data-until="{then.astimezone(ZoneInfo("UTC")).isoformat()}"' in page
        assert '<b class="ending__last" hidden>' in page
    Game.objects.filter(pk=game.pk).update(until=timezone.now() - timedelta(minutes=1))
    capture, _board, _screen = shown(host, table, game)
    assert '<b class="ending__last">The last hand.' in capture


def test_a_time_that_has_gone_by_is_that_of_tomorrow() -> None:
    zone = ZoneInfo("Asia/Kathmandu")
    now = datetime.now(zone)
    before = now - timedelta(minutes=2)
    moment = next_time(before.hour, before.minute, zone)
    assert timedelta(hours=23) < moment - now < timedelta(hours=24)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ends": "hands", "ends-hands": "0"}, "Enter a number of hands from 1 to 999."),
        ({"ends": "hands", "ends-hands": "many"}, "Enter a number of hands from 1 to 999."),
        ({"ends": "hands", "ends-hands": ""}, "Enter a number of hands from 1 to 999."),
        ({"ends": "time", "ends-at": ""}, "Enter a time of day, such as 23:30."),
        ({"ends": "time", "ends-at": "25:00"}, "Enter a time of day, such as 23:30."),
    ],
)
def test_what_is_no_ending_is_refused_beside_its_fields(host, table, fields, message) -> None:
    page = start(host, table, **fields).content.decode()
    assert message in page
    assert Game.objects.count() == 1


def test_a_game_that_ends_itself_does_not_ask_and_takes_no_other_end(host, table) -> None:
    address = reverse("starting:game_new", args=[table.game.session.code])
    assert 'name="ends"' not in host.get(address, {"variant": "gin_rummy"}).content.decode()
    page = start(host, table, "gin_rummy", ends="hands", **{"ends-hands": "3"}).content.decode()
    assert "This game ends by its own rules." in page


def test_the_number_of_hands_is_proposed_again(host, table) -> None:
    start(host, table, ends="hands", **{"ends-hands": "7"})
    address = reverse("starting:game_new", args=[table.game.session.code])
    page = host.get(address, {"variant": "points_rummy"}).content.decode()
    assert 'value="hands" checked' in " ".join(page.split())
    assert 'value="7"' in page
