"""A site of many groups beside one of few: saves, pages of groups and seasons, the nightly check.

``python -m bench.many fill postgres://… --groups 20000 --payments 20000000`` fills a database that
may be wiped; ``python -m bench.many measure postgres://large postgres://small`` compares two that
were filled so. Each request goes to both sites in turn, and to another group each time: the first
time nothing of it is cached. ``python -m bench.plans`` says what the queries of a site read.
"""

import json
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from io import StringIO
from itertools import count
from random import Random
from statistics import median, quantiles
from typing import Any

from bench.save import Saver, posted
from bench.seasons import go_on_counting
from bench.server import ROOT, Browser, Server, prepare, served
from bench.statements import workers
from bench.timing import figures, meanwhile, ratio, table

SAMPLE = 60
"""Groups whose pages are read; the first are the largest."""
LARGEST = 6
SHEETS = 200
QUIET = 20.0
"""Seconds of reading before statements are drawn."""
READERS = 4
SAVING = 20
"""Groups of them that play."""
CHANGED = 200
"""Sessions that the nightly check finds changed."""


def fill(options: Namespace) -> None:
    prepare(options.database)
    from bench.copied_rows import fill_with_groups

    begun = time.perf_counter()
    copies = fill_with_groups(options.groups, options.payments)
    counts = f"{copies.payments:,} payments, {copies.hands:,} hands, {copies.sessions:,} sessions"
    print(f"{options.groups:,} groups: {counts}, in {time.perf_counter() - begun:.0f} s")


# What is asked for ----------------------------------------------------------------------------


def print_groups(options: Namespace) -> None:
    """Prints the groups of a sample, with a cookie and a game for each, as JSON."""
    prepare(options.database, keep=True)
    go_on_counting()
    from bench.models import FloorGame

    FloorGame.objects.get_or_create(pk=1)
    groups = [_group(club, number < SAVING) for number, club in enumerate(_sample())]
    print(json.dumps(groups))


def _sample() -> Iterator[Any]:
    from django.db.models import Count

    from scorekeeper.clubs.models import Club

    clubs = Club.objects.filter(name__startswith="Group ")
    by_size = clubs.annotate(size=Count("sessions")).order_by("-size")[:LARGEST]
    keys = list(clubs.values_list("pk", flat=True))
    chosen = Random("sample").sample(keys, min(SAMPLE, len(keys)))
    yield from by_size
    yield from (Club.objects.get(pk=key) for key in chosen[: SAMPLE - LARGEST])


def _group(club: Any, plays: bool) -> dict[str, Any]:
    from django.conf import settings

    from bench.save import NAMES
    from tests.helpers import factories as make

    name = settings.SESSION_COOKIE_NAME
    group = {
        "cookies": {name: make.host_client(club).cookies[name].value},
        "group": f"/g/{club.code}/",
        "season": f"/g/{club.code}/standings/?season=all",
    }
    if plays:
        played = make.session("paplu", NAMES, {"rounds": None}, club=club)
        group["save"] = f"/sessions/{played.game.session.code}/games/{played.game.number}/hand/"
        group["fields"] = posted(played)
    return group


class Site:
    def __init__(self, database: str, stack: ExitStack) -> None:
        command = [sys.executable, "-m", "bench.many", "groups", database]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
        self.groups = json.loads(done.stdout)
        self.server = stack.enter_context(served(database))
        browsers = [Browser(self.server, group["cookies"]) for group in self.groups]
        self.browsers = list(zip(browsers, self.groups, strict=True))
        self.savers = [
            Saver(browser, group["save"], group["fields"], 0)
            for browser, group in self.browsers
            if "save" in group
        ]

    def save(self, turn: int) -> None:
        self.savers[turn % len(self.savers)](turn)

    def read(self, page: str) -> Callable[[int], None]:
        def read(turn: int) -> None:
            browser, group = self.browsers[turn % len(self.browsers)]
            status, body = browser.get(group[page])
            if status != 200:
                raise RuntimeError(f"{group[page]} answered {status}: {body[:300]!r}")

        return read


# Statements -----------------------------------------------------------------------------------


def statements(options: Namespace) -> None:
    """Two hundred statements asked for at once, of as many sessions as that takes; pages meanwhile
    against before. ``BROKER_URL`` is that of a Redis for it alone."""
    prepare(options.database, keep=True)
    with ExitStack() as stack:
        site = Site(options.database, stack)
        stack.enter_context(workers(2))
        with reading(site):
            time.sleep(QUIET / 2)  # every page once
        with reading(site) as quiet:
            time.sleep(QUIET)
        with reading(site) as busy:
            begun = time.perf_counter()
            keys = _ask_for_statements(site)
            asking = time.perf_counter() - begun
            states = _wait_for(keys)
            drawn = time.perf_counter() - begun
        print(f"{len(keys)} statements asked for in {asking:.1f} s, after {drawn:.1f} s: {states}")
        rows = [(name, *figures(times)) for name, times in (("quiet", quiet), ("drawing", busy))]
        print(table(("page, ms", "p50", "p95", "pages"), rows))


def reading(site: Site) -> AbstractContextManager[list[float]]:
    """Milliseconds of pages that four devices read meanwhile."""
    pages = (site.read("group"), site.read("season"))

    def reader(first: int) -> Callable[[], None]:
        turns = count(first, READERS)

        def read() -> None:
            turn = next(turns)
            pages[turn // 8 % 2](turn)

        return read

    return meanwhile([reader(first) for first in range(READERS)], 0.2)


def _ask_for_statements(site: Site) -> list[int]:
    """As devices do: all of a session with one tap. Returns the ids of the first two hundred."""
    from django.db.models import Max

    from scorekeeper.clubs.models import Session
    from scorekeeper.statements.models import Statement

    newest = Statement.objects.aggregate(newest=Max("pk"))["newest"] or 0
    keys: list[int] = []
    for group in site.groups:
        code = group["group"].split("/")[2]
        session = Session.objects.filter(club__code=code).exclude(closed_at=None).order_by("-pk")[0]
        browser = Browser(site.server, group["cookies"])
        status, body = browser.post(f"/sessions/{session.code}/statements/all/", {})
        if status != 302:
            raise RuntimeError(f"statements answered {status}: {body[:300]!r}")
        keys = list(Statement.objects.filter(pk__gt=newest).values_list("pk", flat=True))
        if len(keys) >= SHEETS:
            break
    return keys


def _wait_for(keys: list[int]) -> dict[str, int]:
    from scorekeeper.core.jobs.models import IN_WORK
    from scorekeeper.statements.models import Statement

    rows = Statement.objects.filter(pk__in=keys)
    while rows.filter(state__in=IN_WORK).exists():
        time.sleep(0.2)
    return dict(Counter(rows.values_list("state", flat=True)))


# Measuring ------------------------------------------------------------------------------------


class Measured:
    """Milliseconds that passed, and of processor time of the web process, of each request."""

    def __init__(self, server: Server, act: Callable[[int], None]) -> None:
        self.server, self.act = server, act
        self.passed: list[float] = []
        self.worked: list[float] = []

    def __call__(self, turn: int) -> None:
        begun, worked = time.perf_counter(), self.server.cpu()
        self.act(turn)
        self.passed.append((time.perf_counter() - begun) * 1000)
        self.worked.append((self.server.cpu() - worked) * 1000)

    @property
    def p95(self) -> float:
        return quantiles(self.passed, n=20)[-1]


def compare(name: str, turns: range, acts: list[Measured]) -> tuple[object, ...]:
    """The act on both sites in turn; a row of the table."""
    for turn in turns:
        for act in acts if turn % 2 else acts[::-1]:
            act(turn)
    large, small = acts
    cpu = [median(act.worked) for act in acts]
    return (
        name,
        *(median(large.passed), large.p95, cpu[0], median(small.passed), small.p95, cpu[1]),
        ratio(large.p95, small.p95),
        ratio(cpu[0], cpu[1]),
    )


def measure(options: Namespace) -> None:
    prepare(options.database, keep=True)
    with ExitStack() as stack:
        sites = [Site(options.database, stack), Site(options.small, stack)]
        heads = ("ms", "p50", "p95", "CPU", "p50 small", "p95", "CPU", "p95 ratio", "CPU ratio")

        def row(name: str, turns: range, act: Callable[[Site], Any]) -> tuple[object, ...]:
            return compare(name, turns, [Measured(site.server, act(site)) for site in sites])

        for site in sites:
            for turn in range(2 * SAVING):
                site.save(turn)
        most = range(SAMPLE)
        rows = [
            row("save of a hand", range(options.rounds), lambda site: site.save),
            row("group page, the first time", most, lambda site: site.read("group")),
            row("group page, again", most, lambda site: site.read("group")),
            row("season page, the first time", most, lambda site: site.read("season")),
            row("season page, again", most, lambda site: site.read("season")),
        ]
        print(table(heads, rows))
    print(table(("", "s", "CPU"), whole_checks()))


def whole_checks() -> Iterator[tuple[object, ...]]:
    """What goes through whole groups, or all that changed."""
    from django.core.management import call_command

    from scorekeeper.clubs.models import Session
    from scorekeeper.extensions.operation.ledger_check import services
    from scorekeeper.extensions.operation.ledger_check.models import CorrectSession, LedgerCheck

    clubs = list(_sample())
    for name, club in (("largest", clubs[0]), ("median", clubs[-1])):
        for command in ("verify", "checkledger"):
            codes = list(club.sessions.values_list("code", flat=True))
            words = [club.code] if command == "verify" else codes
            spent = timed(lambda: call_command(command, *words, stdout=StringIO()))  # noqa: B023
            yield f"{command} of the {name} group ({len(codes)} sessions)", *spent
    yield "rest of the nightly check", *timed(lambda: _check_all(services, LedgerCheck))
    changed = Session.objects.order_by("?").values_list("pk", flat=True)[:CHANGED]
    CorrectSession.objects.filter(pk__in=list(changed)).delete()
    yield f"nightly check of {CHANGED} sessions", *timed(lambda: _check_all(services, LedgerCheck))
    yield "nightly check of none", *timed(lambda: _check_all(services, LedgerCheck))


def _check_all(services: Any, model: Any) -> None:
    check = model.objects.create()
    while not services.run(check):
        pass
    check.refresh_from_db()
    if check.wrong:
        raise RuntimeError(f"{check.wrong} sessions are wrong")


def timed(act: Callable[[], object]) -> tuple[float, float]:
    begun, worked = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - begun, time.process_time() - worked


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    filling = commands.add_parser("fill")
    filling.add_argument("--groups", type=int, default=200)
    filling.add_argument("--payments", type=int, default=200_000)
    filling.set_defaults(act=fill)
    listing = commands.add_parser("groups")
    listing.set_defaults(act=print_groups)
    measuring = commands.add_parser("measure")
    measuring.set_defaults(act=measure)
    drawing = commands.add_parser("statements")
    drawing.set_defaults(act=statements)
    for command in (filling, listing, measuring, drawing):
        command.add_argument("database")
    measuring.add_argument("small")
    measuring.add_argument("--rounds", type=int, default=400)
    options = parser.parse_args()
    options.act(options)


if __name__ == "__main__":
    main()
