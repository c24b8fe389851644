"""A site on three machines: two with web processes, one with workers, each with its ``DATA_DIR``.
They share PostgreSQL, Redis and a storage that speaks S3. One of them is killed."""

import http.client
import json
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from threading import Event
from typing import Any, Final
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command

from scorekeeper.clubs.models import Role
from scorekeeper.core.limits import acts
from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.table.entry.forms import HandForm, posted_values
from tests.extensions.operation.releases.scorers import HAND, LOST, Scorer
from tests.helpers import factories as make
from tests.helpers.buckets import object_storage
from tests.helpers.served import ROOT, address_of_the_test_database, environment, eventually

__all__ = ["object_storage"]

pytestmark = [
    pytest.mark.programs,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]
QUEUE: Final = 12  # of Redis
GROUPS: Final = 20
DEVICES: Final = 5
PAUSE: Final = 3.0
"""Seconds between the hands of a device."""


class Machines:
    def __init__(self, folder: Path, redis_url: str, bucket: dict[str, str]) -> None:
        self.folder, self.log = folder, folder / "log"
        self.shared = {
            "MODE": "play",
            "SECRET_KEY": settings.SECRET_KEY,
            "STATIC_ROOT": str(settings.STATIC_ROOT),
            "DATABASE_URL": address_of_the_test_database(),
            "BROKER_URL": f"{redis_url}/{QUEUE}",
            "STORAGE": "storages.backends.s3.S3Storage",
            "STORAGE_OPTIONS": json.dumps(bucket),
        }
        self.ports: list[int] = []
        web = [sys.executable, "manage.py", "serve", "--workers", "1", "--bind"]
        for _machine in range(2):
            with listen(19000 + 20 * len(self.ports)) as free:
                self.ports.append(port_of(free))
        programs = [[*web, f"127.0.0.1:{port}"] for port in self.ports]
        programs.append([sys.executable, "-m", "celery", "--quiet", "-A", "scorekeeper", "worker"])
        programs[-1] += ["--concurrency", "1"]
        self.programs = [self._child(f"machine-{n}", it) for n, it in enumerate(programs)]

    def _child(self, name: str, command: list[str]) -> Child:
        data = self.folder / name
        data.mkdir()
        env = environment(**self.shared, DATA_DIR=str(data))
        with self.log.open("ab") as log:
            child = Child(name, command, {"cwd": ROOT, "env": env, "stdout": log, "stderr": log})
            child.start()
        return child

    def kill(self, machine: int) -> None:
        self.programs[machine].signal_group(signal.SIGKILL)

    def get(self, machine: int, path: str, cookie: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[machine], timeout=30)
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def text(self, machine: int, path: str, cookie: str) -> str:
        status, body = self.get(machine, path, cookie)
        assert status == 200, (path, body[:300])
        return body.decode()

    def answers(self, machine: int) -> bool:
        try:
            return self.get(machine, "/health/")[0] == 200
        except (OSError, http.client.HTTPException):
            return False


@pytest.fixture
def machines(
    transactional_db: None, tmp_path: Path, redis_url: str, object_storage: dict[str, str]
) -> Iterator[Machines]:
    running = Machines(tmp_path, redis_url, object_storage)
    try:
        are_up = eventually(lambda: running.answers(0) and running.answers(1), 90)
        assert are_up, running.log.read_text()
        yield running
    finally:
        stop(running.programs, seconds=5)


@dataclass(kw_only=True)
class Device(Scorer):
    """Goes to the other machine when its own is gone, as a proxy sends it there; and enters its
    hand as the next one when another device of the group was quicker."""

    ports: tuple[int, int]
    shown: list[int]
    """The number of the last hand, as all devices of the group show it."""

    def save(self, number: int, token: str) -> None:
        while (answer := self.send(number := self.shown[-1] + 1, token)) != 200:
            if answer == "conflict":
                self.shown.append(max(*self.shown, number))
            elif answer in LOST:
                self.change_over()
            elif answer != 503:
                self.over.set()
                return
        self.shown.append(max(*self.shown, number))
        self.acknowledged.append(token)

    def change_over(self) -> None:
        [self.port] = {*self.ports} - {self.port}
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)


def devices_of(table: Table, ports: list[int], over: Event) -> Iterator[Device]:
    entry = load_entry(table.rules, table.fold, HAND, table.names)
    values = posted_values(HandForm(table.rules, table.fold, table.names, entry=entry))
    fields = {name: texts[0] for name, texts in values.items() if texts}
    path = f"/sessions/{table.game.session.code}/games/{table.game.number}/hand/"
    shown = [0, 0]
    for number in range(DEVICES):
        cookie = cookie_of(make.client_with(Role.SCORER, table.game.session.club))
        first, second = ports[number % 2], ports[1 - number % 2]
        yield Device(first, path, cookie, fields, over, PAUSE, ports=(first, second), shown=shown)


def cookie_of(browser: Any) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={browser.cookies[name].value}"


def new_table() -> Table:
    return make.session("paplu", make.NAMES[:3], {"rounds": None})


def test_a_machine_that_is_killed_loses_and_doubles_nothing(machines: Machines) -> None:
    over = Event()
    devices = [
        device
        for _group in range(GROUPS)
        for device in devices_of(new_table(), machines.ports, over)
    ]
    for device in devices:
        device.start()

    def saved() -> int:
        return sum(len(device.acknowledged) for device in devices)

    def play_on(hands: int) -> None:
        goal = saved() + hands
        assert eventually(lambda: saved() >= goal or over.is_set(), 90)
        assert not over.is_set(), [device.answers for device in devices]

    try:
        play_on(60)
        machines.kill(0)
        play_on(60)
    finally:
        for device in devices:
            device.stop()
    answers = sum((device.answers for device in devices), Counter())
    acknowledged = sorted(token for device in devices for token in device.acknowledged)
    assert sorted(Hand.objects.values_list("token", flat=True)) == acknowledged
    assert set(answers) <= {200, 503, "conflict", *LOST}, answers
    assert set(answers) & LOST, "nobody noticed that the machine was gone"
    for command in ("checkledger", "verify"):
        call_command(command, stdout=StringIO())


def test_pages_and_limits_are_right_on_both(machines: Machines) -> None:
    table = new_table()
    session, club = table.game.session, table.game.session.club
    cookie = cookie_of(make.host_client(club))
    pages = f"/sessions/{session.code}/", f"/g/{club.code}/standings/?season=all"
    (device, *_others) = devices_of(table, machines.ports[::-1], Event())
    device.connection = http.client.HTTPConnection("127.0.0.1", machines.ports[1], timeout=30)
    for hand in range(1, 4):  # saved on the second machine, read and cached on the first
        device.save(hand, make.token())
        assert device.port == machines.ports[1]
        for page in pages:
            texts = [machines.text(machine, page, cookie) for machine in (0, 1, 0)]
            assert len({shown(text) for text in texts}) == 1, page
            assert re.search(rf">\s*{hand}\s*<", texts[0]), (page, texts[0])
    [missed] = acts.MISSED_LINK.limits
    statuses = [machines.get(turn % 2, "/join/not-a-link/")[0] for turn in range(missed.most + 2)]
    assert Counter(statuses) == {404: missed.most, 429: 2}
    assert statuses[-2:] == [429, 429]


def shown(text: str) -> str:
    """Without what differs from one request to the next."""
    return text.partition("<main")[2].partition("</main>")[0].partition("csrf")[0]


def test_a_statement_drawn_by_one_machine_is_downloaded_from_the_others(machines: Machines) -> None:
    table = make.play(new_table(), HAND, HAND)
    cookie = cookie_of(make.host_client(table.game.session.club))
    path = f"/sessions/{table.game.session.code}/statements/"
    connection = http.client.HTTPConnection("127.0.0.1", machines.ports[0], timeout=30)
    headers = {"Cookie": f"{cookie}; csrftoken={'a' * 32}", "X-CSRFToken": "a" * 32}
    connection.request("POST", f"{path}all/", headers=headers)
    assert connection.getresponse().status == 302
    packed = eventually(
        lambda: (answer := machines.get(1, f"{path}zip/", cookie))[0] == 200 and answer[1], 60
    )
    assert packed, machines.log.read_text()
    names = ZipFile(BytesIO(packed)).namelist()
    assert sum(name.endswith(".pdf") for name in names) == 1 + len(table.names), names
    assert machines.get(0, f"{path}zip/", cookie)[0] == 200
    assert not list(machines.folder.glob("machine-*/files/**/*.pdf")), "they lie in the bucket"
