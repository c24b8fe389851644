"""An update while hands are saved, as docs/operating.md says it: migrate, start the new programs on
the same socket, wait until they are ready, stop the old ones. No hand is lost or stored twice."""

import json
import signal
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Final
from urllib.request import urlopen

import pytest

from scorekeeper import __version__
from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from tests.extensions.operation.releases.scorers import Scorer, seconds_refused
from tests.extensions.operation.releases.sites import LATER, NOW, ReleaseSite, release_site
from tests.helpers.project.setup import command_of, family
from tests.helpers.served import ROOT, eventually

pytestmark = [pytest.mark.programs, pytest.mark.django_db(transaction=True)]
LONGEST: Final = 5.0
"""Seconds in all for which a device may be told to try again."""
RESETS: Final = {"ConnectionResetError", "RemoteDisconnected", "BrokenPipeError"}
"""What a device sees of a connection that a program closed at its end."""
STORED: Final = """
import django
django.setup()
from scorekeeper.play.models import Hand
print(*Hand.objects.order_by("pk").values_list("token", flat=True), sep="\\n")
"""


class Update:
    """A site, its listening socket, and the programs that share it in turn."""

    def __init__(self, site: ReleaseSite) -> None:
        self.site = site
        self.listener = listen(18900)
        self.port = port_of(self.listener)
        self.programs: list[Child] = []
        self.log = site.folder / "log"

    def start(self, release: str) -> Child:
        """As systemd starts it with ``Type=notify``; back when it said that it is ready."""
        number = self.listener.fileno()
        address = self.site.folder / f"notify-{len(self.programs)}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.bind(str(address))
            notified.settimeout(90)
            env = {**self.site.environment(release), "NOTIFY_SOCKET": str(address)}
            command = [sys.executable, "manage.py", "serve", "--bind", f"fd://{number}"]
            with self.log.open("ab") as log:
                options = {"cwd": ROOT, "env": env, "pass_fds": [number], "stderr": log}
                program = Child(release, command, options)
                program.start()
            self.programs.append(program)
            assert notified.recv(100) == b"READY=1"
        return program

    def versions(self) -> set[str]:
        with urlopen(f"http://127.0.0.1:{self.port}/health/", timeout=10) as answer:
            return {json.load(answer)["version"]}


@pytest.fixture
def update(transactional_db: None, tmp_path: Path) -> Iterator[Update]:
    with release_site(tmp_path) as site:
        site.manage(NOW, "migrate", "-v0")
        site.manage(NOW, "collectstatic", "--no-input", "-v0")
        running = Update(site)
        try:
            yield running
        finally:
            stop(running.programs)
            running.listener.close()


@pytest.fixture
def scorers(update: Update) -> Iterator[list[Scorer]]:
    """Who save about twenty hands a second from the first test line on."""
    update.start(NOW)
    sessions = json.loads(
        update.site.run(NOW, "-m", "tests.extensions.operation.releases.scorers").stdout
    )
    over = Event()
    scorers = [Scorer(port=update.port, over=over, **session) for session in sessions]
    for scorer in scorers:
        scorer.start()
    yield scorers
    for scorer in scorers:
        scorer.stop()


def saved(scorers: list[Scorer]) -> int:
    return sum(len(scorer.acknowledged) for scorer in scorers)


def play_on(scorers: list[Scorer], hands: int) -> None:
    goal = saved(scorers) + hands
    assert eventually(lambda: saved(scorers) >= goal or scorers[0].over.is_set(), 120)
    assert not scorers[0].over.is_set(), [scorer.answers for scorer in scorers]


def test_an_update_under_load_loses_and_doubles_nothing(
    update: Update, scorers: list[Scorer]
) -> None:
    play_on(scorers, 40)
    update.site.manage(LATER, "migrate", "-v0")
    play_on(scorers, 40)  # old code, new tables
    assert update.versions() == {__version__}
    old, new = update.programs[0], update.start(LATER)
    play_on(scorers, 40)  # both
    assert old.process and new.process
    old.process.send_signal(signal.SIGTERM)
    old.process.wait(30)
    play_on(scorers, 40)
    assert update.versions() == {"1.999.0"}
    settle_accounts(update, scorers)


def test_hup_replaces_the_processes_and_loses_nothing(
    update: Update, scorers: list[Scorer]
) -> None:
    """For new settings or certificates, with the same code."""
    play_on(scorers, 40)
    [program] = update.programs
    assert program.process
    before = web_processes(program)
    program.process.send_signal(signal.SIGHUP)
    assert eventually(lambda: not before & web_processes(program), 90), update.log.read_text()
    play_on(scorers, 40)
    settle_accounts(update, scorers)


def web_processes(program: Child) -> set[int]:
    assert program.process
    below = family(program.process.pid)
    return {number for number in below if "spawn_main" in command_of(number)}


def settle_accounts(update: Update, scorers: list[Scorer]) -> None:
    """What was acknowledged is stored, once, and all of it is right."""
    for scorer in scorers:
        scorer.stop()
    acknowledged = sorted(token for scorer in scorers for token in scorer.acknowledged)
    assert sorted(update.site.run(NOW, "-c", STORED).stdout.split()) == acknowledged
    assert {answer for scorer in scorers for answer in scorer.answers} - {200, 503} <= RESETS
    for command in ("checkledger", "verify"):
        update.site.manage(LATER, command)
    refused = seconds_refused(scorers)
    answers = sum((scorer.answers for scorer in scorers), Counter())
    longest = max(wait for scorer in scorers for wait in scorer.waits)
    print(f"{len(acknowledged)} hands: {dict(answers)}")
    print(f"refused for {refused:.2f} s in all, the longest save took {longest:.2f} s")
    assert refused <= LONGEST
