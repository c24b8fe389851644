"""Seasons over ten million payments: the page, what a save pays for it, and the summaries anew.

``python -m bench.seasons postgres://… --payments 10000000`` on a database that may be wiped;
``--there`` measures what an earlier run has put in. Fifty clubs of 200 players, six of them a
session; beside them one such club with 10,000 payments, and one of seven who have met a thousand
times. The rows are those of sessions that were played (``bench.copied_rows``). Pages are whole
requests, in this process; the floor is the page of the club's home in the same run. Processor time
stands beside what passed: it is the same on a machine that others use too.
"""

import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock
from uuid import uuid4

from bench.server import prepare
from bench.timing import ratio, table

FEW = 10_000
CLUBS = 50
ROUNDS = 60


class OneClub:
    """What is measured of a club; each act is a whole request of a host's phone."""

    def __init__(self, name: str) -> None:
        from scorekeeper.clubs.models import Club, Session
        from tests.helpers import factories as make

        self.club = Club.objects.get(name=name)
        self.browser = make.host_client(self.club)
        self.players = list(self.club.players.order_by("pk").values_list("pk", flat=True)[:2])
        self.last = Session.objects.filter(club=self.club).order_by("-pk")[0]
        self.path = f"/g/{self.club.code}/"

    def get(self, path: str) -> None:
        answer = self.browser.get(f"{self.path}{path}")
        if answer.status_code != 200:
            raise RuntimeError(f"{path} answered {answer.status_code}")

    def moved(self) -> None:
        """As a save moves the session on."""
        from django.db.models import F

        from scorekeeper.clubs.models import Session

        Session.objects.filter(pk=self.last.pk).update(version=F("version") + 1)

    def home(self) -> None:
        self.get("")

    def page(self) -> None:
        self.get("standings/?season=all")

    def charts(self) -> None:
        self.get("standings/charts/?season=all")

    def player(self) -> None:
        self.get(f"players/{self.players[0]}/")

    def compared(self) -> None:
        self.get(f"players/{self.players[0]}/?with={self.players[1]}")


Times = dict[str, tuple[list[float], list[float]]]
"""By act: seconds that passed, and of processor time."""


Acts = Mapping[str, Callable[[], None]]


def measured(acts: Acts, before: Acts, rounds: int) -> Times:
    """In turn, so that noise falls on all alike; what is ``before`` an act is not counted."""
    times_by_act: Times = {name: ([], []) for name in acts}
    for turn in range(rounds + 3):
        for name, act in acts.items():
            before.get(name, lambda: None)()
            begun, worked = time.perf_counter(), time.process_time()
            act()
            spent = time.perf_counter() - begun, time.process_time() - worked
            for times, elapsed in zip(times_by_act[name], spent, strict=True):
                if turn >= 3:
                    times.append(elapsed * 1000)
    return times_by_act


def time_rows(times_by_act: Times, floor: str) -> Iterator[tuple[str, ...]]:
    for name, (passed, worked) in times_by_act.items():
        p50, p95 = statistics.median(passed), statistics.quantiles(passed, n=20)[-1]
        cpu = statistics.median(worked)
        base = statistics.median(times_by_act[floor][1])
        yield name, f"{p50:.1f}", f"{p95:.1f}", f"{cpu:.1f}", ratio(cpu, base)


def pages(rounds: int) -> Times:
    """The page of the season of each size, as it stands and after a hand; a player's page."""
    much, little, regulars = OneClub("Club 0"), OneClub("Small"), OneClub("Regulars")
    acts = {
        "floor: the club's home": much.home,
        "page, 10,000 payments of this club": little.page,
        "page, its share of all": much.page,
        "page after a hand, 10,000": little.page,
        "page after a hand, its share": much.page,
        "player, 1,000 sessions": regulars.player,
        "player after a hand, 1,000 sessions": regulars.player,
        "two beside each other after a hand": regulars.compared,
        "charts after a hand": much.charts,
    }
    after = {
        "page after a hand, 10,000": little.moved,
        "page after a hand, its share": much.moved,
        "player after a hand, 1,000 sessions": regulars.moved,
        "two beside each other after a hand": regulars.moved,
    }
    return measured(acts, after, rounds)


# Saves ---------------------------------------------------------------------------------------


def saves(rounds: int) -> Times:
    """A hand of six through its service, with what seasons keep of it and without."""
    from tests.helpers import factories as make
    from tests.helpers.factories import pool_hand

    table_played = make.session("paplu", make.NAMES, {"rounds": None})
    hand = pool_hand("Asha", Dev=43, Meera="first_drop", Omar=26, Priya=29, Ravi="middle_drop")

    def save() -> None:
        record_hand(table_played, hand)

    def without() -> None:
        with no_seasons():
            record_hand(table_played, hand)

    return measured({"save without seasons": without, "save": save}, {}, rounds)


def record_hand(table_played: Any, hand: Mapping[str, Any]) -> None:
    from scorekeeper.engine.questions.entry_json import load_entry
    from scorekeeper.play import services
    from scorekeeper.play.selectors import game_table as seated

    table_played.game.refresh_from_db()
    now = seated(table_played.game)
    services.record_hand(
        table=now,
        entry=load_entry(now.rules, now.fold, hand, now.names),
        number=now.game.last_number + 1,
        token=uuid4().hex,
        by=None,
    )


@contextmanager
def no_seasons() -> Iterator[None]:
    with mock.patch("scorekeeper.play.services.keep_results"):
        yield


# Rebuilding ----------------------------------------------------------------------------------


def rebuild_report(clubs: int) -> str:
    """All summaries of some clubs, thrown away before, by the task itself; and that they are as
    they were."""
    from scorekeeper.clubs.models import Club
    from scorekeeper.ledger.models import GameResult, Payment
    from scorekeeper.seasons.rebuilds import services

    begun, payments = 0.0, 0
    for number in range(clubs):
        club = Club.objects.get(name=f"Club {number}")
        before = _sums(club)
        GameResult.objects.filter(club=club).delete()
        payments += Payment.objects.filter(session__club=club).count()
        began = time.perf_counter()
        while not services.run(services.start_rebuild(club=club, tell_workers=False)):
            pass
        begun += time.perf_counter() - began
        if _sums(club) != before:
            raise RuntimeError(f"{club}: the summaries are not as they were")
    rate = payments / begun
    all_of_it = f"ten million in {1e7 / rate / 60:.1f} min by one worker"
    return f"rebuild: {payments:,} payments in {begun:.1f} s, {rate:,.0f} a second: {all_of_it}"


def _sums(club: Any) -> list[Any]:
    from django.db.models import Sum

    from scorekeeper.ledger.models import GameResult

    rows = GameResult.objects.filter(club=club).values_list("player").order_by("player")
    return list(rows.annotate(Sum("net"), Sum("hands"), Sum("wins"), Sum("points")))


def go_on_counting() -> None:
    """Tokens of an earlier run are in the database still."""
    from itertools import count

    from tests.helpers import factories

    factories._numbers = count(time.time_ns())


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--payments", type=int, default=1_000_000)
    parser.add_argument("--clubs", type=int, default=CLUBS)
    parser.add_argument("--rebuilt", type=int, default=2, help="clubs to work out anew")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--there", action="store_true", help="keep what is in the database")
    options = parser.parse_args()
    prepare(options.database, keep=options.there)
    go_on_counting()
    if not options.there:
        from bench.copied_rows import fill_database

        begun = time.perf_counter()
        copies = fill_database(options.payments, options.clubs, FEW)
        counts = (
            f"{copies.payments:,} payments, {copies.hands:,} hands, {copies.sessions:,} sessions"
        )
        print(f"{counts} put in in {time.perf_counter() - begun:.0f} s")
    heads = ("ms", "p50", "p95", "CPU", "× floor")
    print(table(heads, time_rows(pages(options.rounds), "floor: the club's home")))
    print(
        table(
            ("ms", "p50", "p95", "CPU", "× without"),
            time_rows(saves(options.rounds), "save without seasons"),
        )
    )
    print(rebuild_report(options.rebuilt))


if __name__ == "__main__":
    main()
