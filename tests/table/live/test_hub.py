"""One task asks for all devices of a process: each hears what is new, and no more than it may."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Membership, Role
from scorekeeper.play.selectors import Table
from scorekeeper.table.live import hub as hubs
from scorekeeper.table.live.devices import note_writing
from scorekeeper.table.live.hub import Hub, Listener, News
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db(transaction=True)  # whoever looks closes the connection

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")


class Ear:
    """A device at an open line, and what it heard there."""

    def __init__(self, listener: Listener) -> None:
        self.heard: list[str] = []
        self.listener = listener
        listener.send = self.take

    async def take(self, message: dict[str, Any]) -> None:
        self.heard.append(message["body"].decode().removeprefix("data: ").strip())

    @property
    def is_open(self) -> bool:
        return not self.listener.ended.is_set()


@pytest.fixture
def table() -> Table:
    return make.session()


class StillHub(Hub):
    """One that looks when a test says so."""

    def start(self) -> None:
        pass


@pytest.fixture
def hub() -> Hub:
    return StillHub()


Listens = Callable[..., Ear]


@pytest.fixture
def listens(hub: Hub) -> Listens:
    def begin(table: Table, member: Membership | None = None, *, writes: bool = False) -> Ear:
        member = member or make.member(Role.VIEWER, table.game.session.club)
        listener = Listener(table.game.session.pk, member, hub, writes=writes)
        hub.add(listener)
        return Ear(listener)

    return begin


def run(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser test before it leaves its loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def look(hub: Hub) -> None:
    here = list(hub.listeners)
    if news := hubs.poll(here, checks_access=True):
        run(passed_on(hub, news, here))


async def passed_on(hub: Hub, news: News, here: list[Listener]) -> None:
    hub.pass_on(news, here, time.monotonic())
    await asyncio.gather(
        *(listener.sending for listener in here if listener.sending and not listener.sending.done())
    )


def test_each_hears_the_version_at_once_and_then_only_when_it_changes(hub, listens, table):
    ears = [listens(table), listens(table)]
    version = table.game.session.version
    table.game.session.refresh_from_db()
    for _time in range(3):
        look(hub)
    first = str(table.game.session.version)
    assert [ear.heard for ear in ears] == [[first], [first]], version
    make.play(table, FIRST)
    look(hub)
    look(hub)
    assert [ear.heard for ear in ears] == [[first, str(int(first) + 1)]] * 2


def test_a_look_takes_two_queries_however_many_listen(
    hub, listens, table, django_assert_num_queries
):
    for session in (table, make.session(club=table.game.session.club)):
        for _phone in range(5):
            listens(session)
    with django_assert_num_queries(2):
        look(hub)


def test_nobody_hears_of_another_session(hub, listens, table):
    other = listens(make.session(club=table.game.session.club))
    look(hub)
    make.play(table, FIRST)
    look(hub)
    assert len(other.heard) == 1


def test_who_may_not_look_any_more_is_told_nothing_and_hung_up_on(hub, listens, table):
    link, secret = make.link(Role.VIEWER, table.game.session.club)
    guest = clubs.redeem_link(token=secret)
    assert guest
    ears = [listens(table), listens(table, guest)]
    look(hub)
    clubs.revoke_link(link=link)
    make.play(table, FIRST)
    look(hub)
    assert [ear.is_open for ear in ears] == [True, False]
    assert [len(ear.heard) for ear in ears] == [2, 1]
    assert len(hub.listeners) == 1


def test_something_is_said_though_nothing_happened(hub, listens, table, monkeypatch):
    ear = listens(table)
    look(hub)
    monkeypatch.setattr(hubs, "REPEAT_SECONDS", 0.0)
    look(hub)
    assert ear.heard == [ear.heard[0]] * 2


def test_only_who_writes_hears_that_somebody_writes(hub, listens, table):
    scorer = make.member(Role.SCORER, table.game.session.club)
    viewer, writer = listens(table), listens(table, scorer, writes=True)
    look(hub)
    meera = make.member(Role.SCORER, table.game.session.club)
    note_writing(game=table.game, hand=1, by=meera)
    look(hub)
    note_writing(game=table.game, hand=1, by=meera)
    look(hub)
    note_writing(game=table.game, hand=1, by=meera, leaves=True)
    look(hub)
    assert len(viewer.heard) == 1
    before, during, after = (line.split() for line in writer.heard)
    assert before == after == [viewer.heard[0], "0"]
    assert during[0] == before[0] and during[1] != "0"


def test_a_database_that_is_away_ends_nothing(hub, listens, table, monkeypatch):
    from django.db import OperationalError

    ear = listens(table)

    def fails(*_told: object) -> None:
        raise OperationalError

    monkeypatch.setattr(hubs, "read_news", fails)
    look(hub)
    monkeypatch.undo()
    assert ear.is_open and ear.heard == []


def test_who_takes_nothing_in_is_hung_up_on_and_holds_nobody_up(hub, listens, table, monkeypatch):
    stalled, other = listens(table), listens(table)
    stalled.listener.sending = asyncio.Future(loop=asyncio.new_event_loop())
    here = list(hub.listeners)
    news = hubs.poll(here, checks_access=True)

    async def pass_on() -> None:
        hub.pass_on(news, here, time.monotonic())
        await other.listener.sending

    run(pass_on())
    assert len(other.heard) == 1
    assert not stalled.is_open and stalled.heard == []


def test_who_writes_hears_nothing_of_himself(hub, listens, table):
    scorer = make.member(Role.SCORER, table.game.session.club)
    writer = listens(table, scorer, writes=True)
    look(hub)
    note_writing(game=table.game, hand=1, by=scorer)
    look(hub)
    assert len(writer.heard) == 1


def test_one_device_has_a_few_lines_and_the_oldest_gives_way(hub, listens, table):
    mine = make.member(Role.VIEWER, table.game.session.club)
    other = listens(table)
    ears = [listens(table, mine) for _line in range(hubs.MAX_PER_DEVICE + 2)]
    assert [ear.is_open for ear in ears] == [False] * 2 + [True] * hubs.MAX_PER_DEVICE
    assert other.is_open and len(hub.listeners) == hubs.MAX_PER_DEVICE + 1
