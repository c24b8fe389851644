"""A board is drawn once for all who see the same, and for nobody else."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Role, Session
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.table.scoreboard import views
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.play.racing import Writer

pytestmark = pytest.mark.django_db

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def table() -> Table:
    return make.play(make.session(), FIRST)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every board that was drawn, and not taken from those that are kept."""
    seen: list[Any] = []
    draw = views._draw

    def counted(*arguments: Any) -> Any:
        seen.append(arguments)
        return draw(*arguments)

    monkeypatch.setattr(views, "_draw", counted)
    return seen


def phone(table: Table, role: Role = Role.VIEWER, **options: Any) -> Client:
    return make.client_with(role, table.game.session.club, **options)


def board(browser: Client, session: Session, language: str = "en", **query: str) -> str:
    path = reverse("scoreboard:newer", args=[session.code])
    answer = browser.get(path, {"v": "0", **query}, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def plain(html: str) -> str:
    return TOKEN.sub("", html)


def test_a_table_of_devices_costs_one_drawing(table, drawings):
    seen = {plain(board(phone(table), table.game.session)) for _phone in range(8)}
    assert len(seen) == len(drawings) == 1


def test_what_is_kept_costs_two_queries(table, django_assert_num_queries):
    browser = phone(table)
    board(browser, table.game.session)
    with django_assert_num_queries(3):  # whether there is news, the session, and who asks
        board(browser, table.game.session)


def test_each_browser_has_its_own_token_in_the_form(table, drawings):
    session = table.game.session
    browsers = [Client(enforce_csrf_checks=True) for _browser in range(2)]
    for browser in browsers:
        browser.cookies = phone(table).cookies
        [token] = set(TOKEN.findall(board(browser, session)))
        fields = {"show": "1", "csrfmiddlewaretoken": token}
        assert (
            browser.post(reverse("scoreboard:money", args=[session.code]), fields).status_code
            == 302
        )
    tokens = [TOKEN.findall(board(browser, session)) for browser in browsers]
    assert tokens[0] != tokens[1]
    foreign = {"show": "1", "csrfmiddlewaretoken": tokens[1][0]}
    del browsers[0].cookies["csrftoken"]
    refused = browsers[0].post(reverse("scoreboard:money", args=[session.code]), foreign)
    assert refused.status_code == 403


def test_whoever_may_do_or_wants_something_else_has_a_board_of_his_own(table, drawings):
    """Asked for in turns, and twice: no order of asking gives anybody another's."""
    session, club = table.game.session, table.game.session.club
    with_money = phone(table)
    with_money.cookies["money"] = "1"
    readers = {
        "viewer": (phone(table), {}),
        "scorer": (phone(table, Role.SCORER), {}),
        "host": (phone(table, Role.HOST), {}),
        "guest": (make.client_with(Role.VIEWER, club, session), {}),
        "german": (phone(table), {"language": "de"}),
        "indian": (phone(table), {"language": "en-IN"}),
        "money": (with_money, {}),
        "german money": (with_money, {"language": "de"}),
        "indian money": (with_money, {"language": "en-IN"}),
        "screen": (phone(table), {"view": "tv"}),
        "screen with money": (phone(table), {"view": "tv", "money": "1"}),
        "beside a hand": (phone(table, Role.SCORER), {"view": "beside"}),
        "one game": (phone(table), {"game": "1"}),
        "one page": (phone(table), {"upto": "1"}),
    }
    alone = {}
    for name, (browser, parameters) in readers.items():
        cache.clear()
        alone[name] = plain(board(browser, session, **parameters))
    cache.clear()
    for _round in range(2):
        for name, (browser, parameters) in readers.items():
            assert plain(board(browser, session, **parameters)) == alone[name], name
    different = set(alone.values())
    assert len(different) >= len(readers) - 3  # the languages write all but money alike
    assert "₹" not in alone["viewer"] and "₹" in alone["money"]
    assert "Enter hand" not in alone["viewer"] and "Enter hand" in alone["scorer"]
    assert "End this game" in alone["host"] and "End this game" not in alone["scorer"]
    assert "Season" in alone["viewer"] and "Season" not in alone["guest"]
    assert alone["german money"] != alone["indian money"]


def test_no_club_is_shown_the_board_of_another(table):
    other = make.play(make.session(), pool_hand("Dev", Asha=1, Meera=2, Omar=3))
    mine, theirs = phone(table), phone(other)
    for _round in range(2):
        assert table.game.session.code in board(mine, table.game.session)
        assert other.game.session.code in board(theirs, other.game.session)
    path = reverse("scoreboard:newer", args=[table.game.session.code])
    assert theirs.get(path, {"v": "0"}).status_code == 404


def test_the_next_hand_is_on_every_board_at_once(table):
    browsers = [phone(table), phone(table, Role.SCORER)]
    for browser in browsers:
        assert "Hand 2" in board(browser, table.game.session)
    make.play(table, pool_hand("Dev", Asha=5, Meera=5, Omar="first_drop"))
    for browser in browsers:
        assert "Hand 3" in board(browser, table.game.session)


@pytest.mark.django_db(transaction=True)
def test_a_board_is_kept_under_the_version_it_shows(table, monkeypatch):
    """A hand that is saved after the session was read and before its board is drawn."""
    browser, session = phone(table), table.game.session
    session.refresh_from_db()
    draw, before = views._draw, session.version
    second = pool_hand("Dev", Asha=5, Meera=5, Omar="first_drop")
    writer = Writer(lambda: make.play(table, second))

    def late(*arguments: Any) -> Any:
        if not writer.ended.is_set():
            writer.start()
            writer.join(30)
        return draw(*arguments)

    monkeypatch.setattr(views, "_draw", late)
    shown = board(browser, session)
    assert "Hand 2" in shown and "Hand 3" not in shown and f"v={before}" in shown
    session.refresh_from_db()
    assert session.version > before
    newest = board(phone(table), session)
    assert "Hand 3" in newest and f"v={session.version}" in newest


NEW_NAME = "The other phone"


def renamed(table: Table, member: Any) -> None:
    clubs.name_device(membership=member, name=NEW_NAME)


def told_who(table: Table, member: Any) -> None:
    clubs.say_who(membership=member, player=table.players[2])


def given_a_role(table: Table, member: Any) -> None:
    clubs.give_role(membership=member, role=Role.HOST)


def called_otherwise(table: Table, member: Any) -> None:
    make.rename(table.players[0], "Asha K")


def club_elsewhere(table: Table, member: Any) -> None:
    club = table.game.session.club
    clubs.update_club(club=club, name=club.name, currency="USD", time_zone="Asia/Tokyo", renamed={})


def closed(table: Table, member: Any) -> None:
    services.close_session(session=table.game.session)


def taken_out(table: Table, member: Any) -> None:
    corrections.void_hand(hand=Hand.objects.get(), reason="misdeal", by=member)


@pytest.mark.parametrize(
    "change", [renamed, told_who, given_a_role, called_otherwise, club_elsewhere, closed, taken_out]
)
def test_whatever_the_board_shows_moves_the_version_on(change):
    """Else a kept board would go on showing what was."""
    table = make.session()
    member = make.member(Role.SCORER, table.game.session.club)
    table = make.play(table, FIRST, by=member)
    browser, session = phone(table, Role.VIEWER), table.game.session
    browser.cookies["money"] = "1"
    before = board(browser, session)
    change(table, member)
    after = board(browser, session)
    cache.clear()
    assert plain(after) == plain(board(browser, session)) != plain(before)


def test_beside_a_hand_stand_its_games_scores_to_look_at_and_they_ask_for_the_same(table):
    session = table.game.session
    make.next_game(session, "rummi", make.NAMES[:3])
    beside = board(phone(table, Role.SCORER), session, view="beside", game="1")
    assert "Pool Rummy" in beside and "Asha" in beside
    assert "<form" not in beside and "<polyline" not in beside and "dock" not in beside
    [poll] = re.findall(r'hx-get="([^"]+)"', beside)
    assert "view=beside" in poll and "game=1" in poll
    scorer = phone(table, Role.SCORER)
    still = scorer.get(poll.replace("&amp;", "&"), headers={"hx-request": "true"})
    assert still.status_code == 204


@pytest.mark.django_db(transaction=True)
def test_devices_that_ask_at_the_same_moment_are_drawn_for_once(
    table: Table, drawings: list[Any], monkeypatch: pytest.MonkeyPatch
):
    phones = [phone(table) for _phone in range(6)]
    slowly, others_came = views._draw, Barrier(2)

    def draw(*arguments: Any) -> Any:
        with suppress(BrokenBarrierError):  # another thread that draws; nobody comes
            others_came.wait(1.0)
        return slowly(*arguments)

    def ask(browser: Client) -> str:
        try:
            return board(browser, table.game.session)
        finally:
            connection.close()

    monkeypatch.setattr(views, "_draw", draw)
    with ThreadPoolExecutor(len(phones)) as pool:
        seen = {TOKEN.sub("", answer) for answer in pool.map(ask, phones)}
    assert (len(seen), len(drawings)) == (1, 1)
